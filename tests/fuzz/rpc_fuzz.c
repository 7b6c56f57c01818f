// RPC requests: any bytes get a reply that is valid JSON. The request is also sent as the file.
#include "base/json.h"
#include "fuzz.h"
#include "wasm/rpc.h"

static bool stop_now(void *context) {
    (void)context;
    return true;
}

static bool contains(const char *text, size_t size, const char *word) {
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= size; i++)
        if (!memcmp(text + i, word, len))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    if (contains(text, size, "bench")) // slow
        return 0;
    RpcServer *server = rpc_new(&(RpcHost){.stop = {stop_now, NULL}});
    const char *reply = rpc_call(server, text, size, text, size);
    Arena arena = {0};
    Error err = {0};
    const Json *j = json_parse(&arena, reply, strlen(reply), &err);
    DEMAND(j && json_find(j, "ok"));
    DEMAND(json_find(j, "ok")->boolean || *json_find(j, "error")->text);
    arena_release(&arena);
    rpc_free(server);
    return 0;
}
