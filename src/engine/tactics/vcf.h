// Victory by continuous fours: can the side to move win by fours alone, each of which forces the
// answer? What it claims is a win against every reply.
#pragma once

#include "engine/board/position.h"

enum { VCF_LENGTH_MAX = 256, VCF_TABLE_BITS = 15 };

typedef struct VcfMemory VcfMemory;

typedef struct {
    int64_t nodes, node_limit; // of the last call
    int64_t deadline_ns;       // when to give up; 0: never. The caller sets it, and the next two
    bool (*interrupted)(void *context); // asked now and then: give up? NULL: nobody says so
    void *context;
    int most_stones; // until the five; 0: any number. The caller sets it
    int length;      // of the winning line
    Point line[VCF_LENGTH_MAX];
    int stones;        // until the five, whatever the other side does
    bool gave_up;      // the last "no" only means: not within the limits
    VcfMemory *memory; // refutations, kept between calls
} Vcf;

Vcf *vcf_new(void);
Vcf *vcf_new_sized(int table_bits); // remembers 2^table_bits refutations, 8 bytes each
void vcf_free(Vcf *v);
void vcf_clear(Vcf *v); // forgets them

// Looks for a win with at most `depth` fours within `node_limit` positions. On success `line` is a
// line of play to its end, the other side's longest answers among it: the last stone makes five, or
// a four that no legal move answers, and then `stones` counts any answer and the five as well.
bool vcf_search(Vcf *v, const Position *s, int depth, int64_t node_limit);

// After a win was found: takes shorter ones in its place, down to the shortest if that can be told
// within `node_limit` positions more.
void vcf_shorten(Vcf *v, const Position *s, int depth, int64_t node_limit);
