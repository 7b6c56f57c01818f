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
    // The pairs hold, but do not cover all windows: the strategy also answers moves on the points
    // that are in no pair.
    bool has_open_points;
    int pair_count;
    Point pairs[2 * STRATEGY_PAIRS_MAX]; // two points per pair
} StrategyMove;

typedef struct {
    Point move;
    bool has_pairs;
    int points, point_count; // index and count in Strategy.points
} StrategyEntry;

// An entry with settled pairs. Its points in Strategy.points, from index `points` on, as in the
// file: the black stones, the white stones, the pairs settled before its move, those settled by it.
typedef struct {
    Point move;
    int points, black_count, white_count;
    int settled_count, pair_count; // in pairs, not points; pair_count is of both kinds
} SettledEntry;

// Has entries of only one kind.
typedef struct {
    CertificateHeading heading;
    HashMap keys; // by strategy_key: the index of the entry
    StrategyEntry *entries;
    SettledEntry *settled;
    Point *points; // of `entries` as in the mirror image that gave the key, as is `move`
    int entry_count, entry_room, settled_count, settled_room, point_count, point_room;
} Strategy;

// Checks the form and the checksum, and that every move is legal. On success the caller releases
// it.
bool strategy_read(const char *text, size_t len, Strategy *out, Error *err);
void strategy_release(Strategy *s);

// False if it has no move here, or its side is not to move. An entry with settled pairs stands for
// every position in which they are empty or shared, so the board alone says what to play: how the
// game came there does not matter, and stones may be set up.
bool strategy_find(const Strategy *s, const Board *b, StrategyMove *out);

// The same after `before` was played and answered. Several entries with settled pairs may fit: it
// prefers one that keeps those of `before`.
bool strategy_find_next(const Strategy *s, const Board *b, const StrategyMove *before,
                        StrategyMove *out);

// A hash of the stones, the same for all eight mirror images: the smallest of their hashes.
// *symmetry, if not NULL: the one that gave it.
uint64_t strategy_key(const Board *b, int *symmetry);
