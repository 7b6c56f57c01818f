// What the files of wasm/local share.
#pragma once

#include "base/json.h"
#include "base/suggest.h"
#include "core/board.h"
#include "player/analyst.h"
#include "player/player.h"
#include "player/solve.h"
#include "wasm/local.h"

struct Local {
    LocalPage page;
    Analyst *analyst;
    Solver *solver;
    Player player; // the last that moved
    Str player_name;
    void *net;
    Str reply, word;
    Str proof;          // of the last solution, as JSON
    const Board *board; // that is thought about
};

// A request with the file that came with it, and the fields of its reply.
typedef struct {
    Local *local;
    const Json *request;
    const char *bytes;
    size_t len;
    Str *out;
} LocalAsked;

// False, and why, if there is no reply.
typedef bool LocalAnswer(LocalAsked *a, Error *err);

LocalAnswer local_about, local_look, local_game, local_move, local_think, local_solve, local_proof,
    local_check_proof, local_read, local_write, local_bench;

void local_add_text(Str *out, const char *name, const char *text);
void local_add_points(Str *out, const char *name, const Point *points, int count, int size);
void local_add_names(Str *out, const char *name, WordAt *at);
const char *local_color(Stone color); // "" for none

// For Limits and SolverLimits, with the Local as context.
bool local_is_stopped(void *local);
