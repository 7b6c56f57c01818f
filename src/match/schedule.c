#include "match/schedule.h"

#include "core/opening.h"
#include "core/point.h"

#include <assert.h>

static int pairings_of(const Schedule *s) {
    int n = s->participants;
    return s->gauntlet ? n - 1 : n * (n - 1) / 2;
}

int schedule_games(const Schedule *s) {
    return 2 * s->rounds * pairings_of(s);
}

// The n-th of 0-1, 0-2, ..., 1-2, ... A gauntlet is the first part of this list.
static void pick_pairing(const Schedule *s, int n, ScheduledGame *game) {
    int first = 0;
    for (int rest = s->participants - 1; n >= rest; rest--) {
        n -= rest;
        first++;
    }
    game->first = first;
    game->second = first + 1 + n;
}

// The opening of a round, the same for all pairings. Every round has its own random numbers.
static OpeningLine opening_of(const Schedule *s, int round) {
    Rng mixer = {s->seed};
    Rng rng = {rng_next(&mixer) + (uint64_t)round};
    if (!s->book)
        return opening_line_random(s->rules, s->size, s->random_stones, &rng);
    OpeningLine line = s->book->lines[round % s->book->count];
    int symmetry = rng_below(&rng, SYMMETRY_COUNT);
    for (int i = 0; i < line.count; i++)
        line.points[i] = symmetry_apply(symmetry, line.points[i], s->size);
    return line;
}

ScheduledGame schedule_game(const Schedule *s, int number) {
    assert(number >= 0 && number < schedule_games(s));
    ScheduledGame game;
    int pair = number / 2;
    pick_pairing(s, pair % pairings_of(s), &game);
    game.opening = opening_of(s, pair / pairings_of(s));
    game.seats[SEAT_FIRST] = number % 2 == 0 ? game.first : game.second;
    game.seats[SEAT_SECOND] = number % 2 == 0 ? game.second : game.first;
    return game;
}
