// The levels: computer opponents of graded strength. The only table that maps levels to players.
#pragma once

#include <stdint.h>

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
