#include "engine/netstate.h"

#include "base/mem.h"
#include "base/util.h"
#include "engine/netkernel.h"

#include <assert.h>
#include <string.h>

// ---- Ways

static const NetKernel *const kernels[NET_WAYS] = {
    [NET_SCALAR] = &netkernel_scalar,
    [NET_WASM] = &netkernel_wasm,
    [NET_AVX2] = &netkernel_avx2,
    [NET_AVX512] = &netkernel_avx512,
};

bool netway_works(NetWay way) {
#if defined(__x86_64__)
    if (way == NET_AVX2)
        return __builtin_cpu_supports("avx2");
    if (way == NET_AVX512)
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512vnni");
#endif
#if defined(__wasm_simd128__)
    if (way == NET_WASM)
        return true; // otherwise the module would not have been loaded
#endif
    return way == NET_SCALAR || way == NET_BEST;
}

static NetWay best_way(void) {
    NetWay way = NET_WAYS - 1;
    while (!netway_works(way))
        way--;
    return way;
}

const char *netway_name(NetWay way) {
    return kernels[way == NET_BEST ? best_way() : way]->name;
}

// ---- Memory

enum { ALIGNMENT = 64 };

static void slots_init(NetSlots *slots, int capacity, int width) {
    size_t rows = (size_t)capacity * (size_t)width * sizeof *slots->rows;
    size_t before = (size_t)capacity * sizeof *slots->before;
    slots->width = width;
    slots->block = mem_alloc(ALIGNMENT + rows + before + (size_t)capacity * sizeof *slots->owner);
    uintptr_t start = ((uintptr_t)slots->block + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    slots->rows = (void *)start;
    slots->before = (void *)(start + rows);
    slots->owner = (void *)(start + rows + before);
}

static uint32_t factor_for(int points) {
    return points ? 4194304u / (uint32_t)points : 0;
}

NetState *netstate_new(const Net *net, int size, NetWay way) {
    NetState *s = mem_alloc(sizeof *s);
    int points = size * size, outer = (size + 1) / 3;
    s->net = net;
    s->kernel = kernels[way == NET_BEST ? best_way() : way];
    s->size = size;
    s->cuts[1] = outer;
    s->cuts[2] = size - outer;
    s->cuts[3] = size;
    for (int r = 0; r < NET_REGIONS; r++)
        s->factors[r] = factor_for((s->cuts[r / 3 + 1] - s->cuts[r / 3]) *
                                   (s->cuts[r % 3 + 1] - s->cuts[r % 3]));
    s->whole_factor = factor_for(points);
    // The first slots are those of the start, one a point.
    slots_init(&s->lines, points * (1 + net->star_count), NET_PAIR);
    slots_init(&s->mixes, points * (1 + net->box * net->box), NET_HALF);
    s->sums = mem_alloc((size_t)(points + 1) * sizeof *s->sums);
    s->plies = mem_alloc((size_t)points * sizeof *s->plies);
    s->moves = mem_alloc((size_t)points * sizeof *s->moves);
    return s;
}

void netstate_free(NetState *s) {
    if (!s)
        return;
    mem_free(s->lines.block);
    mem_free(s->mixes.block);
    mem_free(s->sums);
    mem_free(s->plies);
    mem_free(s->moves);
    mem_free(s);
}

// ---- Lines

// How far one can go from a point in each direction, forwards and backwards, up to the reach.
static void find_room(const NetState *s, int x, int y, int room[static STEP_COUNT][2]) {
    int reach = s->net->reach;
    int left = int_min(x, reach), right = int_min(s->size - 1 - x, reach);
    int up = int_min(y, reach), down = int_min(s->size - 1 - y, reach);
    room[0][0] = right;
    room[0][1] = left;
    room[1][0] = down;
    room[1][1] = up;
    room[2][0] = int_min(right, down);
    room[2][1] = int_min(left, up);
    room[3][0] = int_min(left, down);
    room[3][1] = int_min(right, up);
}

static const int powers[] = {1, 3, 9, 27, 81};
static_assert(COUNT(powers) == NET_REACH_MAX, "a power for every distance");

static const int16_t *row_of(const NetState *s, Point p, int direction) {
    const uint16_t *arms = s->arms[p][direction];
    return net_row(s->net, s->digits[p], arms[0], arms[1]);
}

// Computes from nothing, once a search.
static void start_lines(NetState *s, Point p) {
    int room[STEP_COUNT][2];
    find_room(s, point_x(p), point_y(p), room);
    int16_t *row = netslots_add(&s->lines, p);
    memset(row, 0, NET_PAIR * sizeof *row);
    for (int d = 0; d < STEP_COUNT; d++) {
        for (int side = 0; side < 2; side++) {
            int step = side ? -point_steps[d] : point_steps[d], arm = 0;
            for (int k = 0; k < room[d][side]; k++)
                arm += powers[k] * (1 + s->digits[p + (k + 1) * step]);
            s->arms[p][d][side] = (uint16_t)arm;
        }
        const int16_t *line = row_of(s, p, d);
        for (int i = 0; i < NET_PAIR; i++)
            row[i] = (int16_t)(row[i] + line[i]);
    }
}

static int feature(int n) {
    return int_max(0, int_min(n, 255));
}

static void start_mixes(NetState *s, Point p) {
    const Net *net = s->net;
    int16_t *mix = netslots_add(&s->mixes, p);
    memcpy(mix, net->kernel_bias, NET_HALF * sizeof *mix);
    for (int k = 0; k < 9; k++) {
        int x = point_x(p) + k % 3 - 1, y = point_y(p) + k / 3 - 1;
        if (x < 0 || y < 0 || x >= s->size || y >= s->size)
            continue;
        const int16_t *row = netslots_row(&s->lines, s->lines.current[point_at(x, y)]);
        for (int i = 0; i < NET_HALF; i++)
            mix[i] = (int16_t)(mix[i] + net->kernel[k][i] * feature(row[i]));
    }
}

static void start_sums(NetState *s, int region) {
    int16_t *sums = s->sums[0][region];
    memset(sums, 0, sizeof s->sums[0][region]);
    for (int y = s->cuts[region / 3]; y < s->cuts[region / 3 + 1]; y++)
        for (int x = s->cuts[region % 3]; x < s->cuts[region % 3 + 1]; x++) {
            Point p = point_at(x, y);
            const int16_t *row = netslots_row(&s->lines, s->lines.current[p]);
            const int16_t *mix = netslots_row(&s->mixes, s->mixes.current[p]);
            for (int i = 0; i < NET_PAIR; i++)
                sums[i] = (int16_t)(sums[i] + feature(i < NET_HALF ? mix[i] >> 5 : row[i]));
        }
}

void netstate_set(NetState *s, const Board *b) {
    assert(b->size == s->size);
    s->done = s->made = s->common = 0;
    s->lines.count = s->mixes.count = 0;
    s->hidden_for = s->aims_for = EMPTY;
    for (Point p = 0; p < POINT_COUNT; p++)
        s->digits[p] = b->at[p] == WALL ? 0 : b->at[p];
    for (Point p = 0; p < POINT_COUNT; p++)
        if (board_has(b, p))
            start_lines(s, p);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (board_has(b, p))
            start_mixes(s, p);
    for (int r = 0; r < NET_REGIONS; r++)
        start_sums(s, r);
}

// ---- Stones

// The line of a star point changes by the digit of the stone in one arm.
static void reach_point(NetState *s, NetStar *star, int number, Point p, int direction, int side,
                        int arm) {
    star->numbers[star->count++] = (uint8_t)number;
    star->present |= UINT64_C(1) << number;
    star->before[number] = netslots_row(&s->lines, s->lines.current[p]);
    star->after[number] = netslots_add(&s->lines, p);
    star->minus[number] = row_of(s, p, direction);
    s->arms[p][direction][side] = (uint16_t)(s->arms[p][direction][side] + arm);
    star->plus[number] = row_of(s, p, direction);
}

// Its own four lines are others altogether.
static void reach_centre(NetState *s, NetStar *star, Point p, int digit) {
    star->numbers[star->count++] = 0;
    star->present |= 1;
    star->before[0] = star->minus[0] = netslots_row(&s->lines, s->lines.current[p]);
    star->after[0] = netslots_add(&s->lines, p);
    star->plus[0] = star->centre;
    s->digits[p] = (uint8_t)digit;
    const int16_t *rows[STEP_COUNT];
    for (int d = 0; d < STEP_COUNT; d++)
        rows[d] = row_of(s, p, d);
    for (int i = 0; i < NET_PAIR; i++)
        star->centre[i] = (int16_t)(rows[0][i] + rows[1][i] + rows[2][i] + rows[3][i]);
}

static void place(NetState *s, Point p, Stone color) {
    NetStar star;
    int room[STEP_COUNT][2], digit = color == BLACK ? 1 : 2;
    star.x = point_x(p);
    star.y = point_y(p);
    star.present = 0;
    star.count = 0;
    s->plies[s->done] = (NetPly){p, (uint8_t)color, s->lines.count, s->mixes.count};
    reach_centre(s, &star, p, digit);
    find_room(s, star.x, star.y, room);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = side ? -point_steps[d] : point_steps[d];
            // Seen from ahead of the stone, it is behind.
            for (int k = 1; k <= room[d][side]; k++)
                reach_point(s, &star, net_star(s->net, d, side, k), (Point)(p + k * step), d,
                            1 - side, digit * powers[k - 1]);
        }
    s->kernel->place(s, &star);
    s->done++;
}

