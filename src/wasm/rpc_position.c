// RPC "about", "look" and "move": capabilities, facts about a position, a player's move.
#include "core/notation.h"
#include "player/player.h"
#include "record/format.h"
#include "study/puzzle.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <string.h>

bool rpc_about(RpcCall *call, Error *err) {
    (void)err;
    rpc_add_text(call->out, "version", PENTAD_VERSION);
    rpc_add_names(call->out, "rules", rules_name);
    rpc_add_names(call->out, "reads", format_readable_name);
    rpc_add_names(call->out, "writes", format_name);
    str_add(call->out, ",\"levels\":%d", LEVEL_MAX);
    return true;
}

// ---- A position

// The points where a stone makes a four that a single stone cannot block.
static int list_fours(const Board *b, Stone color, Point fours[static BOARD_MAX * BOARD_MAX]) {
    Point empty[BOARD_MAX * BOARD_MAX], fives[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty), count = 0;
    for (int i = 0; i < n; i++) {
        Board after = *b;
        after.turn = (uint8_t)color;
        if (board_play(&after, empty[i]) == PLAY_OK && after.winner == EMPTY &&
            puzzle_five_points(&after, color, fives) >= 2)
            fours[count++] = empty[i];
    }
    return count;
}

// The threats of a side as if it were to move, as a JSON object.
static void add_threats(Str *out, const Board *b, Stone color) {
    Point points[BOARD_MAX * BOARD_MAX];
    Str fields = {0};
    rpc_add_points(&fields, "fives", points, puzzle_five_points(b, color, points), b->size);
    rpc_add_points(&fields, "fours", points, list_fours(b, color, points), b->size);
    str_add(out, ",\"%s\":{%s}", rpc_color(color), str_text(&fields) + 1);
    str_release(&fields);
}

static void add_fouls(Str *out, const Board *b) {
    Point points[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, points), count = 0;
    for (int i = 0; i < n; i++)
        if (play_result_is_foul(board_check(b, points[i])))
            points[count++] = points[i];
    rpc_add_points(out, "forbidden", points, count, b->size);
}

bool rpc_look(RpcCall *call, Error *err) {
    Game g;
    Point line[BOARD_MAX];
    if (!request_game(call->request, &g, err))
        return false;
    Result r = game_result(&g);
    const Board *b = &g.board;
    Str words = {0};
    result_format(r, &words);
    rpc_add_text(call->out, "turn", rpc_color(b->turn));
    str_add(call->out, ",\"over\":%s", r.reason == END_NONE ? "false" : "true");
    rpc_add_text(call->out, "winner", rpc_color(r.winner));
    rpc_add_text(call->out, "result", str_text(&words));
    str_release(&words);
    rpc_add_points(call->out, "winning", line,
                   b->winner != EMPTY ? board_winning_line(b, b->winner, line) : 0, b->size);
    add_fouls(call->out, b);
    if (r.reason == END_NONE) {
        add_threats(call->out, b, BLACK);
        add_threats(call->out, b, WHITE);
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
    rpc_add_text(call->out, "move", move_text(choice.move, g.board.size).text);
    return true;
}
