// Training samples for `pentad tune`: the pattern codes of a position, the game result, and the
// value and move of the search.
//
// Samples come in blocks of whole games, spread over all files. A block is one training step
// (batch). Every tenth block is held out for validation.
#pragma once

#include "base/error.h"
#include "base/thread.h"
#include "engine/eval/features.h"

#include <stddef.h>

enum {
    SAMPLES_BLOCK = 8192,  // positions per block, approximately
    SAMPLES_HELD_OUT = 10, // one block in this many
};

// A pattern code and the number of points that have it, in 16 bits.
enum { ENTRY_CODE_BITS = 12, ENTRY_POINTS_MAX = 15 };

static inline int entry_code(uint16_t entry) {
    return entry & ((1 << ENTRY_CODE_BITS) - 1);
}

static inline int entry_points(uint16_t entry) {
    return entry >> ENTRY_CODE_BITS;
}

typedef struct {
    uint16_t own, other;
} Candidate;

typedef struct {
    uint32_t entries;    // index in the block: the codes of the side to move, then of the other
    uint16_t own, other; // number of codes of each side
    uint32_t candidates; // index in the block
    uint16_t moves;      // number of candidates; 0: not used for the move ordering
    uint16_t best;       // the candidate the search played
    uint16_t threats;
    int16_t value;      // of the search
    uint8_t mover;      // color - BLACK
    uint8_t outcome;    // for the mover, in half points: 0 lost, 1 drawn, 2 won
    bool knows_outcome; // no exploration move between here and the end
} Sample;

typedef struct {
    int count, capacity;
    Sample *samples;
    uint16_t *entries;
    Candidate *candidates;
    size_t entry_count, entry_capacity, candidate_count, candidate_capacity;
} SampleBlock;

typedef struct {
    const Rules *rules;
    int games, blocks;
    int64_t positions; // quiet ones only
    SampleBlock *block;
} Samples;

static inline bool samples_is_held_out(int block) {
    return block % SAMPLES_HELD_OUT == 0;
}

// The bytes of a file of packed games.
typedef struct {
    const char *path, *bytes;
    size_t len;
} SampleSource;

// Skips games with other rules. False if there are too few games.
bool samples_collect(Samples *out, const SampleSource *sources, int count, const Rules *rules,
                     ThreadPool *pool, Error *err);
void samples_release(Samples *s);

// Appends a single position to the block.
void samples_add(SampleBlock *b, Features *f, const Sample *about, Point best);
