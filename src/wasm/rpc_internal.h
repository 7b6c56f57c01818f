// Internals of the RPC server, for rpc*.c only.
#pragma once

#include "base/error.h"
#include "base/json.h"
#include "core/board.h"
#include "player/player.h"
#include "wasm/rpc.h"

struct RpcServer {
    RpcHost host;
    Engine *engine; // of "think" and "solve"
    Player player;  // cached: the last player used by "move"
    Str player_name;
    void *net; // offered to both engines; owned; NULL: none
    size_t net_length;
    Str reply, progress;
    Str proof;          // of the last "solve", as JSON
    const Board *board; // being analysed; NULL: none
};

// One call: the request, the file sent with it, and the buffer for the fields of the reply.
typedef struct {
    RpcServer *server;
    const Json *request;
    const char *bytes;
    size_t len;
    Str *out;
    const char *code; // of a failure, for programs; NULL: none
} RpcCall;

// False, with *err set, if the call fails.
typedef bool RpcHandler(RpcCall *call, Error *err);

RpcHandler rpc_about, rpc_look, rpc_game, rpc_move, rpc_think, rpc_solve, rpc_proof,
    rpc_check_proof, rpc_read, rpc_write, rpc_bench;

void rpc_add_text(Str *out, const char *name, const char *text);
void rpc_add_points(Str *out, const char *name, const Point *points, int count, int size);
void rpc_add_names(Str *out, const char *name, WordAt *at);
const char *rpc_color(Stone color); // "" for EMPTY

// Offers the net of the host to the engines of the server.
void rpc_offer_net(RpcServer *server);
