// Every way to think uses the embedded net of its rules and board size, unless it is told not to.
#include "api/api_internal.h"
#include "ask.h"
#include "base/number.h"
#include "core/position_text.h"
#include "engine/net/net.h"
#include "games/worker.h"
#include "protocol/gomocup_session.h"
#include "protocol/gtp_session.h"
#include "study/review.h"
#include "wasm/rpc_internal.h"

#include <string.h>

// Each thinks for a moment about the game, which has just begun, and writes the name of its net.

static void by_player(const char *player, const Game *g, Str *net) {
    Player p;
    Error err = {0};
    CHECK(player, player_open(player, &p, &err));
    ask_player(player, &p, g, (Budget){.ms = 1});
    str_add_text(net, engine_net_name(player_engine(&p)));
    player_close(&p);
}

static void by_c_api(const char *unused, const Game *g, Str *net) {
    (void)unused;
    PentadEngine *engine = pentad_engine_new();
    PentadGame *game = api_new_game();
    PentadAnalysis analysis;
    game->game = *g;
    CHECK("analysis", pentad_engine_analyse(engine, game, 1, &analysis, NULL));
    str_add_text(net, pentad_engine_net(engine));
    pentad_game_free(game);
    pentad_engine_free(engine);
}

static void by_worker(const char *unused, const Game *g, Str *net) {
    (void)unused;
    EngineWorker worker = {0};
    Str command = {0}, answer = {0};
    str_add_text(&command, "analyze 1 60000 10 ");
    position_text_format(&g->board, &command);
    worker_execute(&worker, command.data, &answer);
    CHECK(str_text(&answer), str_text(&answer)[0] != '?');
    str_add_text(net, engine_net_name(worker.engine));
    worker_release(&worker);
    str_release(&command);
    str_release(&answer);
}

static void by_rpc(const char *command, const Game *g, Str *net) {
    RpcServer *server = rpc_new(&(RpcHost){0});
    Str request = {0};
    str_add(&request, "{%s,\"rules\":\"%s\",\"size\":%d}", command, g->board.rules->name,
            g->board.size);
    const char *reply = rpc_call(server, str_text(&request), request.len, "", 0);
    CHECK(reply, strstr(reply, "\"ok\":true"));
    Engine *of_player = player_engine(&server->player);
    str_add_text(net, engine_net_name(of_player ? of_player : server->engine));
    rpc_free(server);
    str_release(&request);
}

static void by_review(const char *unused, const Game *g, Str *net) {
    (void)unused;
    Engine *engine = engine_new(NULL);
    Record *r = record_new(g->board.size, g->board.rules);
    EngineRequest each = {.budget.nodes = 10};
    Review v;
    Error err = {0};
    CHECK("review", review_game(engine, r, &each, NULL, NULL, &v, &err));
    str_add_text(net, engine_net_name(engine));
    review_release(&v);
    record_free(r);
    engine_free(engine);
}

static void answer_gtp(Gtp *g, const char *line) {
    Str reply = {0};
    gtp_answer(g, line, strlen(line), &reply);
    CHECK(str_text(&reply), str_text(&reply)[0] == '=');
    str_release(&reply);
}

static void by_gtp(const char *player, const Game *g, Str *net) {
    static const char *const lines[] = {"lz-analyze", "pentad-gfx_best_moves"};
    for (int i = 0; i < COUNT(lines); i++) {
        Error err = {0};
        Gtp *gtp = gtp_new(&(GtpOptions){.profile = GTP_GOGUI,
                                         .player = player,
                                         .rules = g->board.rules,
                                         .size = g->board.size,
                                         .analysis_nodes = 10},
                           &err);
        answer_gtp(gtp, lines[i]);
        str_clear(net);
        str_add_text(net, engine_net_name(gtp_engine(gtp, &err)));
        gtp_free(gtp);
    }
}

static void by_gtp_line(const char *player, const Game *g, Str *net) {
    Error err = {0};
    Gtp *gtp = gtp_new(
        &(GtpOptions){
            .profile = GTP_GOGUI, .player = player, .rules = g->board.rules, .size = g->board.size},
        &err);
    gtp->solve_ms = 1;
    answer_gtp(gtp, "pentad-best_line");
    str_add_text(net, engine_net_name(gtp_engine(gtp, &err)));
    gtp_free(gtp);
}

