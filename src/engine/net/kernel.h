// SIMD kernels of the net: the accumulator's arithmetic, in one version per instruction set. The
// shared code is kernel.inc.
#pragma once

#include "engine/net/accumulator.h"

enum {
    NET_REGIONS = 9,
    NET_CELLS_MAX = (BOARD_MAX + 2) * (BOARD_MAX + 2),
};

typedef int16_t NetRegionSums[NET_REGIONS][NET_ROW_WIDTH];
typedef int16_t NetLineSums[NET_ROW_WIDTH]; // of a point: the sum of its four lines' rows
typedef int16_t NetConvSums[NET_HALF_ROW];  // of a point: output of the 3x3 convolution

// The points whose lines contain a new stone, its own point first: the feature changes of a move.
typedef struct {
    int count;
    uint16_t cells[NET_DELTA_MAX];
    const int16_t *minus[NET_DELTA_MAX], *plus[NET_DELTA_MAX]; // rows to subtract and to add
    NetLineSums center;
} NetDelta;

// Bounding box of the points whose convolutions change, in cells. Left and top are
// inclusive, right and bottom exclusive.
typedef struct {
    int left, right, top, bottom;
} NetBox;

typedef struct {
    Point point;
    uint8_t color;
} NetMove;

typedef struct NetKernel {
    const char *name;
    // Updates line sums, convolutions and the region sums of the next ply. Saves the old line sums
    // of the delta in `saved_line_sums`; `saved_conv_sums` has the old convolutions of the box, row
    // by row.
    void (*place_stone)(Accumulator *s, const NetDelta *delta, const NetBox *box,
                        NetLineSums *saved_line_sums, NetConvSums *saved_conv_sums);
    // Computes the hidden layer, 0 to 255.
    void (*hidden_layer)(const Accumulator *s, Stone to_move,
                         int16_t hidden[static NET_HIDDEN_MAX]);
    // Computes the dynamic weights of the policy head, in lane order.
    void (*policy_weights)(const Net *net, Stone to_move,
                           const int16_t hidden[static NET_HIDDEN_MAX],
                           int16_t weights[static NET_TERMS_MAX][NET_ROW_WIDTH]);
    // Computes the policy logits of points with the accumulator's policy weights.
    void (*policy_logits)(const Accumulator *s, const Point *points, int count, int32_t *logits);
} NetKernel;

extern const NetKernel net_kernel_scalar, net_kernel_wasm, net_kernel_neon, net_kernel_avx2,
    net_kernel_avx512;

struct Accumulator {
    const Net *net;
    const NetKernel *kernel;
    int size;
    int pitch;                            // cells per row: the board and a frame around it
    int cuts[4];                          // where the thirds of rows and columns start, and the end
    uint32_t region_factors[NET_REGIONS]; // region sum to 64 times its mean, in 16.16 fixed point
    uint32_t board_factor;                // the same for the whole board

    // By cell, numbered row by row.
    uint8_t digits[NET_CELLS_MAX];               // 0 empty, 1 black, 2 white
    uint8_t regions[NET_CELLS_MAX];              // region of each point
    uint16_t arms[NET_CELLS_MAX][STEP_COUNT][2]; // forward, backward
    NetLineSums *line_sums;
    NetConvSums *conv_sums; // those of the frame are unused, but avoid a special case

    NetRegionSums *region_sums;   // by ply
    NetLineSums *saved_line_sums; // undo data: `delta_max` line sums per ply,
    NetConvSums *saved_conv_sums; // and `box_max` convolutions
    int delta_max, box_max;
    void *block; // memory of these five arrays

    NetMove *applied; // moves already computed
    NetMove *pushed;  // moves made, computed lazily
    int applied_count, pushed_count;
    int common_count; // length of the common prefix of both

    Stone hidden_side; // side to move of `hidden`; EMPTY if it is out of date
    int16_t hidden[NET_HIDDEN_MAX];
    Stone policy_side; // the same for `policy_weights`
    int16_t policy_weights[NET_TERMS_MAX][NET_ROW_WIDTH];
};

static inline int net_cell(const Accumulator *s, Point p) {
    return (point_y(p) + 1) * s->pitch + point_x(p) + 1;
}
