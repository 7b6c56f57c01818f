// Strategy: the moves of a certificate without its proofs (docs/integrate/certificates.md), to play
// from. It proves nothing by itself: the certificate with the same moves does.
#pragma once

#include "base/mem.h"
#include "proof/certificate.h"

enum { STRATEGY_PAIRS_MAX = 64 };

// What the strategy says in one position: a move, and pairs from then on if it has them.
typedef struct {
    Point move;
    bool has_pairs; // even if pair_count is 0, because no window is left
    int pair_count;
    Point pairs[2 * STRATEGY_PAIRS_MAX]; // two points per pair
} StrategyMove;

typedef struct {
    Point move;
    bool has_pairs;
    int points, point_count; // index and count in Strategy.points
} StrategyEntry;

typedef struct {
    CertificateHeading heading;
    HashMap keys; // by strategy_key: the index of the entry
    StrategyEntry *entries;
    Point *points; // as in the mirror image that gave the key, as is `move`
    int entry_count, entry_room, point_count, point_room;
} Strategy;

// Checks the form and the checksum, and that every move is legal. On success the caller releases
// it.
bool strategy_read(const char *text, size_t len, Strategy *out, Error *err);
void strategy_release(Strategy *s);

// False if it has no move here, or its side is not to move.
bool strategy_find(const Strategy *s, const Board *b, StrategyMove *out);

// A hash of the stones, the same for all eight mirror images: the smallest of their hashes.
// *symmetry, if not NULL: the one that gave it.
uint64_t strategy_key(const Board *b, int *symmetry);