static int gomocup_rule(const Rules *rules) {
    int rule = 0;
    while (rules_from_gomocup(rule) != rules)
        rule++;
    return rule;
}

static void by_gomocup(const char *player, const Game *g, Str *net) {
    Error err = {0};
    Gomocup *gomocup = gomocup_new(&(GomocupOptions){.player = player, .analysis_nodes = 10}, &err);
    Str lines = {0}, reply = {0};
    str_add(&lines, "INFO rule %d\nSTART %d\nYXNBEST 2", gomocup_rule(g->board.rules),
            g->board.size);
    for (char *rest = lines.data, *line; (line = strtok_r(rest, "\n", &rest));)
        gomocup_answer(gomocup, line, strlen(line), &reply);
    CHECK(str_text(&reply), !strstr(str_text(&reply), "ERROR"));
    str_add_text(net, engine_net_name(gomocup_engine(gomocup)));
    gomocup_free(gomocup);
    str_release(&lines);
    str_release(&reply);
}

// clang-format off
static const struct {
    const char *name;
    void (*think)(const char *argument, const Game *g, Str *net);
    const char *argument;
    bool without_net;
} ways[] = {
    {"strong", by_player, "strong"},
    {"strong, net=on", by_player, "strong:net=on"},
    {"level 1", by_player, "level:1"},
    {"level 2", by_player, "level:2"},
    {"level 3", by_player, "level:3"},
    {"level 4", by_player, "level:4"},
    {"level 5", by_player, "level:5"},
    {"level 6", by_player, "level:6"},
    {"level 7", by_player, "level:7"},
    {"level 8", by_player, "level:8"},
    {"level 9", by_player, "level:9"},
    {"level 10", by_player, "level:10"},
    {"C API", by_c_api, NULL},
    {"worker", by_worker, NULL},
    {"page, think", by_rpc, "\"do\":\"think\",\"nodes\":10"},
    {"page, move", by_rpc, "\"do\":\"move\",\"player\":\"level:4\""},
    {"review", by_review, NULL},
    {"GTP, strong", by_gtp, "strong"},
    {"GTP, level", by_gtp, "level:2"},
    {"GTP, greedy", by_gtp, "greedy"},
    {"GTP, expected line", by_gtp_line, "random"},
    {"Gomocup, strong", by_gomocup, "strong"},
    {"Gomocup, level", by_gomocup, "level:2"},
    {"Gomocup, greedy", by_gomocup, "greedy"},
    {"strong, net=off", by_player, "strong:net=off", true},
    {"GTP, net=off", by_gtp, "strong:net=off", true},
    {"GTP, expected line, net=off", by_gtp_line, "strong:net=off", true},
    {"Gomocup, net=off", by_gomocup, "strong:net=off", true},
};
// clang-format on

static const struct {
    const Rules *rules;
    int size;
    bool has_net;
} boards[] = {
    {&rules_freestyle, 15, true}, {&rules_freestyle, 20, true}, {&rules_standard, 15, true},
    {&rules_renju, 15, true},     {&rules_caro, 15, true},      {&rules_caro_overline, 15, true},
    {&rules_caro, 16, false},
};

static void add_embedded_name(const Rules *rules, int size, Str *out) {
    Net *net = embedded_net_load(embedded_net_for(rules, size));
    str_add_text(out, net->file.name);
    net_free(net);
}

TEST(net_is_used_by_every_way_to_think) {
    for (int i = 0; i < COUNT(boards); i++) {
        Str embedded = {0};
        Game g;
        game_init(&g, &(GameOptions){.rules = boards[i].rules, .size = boards[i].size});
        if (boards[i].has_net)
            add_embedded_name(boards[i].rules, boards[i].size, &embedded);
        for (int k = 0; k < COUNT(ways); k++) {
            Str net = {0};
            ways[k].think(ways[k].argument, &g, &net);
            CHECK_TEXT(ways[k].name, str_text(&net),
                       ways[k].without_net ? "" : str_text(&embedded));
            str_release(&net);
        }
        str_release(&embedded);
    }
}
