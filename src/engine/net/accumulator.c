#include "engine/net/accumulator.h"

#include "base/mem.h"
#include "base/number.h"
#include "engine/net/kernel.h"

#include <assert.h>
#include <string.h>

// ---- Backends

static const NetKernel *const kernels[NET_BACKEND_COUNT] = {
    [NET_BACKEND_SCALAR] = &net_kernel_scalar, [NET_BACKEND_WASM] = &net_kernel_wasm,
    [NET_BACKEND_NEON] = &net_kernel_neon,     [NET_BACKEND_AVX2] = &net_kernel_avx2,
    [NET_BACKEND_AVX512] = &net_kernel_avx512,
};

bool net_backend_is_supported(NetBackend backend) {
#if defined(__x86_64__)
    if (backend == NET_BACKEND_AVX2)
        return __builtin_cpu_supports("avx2");
    if (backend == NET_BACKEND_AVX512)
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512vnni");
#endif
    if (backend == NET_BACKEND_WASM || backend == NET_BACKEND_NEON)
        return kernels[backend]->place_stone != NULL; // compiled in: the machine has it
    return backend == NET_BACKEND_SCALAR || backend == NET_BACKEND_BEST;
}

static NetBackend best_backend(void) {
    NetBackend backend = NET_BACKEND_COUNT - 1;
    while (!net_backend_is_supported(backend))
        backend--;
    return backend;
}

const char *net_backend_name(NetBackend backend) {
    return kernels[backend == NET_BACKEND_BEST ? best_backend() : backend]->name;
}

// ---- Memory

enum { ALIGNMENT = 64 }; // every row is a multiple of it

// Bytes of the arrays of an accumulator.
typedef struct {
    size_t line_sums, conv_sums, region_sums, saved_line_sums, saved_conv_sums; // in one block
    size_t applied, pushed;
} ArraySizes;

static ArraySizes array_sizes_for(const Accumulator *s) {
    size_t cells = (size_t)(s->pitch * s->pitch), points = (size_t)(s->size * s->size);
    return (ArraySizes){
        .line_sums = cells * sizeof *s->line_sums,
        .conv_sums = cells * sizeof *s->conv_sums,
        .region_sums = (points + 1) * sizeof *s->region_sums,
        .saved_line_sums = points * (size_t)s->delta_max * sizeof *s->saved_line_sums,
        .saved_conv_sums = points * (size_t)s->box_max * sizeof *s->saved_conv_sums,
        .applied = points * sizeof *s->applied,
        .pushed = points * sizeof *s->pushed,
    };
}

static size_t block_bytes(const ArraySizes *r) {
    return ALIGNMENT + r->line_sums + r->conv_sums + r->region_sums + r->saved_line_sums +
           r->saved_conv_sums;
}

