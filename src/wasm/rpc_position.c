// What there is, what a position shows, and what a player would do in it.
#include "core/move_text.h"
#include "player/level.h"
#include "record/format.h"
#include "study/puzzle_theme.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <string.h>

bool rpc_about(RpcCall *a, Error *err) {
    (void)err;
    rpc_add_text(a->out, "version", PENTAD_VERSION);
    rpc_add_names(a->out, "rules", rules_name);
    rpc_add_names(a->out, "reads", format_readable_name);
    rpc_add_names(a->out, "writes", format_name);
    str_add(a->out, ",\"levels\":%d", LEVEL_MAX);
    return true;
}

// ---- A position

// Where a stone makes a four that no single stone stops.
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

// What a side could do if it were to move, as an object.
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

bool rpc_look(RpcCall *a, Error *err) {
    Game g;
    Point line[BOARD_MAX];
    if (!request_game(a->request, &g, err))
        return false;
    Result r = game_result(&g);
    const Board *b = &g.board;
    Str words = {0};
    result_format(r, &words);
    rpc_add_text(a->out, "turn", rpc_color(b->turn));
    str_add(a->out, ",\"over\":%s", r.reason == END_NONE ? "false" : "true");
    rpc_add_text(a->out, "winner", rpc_color(r.winner));
    rpc_add_text(a->out, "result", str_text(&words));
    str_release(&words);
    rpc_add_points(a->out, "winning", line,
                   b->winner != EMPTY ? board_winning_line(b, b->winner, line) : 0, b->size);
    add_fouls(a->out, b);
    if (r.reason == END_NONE) {
        add_threats(a->out, b, BLACK);
        add_threats(a->out, b, WHITE);
    }
    return true;
}

// ---- A move

static bool take_seat(RpcServer *l, const char *name, Error *err) {
    if (l->player.kind && !strcmp(str_text(&l->player_name), name))
        return true;
    Player player;
    if (!player_open(name, &player, err))
        return false;
    player_close(&l->player);
    l->player = player;
    str_clear(&l->player_name);
    str_add_text(&l->player_name, name);
    return true;
}

bool rpc_move(RpcCall *a, Error *err) {
    const char *name = "level";
    int64_t ms = 0;
    Game g;
    Point p;
    if (!request_running_game(a->request, &g, err) ||
        !request_text(a->request, "player", &name, err) ||
        !request_integer(a->request, "ms", 1, REQUEST_MS_MAX, &ms, err) ||
        !take_seat(a->local, name, err))
        return false;
    Limits limits = {.ms = ms, .interrupted = rpc_is_stopped, .context = a->local};
    if (!player_choose(&a->local->player, &g, &limits, &p, err))
        return false;
    rpc_add_text(a->out, "move", move_text(p, g.board.size).text);
    return true;
}
