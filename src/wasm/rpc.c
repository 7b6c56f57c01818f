#include "wasm/rpc.h"

#include "base/mem.h"
#include "base/util.h"
#include "core/notation.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <string.h>

RpcServer *rpc_new(const RpcHost *page) {
    RpcServer *l = mem_alloc(sizeof *l);
    l->page = *page;
    l->analyst = analyst_new();
    l->solver = solver_new();
    return l;
}

void rpc_free(RpcServer *l) {
    if (!l)
        return;
    analyst_free(l->analyst);
    solver_free(l->solver);
    player_close(&l->player);
    str_release(&l->player_name);
    str_release(&l->reply);
    str_release(&l->word);
    str_release(&l->proof);
    mem_free(l->net);
    mem_free(l);
}

bool rpc_use_net(RpcServer *l, const void *bytes, size_t len, Error *err) {
    void *copy = mem_alloc(len);
    memcpy(copy, bytes, len);
    if (!analyst_use_net(l->analyst, copy, len, err)) {
        mem_free(copy);
        return false;
    }
    mem_free(l->net);
    l->net = copy;
    return true;
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

// ---- All requests

// clang-format off
static const struct {
    const char *name;
    RpcHandler *answer;
} commands[] = {
    {"about", rpc_about},
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

static bool answer(RpcCall *a, Error *err) {
    const char *name = NULL;
    if (!a->request || !request_text(a->request, "do", &name, err))
        return false;
    if (!name)
        return error_set(err, "a request is an object with what to \"do\"");
    for (int i = 0; i < COUNT(commands); i++)
        if (!strcmp(commands[i].name, name))
            return commands[i].answer(a, err);
    return did_you_mean_error(err, "thing to do", name, command_name);
}

const char *rpc_call(RpcServer *l, const char *request, size_t request_len, const char *bytes,
                     size_t len) {
    Arena arena = {0};
    Error err = {0};
    str_clear(&l->reply);
    str_add_text(&l->reply, "{\"ok\":true");
    RpcCall a = {l, json_parse(&arena, request, request_len, &err), bytes, len, &l->reply};
    if (!answer(&a, &err)) {
        str_clear(&l->reply);
        str_add_text(&l->reply, "{\"ok\":false");
        rpc_add_text(&l->reply, "error", err.text);
    }
    str_add_char(&l->reply, '}');
    arena_release(&arena);
    return str_text(&l->reply);
}
