#include "engine/net/accumulator.h"

#include "base/mem.h"
#include "base/util.h"
#include "engine/net/kernel.h"

#include <assert.h>
#include <string.h>

// ---- Ways

static const NetKernel *const kernels[NET_BACKEND_COUNT] = {
    [NET_BACKEND_SCALAR] = &net_kernel_scalar,
    [NET_BACKEND_WASM] = &net_kernel_wasm,
    [NET_BACKEND_AVX2] = &net_kernel_avx2,
    [NET_BACKEND_AVX512] = &net_kernel_avx512,
};

bool net_backend_is_supported(NetBackend way) {
#if defined(__x86_64__)
    if (way == NET_BACKEND_AVX2)
        return __builtin_cpu_supports("avx2");
    if (way == NET_BACKEND_AVX512)
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512vnni");
#endif
#if defined(__wasm_simd128__)
    if (way == NET_BACKEND_WASM)
        return true; // otherwise the module would not have been loaded
#endif
    return way == NET_BACKEND_SCALAR || way == NET_BACKEND_BEST;
}

static NetBackend best_way(void) {
    NetBackend way = NET_BACKEND_COUNT - 1;
    while (!net_backend_is_supported(way))
        way--;
    return way;
}

const char *net_backend_name(NetBackend way) {
    return kernels[way == NET_BACKEND_BEST ? best_way() : way]->name;
}

// ---- Memory

enum { ALIGNMENT = 64 }; // which every row is a multiple of

// Bytes of what a state points to.
typedef struct {
    size_t lines, mixes, sums, lines_before, mixes_before; // one behind the other, aligned
    size_t plies, moves;
} Room;

static Room room_for(const Accumulator *s) {
    size_t cells = (size_t)(s->pitch * s->pitch), points = (size_t)(s->size * s->size);
    return (Room){
        .lines = cells * sizeof *s->lines,
        .mixes = cells * sizeof *s->mixes,
        .sums = (points + 1) * sizeof *s->sums,
        .lines_before = points * (size_t)s->star_max * sizeof *s->lines_before,
        .mixes_before = points * (size_t)s->box_max * sizeof *s->mixes_before,
        .plies = points * sizeof *s->plies,
        .moves = points * sizeof *s->moves,
    };
}

static size_t block_bytes(const Room *r) {
    return ALIGNMENT + r->lines + r->mixes + r->sums + r->lines_before + r->mixes_before;
}

static void allocate(Accumulator *s) {
    Room r = room_for(s);
    s->block = mem_alloc(block_bytes(&r));
    uintptr_t at = ((uintptr_t)s->block + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    s->lines = (void *)at;
    s->mixes = (void *)(at += r.lines);
    s->sums = (void *)(at += r.mixes);
    s->lines_before = (void *)(at += r.sums);
    s->mixes_before = (void *)(at += r.lines_before);
    s->plies = mem_alloc(r.plies);
    s->moves = mem_alloc(r.moves);
}

static uint32_t factor_for(int points) {
    return points ? 4194304u / (uint32_t)points : 0;
}

// The three parts of rows and columns, and with them the nine regions.
static void divide(Accumulator *s) {
    int outer = (s->size + 1) / 3;
    s->cuts[0] = 1;
    s->cuts[1] = 1 + outer;
    s->cuts[2] = 1 + s->size - outer;
    s->cuts[3] = 1 + s->size;
    for (int r = 0; r < NET_REGIONS; r++) {
        int top = s->cuts[r / 3], bottom = s->cuts[r / 3 + 1];
        int left = s->cuts[r % 3], right = s->cuts[r % 3 + 1];
        s->factors[r] = factor_for((bottom - top) * (right - left));
        for (int row = top; row < bottom; row++)
            for (int column = left; column < right; column++)
                s->regions[row * s->pitch + column] = (uint8_t)r;
    }
    s->whole_factor = factor_for(s->size * s->size);
}

static void measure(Accumulator *s, const Net *net, int size) {
    s->net = net;
    s->size = size;
    s->pitch = size + 2;
    s->star_max = 8 * net->reach + 1;
    s->box_max = (2 * net->reach + 3) * (2 * net->reach + 3);
}

size_t accumulator_bytes(const Net *net, int size) {
    Accumulator s;
    measure(&s, net, size);
    Room r = room_for(&s);
    return sizeof s + block_bytes(&r) + r.plies + r.moves;
}

Accumulator *accumulator_new(const Net *net, int size, NetBackend way) {
    Accumulator *s = mem_alloc(sizeof *s);
    measure(s, net, size);
    s->kernel = kernels[way == NET_BACKEND_BEST ? best_way() : way];
    divide(s);
    allocate(s);
    return s;
}

void accumulator_free(Accumulator *s) {
    if (!s)
        return;
    mem_free(s->block);
    mem_free(s->plies);
    mem_free(s->moves);
    mem_free(s);
}

// ---- Lines

// How far one can go from a cell in each direction, forwards and backwards, up to the reach.
static void find_room(const Accumulator *s, int cell, int room[static STEP_COUNT][2]) {
    int reach = s->net->reach, column = cell % s->pitch, row = cell / s->pitch;
    int left = int_min(column - 1, reach), right = int_min(s->size - column, reach);
    int up = int_min(row - 1, reach), down = int_min(s->size - row, reach);
    room[0][0] = right;
    room[0][1] = left;
    room[1][0] = down;
    room[1][1] = up;
    room[2][0] = int_min(right, down);
    room[2][1] = int_min(left, up);
    room[3][0] = int_min(left, down);
    room[3][1] = int_min(right, up);
}

// From a cell to the next in a direction of core/point.h, or against it.
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

// ---- The start, computed from nothing once a search

static void start_lines(Accumulator *s, int cell) {
    int room[STEP_COUNT][2];
    find_room(s, cell, room);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = step_of(s, d, side), arm = 0;
            for (int k = 0; k < room[d][side]; k++)
                arm += powers[k] * (1 + s->digits[cell + (k + 1) * step]);
            s->arms[cell][d][side] = (uint16_t)arm;
        }
    add_lines(s, cell, s->lines[cell]);
}

