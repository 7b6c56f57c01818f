// What the files of wasm/rpc share.
#pragma once

#include "base/did_you_mean.h"
#include "base/json.h"
#include "core/board.h"
#include "player/analyst.h"
#include "player/player.h"
#include "player/solve.h"
#include "wasm/rpc.h"

struct RpcServer {
    RpcHost page;
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
    RpcServer *local;
    const Json *request;
    const char *bytes;
    size_t len;
    Str *out;
} RpcCall;

// False, and why, if there is no reply.
typedef bool RpcHandler(RpcCall *a, Error *err);

RpcHandler rpc_about, rpc_look, rpc_game, rpc_move, rpc_think, rpc_solve, rpc_proof,
    rpc_check_proof, rpc_read, rpc_write, rpc_bench;

void rpc_add_text(Str *out, const char *name, const char *text);
void rpc_add_points(Str *out, const char *name, const Point *points, int count, int size);
void rpc_add_names(Str *out, const char *name, WordAt *at);
const char *rpc_color(Stone color); // "" for none

// For Limits and SolverLimits, with the Local as context.
bool rpc_is_stopped(void *local);