static void slots_cut(NetSlots *slots, int32_t count) {
    while (slots->count > count) {
        slots->count--;
        slots->current[slots->owner[slots->count]] = slots->before[slots->count];
    }
}

static void take_back(NetState *s) {
    const NetPly *ply = &s->plies[--s->done];
    int room[STEP_COUNT][2], digit = s->digits[ply->point];
    find_room(s, point_x(ply->point), point_y(ply->point), room);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = side ? -point_steps[d] : point_steps[d];
            for (int k = 1; k <= room[d][side]; k++) {
                uint16_t *arm = &s->arms[ply->point + k * step][d][1 - side];
                *arm = (uint16_t)(*arm - digit * powers[k - 1]);
            }
        }
    s->digits[ply->point] = 0;
    slots_cut(&s->lines, ply->lines);
    slots_cut(&s->mixes, ply->mixes);
}

void netstate_make(NetState *s, Point p, Stone color) {
    s->moves[s->made] = (NetMove){p, (uint8_t)color};
    if (s->common == s->made && s->done > s->common && s->plies[s->common].point == p &&
        s->plies[s->common].color == color)
        s->common++;
    s->made++;
}

void netstate_undo(NetState *s) {
    s->made--;
    s->common = int_min(s->common, s->made);
}

void netstate_catch_up(NetState *s) {
    if (s->common == s->made && s->done == s->made)
        return;
    s->hidden_for = s->aims_for = EMPTY;
    while (s->done > s->common)
        take_back(s);
    while (s->done < s->made)
        place(s, s->moves[s->done].point, s->moves[s->done].color);
    s->common = s->made;
}

