// The arithmetic of a net's state, in one version for each kind of machine. What they share is
// netkernel.inc.
#pragma once

#include "engine/net/accumulator.h"

enum {
    NET_REGIONS = 9,
    NET_CELLS_MAX = (BOARD_MAX + 2) * (BOARD_MAX + 2),
};

typedef int16_t NetRegionSums[NET_REGIONS][NET_ROW_WIDTH];
typedef int16_t NetLineSums[NET_ROW_WIDTH]; // of a point: the sum of its four lines
typedef int16_t NetConvSums[NET_HALF_ROW];  // what the 3x3 kernel makes of its surroundings

// The points whose lines a new stone lies on, its own first.
typedef struct {
    int count;
    uint16_t cells[NET_DELTA_MAX];
    const int16_t *minus[NET_DELTA_MAX], *plus[NET_DELTA_MAX]; // rows that each loses and gets
    NetLineSums centre;
} NetDelta;

// The points whose mixes they change: columns and rows of cells, the first and behind the last.
typedef struct {
    int left, right, top, bottom;
} NetBox;

typedef struct {
    Point point;
    uint8_t color;
} NetMove;

typedef struct NetKernel {
    const char *name;
    // Changes lines, mixes and the sums of the next ply. `lines_before` gets what the lines of the
    // star were, `mixes_before` has the mixes of the box, row by row.
    void (*place)(Accumulator *s, const NetDelta *star, const NetBox *box,
                  NetLineSums *lines_before, NetConvSums *mixes_before);
    // The hidden layer, 0 to 255.
    void (*hide)(const Accumulator *s, Stone to_move, int16_t hidden[static NET_HIDDEN]);
    // The weights for the policy, in the order of the lanes.
    void (*aim)(const Net *net, Stone to_move, const int16_t hidden[static NET_HIDDEN],
                int16_t aims[static NET_POLICY_TERMS][NET_ROW_WIDTH]);
    // Logits of points, by the aims of the state.
    void (*judge)(const Accumulator *s, const Point *points, int count, int32_t *logits);
} NetKernel;

extern const NetKernel net_kernel_scalar, net_kernel_wasm, net_kernel_avx2, net_kernel_avx512;

struct Accumulator {
    const Net *net;
    const NetKernel *kernel;
    int size;
    int pitch;                     // cells a row: those of the board and a frame around it
    int cuts[4];                   // where the thirds of rows and columns begin, and the end
    uint32_t factors[NET_REGIONS]; // from a region's sum to 64 times its mean, in 65536ths
    uint32_t whole_factor;         // the same for the board

    // Of every cell, numbered row by row.
    uint8_t digits[NET_CELLS_MAX];               // 0 empty, 1 black, 2 white
    uint8_t regions[NET_CELLS_MAX];              // of the points
    uint16_t arms[NET_CELLS_MAX][STEP_COUNT][2]; // forwards, backwards
    NetLineSums *lines;
    NetConvSums *mixes; // the frame's mean nothing, but need no exception

    NetRegionSums *sums;       // by ply
    NetLineSums *lines_before; // for each ply what its stone changed, as it was:
    NetConvSums *mixes_before; // so many lines and mixes as a star and a box can have
    int star_max, box_max;
    void *block; // holds these five

    NetMove *plies; // computed, `done` of them
    NetMove *moves; // made, `made` of them
    int done, made;
    int common; // the first so many of both are the same

    Stone hidden_for; // the side to move of the next two, EMPTY if they are of another position
    int16_t hidden[NET_HIDDEN];
    Stone aims_for;
    int16_t aims[NET_POLICY_TERMS][NET_ROW_WIDTH];
};

static inline int net_cell(const Accumulator *s, Point p) {
    return (point_y(p) + 1) * s->pitch + point_x(p) + 1;
}
