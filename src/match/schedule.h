// Who plays whom, with which opening: a pure function of the settings and the number of the game,
// so the same seed gives the same games however many are played at once.
//
// Games 2k and 2k + 1 are a pair: the same two contestants and the same opening with colours
// swapped. All pairings of a round share their opening.
#pragma once

#include "match/opening_book.h"

typedef struct {
    int contestants; // at least 2
    bool gauntlet;   // the first against each of the others, instead of everybody against everybody
    int rounds;      // pairs of games of each pairing
    const Rules *rules;
    int size;
    const OpeningBook *book; // borrowed; NULL: random stones
    int random_stones;       // of an opening, without a book
    uint64_t seed; // of the random openings, and of how those of a book are turned and mirrored
} Schedule;

enum { PARTICIPANTS_MAX = 64 };

typedef struct {
    int first, second; // the pairing; `first` < `second`
    int seats[2];      // the same two: who sits down as Black, and as White
    OpeningLine opening;
} ScheduledGame;

int schedule_games(const Schedule *s);

// `number` is from 0 to schedule_games - 1.
ScheduledGame schedule_game(const Schedule *s, int number);
