// Glicko-2: what a result says about two players. Pure arithmetic, after Glickman's paper of 2013;
// every game is a rating period of its own.
#pragma once

#include <stdbool.h>

typedef struct {
    double rating, deviation, volatility;
} Rating;

Rating rating_initial(void); // 1500, deviation 350

// `score` is 1 for a win, 0.5, 0.
Rating rating_after_game(Rating player, Rating opponent, double score);

bool rating_is_provisional(Rating r);

// The pool a game counts for: "gomoku", "renju", "caro", "mist"; the i-th of them, NULL after the
// last.
const char *rating_pool(const char *rules, bool mist);
const char *rating_pool_name(int i);
