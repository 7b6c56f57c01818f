// The engine asked what it thinks: several lines with their values, moves to leave out, how far it
// has come, and moves that keep the balance. For who wants more than a move.
#pragma once

#include "player/player.h"

typedef struct Analyst Analyst;

// How many threads a question is answered with at most: the machine's processors.
int analyst_threads_max(void);

enum { ANALYST_LINE_MAX = 64, ANALYST_LINES_MAX = 32, ANALYST_THREADS_MAX = 256 };

typedef struct {
    Point move; // the first of `moves`; POINT_PASS if there is no legal one
    int value;  // for the side to move, as Opinion has it
    int depth;  // in plies
    int length; // of the expected line
    Point moves[ANALYST_LINE_MAX];
} AnalystLine;

typedef struct {
    int64_t ms, nodes;
    int count;                            // of lines, at least 1
    AnalystLine lines[ANALYST_LINES_MAX]; // the best first, each with another first move
} Analysis;

typedef struct {
    Limits limits;                // `context` is also that of the report; `opinion` is not used
    int lines;                    // how many to tell about; 0: one
    int threads;                  // 0: one
    const Point *only, *barred;   // first moves to choose among, and not to make
    int only_count, barred_count; // none of the former: all
    bool for_move; // the value does not matter: the only move there is may be told without one
    void (*report)(void *context, const Analysis *so_far); // whenever it knows more; may be NULL
} Question;

Analyst *analyst_new(void);
void analyst_free(Analyst *a);

// Does beforehand what takes long and is the same for every question. False if the net or the
// weights that it was told to judge by cannot be used by these rules; then it answers by others.
bool analyst_prepare(Analyst *a, const Rules *rules, const Limits *limits, Error *err);

// Judges by this net from now on: "on" is the program's own, "off" none, others are files.
void analyst_choose_net(Analyst *a, const char *net);

// Judges as the player does, by its net and weights, if that is an engine.
void analyst_follow(Analyst *a, const Player *p);

// The same, and goes on with the player's engine, who no longer needs it: then what was prepared
// there need not be made again.
void analyst_inherit(Analyst *a, Player *p);

// Thinks with this net (docs/net.md) by the rules it suits, where the program has none
// inside. The bytes are the caller's, and must outlive the analyst. False if they are no net.
bool analyst_use_net(Analyst *a, const void *bytes, size_t len, Error *err);

// Forgets past questions, so that the next answer does not depend on them.
void analyst_forget(Analyst *a);

// All are about a game that is not over.
Analysis analyst_think(Analyst *a, const Board *b, const Question *q);

// The moves whose values are nearest to `aim` for the side to move, the nearest first.
Analysis analyst_balance(Analyst *a, const Board *b, int aim, const Question *q);

// Two stones, of this side and of the other, after which the value for this side is nearest to
// `aim`, as a line of length 2.
Analysis analyst_balance_two(Analyst *a, const Board *b, int aim, const Question *q);

// How often a side with that value wins, draws counted half: 0 to 1.
double analyst_win_rate(int value);

// The plies until a certain outcome, 0 if the value is only an estimate. Estimates are guesses;
// these are seen to the end.
int analyst_plies_to_end(int value);

// 1: a certain win, -1: a certain loss, 0: only an estimate.
int analyst_certainty(int value);
