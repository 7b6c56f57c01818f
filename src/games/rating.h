// Glicko-2 ratings: pure arithmetic, after Glickman's paper of 2013. Every game is a rating period
// of its own.
#pragma once

#include <stdbool.h>

typedef struct {
    double rating, deviation, volatility;
} Rating;

Rating rating_initial(void); // 1500, deviation 350

// The player's rating after one game. `score` is 1 for a win, 0.5 for a draw, 0 for a loss.
Rating rating_after_game(Rating player, Rating opponent, double score);

bool rating_is_provisional(Rating r);

// The rating pool of a game: that of its rule set, or "mist".
const char *rating_pool(const char *rules, bool mist);
const char *rating_pool_name(int i); // the i-th pool; NULL after the last
