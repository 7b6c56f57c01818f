// Anything that chooses moves: the random player, the graded levels, the strong engine, an engine
// behind a pipe. Every face takes its opponents from one table, so a new kind of player is a new
// file, a line here, and a row in player.c.
#pragma once

#include "base/error.h"
#include "core/game.h"

// How long a player may think. All zero: as it likes.
typedef struct {
    int64_t ms;
} Limits;

typedef struct {
    const char *name, *summary;
    // `options` is what follows "name:" where the player is named; "" if nothing does.
    // Returns NULL and sets *err when it does not understand them.
    void *(*open)(const char *options, Error *err);
    // A legal point for the side to move; POINT_PASS only if no point is legal. The game goes on.
    bool (*choose)(void *self, const Game *g, const Limits *limits, Point *move, Error *err);
    void (*close)(void *self);
} PlayerKind;

extern const PlayerKind player_random, player_easy, player_greedy;

const PlayerKind *player_kind_at(int i); // NULL after the last
const char *player_kind_name(int i);

// A player that was opened.
typedef struct {
    const PlayerKind *kind;
    void *self;
} Player;

// "greedy", "random:7": a row of the table and its options.
bool player_open(const char *description, Player *out, Error *err);
void player_close(Player *p);
bool player_choose(Player *p, const Game *g, const Limits *limits, Point *move, Error *err);
