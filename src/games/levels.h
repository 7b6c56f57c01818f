// The levels: computer opponents of graded strength. The only table that says which player each
// level is.
#pragma once

#include <stdint.h>

enum { LEVEL_COUNT = 10 };

typedef struct {
    const char *player;  // for player_open
    const char *summary; // for people
    int64_t ms;          // most time it thinks about a move
    double rating;       // initial rating
} LevelInfo;

const LevelInfo *level_info(int level); // 1 to LEVEL_COUNT

// Parses "level:3"; 0 if the text is not a level.
int level_parse(const char *text);