static int feature(int n) {
    return int_max(0, int_min(n, 255));
}

// The frame's lines are 0 and change nothing.
static void start_mix(Accumulator *s, int cell) {
    const Net *net = s->net;
    int16_t *mix = s->mixes[cell];
    memcpy(mix, net->kernel_bias, sizeof s->mixes[cell]);
    for (int k = 0; k < 9; k++) {
        const int16_t *lines = s->lines[cell + (k / 3 - 1) * s->pitch + k % 3 - 1];
        for (int i = 0; i < NET_HALF_ROW; i++)
            mix[i] = (int16_t)(mix[i] + net->kernel[k][i] * feature(lines[i]));
    }
}

static void start_sums(const Accumulator *s, int cell) {
    int16_t *sums = s->sums[0][s->regions[cell]];
    for (int i = 0; i < NET_ROW_WIDTH; i++)
        sums[i] = (int16_t)(sums[i] +
                            feature(i < NET_HALF_ROW ? s->mixes[cell][i] >> 5 : s->lines[cell][i]));
}

void accumulator_refresh(Accumulator *s, const Board *b) {
    assert(b->size == s->size);
    s->done = s->made = s->common = 0;
    s->hidden_for = s->aims_for = EMPTY;
    memset(s->sums[0], 0, sizeof s->sums[0]);
    memset(s->mixes, 0, (size_t)(s->pitch * s->pitch) * sizeof *s->mixes);
    int cells[BOARD_MAX * BOARD_MAX], count = 0;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (board_has(b, p)) {
            cells[count++] = net_cell(s, p);
            s->digits[net_cell(s, p)] = b->at[p];
        }
    for (int i = 0; i < count; i++)
        start_lines(s, cells[i]);
    for (int i = 0; i < count; i++)
        start_mix(s, cells[i]);
    for (int i = 0; i < count; i++)
        start_sums(s, cells[i]);
}

// ---- Stones

// A row is two lines of the cache; there are too many rows for the nearer ones.
static void fetch(const int16_t *row) {
    __builtin_prefetch(row);
    __builtin_prefetch(row + NET_HALF_ROW);
}

// The line changes by the digit of the stone in one arm.
static void reach_cell(Accumulator *s, NetDelta *star, int cell, int direction, int side,
                       int change) {
    uint16_t *arm = &s->arms[cell][direction][side];
    int i = star->count++;
    star->cells[i] = (uint16_t)cell;
    star->minus[i] = row_of(s, cell, direction);
    *arm = (uint16_t)(*arm + change);
    star->plus[i] = row_of(s, cell, direction);
    fetch(star->plus[i]);
}

