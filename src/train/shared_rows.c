#include "train/shared_rows.h"

#include "base/mem.h"

#include <math.h>

void shared_rows_init(SharedRows *r, int count, int shared) {
    size_t numbers = (size_t)(count + shared);
    *r = (SharedRows){.count = count, .shared = shared};
    r->row = mem_alloc((size_t)count * sizeof(float));
    r->own = mem_alloc((size_t)count * sizeof(float));
    r->common = mem_alloc((size_t)(shared + 1) * sizeof(float));
    r->members = mem_alloc((size_t)count * SHARED_ROWS_MAX * sizeof(short));
    r->moments = mem_alloc(2 * numbers * sizeof(float));
    for (int i = 0; i < count * SHARED_ROWS_MAX; i++)
        r->members[i] = -1;
}

void shared_rows_release(SharedRows *r) {
    mem_free(r->row);
    mem_free(r->own);
    mem_free(r->common);
    mem_free(r->members);
    mem_free(r->moments);
    *r = (SharedRows){0};
}

void shared_rows_join(SharedRows *r, int row, int shared) {
    short *members = &r->members[row * SHARED_ROWS_MAX];
    int n = 0;
    while (members[n] >= 0)
        n++;
    members[n] = (short)shared;
}

static float adam(float *moments, float gradient, float rate, float bias1, float bias2) {
    const float decay1 = 0.9F, decay2 = 0.999F, tiny = 1e-8F;
    moments[0] = decay1 * moments[0] + (1 - decay1) * gradient;
    moments[1] = decay2 * moments[1] + (1 - decay2) * gradient * gradient;
    return rate * (moments[0] / bias1) / (sqrtf(moments[1] / bias2) + tiny);
}

void shared_rows_step(SharedRows *r, const float *gradient, float rate, float pull) {
    float *shared = mem_alloc((size_t)(r->shared + 1) * sizeof(float));
    r->steps++;
    float bias1 = 1 - powf(0.9F, (float)r->steps), bias2 = 1 - powf(0.999F, (float)r->steps);
    for (int i = 0; i < r->count; i++) {
        const short *members = &r->members[i * SHARED_ROWS_MAX];
        for (int k = 0; k < SHARED_ROWS_MAX && members[k] >= 0; k++)
            shared[members[k]] += gradient[i];
        r->own[i] -= adam(&r->moments[2 * i], gradient[i] + pull * r->own[i], rate, bias1, bias2);
    }
    for (int i = 0; i < r->shared; i++)
        r->common[i] -= adam(&r->moments[2 * (r->count + i)], shared[i] + pull / 100 * r->common[i],
                             rate, bias1, bias2);
    for (int i = 0; i < r->count; i++) {
        const short *members = &r->members[i * SHARED_ROWS_MAX];
        r->row[i] = r->own[i];
        for (int k = 0; k < SHARED_ROWS_MAX && members[k] >= 0; k++)
            r->row[i] += r->common[members[k]];
    }
    mem_free(shared);
}
