// The table of a match, as it stands after each game in the order of the schedule.
#pragma once

#include "match/referee.h"
#include "match/schedule.h"
#include "match/sprt.h"

typedef struct {
    int won, drawn, lost;
    int faults;         // games lost by time, an illegal move, a crash or silence
    int64_t longest_ms; // for a move
    Pentanomial pairs;
} Standing;

typedef struct {
    int games;
    Standing rows[PARTICIPANTS_MAX];
    int first_points;   // half points of the pairing's first side in the pair's first game
    uint64_t signature; // of all moves and results: equal games, equal signature
} Standings;

// All zero is how it begins. Games come in the order of the schedule.
void standings_add(Standings *s, const ScheduledGame *game, const PlayedGame *played);

// How a table is laid out.
typedef struct {
    const char *const *names; // of the contestants
    int count;
    int width; // 0: as wide as it likes; otherwise columns are left out until it fits
} TableLayout;

// A table of all contestants; and a line with the number of games and the signature.
void standings_format(const Standings *s, const TableLayout *layout, Str *out);
void standings_format_signature(const Standings *s, Str *out);
