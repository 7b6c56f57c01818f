// VCF search (victory by continuous fours): can the side to move win by fours alone, each of which
// forces the answer? A win it reports holds against every reply.
#pragma once

#include "base/clock.h"
#include "engine/board/position.h"

enum { VCF_LENGTH_MAX = 256, VCF_TABLE_BITS = 15 };

typedef struct VcfWorkspace VcfWorkspace;

typedef struct {
    int64_t nodes, node_limit; // of the last call
    int64_t deadline_ns;       // set by the caller; 0: none
    StopToken stop;            // set by the caller
    int max_stones;            // until the five, set by the caller; 0: no limit
    int length;                // of the winning line
    Point line[VCF_LENGTH_MAX];
    int stones;              // until the five, whatever the defender does
    bool gave_up;            // the last failure is not a refutation: a limit was hit
    VcfWorkspace *workspace; // with the refutation table, kept between calls
} Vcf;

Vcf *vcf_new(void);
Vcf *vcf_new_sized(int table_bits); // refutation table of 2^table_bits entries of 8 bytes
void vcf_free(Vcf *v);
void vcf_clear(Vcf *v); // clears the refutation table

// Searches for a win with at most `depth` fours and `node_limit` nodes. On success `line` is a
// complete line in which the defender resists longest. Its last stone makes five, or a four without
// a legal answer; then `stones` also counts an arbitrary answer and the five.
bool vcf_search(Vcf *v, const Position *s, int depth, int64_t node_limit);

// After a win was found: replaces it by shorter ones, down to the shortest if `node_limit` more
// nodes are enough to prove that.
void vcf_shorten(Vcf *v, const Position *s, int depth, int64_t node_limit);
