#include "train/shared_rows.h"

#include "test.h"

#include <math.h>

// Three rows, each with its own target; the first two share a number.
static void learn(SharedRows *r, const float *targets, int rows, float pull) {
    for (int step = 0; step < 4000; step++) {
        float gradient[3] = {0};
        for (int i = 0; i < rows; i++)
            gradient[i] = r->row[i] - targets[i];
        shared_rows_step(r, gradient, 0.01F, pull);
    }
}

static SharedRows three_rows(void) {
    SharedRows r;
    shared_rows_init(&r, 3, 2);
    shared_rows_join(&r, 0, 0);
    shared_rows_join(&r, 1, 0);
    shared_rows_join(&r, 2, 1);
    return r;
}

TEST(shared_rows_reach_their_targets) {
    SharedRows r = three_rows();
    static const float targets[] = {1, 2, -3};
    learn(&r, targets, 3, 0);
    for (int i = 0; i < 3; i++)
        CHECK("row", fabsf(r.row[i] - targets[i]) < 0.01F);
    shared_rows_release(&r);
}

// A row without samples gets only the number it shares with a row that has some.
TEST(shared_rows_without_samples_follow_similar_rows) {
    SharedRows r = three_rows();
    learn(&r, (float[]){2}, 1, 1);
    CHECK("seen", fabsf(r.row[0] - 2) < 0.05F);
    CHECK("shares a number", fabsf(r.row[1] - r.common[0]) < 0.001F && r.row[1] > 1.5F);
    CHECK("shares nothing", r.row[2] == 0);
    shared_rows_release(&r);
}
