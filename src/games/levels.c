#include "games/levels.h"

#include "base/number.h"
#include "player/player.h"

#include <assert.h>
#include <string.h>

static_assert((int)LEVEL_COUNT == (int)LEVEL_MAX, "a row for every level of the player");

// clang-format off
static const LevelInfo rows[LEVEL_COUNT] = {
    {"level:1",  "meant for a first game",        300, 400},
    {"level:2",  "wins if it sees how",          300, 600},
    {"level:3",  "a cautious beginner",           300, 850},
    {"level:4",  "looks a little ahead",          800, 1100},
    {"level:5",  "knows simple combinations",     1000, 1300},
    {"level:6",  "punishes mistakes",             1200, 1500},
    {"level:7",  "a club player",                 1500, 1650},
    {"level:8",  "a strong club player",          2500, 1800},
    {"level:9",  "hard to beat",                  4000, 1950},
    {"level:10", "the engine at its best",        5000, 2100},
};
// clang-format on

const LevelInfo *level_info(int level) {
    return &rows[level - 1];
}

int level_parse(const char *text) {
    static const char prefix[] = "level:";
    if (strncmp(text, prefix, sizeof prefix - 1) != 0)
        return 0;
    int64_t level = 0;
    Error ignored = {0};
    return number_parse(text + sizeof prefix - 1, 1, LEVEL_COUNT, &level, &ignored) ? (int)level
                                                                                    : 0;
}
