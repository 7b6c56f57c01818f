// Victory by continuous fours: can the side to move win by fours alone, each of which forces the
// answer? What it claims is a win against every reply.
#pragma once

#include "engine/position.h"

enum { VCF_LENGTH_MAX = 64, VCF_TABLE_SIZE = 1 << 15 };

typedef struct {
    int64_t nodes, node_limit; // of the last call
    int64_t deadline_ns;       // when to give up; 0: never. The caller sets it, and the next two
    bool (*interrupted)(void *context); // asked now and then: give up? NULL: nobody says so
    void *context;
    int length; // of the winning line
    Point line[VCF_LENGTH_MAX];
    bool gave_up;                      // the last "no" only means: not within the limits
    uint64_t failures[VCF_TABLE_SIZE]; // positions without such a win, by hash; kept between calls
} Vcf;

Vcf *vcf_new(void);
void vcf_free(Vcf *v);

// Looks for a win with at most `depth` fours within `node_limit` positions. On success `line` is a
// line of play to its end, the other side's answers among it.
bool vcf_search(Vcf *v, Position *s, int depth, int64_t node_limit);