// Its own four lines are others altogether.
static void reach_centre(Accumulator *s, NetDelta *star, int cell, int digit) {
    star->count = 1;
    star->cells[0] = (uint16_t)cell;
    star->minus[0] = s->lines[cell];
    star->plus[0] = star->centre;
    s->digits[cell] = (uint8_t)digit;
    add_lines(s, cell, star->centre);
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
    return &s->mixes[row * s->pitch + box->left];
}

static void place(Accumulator *s, Point p, Stone color) {
    NetDelta star;
    int room[STEP_COUNT][2], cell = net_cell(s, p), digit = color == BLACK ? 1 : 2;
    s->plies[s->done] = (NetMove){p, (uint8_t)color};
    reach_centre(s, &star, cell, digit);
    find_room(s, cell, room);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = step_of(s, d, side);
            // Seen from ahead of the stone, it is behind.
            for (int k = 1; k <= room[d][side]; k++)
                reach_cell(s, &star, cell + k * step, d, 1 - side, digit * powers[k - 1]);
        }
    NetBox box = box_around(s, cell);
    NetConvSums *mixes = &s->mixes_before[s->done * s->box_max];
    for (int row = box.top, width = box.right - box.left; row < box.bottom; row++)
        memcpy(mixes[(row - box.top) * width], box_row(s, &box, row),
               (size_t)width * sizeof *mixes);
    s->kernel->place(s, &star, &box, &s->lines_before[s->done * s->star_max], mixes);
    s->done++;
}

static void take_back(Accumulator *s) {
    const NetMove *ply = &s->plies[--s->done];
    int room[STEP_COUNT][2], cell = net_cell(s, ply->point), digit = s->digits[cell];
    NetLineSums *lines = &s->lines_before[s->done * s->star_max];
    memcpy(s->lines[cell], lines++, sizeof *lines);
    find_room(s, cell, room);
    for (int d = 0; d < STEP_COUNT; d++)
        for (int side = 0; side < 2; side++) {
            int step = step_of(s, d, side);
            for (int k = 1; k <= room[d][side]; k++) {
                uint16_t *arm = &s->arms[cell + k * step][d][1 - side];
                *arm = (uint16_t)(*arm - digit * powers[k - 1]);
                memcpy(s->lines[cell + k * step], lines++, sizeof *lines);
            }
        }
    s->digits[cell] = 0;
    NetBox box = box_around(s, cell);
    NetConvSums *mixes = &s->mixes_before[s->done * s->box_max];
    for (int row = box.top, width = box.right - box.left; row < box.bottom; row++)
        memcpy(box_row(s, &box, row), mixes[(row - box.top) * width],
               (size_t)width * sizeof *mixes);
}

void accumulator_push(Accumulator *s, Point p, Stone color) {
    s->moves[s->made] = (NetMove){p, (uint8_t)color};
    if (s->common == s->made && s->done > s->common && s->plies[s->common].point == p &&
        s->plies[s->common].color == color)
        s->common++;
    s->made++;
}

void accumulator_pop(Accumulator *s) {
    s->made--;
    s->common = int_min(s->common, s->made);
}

void accumulator_update(Accumulator *s) {
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

static void hide(Accumulator *s, Stone to_move) {
    accumulator_update(s);
    if (s->hidden_for == to_move)
        return;
    s->kernel->hide(s, to_move, s->hidden);
    s->hidden_for = to_move;
    s->aims_for = EMPTY;
}

void accumulator_wdl(Accumulator *s, Stone to_move, int32_t wdl[static 3]) {
    const NetHead *head = net_head(s->net, to_move);
    hide(s, to_move);
    for (int k = 0; k < 3; k++) {
        wdl[k] = head->wdl_bias[k];
        for (int o = 0; o < NET_HIDDEN; o++)
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
    hide(s, to_move);
    if (s->aims_for != to_move)
        s->kernel->aim(s->net, to_move, s->hidden, s->aims);
    s->aims_for = to_move;
    s->kernel->judge(s, points, count, logits);
}

void accumulator_policy(Accumulator *s, Stone to_move, const Point *points, int count,
                        int16_t *scores) {
    enum { LOGIT = 4096 }; // in the net's arithmetic
    int32_t logits[BOARD_MAX * BOARD_MAX];
    accumulator_logits(s, to_move, points, count, logits);
    for (int i = 0; i < count; i++)
        scores[i] =
            (int16_t)int_max(INT16_MIN, int_min(INT16_MAX, logits[i] / (LOGIT / NET_POLICY_SCALE)));
}
