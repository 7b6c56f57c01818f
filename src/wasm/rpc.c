#include "wasm/rpc.h"

#include "base/mem.h"
#include "base/number.h"
#include "engine/net/net_file.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <string.h>

RpcServer *rpc_new(const RpcHost *host) {
    RpcServer *server = mem_alloc(sizeof *server);
    server->host = *host;
    server->engine = engine_new(NULL);
    return server;
}

void rpc_free(RpcServer *server) {
    if (!server)
        return;
    engine_free(server->engine);
    player_close(&server->player);
    strategy_set_release(&server->strategies);
    str_release(&server->player_name);
    str_release(&server->reply);
    str_release(&server->progress);
    str_release(&server->proof);
    mem_free(server->net);
    mem_free(server);
}

bool rpc_use_net(RpcServer *server, const void *bytes, size_t len, Error *err) {
    NetFile ignored;
    if (!net_file_parse(bytes, len, &ignored, err))
        return false;
    void *before = server->net;
    server->net = mem_alloc(len);
    memcpy(server->net, bytes, len);
    server->net_length = len;
    rpc_offer_net(server);
    mem_free(before);
    return true;
}

void rpc_offer_net(RpcServer *server) {
    Engine *const engines[] = {server->engine, player_engine(&server->player)};
    for (int i = 0; i < COUNT(engines); i++)
        if (engines[i] && server->net)
            engine_offer_net(engines[i], server->net, server->net_length);
}

// ---- Writing replies

void rpc_write_names(JsonWriter *w, const char *name, WordAt *at) {
    write_array(w, name);
    for (int i = 0; at(i); i++)
        write_text(w, NULL, at(i));
    write_end_array(w);
}

// ---- Dispatch

// clang-format off
static const struct {
    const char *name;
    RpcHandler *handler;
} commands[] = {
    {"about", rpc_about},
    {"net", rpc_net},
    {"strategy", rpc_strategy},
    {"proved", rpc_proved},
    {"look", rpc_look},
    {"mist", rpc_mist},
    {"game", rpc_game},
    {"move", rpc_move},
    {"think", rpc_think},
    {"solve", rpc_solve},
    {"proof", rpc_proof},
    {"check_proof", rpc_check_proof},
    {"read", rpc_read},
    {"write", rpc_write},
    {"bench", rpc_bench},
};
// clang-format on

static const char *command_name(int i) {
    return i < COUNT(commands) ? commands[i].name : NULL;
}

static bool dispatch(RpcCall *call, Error *err) {
    const char *name = NULL;
    if (!call->request || !request_text(call->request, "do", &name, err))
        return false;
    if (!name)
        return error_set(err, "a request is an object with a \"do\" field");
    int i = word_find(name, "command", command_name, err);
    return i >= 0 && commands[i].handler(call, err);
}

static JsonWriter begin_reply(RpcServer *server, bool ok) {
    str_clear(&server->reply);
    JsonWriter w = json_writer_into(&server->reply);
    write_object(&w, NULL);
    write_flag(&w, "ok", ok);
    return w;
}

const char *rpc_call(RpcServer *server, const char *request, size_t request_len, const char *bytes,
                     size_t len) {
    Arena arena = {0};
    Error err = {0};
    JsonWriter reply = begin_reply(server, true);
    RpcCall call = {.server = server,
                    .request = json_parse(&arena, request, request_len, &err),
                    .bytes = bytes,
                    .len = len,
                    .reply = &reply};
    if (!dispatch(&call, &err)) {
        reply = begin_reply(server, false);
        write_text(&reply, "error", err.text);
        if (call.code)
            write_text(&reply, "code", call.code);
    }
    write_end_object(&reply);
    arena_release(&arena);
    return str_text(&server->reply);
}
