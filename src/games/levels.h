// The levels a person can play against, as rows: the only place that says which player a level is.
#pragma once

#include <stdint.h>

enum { LEVEL_COUNT = 10 };

typedef struct {
    const char *player;  // as player_open takes it
    const char *summary; // for people
    int64_t ms;          // the most it thinks about a move
    double rating;       // where its rating begins
} LevelInfo;

const LevelInfo *level_info(int level); // from 1 to LEVEL_COUNT

// "level:3"; 0 if the text is no level.
int level_parse(const char *text);
