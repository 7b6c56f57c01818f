// Certificate: a strategy for a whole game tree, as a file that two independent checkers accept or
// reject (docs/integrate/certificates.md).
//
// A list of entries, each a claim about one position with the side to move: it wins, or it holds
// (does not lose). An entry names a move, or has a proof of its own. Positions that are mirror
// images of each other are one. The claims support each other: after a move, every legal reply
// leads to another entry. Stones are only added, so there are no cycles.
#pragma once

#include "proof/proof.h"

typedef enum { CLAIM_WIN, CLAIM_HOLD } Claim;

// Writing: the heading, any number of entries, the end. Each is a line.

typedef struct {
    const Rules *rules;
    int size;
    Stone side;
    Claim claim;
} CertificateHeading;

// The starts are the positions that the certificate is about, with either side to move.
void certificate_write_heading(Str *out, const CertificateHeading *h, const Board *starts,
                               int start_count);

// `threat`: NULL, or a proof whose root wins if the reply does not disturb it.
void certificate_write_move(Str *out, const Board *b, Point move, const Proof *threat);
void certificate_write_proof(Str *out, const Proof *proof); // a win from proof->start
void certificate_write_pairs(Str *out, const Board *b, Point move, const Point *points, int pairs);

// A whole certificate from a proof: of the win, or of the side that holds a draw.
void certificate_write(Str *out, const Proof *proof, Stone side);

// `out` has all lines before this one.
void certificate_write_end(Str *out, int64_t entries);

// The text of a position: the black stones, a slash, the white stones.
void certificate_add_position(Str *out, const Board *b);

// Reads it into an empty board.
bool certificate_read_position(const char *text, Board *b, Error *err);

// Reads settled pairs of empty points, which are in no other pair. Adds to `partner` the other
// point of each.
bool certificate_read_settled(const Json *pairs, const CertificateHeading *h, const Board *b,
                              Point *partner, Error *err);

// The parts of a file: its first line, with the list of starts, and its last, which must fit what
// is before it. *before_end is the length without the last line.
bool certificate_read_heading(const Json *line, CertificateHeading *out, const Json **starts,
                              Error *err);
bool certificate_check_end(const char *text, size_t len, size_t *before_end, Error *err);

// Checking, from the rules alone.

typedef struct {
    StopToken stop;
    // The result, as far as the check got.
    CertificateHeading heading;
    Str starts; // for people: "h8a1/i9, Black to move; ..."; the caller releases it
    int64_t entries;
    int64_t moves;     // entries with a move
    int64_t positions; // visited by the check
} CertificateCheck;

// False if anything is missing, damaged or wrong; *err then says where and why.
bool certificate_check(const char *text, size_t len, CertificateCheck *c, Error *err);
