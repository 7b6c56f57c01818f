// Schedule of a match: round robin or gauntlet. Pairing and opening are a pure function of the
// settings and the game number, so the same seed gives the same games at any concurrency.
//
// Games 2k and 2k + 1 are a pair: the same two participants and the same opening with colors
// swapped. All pairings of a round share their opening.
#pragma once

#include "match/opening_book.h"

typedef struct {
    int participants; // at least 2
    bool gauntlet;    // the first against each of the others, instead of a round robin
    int rounds;       // game pairs per pairing
    const Rules *rules;
    int size;
    const OpeningBook *book; // borrowed; NULL: random stones
    int random_stones;       // per opening, without a book
    uint64_t seed;           // of random openings, and of the symmetry applied to book openings
} Schedule;

enum { PARTICIPANTS_MAX = 64 };

typedef struct {
    int first, second; // the pairing; `first` < `second`
    int seats[2];      // the same two by seat: who starts as Black, who as White
    OpeningLine opening;
} ScheduledGame;

int schedule_games(const Schedule *s);

// `number` is from 0 to schedule_games - 1.
ScheduledGame schedule_game(const Schedule *s, int number);
