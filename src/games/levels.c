#include "games/levels.h"

#include "base/number.h"
#include "player/player.h"

#include <assert.h>
#include <string.h>

static_assert((int)LEVEL_COUNT == LEVEL_MAX - LEVEL_MIN, "a row for every level of the player");

// clang-format off
static const LevelInfo rows[LEVEL_COUNT] = {
    {-2, "level:-2", 300,  100},
    {-1, "level:-1", 300,  250},
    {1,  "level:1",  300,  400},
    {2,  "level:2",  300,  600},
    {3,  "level:3",  300,  850},
    {4,  "level:4",  800,  1100},
    {5,  "level:5",  1000, 1300},
    {6,  "level:6",  1200, 1500},
    {7,  "level:7",  1500, 1650},
    {8,  "level:8",  2500, 1800},
    {9,  "level:9",  4000, 1950},
    {10, "level:10", 5000, 2100},
};
// clang-format on

const LevelInfo *level_at(int i) {
    return &rows[i];
}

int level_index(int level) {
    return level - LEVEL_MIN - (level > 0);
}

const LevelInfo *level_info(int level) {
    return &rows[level_index(level)];
}

int level_parse(const char *text) {
    static const char prefix[] = "level:";
    if (strncmp(text, prefix, sizeof prefix - 1) != 0)
        return 0;
    int64_t level = 0;
    Error ignored = {0};
    return number_parse(text + sizeof prefix - 1, LEVEL_MIN, LEVEL_MAX, &level, &ignored)
               ? (int)level
               : 0;
}