static void allocate(Accumulator *s) {
    ArraySizes r = array_sizes_for(s);
    s->block = mem_alloc(block_bytes(&r));
    uintptr_t at = ((uintptr_t)s->block + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    s->line_sums = (void *)at;
    s->conv_sums = (void *)(at += r.line_sums);
    s->region_sums = (void *)(at += r.conv_sums);
    s->saved_line_sums = (void *)(at += r.region_sums);
    s->saved_conv_sums = (void *)(at += r.saved_line_sums);
    s->applied = mem_alloc(r.applied);
    s->pushed = mem_alloc(r.pushed);
}

static uint32_t factor_for(int points) {
    return points ? 4194304u / (uint32_t)points : 0;
}

// Divides the board into nine regions, three by three.
static void divide(Accumulator *s) {
    int outer = (s->size + 1) / 3;
    s->cuts[0] = 1;
    s->cuts[1] = 1 + outer;
    s->cuts[2] = 1 + s->size - outer;
    s->cuts[3] = 1 + s->size;
    for (int r = 0; r < NET_REGIONS; r++) {
        int top = s->cuts[r / 3], bottom = s->cuts[r / 3 + 1];
        int left = s->cuts[r % 3], right = s->cuts[r % 3 + 1];
        s->region_factors[r] = factor_for((bottom - top) * (right - left));
        for (int row = top; row < bottom; row++)
            for (int column = left; column < right; column++)
                s->regions[row * s->pitch + column] = (uint8_t)r;
    }
    s->board_factor = factor_for(s->size * s->size);
}

static void measure(Accumulator *s, const Net *net, int size) {
    s->net = net;
    s->size = size;
    s->pitch = size + 2;
    s->delta_max = 8 * net->reach + 1;
    s->box_max = (2 * net->reach + 3) * (2 * net->reach + 3);
}

size_t accumulator_bytes(const Net *net, int size) {
    Accumulator s;
    measure(&s, net, size);
    ArraySizes r = array_sizes_for(&s);
    return sizeof s + block_bytes(&r) + r.applied + r.pushed;
}

Accumulator *accumulator_new(const Net *net, int size, NetBackend backend) {
    Accumulator *s = mem_alloc(sizeof *s);
    measure(s, net, size);
    s->kernel = kernels[backend == NET_BACKEND_BEST ? best_backend() : backend];
    divide(s);
    allocate(s);
    return s;
}

void accumulator_free(Accumulator *s) {
    if (!s)
        return;
    mem_free(s->block);
    mem_free(s->applied);
    mem_free(s->pushed);
    mem_free(s);
}

// ---- Lines

// The distance to the edge from a cell in each direction, forwards and backwards, up to the reach.
static void find_distances(const Accumulator *s, int cell, int distance[static STEP_COUNT][2]) {
    int reach = s->net->reach, column = cell % s->pitch, row = cell / s->pitch;
    int left = int_min(column - 1, reach), right = int_min(s->size - column, reach);
    int up = int_min(row - 1, reach), down = int_min(s->size - row, reach);
    distance[0][0] = right;
    distance[0][1] = left;
    distance[1][0] = down;
    distance[1][1] = up;
    distance[2][0] = int_min(right, down);
    distance[2][1] = int_min(left, up);
    distance[3][0] = int_min(left, down);
    distance[3][1] = int_min(right, up);
}

// Step to the next cell in a direction of core/point.h, or the opposite one.
static int step_of(const Accumulator *s, int direction, int against) {
    const int steps[STEP_COUNT] = {1, s->pitch, s->pitch + 1, s->pitch - 1};
    return against ? -steps[direction] : steps[direction];
}

static const int powers[] = {1, 3, 9, 27, 81};
static_assert(COUNT(powers) == NET_REACH_MAX, "a power for every distance");

static const int16_t *row_of(const Accumulator *s, int cell, int direction) {
    const uint16_t *arms = s->arms[cell][direction];
    return net_row(s->net, s->digits[cell], arms[0], arms[1]);
}

static void add_lines(const Accumulator *s, int cell, NetLineSums sum) {
    const int16_t *rows[STEP_COUNT];
    for (int d = 0; d < STEP_COUNT; d++)
        rows[d] = row_of(s, cell, d);
    for (int i = 0; i < NET_ROW_WIDTH; i++)
        sum[i] = (int16_t)(rows[0][i] + rows[1][i] + rows[2][i] + rows[3][i]);
}

// ---- Full refresh, once per search

static void refresh_line_sums(Accumulator *s, int cell) {
    int distance[STEP_COUNT][2];
    find_distances(s, cell, distance);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = step_of(s, d, side), arm = 0;
            for (int k = 0; k < distance[d][side]; k++)
                arm += powers[k] * (1 + s->digits[cell + (k + 1) * step]);
            s->arms[cell][d][side] = (uint16_t)arm;
        }
    add_lines(s, cell, s->line_sums[cell]);
}

// Clipped ReLU.
static int clipped_relu(int n) {
    return int_max(0, int_min(n, 255));
}

// The line sums of the frame are 0 and do not contribute.
static void refresh_convolution(Accumulator *s, int cell) {
    const Net *net = s->net;
    int16_t *conv = s->conv_sums[cell];
    memcpy(conv, net->kernel_bias, sizeof s->conv_sums[cell]);
    for (int k = 0; k < 9; k++) {
        const int16_t *sums = s->line_sums[cell + (k / 3 - 1) * s->pitch + k % 3 - 1];
        for (int i = 0; i < NET_HALF_ROW; i++)
            conv[i] = (int16_t)(conv[i] + net->kernel[k][i] * clipped_relu(sums[i]));
    }
}

