#include "wasm/rpc.h"

#include "base/mem.h"
#include "base/util.h"
#include "core/notation.h"
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

void rpc_add_text(Str *out, const char *name, const char *text) {
    str_add(out, ",\"%s\":", name);
    json_add_string(out, text);
}

void rpc_add_points(Str *out, const char *name, const Point *points, int count, int size) {
    str_add(out, ",\"%s\":\"", name);
    for (int i = 0; i < count; i++)
        point_format(points[i], NOTATION_POS, size, out);
    str_add_char(out, '"');
}

void rpc_add_names(Str *out, const char *name, WordAt *at) {
    str_add(out, ",\"%s\":[", name);
    for (int i = 0; at(i); i++) {
        str_add_text(out, i > 0 ? "," : "");
        json_add_string(out, at(i));
    }
    str_add_char(out, ']');
}

const char *rpc_color(Stone color) {
    return color == BLACK ? "black" : color == WHITE ? "white" : "";
}

// ---- Dispatch

// clang-format off
static const struct {
    const char *name;
    RpcHandler *handler;
} commands[] = {
    {"about", rpc_about},
    {"net", rpc_net},
    {"look", rpc_look},
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
    for (int i = 0; i < COUNT(commands); i++)
        if (!strcmp(commands[i].name, name))
            return commands[i].handler(call, err);
    return did_you_mean_error(err, "command", name, command_name);
}

const char *rpc_call(RpcServer *server, const char *request, size_t request_len, const char *bytes,
                     size_t len) {
    Arena arena = {0};
    Error err = {0};
    str_clear(&server->reply);
    str_add_text(&server->reply, "{\"ok\":true");
    RpcCall call = {.server = server,
                    .request = json_parse(&arena, request, request_len, &err),
                    .bytes = bytes,
                    .len = len,
                    .out = &server->reply};
    if (!dispatch(&call, &err)) {
        str_clear(&server->reply);
        str_add_text(&server->reply, "{\"ok\":false");
        rpc_add_text(&server->reply, "error", err.text);
        if (call.code)
            rpc_add_text(&server->reply, "code", call.code);
    }
    str_add_char(&server->reply, '}');
    arena_release(&arena);
    return str_text(&server->reply);
}
