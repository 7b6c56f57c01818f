// RPC "about", "net", "look" and "move": capabilities, which net to load, facts about a position, a
// player's move.
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
    if (!player_choose(&call->server->player, &g, &(Budget){.ms = ms}, call->server->host.stop,
                       &choice, err))
        return false;
    write_text(call->reply, "move", move_text(choice.move, g.board.size).text);
    return true;
}
