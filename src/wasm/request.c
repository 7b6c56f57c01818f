#include "wasm/request.h"

#include "core/notation.h"

#include <string.h>

bool request_integer(const Json *request, const char *name, int64_t min, int64_t max, int64_t *out,
                     Error *err) {
    const Json *j = json_find(request, name);
    return !j || json_integer(j, name, min, max, out, err);
}

bool request_text(const Json *request, const char *name, const char **out, Error *err) {
    const Json *j = json_find(request, name);
    if (!j)
        return true;
    if (j->kind != JSON_TEXT)
        return error_set(err, "\"%s\" must be a text", name);
    *out = j->text;
    return true;
}

bool request_points(const Json *request, const char *name, int size, int room, Point *points,
                    int *count, Error *err) {
    const char *text = "";
    *count = 0;
    if (!request_text(request, name, &text, err))
        return false;
    return points_parse(text, size, room, points, count, err) || error_prefix(err, name);
}

static bool set_up(const Json *request, const char *name, Stone color, Board *b, Error *err) {
    Point points[BOARD_MAX * BOARD_MAX];
    int count;
    if (!request_points(request, name, b->size, BOARD_MAX * BOARD_MAX, points, &count, err))
        return false;
    for (int i = 0; i < count; i++) {
        if (b->at[points[i]] != EMPTY)
            return error_set(err, "two stones are set up on one point");
        board_place(b, color, points[i]);
    }
    return true;
}

static bool set_up_all(const Json *request, Game *g, Error *err) {
    const char *turn = NULL;
    Board b = g->board;
    if (!set_up(request, "black", BLACK, &b, err) || !set_up(request, "white", WHITE, &b, err) ||
        !request_text(request, "turn", &turn, err))
        return false;
    if (turn && strcmp(turn, "black") != 0 && strcmp(turn, "white") != 0)
        return error_set(err, "\"turn\" is black or white, not '%s'", turn);
    if (b.stones == 0 && !turn)
        return true;
    b.turn = turn && !strcmp(turn, "white") ? WHITE : BLACK;
    board_decide(&b);
    game_start_from(g, &b);
    return true;
}

static bool play(Game *g, const Point *moves, int count, Error *err) {
    for (int i = 0; i < count; i++) {
        PlayResult r = game_play(g, moves[i]);
        if (r != PLAY_OK)
            return error_set(err, "move %d: %s", i + 1, play_result_text(r));
    }
    return true;
}

bool request_game(const Json *request, Game *out, Error *err) {
    const char *rules = rules_freestyle.name;
    int64_t size = 15;
    Point moves[BOARD_MAX * BOARD_MAX];
    int count;
    GameOptions options = {0};
    if (!request_text(request, "rules", &rules, err) || !(options.rules = rules_find(rules, err)) ||
        !request_integer(request, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err))
        return false;
    options.size = (int)size;
    game_init(out, &options);
    return set_up_all(request, out, err) &&
           request_points(request, "moves", out->board.size, BOARD_MAX * BOARD_MAX, moves, &count,
                          err) &&
           play(out, moves, count, err);
}

bool request_running_game(const Json *request, Game *out, Error *err) {
    if (!request_game(request, out, err))
        return false;
    return game_result(out).reason == END_NONE || error_set(err, "the game is over");
}
