// Standings of a match: the results table, updated after each game in the order of the schedule.
#pragma once

#include "match/referee.h"
#include "match/runner.h"
#include "match/sprt.h"

typedef struct {
    int won, drawn, lost;
    int faults;         // games lost on time, by an illegal move, a crash or no answer
    int64_t longest_ms; // longest move
    Pentanomial pairs;
} Standing;

// Zero-initialize.
typedef struct {
    int games;
    Standing rows[PARTICIPANTS_MAX];
    int first_points;   // half points of the pairing's first side in the pair's first game
    uint64_t signature; // hash of all moves and results: the same games give the same signature
} Standings;

// Games must be added in the order of the schedule.
void standings_add(Standings *s, const ScheduledGame *game, const PlayedGame *played);

typedef struct {
    const char *const *names; // of the participants
    int count;
    int width; // drops columns until the table fits; 0: no limit
} TableLayout;

// The table of all participants, and a line with the number of games and the signature.
void standings_format(const Standings *s, const TableLayout *layout, Str *out);
void standings_format_signature(const Standings *s, Str *out);
