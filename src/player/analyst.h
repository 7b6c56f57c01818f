// Engine analysis: multi-PV lines with values, excluded or allowed root moves, progress reports,
// and balancing moves. For callers that need more than one best move.
#pragma once

#include "player/player.h"

typedef struct Analyst Analyst;

// Upper limit of the threads for one search: the number of processors.
int analyst_threads_max(void);

enum { ANALYST_LINE_MAX = 64, ANALYST_LINES_MAX = 32, ANALYST_THREADS_MAX = 256 };

typedef struct {
    Point move; // the first of `moves`; POINT_PASS if there is no legal one
    int value;  // for the side to move, in the units of Evaluation
    int depth;  // in plies
    int length; // of the principal variation
    Point moves[ANALYST_LINE_MAX];
} AnalystLine;

typedef struct {
    int64_t ms, nodes;
    int count;                            // of lines, at least 1
    AnalystLine lines[ANALYST_LINES_MAX]; // best first, each with a different first move
} Analysis;

typedef struct {
    Limits limits;                // `evaluation` is unused
    int lines;                    // number of lines (multi-PV); 0: one
    int threads;                  // 0: one
    const Point *only, *barred;   // root moves to search exclusively; root moves to exclude
    int only_count, barred_count; // only_count 0: every move
    bool for_move; // only the move matters: a forced move is returned without a search
    void (*report)(void *context, const Analysis *so_far); // on every new result; may be NULL
    void *report_context;
} Question;

Analyst *analyst_new(void);
void analyst_free(Analyst *a);

// Creates the engine for `rules` ahead of the first question. False if the configured net or
// weights do not fit these rules; questions are then answered with the built-in weights and no net.
bool analyst_prepare(Analyst *a, const Rules *rules, const Limits *limits, Error *err);

// Selects the net: "on" for the built-in one, "off" for none, anything else is a file name.
void analyst_choose_net(Analyst *a, const char *net);

// Copies the net and weight settings of the player if it is an engine.
void analyst_follow(Analyst *a, const Player *p);

// The same, and takes over the player's engine, so that it is not built twice. The player builds a
// new one if it is used again.
void analyst_inherit(Analyst *a, Player *p);

// Uses this net (docs/net.md) for the rules it was trained for, where the program has no built-in
// one. The bytes are borrowed and must outlive the analyst. False if they are not a net.
bool analyst_use_net(Analyst *a, const void *bytes, size_t len, Error *err);

// Clears the transposition table, so that the next answer does not depend on earlier questions.
void analyst_forget(Analyst *a);

// These three need a game that is not over.
Analysis analyst_think(Analyst *a, const Board *b, const Question *q);

// The moves whose values for the side to move are closest to `aim`, closest first.
Analysis analyst_balance(Analyst *a, const Board *b, int aim, const Question *q);

// One stone of each side, after which the value for the side to move is closest to `aim`: a line of
// length 2.
Analysis analyst_balance_two(Analyst *a, const Board *b, int aim, const Question *q);

// Expected score of a side with this value, 0 to 1; a draw counts half.
double analyst_win_rate(int value);

// Plies to mate if the value is a proved win or loss, 0 if it is an estimate.
int analyst_plies_to_end(int value);

// 1: proved win, -1: proved loss, 0: an estimate.
int analyst_certainty(int value);
