// Feature extraction for tuning: a position as the classical evaluation and move ordering see it.
// Used to fit the weights (engine/eval/weights.h) to games.
#pragma once

#include "core/board.h"
#include "engine/eval/weights.h"

typedef struct Features Features;

Features *features_new(const Rules *rules);
void features_free(Features *f);

// Starts from a board and plays moves. Does not check that they are legal.
void features_begin(Features *f, const Board *b);
void features_play(Features *f, Point p);

// True if the search would use a static evaluation here: nobody wins at once, no five has to be
// stopped, and there is no VCF.
bool features_is_quiet(Features *f);

// The set of threats on the board, as an index of Weights.threat.
unsigned features_threats(const Features *f);

typedef struct {
    Point point;
    uint16_t own, other; // codes for the side to move and for the opponent
    bool is_candidate;   // the search would consider it
} FeaturePoint;

// Lists the empty points and returns their number.
int features_points(Features *f, FeaturePoint points[static BOARD_MAX * BOARD_MAX]);

// Groups of codes that share a shape or a category: each code belongs to four shapes, not
// necessarily distinct, and one category. Group numbers are below FEATURE_GROUPS.
enum { FEATURE_GROUPS = 30, FEATURE_CODE_GROUPS = 5 };

typedef struct {
    uint8_t of[2][WEIGHTS_CODES][FEATURE_CODE_GROUPS]; // by color - BLACK, then by code
    // Moves that win or prevent a loss at once. They do not occur in quiet positions, and their
    // ordering is fixed.
    bool is_urgent[2][WEIGHTS_CODES];
} FeatureGroups;

void features_groups(const Rules *rules, FeatureGroups *out);
