// Positions of games as the tuner wants them: which codes stand on the board, how it ended, what
// the search thought and played.
//
// Samples come in blocks, each of whole games from all over the files. A block is what one step of
// the tuner looks at, and every tenth is held out to see whether what was learnt holds elsewhere.
#pragma once

#include "base/error.h"
#include "base/thread_pool.h"
#include "engine/eval/features.h"

#include <stddef.h>

enum {
    SAMPLES_BLOCK = 8192,  // positions in a block, about
    SAMPLES_HELD_OUT = 10, // one block in so many
};

// A code that stands on some points, in sixteen bits.
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
    uint32_t entries;    // the first of its codes in the block: those of the side to move, then
    uint16_t own, other; // those of the other; how many of each
    uint32_t candidates; // the first of its moves in the block
    uint16_t moves;      // how many; 0: nothing to learn about them
    uint16_t best;       // the one the search wanted
    uint16_t threats;
    int16_t value;      // what the search said
    uint8_t mover;      // colour - BLACK
    uint8_t outcome;    // for the mover, in halves: 0 lost, 1 drawn, 2 won
    bool knows_outcome; // nobody strayed between here and the end
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
    int64_t positions; // that are quiet
    SampleBlock *block;
} Samples;

static inline bool samples_is_held_out(int block) {
    return block % SAMPLES_HELD_OUT == 0;
}

// From files of packed games, as their bytes; games by other rules are left out. False if there is
// too little.
typedef struct {
    const char *path, *bytes;
    size_t len;
} SampleSource;

bool samples_collect(Samples *out, const SampleSource *sources, int count, const Rules *rules,
                     ThreadPool *crew, Error *err);
void samples_release(Samples *s);

// Of a single position, for tests and tools: appends it to the block.
void samples_add(SampleBlock *b, Features *f, const Sample *about, Point best);
