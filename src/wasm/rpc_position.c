// RPC "about", "net", "strategy", "proved", "look" and "move": capabilities, which files to load,
// facts about a position, a player's move.
#include "core/notation.h"
#include "player/player.h"
#include "record/format.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <string.h>

bool rpc_about(RpcCall *call, Error *err) {
    (void)err;
    write_text(call->reply, "version", PENTAD_VERSION);
    rpc_write_names(call->reply, "rules", rules_name);
    rpc_write_names(call->reply, "reads", format_readable_name);
    rpc_write_names(call->reply, "writes", format_name);
    write_number(call->reply, "levels", LEVEL_MAX);
    return true;
}

bool rpc_net(RpcCall *call, Error *err) {
    Game g;
    if (!request_game(call->request, &g, err))
        return false;
    write_text(call->reply, "net", engine_published_net(g.board.rules, g.board.size));
    return true;
}

// ---- Proved strategies

static void write_strategy(RpcCall *call, const Game *g, Stone side) {
    const Board *b = &g->board;
    const StrategyRow *row = strategy_row_find(b->rules, b->size, side);
    if (row && !strategy_set_find(&call->server->strategies, b->rules, b->size, side))
        write_text(call->reply, NULL, row->name);
}

// With "file", supplies it; otherwise replies with the files that are missing.
bool rpc_strategy(RpcCall *call, Error *err) {
    const char *file = NULL;
    Game g;
    if (!request_game(call->request, &g, err) || !request_text(call->request, "file", &file, err))
        return false;
    if (file)
        return strategy_set_add(&call->server->strategies, file, call->bytes, call->len, err);
    write_array(call->reply, "missing");
    write_strategy(call, &g, BLACK);
    write_strategy(call, &g, WHITE);
    write_end_array(call->reply);
    return true;
}

static const char *claim_word(Claim claim) {
    return claim == CLAIM_WIN ? "win" : "hold";
}

bool rpc_proved(RpcCall *call, Error *err) {
    StrategySet *set = &call->server->strategies;
    ProvedMove proved;
    Claim claim;
    Game g;
    if (!request_game(call->request, &g, err))
        return false;
    write_text(call->reply, "turn", stone_word(g.board.turn));
    if (game_result(&g).reason != END_NONE)
        return true;
    if (proved_last_move(set, &g, &claim))
        write_text(call->reply, "last", claim_word(claim));
    if (proved_move(set, &g, &proved)) {
        write_text(call->reply, "claim", claim_word(proved.claim));
        if (proved.next.move != POINT_NONE)
            write_points(call->reply, "move", &proved.next.move, 1, g.board.size);
        if (proved.next.has_pairs)
            write_points(call->reply, "pairs", proved.next.pairs, 2 * proved.next.pair_count,
                         g.board.size);
        if (proved.next.has_open_points)
            write_flag(call->reply, "settled", true);
    }
    return true;
}

// ---- A position

// The threats of a side as if it were to move.
static void write_threats(JsonWriter *w, const Board *b, Stone color) {
    Point points[BOARD_MAX * BOARD_MAX];
    write_object(w, stone_word(color));
    write_points(w, "fives", points, board_five_points(b, color, points), b->size);
    write_points(w, "fours", points, board_four_points(b, color, points), b->size);
    write_end_object(w);
}

static void write_fouls(JsonWriter *w, const Board *b) {
    Point points[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, points), count = 0;
    for (int i = 0; i < n; i++)
        if (play_result_is_foul(board_check(b, points[i])))
            points[count++] = points[i];
    write_points(w, "forbidden", points, count, b->size);
}

bool rpc_look(RpcCall *call, Error *err) {
    Game g;
    Point line[BOARD_MAX];
    if (!request_game(call->request, &g, err))
        return false;
    Result r = game_result(&g);
    const Board *b = &g.board;
    ScopedStr words = {0};
    result_format(r, &words);
    write_text(call->reply, "turn", stone_word(b->turn));
    write_flag(call->reply, "over", r.reason != END_NONE);
    write_text(call->reply, "winner", stone_word(r.winner));
    write_text(call->reply, "result", str_text(&words));
    int other = b->winner == EMPTY ? 0 : board_winning_line(b, stone_other(b->winner), line);
    write_flag(call->reply, "both_win", other > 0); // set up so
    write_points(call->reply, "winning", line,
                 b->winner != EMPTY ? board_winning_line(b, b->winner, line) : 0, b->size);
    write_fouls(call->reply, b);
    if (r.reason == END_NONE) {
        write_threats(call->reply, b, BLACK);
        write_threats(call->reply, b, WHITE);
    }
    return true;
}

// ---- A move

static bool open_player(RpcServer *server, const char *name, Error *err) {
    if (server->player.kind && !strcmp(str_text(&server->player_name), name))
        return true;
    Player player;
    if (!player_open(name, &player, err))
        return false;
    player_close(&server->player);
    server->player = player;
    str_clear(&server->player_name);
    str_add_text(&server->player_name, name);
    rpc_offer_net(server);
    return true;
}

bool rpc_move(RpcCall *call, Error *err) {
    const char *name = "level";
    int64_t ms = 0;
    Game g;
    PlayerMove choice;
    if (!request_running_game(call->request, &g, err) ||
        !request_text(call->request, "player", &name, err) ||
        !request_integer(call->request, "ms", 1, REQUEST_MS_MAX, &ms, err) ||
        !open_player(call->server, name, err))
        return false;
    perfect_use_strategies(&call->server->player, &call->server->strategies);
    if (!player_choose(&call->server->player, &g, &(Budget){.ms = ms}, call->server->host.stop,
                       &choice, err))
        return false;
    write_text(call->reply, "move", move_text(choice.move, g.board.size).text);
    if (choice.proof != MOVE_UNPROVED)
        write_text(call->reply, "proved",
                   claim_word(choice.proof == MOVE_WINS ? CLAIM_WIN : CLAIM_HOLD));
    return true;
}
