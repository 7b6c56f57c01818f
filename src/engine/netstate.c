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

enum { ALIGNMENT = 64 }; // which every row is a multiple of

// Bytes of what a state points to.
typedef struct {
    size_t lines, mixes, sums, lines_before, mixes_before; // one behind the other, aligned
    size_t plies, moves;
} Room;

static Room room_for(const NetState *s) {
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

static void allocate(NetState *s) {
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
static void divide(NetState *s) {
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

static void measure(NetState *s, const Net *net, int size) {
    s->net = net;
    s->size = size;
    s->pitch = size + 2;
    s->star_max = 8 * net->reach + 1;
    s->box_max = (2 * net->reach + 3) * (2 * net->reach + 3);
}

size_t netstate_bytes(const Net *net, int size) {
    NetState s;
    measure(&s, net, size);
    Room r = room_for(&s);
    return sizeof s + block_bytes(&r) + r.plies + r.moves;
}

NetState *netstate_new(const Net *net, int size, NetWay way) {
    NetState *s = mem_alloc(sizeof *s);
    measure(s, net, size);
    s->kernel = kernels[way == NET_BEST ? best_way() : way];
    divide(s);
    allocate(s);
    return s;
}

void netstate_free(NetState *s) {
    if (!s)
        return;
    mem_free(s->block);
    mem_free(s->plies);
    mem_free(s->moves);
    mem_free(s);
}

// ---- Lines

// How far one can go from a cell in each direction, forwards and backwards, up to the reach.
static void find_room(const NetState *s, int cell, int room[static STEP_COUNT][2]) {
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
static int step_of(const NetState *s, int direction, int against) {
    const int steps[STEP_COUNT] = {1, s->pitch, s->pitch + 1, s->pitch - 1};
    return against ? -steps[direction] : steps[direction];
}

static const int powers[] = {1, 3, 9, 27, 81};
static_assert(COUNT(powers) == NET_REACH_MAX, "a power for every distance");

static const int16_t *row_of(const NetState *s, int cell, int direction) {
    const uint16_t *arms = s->arms[cell][direction];
    return net_row(s->net, s->digits[cell], arms[0], arms[1]);
}

static void add_lines(const NetState *s, int cell, NetLines sum) {
    const int16_t *rows[STEP_COUNT];
    for (int d = 0; d < STEP_COUNT; d++)
        rows[d] = row_of(s, cell, d);
    for (int i = 0; i < NET_PAIR; i++)
        sum[i] = (int16_t)(rows[0][i] + rows[1][i] + rows[2][i] + rows[3][i]);
}

// ---- The start, computed from nothing once a search

static void start_lines(NetState *s, int cell) {
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
static void start_mix(NetState *s, int cell) {
    const Net *net = s->net;
    int16_t *mix = s->mixes[cell];
    memcpy(mix, net->kernel_bias, sizeof s->mixes[cell]);
    for (int k = 0; k < 9; k++) {
        const int16_t *lines = s->lines[cell + (k / 3 - 1) * s->pitch + k % 3 - 1];
        for (int i = 0; i < NET_HALF; i++)
            mix[i] = (int16_t)(mix[i] + net->kernel[k][i] * feature(lines[i]));
    }
}

static void start_sums(const NetState *s, int cell) {
    int16_t *sums = s->sums[0][s->regions[cell]];
    for (int i = 0; i < NET_PAIR; i++)
        sums[i] =
            (int16_t)(sums[i] + feature(i < NET_HALF ? s->mixes[cell][i] >> 5 : s->lines[cell][i]));
}

void netstate_set(NetState *s, const Board *b) {
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
    __builtin_prefetch(row + NET_HALF);
}

// The line changes by the digit of the stone in one arm.
static void reach_cell(NetState *s, NetStar *star, int cell, int direction, int side, int change) {
    uint16_t *arm = &s->arms[cell][direction][side];
    int i = star->count++;
    star->cells[i] = (uint16_t)cell;
    star->minus[i] = row_of(s, cell, direction);
    *arm = (uint16_t)(*arm + change);
    star->plus[i] = row_of(s, cell, direction);
    fetch(star->plus[i]);
}

// Its own four lines are others altogether.
static void reach_centre(NetState *s, NetStar *star, int cell, int digit) {
    star->count = 1;
    star->cells[0] = (uint16_t)cell;
    star->minus[0] = s->lines[cell];
    star->plus[0] = star->centre;
    s->digits[cell] = (uint8_t)digit;
    add_lines(s, cell, star->centre);
}

static NetBox box_around(const NetState *s, int cell) {
    int column = cell % s->pitch, row = cell / s->pitch, far = s->net->reach + 1;
    return (NetBox){
        .left = int_max(0, column - far),
        .right = int_min(s->pitch, column + far + 1),
        .top = int_max(0, row - far),
        .bottom = int_min(s->pitch, row + far + 1),
    };
}

static NetMix *box_row(const NetState *s, const NetBox *box, int row) {
    return &s->mixes[row * s->pitch + box->left];
}

static void place(NetState *s, Point p, Stone color) {
    NetStar star;
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
    NetMix *mixes = &s->mixes_before[s->done * s->box_max];
    for (int row = box.top, width = box.right - box.left; row < box.bottom; row++)
        memcpy(mixes[(row - box.top) * width], box_row(s, &box, row),
               (size_t)width * sizeof *mixes);
    s->kernel->place(s, &star, &box, &s->lines_before[s->done * s->star_max], mixes);
    s->done++;
}

static void take_back(NetState *s) {
    const NetMove *ply = &s->plies[--s->done];
    int room[STEP_COUNT][2], cell = net_cell(s, ply->point), digit = s->digits[cell];
    NetLines *lines = &s->lines_before[s->done * s->star_max];
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
    NetMix *mixes = &s->mixes_before[s->done * s->box_max];
    for (int row = box.top, width = box.right - box.left; row < box.bottom; row++)
        memcpy(box_row(s, &box, row), mixes[(row - box.top) * width],
               (size_t)width * sizeof *mixes);
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
    const NetHead *head = net_head(s->net, to_move);
    hide(s, to_move);
    for (int k = 0; k < 3; k++) {
        wdl[k] = head->wdl_bias[k];
        for (int o = 0; o < NET_HIDDEN; o++)
            wdl[k] += head->wdl[k][o] * s->hidden[o];
    }
}

int netstate_value(NetState *s, Stone to_move) {
    int32_t wdl[3];
    netstate_wdl(s, to_move, wdl);
    return net_units(s->net, net_expectation(net_head(s->net, to_move), wdl));
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
