// A position as the evaluation and the order of moves see it: for who fits their numbers
// (engine/eval/weights.h) to games.
#pragma once

#include "core/board.h"
#include "engine/eval/weights.h"

typedef struct Features Features;

Features *features_new(const Rules *rules);
void features_free(Features *f);

// From a board on, move by move; whether they are legal is the caller's business.
void features_begin(Features *f, const Board *b);
void features_play(Features *f, Point p);

// Would the search ask for a value here? It does not where somebody wins at once, a five has to be
// answered, or fours alone win.
bool features_is_quiet(Features *f);

// Which threats stand on the board: an index of Weights.threat.
unsigned features_threats(const Features *f);

typedef struct {
    Point point;
    uint16_t own, other; // the codes of the side to move and of the other side
    bool is_candidate;   // the search would try it
} FeaturePoint;

// The empty points; returns how many.
int features_points(Features *f, FeaturePoint points[static BOARD_MAX * BOARD_MAX]);

// What codes have in common: each consists of four shapes, which may be the same, and belongs to a
// category. The numbers are below FEATURE_GROUPS.
enum { FEATURE_GROUPS = 30, FEATURE_CODE_GROUPS = 5 };

typedef struct {
    uint8_t of[2][WEIGHTS_CODES][FEATURE_CODE_GROUPS]; // by colour - BLACK and code
    // Moves that win or prevent a loss at once, which no quiet position has: their order is fixed.
    bool is_urgent[2][WEIGHTS_CODES];
} FeatureGroups;

void features_groups(const Rules *rules, FeatureGroups *out);
