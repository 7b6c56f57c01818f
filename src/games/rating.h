// Glicko-2 ratings, after Glickman's paper of 2013: every game is a rating period of its own. And
// the levels, computer opponents of graded strength.
#pragma once

#include "base/json_writer.h"
#include "store/users.h"

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

// Writes the user's rating in every pool: "key":{"gomoku":{...},...}
void ratings_write(JsonWriter *w, const char *key, Store *store, UserId user);

// ---- Levels: the only table that maps levels to players

enum { LEVEL_COUNT = 12 };

typedef struct {
    int number;         // -2, -1, 1 to 10; 0 is not a level
    const char *player; // for player_open
    int64_t ms;         // maximum time per move
    double rating;      // initial rating
} LevelInfo;

const LevelInfo *level_at(int i); // 0 to LEVEL_COUNT - 1, the weakest first
int level_index(int level);       // its inverse, by the level's number
const LevelInfo *level_info(int level);

// Parses "level:3"; 0 if the text is not a level.
int level_parse(const char *text);