static void add_to_region(const Accumulator *s, int cell) {
    int16_t *sums = s->region_sums[0][s->regions[cell]];
    for (int i = 0; i < NET_ROW_WIDTH; i++)
        sums[i] = (int16_t)(sums[i] + clipped_relu(i < NET_HALF_ROW ? s->conv_sums[cell][i] >> 5
                                                                    : s->line_sums[cell][i]));
}

void accumulator_refresh(Accumulator *s, const Board *b) {
    assert(b->size == s->size);
    s->applied_count = s->pushed_count = s->common_count = 0;
    s->hidden_side = s->policy_side = EMPTY;
    memset(s->region_sums[0], 0, sizeof s->region_sums[0]);
    memset(s->conv_sums, 0, (size_t)(s->pitch * s->pitch) * sizeof *s->conv_sums);
    int cells[BOARD_MAX * BOARD_MAX], count = 0;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (board_has(b, p)) {
            cells[count++] = net_cell(s, p);
            s->digits[net_cell(s, p)] = b->at[p];
        }
    for (int i = 0; i < count; i++)
        refresh_line_sums(s, cells[i]);
    for (int i = 0; i < count; i++)
        refresh_convolution(s, cells[i]);
    for (int i = 0; i < count; i++)
        add_to_region(s, cells[i]);
}

// ---- Incremental update

// A row takes two cache lines, and the table of rows does not fit the L1 and L2 caches.
static void prefetch_row(const int16_t *row) {
    __builtin_prefetch(row);
    __builtin_prefetch(row + NET_HALF_ROW);
}

// The stone changes one digit in one arm of the cell's line.
static void add_delta(Accumulator *s, NetDelta *delta, int cell, int direction, int side,
                      int change) {
    uint16_t *arm = &s->arms[cell][direction][side];
    int i = delta->count++;
    delta->cells[i] = (uint16_t)cell;
    delta->minus[i] = row_of(s, cell, direction);
    *arm = (uint16_t)(*arm + change);
    delta->plus[i] = row_of(s, cell, direction);
    prefetch_row(delta->plus[i]);
}

// All four lines of the stone's own cell change.
static void add_center_delta(Accumulator *s, NetDelta *delta, int cell, int digit) {
    delta->count = 1;
    delta->cells[0] = (uint16_t)cell;
    delta->minus[0] = s->line_sums[cell];
    delta->plus[0] = delta->center;
    s->digits[cell] = (uint8_t)digit;
    add_lines(s, cell, delta->center);
}

static NetBox box_around(const Accumulator *s, int cell) {
    int column = cell % s->pitch, row = cell / s->pitch, far = s->net->reach + 1;
    return (NetBox){
        .left = int_max(0, column - far),
        .right = int_min(s->pitch, column + far + 1),
        .top = int_max(0, row - far),
        .bottom = int_min(s->pitch, row + far + 1),
    };
}

static NetConvSums *box_row(const Accumulator *s, const NetBox *box, int row) {
    return &s->conv_sums[row * s->pitch + box->left];
}

static void apply_move(Accumulator *s, Point p, Stone color) {
    NetDelta delta;
    int distance[STEP_COUNT][2], cell = net_cell(s, p), digit = color == BLACK ? 1 : 2;
    s->applied[s->applied_count] = (NetMove){p, (uint8_t)color};
    add_center_delta(s, &delta, cell, digit);
    find_distances(s, cell, distance);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = step_of(s, d, side);
            // Seen from a cell ahead of the stone, the stone is in the backward arm.
            for (int k = 1; k <= distance[d][side]; k++)
                add_delta(s, &delta, cell + k * step, d, 1 - side, digit * powers[k - 1]);
        }
    NetBox box = box_around(s, cell);
    NetConvSums *saved = &s->saved_conv_sums[s->applied_count * s->box_max];
    for (int row = box.top, width = box.right - box.left; row < box.bottom; row++)
        memcpy(saved[(row - box.top) * width], box_row(s, &box, row),
               (size_t)width * sizeof *saved);
    s->kernel->place_stone(s, &delta, &box, &s->saved_line_sums[s->applied_count * s->delta_max],
                           saved);
    s->applied_count++;
}

