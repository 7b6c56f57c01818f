// Internals of the RPC server, for rpc*.c only.
#pragma once

#include "base/error.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "core/board.h"
#include "player/proved.h"
#include "wasm/rpc.h"

struct RpcServer {
    RpcHost host;
    Engine *engine; // of "think" and "solve"
    Player player;  // cached: the last player used by "move"
    Str player_name;
    StrategySet strategies; // supplied by the host
    void *net;              // offered to both engines; owned; NULL: none
    size_t net_length;
    Str reply, progress;
    Str proof;          // of the last "solve", as JSON
    const Board *board; // being analyzed; NULL: none
};

// One call: the request, the file sent with it, and the reply, to which a handler adds fields.
typedef struct {
    RpcServer *server;
    const Json *request;
    const char *bytes;
    size_t len;
    JsonWriter *reply;
    const char *code; // of a failure, for programs; NULL: none
} RpcCall;

// False, with *err set, if the call fails.
typedef bool RpcHandler(RpcCall *call, Error *err);

RpcHandler rpc_about, rpc_net, rpc_strategy, rpc_proved, rpc_look, rpc_mist, rpc_game, rpc_move,
    rpc_think, rpc_solve, rpc_proof, rpc_check_proof, rpc_read, rpc_write, rpc_bench;

void rpc_write_names(JsonWriter *w, const char *name, WordAt *at);

// Offers the net of the host to the engines of the server.
void rpc_offer_net(RpcServer *server);
