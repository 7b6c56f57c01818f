// The arithmetic of a net's state, in one version for each kind of machine. What they share is
// netkernel.inc.
#pragma once

#include "engine/netstate.h"

enum { NET_REGIONS = 9 };

typedef int16_t NetSums[NET_REGIONS][NET_PAIR];

// Slots of rows. A ply's are those from its first on; `owner` says whose row it is and `before`
// which one it had, for taking back.
typedef struct {
    int16_t *rows; // aligned
    int32_t *before;
    Point *owner;
    int32_t count;
    int width;                    // of a row
    void *block;                  // holds the three
    int32_t current[POINT_COUNT]; // of every point
} NetSlots;

// The points whose lines a new stone lies on.
typedef struct {
    int x, y; // of the stone
    uint64_t present;
    int count;
    uint8_t numbers[NET_STAR_MAX]; // of those on the board
    int16_t *after[NET_STAR_MAX];  // by number, as the next three
    const int16_t *before[NET_STAR_MAX], *plus[NET_STAR_MAX], *minus[NET_STAR_MAX];
    int16_t centre[NET_PAIR];
} NetStar;

typedef struct {
    Point point;
    uint8_t color;
} NetMove;

typedef struct {
    Point point;
    uint8_t color;
    int32_t lines, mixes; // how many slots there were before
} NetPly;

typedef struct NetKernel {
    const char *name;
    // Writes the star's new rows and what follows from them.
    void (*place)(NetState *s, const NetStar *star);
    // The hidden layer, 0 to 255.
    void (*hide)(const NetState *s, Stone to_move, int16_t hidden[static NET_HIDDEN]);
    // The weights for the policy, in the order of the lanes.
    void (*aim)(const Net *net, Stone to_move, const int16_t hidden[static NET_HIDDEN],
                int16_t aims[static NET_TERMS][NET_PAIR]);
    // Logits of points, by the aims of the state.
    void (*judge)(const NetState *s, const Point *points, int count, int32_t *logits);
} NetKernel;

extern const NetKernel netkernel_scalar, netkernel_wasm, netkernel_avx2, netkernel_avx512;

struct NetState {
    const Net *net;
    const NetKernel *kernel;
    int size;
    int cuts[4];                   // where the thirds of rows and columns begin, and the end
    uint32_t factors[NET_REGIONS]; // from a region's sum to 64 times its mean, in 65536ths
    uint32_t whole_factor;         // the same for the board
    uint8_t digits[POINT_COUNT];   // 0 empty, 1 black, 2 white
    uint16_t arms[POINT_COUNT][STEP_COUNT][2]; // forwards, backwards
    NetSlots lines;                            // the sums of the four lines: NET_PAIR
    NetSlots mixes;                            // of the 3x3 kernel: NET_HALF
    NetSums *sums;                             // by ply

    NetPly *plies;  // computed, `done` of them
    NetMove *moves; // made, `made` of them
    int done, made;
    int common; // the first so many of both are the same

    Stone hidden_for; // the side to move of the next two, EMPTY if they are of another position
    int16_t hidden[NET_HIDDEN];
    Stone aims_for;
    int16_t aims[NET_TERMS][NET_PAIR];
};

static inline int16_t *netslots_row(const NetSlots *slots, int32_t slot) {
    return slots->rows + (ptrdiff_t)slot * slots->width;
}

// A new slot for a point's row.
static inline int16_t *netslots_add(NetSlots *slots, Point p) {
    int32_t slot = slots->count++;
    slots->before[slot] = slots->current[p];
    slots->owner[slot] = p;
    slots->current[p] = slot;
    return netslots_row(slots, slot);
}
