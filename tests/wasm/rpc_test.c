// The RPC server, native. wasm_test.mjs compares the numbers of the WebAssembly module with the
// program's.
#include "wasm/rpc.h"

#include "test.h"

#include <string.h>

typedef struct {
    int polls, polls_max; // polls_max 0: never stops
    int reports;
} Host;

static bool should_stop(void *context) {
    Host *host = context;
    return host->polls_max && ++host->polls > host->polls_max;
}

static void send_progress(void *context, const char *reply) {
    Host *host = context;
    CHECK("a report", strstr(reply, "\"analysis\":{") != NULL);
    host->reports++;
}

static const char *call(RpcServer *server, const char *request) {
    return rpc_call(server, request, strlen(request), "", 0);
}

// In this order, with one server.
static const struct {
    const char *request, *part;
} rows[] = {
    {"{\"do\":\"about\"}", "\"levels\":10"},
    {"{\"do\":\"net\",\"rules\":\"renju\"}", "\"net\":\"renju15-"},
    {"{\"do\":\"net\",\"rules\":\"caro\"}", "\"net\":\"caro15-"},
    {"{\"do\":\"net\",\"rules\":\"caro-overline\"}", "\"net\":\"caro15-"},
    {"{\"do\":\"net\",\"rules\":\"caro\",\"size\":16}", "\"net\":\"\""},
    {"{\"do\":\"strategy\",\"size\":7}", "\"missing\":[]"}, // the program has them inside
    {"{\"do\":\"strategy\",\"file\":\"hold9-black\"}", "there is no strategy 'hold9-black'"},
    {"{\"do\":\"strategy\",\"file\":\"hold7-black\"}", "the file is not complete"},
    {"{\"do\":\"proved\",\"size\":7}", "\"turn\":\"black\",\"claim\":\"hold\",\"move\":\"d4\""},
    {"{\"do\":\"proved\",\"size\":7,\"moves\":\"d4\"}",
     "\"turn\":\"white\",\"last\":\"hold\",\"claim\":\"hold\",\"move\":\""},
    {"{\"do\":\"proved\",\"size\":5,\"moves\":\"c3\"}", "\"pairs\":\""},
    {"{\"do\":\"proved\",\"rules\":\"renju\",\"size\":6}",
     "\"claim\":\"hold\",\"move\":\"b2\",\"pairs\":\"b6f2c6d6e6a2"},
    {"{\"do\":\"proved\",\"rules\":\"renju\",\"size\":6,\"moves\":\"b2f5\"}", "\"move\":\"b1\""},
    {"{\"do\":\"proved\",\"rules\":\"renju\",\"size\":6,\"black\":\"b2b1\",\"white\":\"f5a1\"}",
     "\"move\":\"d3\",\"pairs\":\"b6f2c6d6e6a2a5e1a4a3f4f3c1d1\",\"settled\":true}"}, // b1f5 is
                                                                                      // shared
    {"{\"do\":\"proved\",\"rules\":\"renju\",\"size\":6,\"moves\":\"a1a2\"}",
     "{\"ok\":true,\"turn\":\"black\"}"},
    {"{\"do\":\"proved\",\"moves\":\"h8h9i9a1\"}", "\"claim\":\"win\",\"move\":\"g7\""},
    {"{\"do\":\"proved\",\"moves\":\"h8\"}", "{\"ok\":true,\"turn\":\"white\"}"},
    {"{\"do\":\"proved\",\"moves\":\"a1b1a2b2a3b3a4b4a5\"}", "{\"ok\":true,\"turn\":\""},
    {"{\"do\":\"move\",\"size\":7,\"player\":\"perfect:nodes=50\"}",
     "\"move\":\"d4\",\"proved\":\"hold\""},
    {"{\"do\":\"look\",\"size\":9,\"moves\":\"c5a9d5a8e5a1\"}",
     "\"black\":{\"fives\":\"\",\"fours\":\"b5f5\"}"},
    {"{\"do\":\"look\",\"moves\":\"a1b1a2b2a3b3a4b4a5\"}", "\"winner\":\"black\""},
    {"{\"do\":\"look\",\"moves\":\"a1b1a2b2a3b3a4b4a5\"}", "\"both_win\":false"},
    {"{\"do\":\"look\",\"black\":\"a1a2a3a4a5\",\"white\":\"b1b2b3b4b5\"}", "\"both_win\":true"},
    {"{\"do\":\"look\",\"white\":\"h8\",\"turn\":\"white\"}", "\"turn\":\"white\""},
    {"{\"do\":\"mist\",\"size\":19,\"moves\":\"r11h17\"}",
     "\"black\":{\"ply\":2,\"seen\":\"\",\"deduced\":\"\",\"possible\":\"h17r17\"}"},
    {"{\"do\":\"mist\",\"size\":19,\"moves\":\"r11h17\",\"tries\":[{\"ply\":2,\"move\":\"h17\"}]}",
     "\"black\":{\"ply\":2,\"seen\":\"h17\",\"deduced\":\"\",\"possible\":\"\"}"},
    {"{\"do\":\"mist\",\"size\":19,\"moves\":\"r11h17r17c4\"}",
     "\"seen\":\"\",\"deduced\":\"h17\""},
    {"{\"do\":\"mist\",\"size\":19,\"moves\":\"r11h17r17c4\",\"ply\":3}", "\"black\":{\"ply\":2,"},
    {"{\"do\":\"mist\",\"size\":19,\"moves\":\"a1s1a2s2a3s3a4s4a5\"}", "\"white\":{\"ply\":7,"},
    {"{\"do\":\"mist\",\"size\":19}", "{\"ok\":true,\"black\":{\"ply\":0,\"seen\":\"\""},
    {"{\"do\":\"mist\",\"moves\":\"h8\"}", "freestyle on 19x19"},
    {"{\"do\":\"mist\",\"size\":19,\"tries\":[1]}", "a try is an object"},
    {"{\"do\":\"mist\",\"size\":19,\"tries\":[{\"ply\":0,\"move\":\"swap\"}]}",
     "a try is an object"},
    {"{\"do\":\"mist\",\"size\":19,\"ply\":1}", "ply"},
    {"{\"do\":\"solve\",\"size\":9,\"moves\":\"c5a9d5a8e5a1\"}", "\"outcome\":\"win\""},
    {"{\"do\":\"proof\"}", "\"outcome\":\"win\",\"length\""},
    {"{\"do\":\"think\",\"moves\":\"h8i9\",\"nodes\":500,\"lines\":2}", "\"nodes\":500"},
    {"{\"do\":\"think\",\"moves\":\"h8i9\",\"nodes\":500,\"balance\":1}", "\"nodes\":500"},
    {"{\"do\":\"think\",\"moves\":\"h8i9\",\"nodes\":700,\"balance\":2}", "\"lines\":[{\"move\""},
    {"{\"do\":\"think\",\"balance\":2}", "two stones that keep the balance need"},
    {"{\"do\":\"move\",\"moves\":\"h8i9\",\"player\":\"level:2,1\"}", "\"move\":\""},
    {"{\"do\":\"game\",\"game\":{\"opening\":\"swap2\",\"moves\":[\"h8\"]}}",
     "\"turn\":{\"seat\":0,\"color\":\"white\",\"asks\":\"stone\",\"choices\":[],\"stones\":2,"},
    {"{\"do\":\"game\",\"game\":{\"opening\":\"swap2\",\"moves\":[\"h8\",\"i9\",\"j8\"]}}",
     "\"turn\":{\"seat\":1,\"color\":\"white\",\"asks\":\"choice\","
     "\"choices\":[\"stay\",\"swap\",\"more\"],\"stones\":0,\"zone\":null}"},
    {"{\"do\":\"game\",\"game\":{\"opening\":\"swap2\",\"moves\":[\"h8\",\"i9\",\"j8\"],\"you\":1},"
     "\"act\":\"play\",\"ply\":3,\"move\":\"swap\"}",
     "\"turn\":{\"seat\":0,\"color\":\"white\",\"asks\":\"stone\""},
    {"{\"do\":\"game\",\"game\":{\"moves\":[\"a1\",\"b1\",\"a2\",\"b2\",\"a3\",\"b3\",\"a4\","
     "\"b4\"],"
     "\"you\":0},\"act\":\"play\",\"ply\":8,\"move\":\"a5\",\"now\":9}",
     "\"five\":[\"a5\",\"a4\",\"a3\",\"a2\",\"a1\"]"},
    {"{\"do\":\"game\",\"game\":{\"moves\":[\"h8\",\"i9\"],\"seats\":[{\"name\":\"Ann\"},"
     "{\"name\":\"Level 3\",\"kind\":\"level\",\"level\":3}],\"you\":0,\"line\":4},"
     "\"act\":\"takeback\",\"plies\":2}",
     "\"ply\":0,\"line\":5,\"moves\":[],"},
    {"{\"do\":\"game\",\"game\":{\"moves\":[\"h8\",\"i9\"],\"seats\":[{\"name\":\"Ann\"},"
     "{\"name\":\"Level -2\",\"kind\":\"level\",\"level\":-2}],\"you\":0,\"line\":4},"
     "\"act\":\"takeback\",\"plies\":2}",
     "\"ply\":0,\"line\":5,\"moves\":[],"},
    {"{\"do\":\"game\",\"game\":{\"game\":\"local-7\",\"moves\":[\"h8\",\"i9\"],\"you\":1},"
     "\"act\":\"resign\",\"now\":77}",
     "\"game\":{\"game\":\"local-7\",\"seq\":1,\"state\":\"over\""},
    {"{\"do\":\"game\",\"game\":{\"you\":1,\"moves\":[\"h8\"],\"state\":\"over\",\"result\":{"
     "\"seat\":0,"
     "\"reason\":\"resign\"}}}",
     "\"actions\":[\"rematch\"],\"takeback_plies\":0,\"result\":{\"winner\":\"black\",\"seat\":0,"
     "\"reason\":\"resign\",\"text\":\"Black wins by resignation\"}"},
    {"{\"do\":\"game\",\"game\":{\"you\":1},\"act\":\"play\",\"move\":\"h8\"}",
     "\"code\":\"not_your_turn\""},
    {"{\"do\":\"game\",\"game\":{\"you\":1},\"act\":\"play\",\"seat\":0,\"move\":\"h8\"}",
     "\"moves\":[\"h8\"]"},
    {"{\"do\":\"game\",\"game\":{\"you\":0,\"opening\":\"pro\"},\"act\":\"play\",\"move\":\"a1\"}",
     "\"code\":\"illegal_move\""},
    {"{\"do\":\"game\"}", "must be an object"},
    {"{\"do\":\"game\",\"game\":{},\"act\":\"sing\"}", "there is no action 'sing'"},
    {"{\"do\":\"game\",\"game\":{\"opening\":\"swap3\"}}", "did you mean 'swap"},
    {"{\"do\":\"game\",\"game\":{\"moves\":[5]}}", "move 1 must be a string"},
    {"{\"do\":\"game\",\"game\":{\"moves\":[\"h8\",\"stay\"]}}", "move 2: "},
    {"{\"do\":\"game\",\"game\":{\"state\":\"over\"}}", "contradict each other"},
    {"{\"do\":\"game\",\"game\":{\"time\":\"60\"}}", "without a clock"},
    {"{\"do\":\"game\",\"game\":{\"owner\":5}}", "\"owner must be a string\"}"},
    {"{\"do\":\"move\",\"opening\":\"swap2\",\"moves\":[\"h8\",\"a1\",\"a15\"],\"player\":\"level:"
     "2,1\"}",
     "\"move\":\"s"}, // "stay" or "swap"
    {"{\"do\":\"write\",\"opening\":\"swap2\",\"moves\":[\"h8\",\"i9\",\"j8\",\"swap\"]}",
     "OPENING[swap2]"},
    {"{\"do\":\"write\",\"moves\":\"h8i9\",\"format\":\"pos\"}", "\"text\":\"h8i9"},
    {"{\"do\":\"write\",\"moves\":\"h8\",\"format\":\"renlib\"}", "\"hex\":\"ff52656e4c6962ff0304"},
    {"{\"do\":\"write\",\"moves\":\"h8\",\"result\":\"W+R\"}", "RE[W+R]"},
    {"{\"do\":\"write\",\"moves\":\"h8\",\"result\":\"white\"}",
     "result: 'white' is not a result such as B+R"},
    {"{\"do\":\"read\",\"format\":\"pos\"}", "\"moves\":\"\""},
    {"{\"do\":\"bench\",\"row\":0}", "\"signature\":\"0x5ece9c0e32019ff7\""},
    {"", "\"ok\":false"},
    {"[]", "\"error\":\"a request is an object with a \\\"do\\\" field\""},
    {"{\"do\":\"look\",\"moves\":\"h8h8\"}", "move 2: the point is occupied"},
    {"{\"do\":\"look\",\"moves\":5}", "\\\"moves\\\" must be a string"},
    {"{\"do\":\"look\",\"turn\":\"red\"}", "black or white, not 'red'"},
    {"{\"do\":\"think\",\"lines\":0}", "lines"},
    {"{\"do\":\"bench\",\"row\":999}", "there is no row 999"},
};

TEST(rpc_answers_requests) {
    RpcServer *server = rpc_new(&(RpcHost){0});
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *reply = call(server, rows[i].request);
        CHECK(reply, strstr(reply, rows[i].part) != NULL);
    }
    rpc_free(server);
}

TEST(rpc_reports_progress_and_stops) {
    Host host = {.polls_max = 20};
    RpcServer *server = rpc_new(&(RpcHost){{should_stop, &host}, send_progress, &host});
    CHECK("ok",
          strstr(call(server, "{\"do\":\"think\",\"moves\":\"h8i9h9\"}"), "\"ok\":true") != NULL);
    CHECK("reports", host.reports > 0);
    CHECK("polls", host.polls > 20);
    host.polls = 0;
    CHECK("unknown",
          strstr(call(server, "{\"do\":\"solve\",\"moves\":\"h8i9\"}"), "unknown") != NULL);
    rpc_free(server);
}

TEST(rpc_rejects_bytes_that_are_not_a_net) {
    RpcServer *server = rpc_new(&(RpcHost){0});
    Error err = {0};
    CHECK("rejected", !rpc_use_net(server, "no net", 6, &err) && *err.text);
    rpc_free(server);
}