// ---- Questions

static void hide(NetState *s, Stone to_move) {
    netstate_catch_up(s);
    if (s->hidden_for == to_move)
        return;
    s->kernel->hide(s, to_move, s->hidden);
    s->hidden_for = to_move;
    s->aims_for = EMPTY;
}

void netstate_wdl(NetState *s, Stone to_move, int32_t wdl[static 3]) {
    hide(s, to_move);
    for (int k = 0; k < 3; k++) {
        wdl[k] = s->net->wdl_bias[k];
        for (int o = 0; o < NET_HIDDEN; o++)
            wdl[k] += s->net->wdl[k][o] * s->hidden[o];
    }
}

int netstate_value(NetState *s, Stone to_move) {
    int32_t wdl[3];
    netstate_wdl(s, to_move, wdl);
    return net_units(s->net, net_expectation(s->net, wdl));
}

void netstate_logits(NetState *s, Stone to_move, const Point *points, int count, int32_t *logits) {
    hide(s, to_move);
    if (s->aims_for != to_move)
        s->kernel->aim(s->net, to_move, s->hidden, s->aims);
    s->aims_for = to_move;
    s->kernel->judge(s, points, count, logits);
}

void netstate_policy(NetState *s, Stone to_move, const Point *points, int count, int16_t *scores) {
    enum { LOGIT = 4096 }; // in the net's arithmetic
    int32_t logits[BOARD_MAX * BOARD_MAX];
    netstate_logits(s, to_move, points, count, logits);
    for (int i = 0; i < count; i++)
        scores[i] =
            (int16_t)int_max(INT16_MIN, int_min(INT16_MAX, logits[i] / (LOGIT / NET_POLICY_UNITS)));
}