static void revert_move(Accumulator *s) {
    const NetMove *ply = &s->applied[--s->applied_count];
    int distance[STEP_COUNT][2], cell = net_cell(s, ply->point), digit = s->digits[cell];
    NetLineSums *sums = &s->saved_line_sums[s->applied_count * s->delta_max];
    memcpy(s->line_sums[cell], sums++, sizeof *sums);
    find_distances(s, cell, distance);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = step_of(s, d, side);
            for (int k = 1; k <= distance[d][side]; k++) {
                uint16_t *arm = &s->arms[cell + k * step][d][1 - side];
                *arm = (uint16_t)(*arm - digit * powers[k - 1]);
                memcpy(s->line_sums[cell + k * step], sums++, sizeof *sums);
            }
        }
    s->digits[cell] = 0;
    NetBox box = box_around(s, cell);
    NetConvSums *saved = &s->saved_conv_sums[s->applied_count * s->box_max];
    for (int row = box.top, width = box.right - box.left; row < box.bottom; row++)
        memcpy(box_row(s, &box, row), saved[(row - box.top) * width],
               (size_t)width * sizeof *saved);
}

void accumulator_push(Accumulator *s, Point p, Stone color) {
    s->pushed[s->pushed_count] = (NetMove){p, (uint8_t)color};
    if (s->common_count == s->pushed_count && s->applied_count > s->common_count &&
        s->applied[s->common_count].point == p && s->applied[s->common_count].color == color)
        s->common_count++;
    s->pushed_count++;
}

void accumulator_pop(Accumulator *s) {
    s->pushed_count--;
    s->common_count = int_min(s->common_count, s->pushed_count);
}

void accumulator_update(Accumulator *s) {
    if (s->common_count == s->pushed_count && s->applied_count == s->pushed_count)
        return;
    s->hidden_side = s->policy_side = EMPTY;
    while (s->applied_count > s->common_count)
        revert_move(s);
    while (s->applied_count < s->pushed_count)
        apply_move(s, s->pushed[s->applied_count].point, s->pushed[s->applied_count].color);
    s->common_count = s->pushed_count;
}

// ---- Outputs

static void update_hidden_layer(Accumulator *s, Stone to_move) {
    accumulator_update(s);
    if (s->hidden_side == to_move)
        return;
    s->kernel->hidden_layer(s, to_move, s->hidden);
    s->hidden_side = to_move;
    s->policy_side = EMPTY;
}

void accumulator_wdl(Accumulator *s, Stone to_move, int32_t wdl[static 3]) {
    const NetHead *head = net_head(s->net, to_move);
    update_hidden_layer(s, to_move);
    for (int k = 0; k < 3; k++) {
        wdl[k] = head->wdl_bias[k];
        for (int o = 0; o < head->widths.hidden; o++)
            wdl[k] += head->wdl[k][o] * s->hidden[o];
    }
}

int accumulator_value(Accumulator *s, Stone to_move) {
    int32_t wdl[3];
    accumulator_wdl(s, to_move, wdl);
    return net_search_value(s->net, net_expectation(net_head(s->net, to_move), wdl));
}

void accumulator_logits(Accumulator *s, Stone to_move, const Point *points, int count,
                        int32_t *logits) {
    update_hidden_layer(s, to_move);
    if (s->policy_side != to_move)
        s->kernel->policy_weights(s->net, to_move, s->hidden, s->policy_weights);
    s->policy_side = to_move;
    s->kernel->policy_logits(s, points, count, logits);
}

void accumulator_policy(Accumulator *s, Stone to_move, const Point *points, int count,
                        int16_t *scores) {
    enum { LOGIT = 4096 }; // one logit in the net's units
    int32_t logits[BOARD_MAX * BOARD_MAX];
    accumulator_logits(s, to_move, points, count, logits);
    for (int i = 0; i < count; i++)
        scores[i] =
            (int16_t)int_max(INT16_MIN, int_min(INT16_MAX, logits[i] / (LOGIT / NET_POLICY_SCALE)));
}
