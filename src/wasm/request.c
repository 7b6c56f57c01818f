#include "wasm/request.h"

#include "core/movetext.h"
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

static bool play(Game *g, Point p, Error *err) {
    PlayResult r = game_play(g, p);
    Error why = {0};
    if (r == PLAY_OPENING)
        opening_allows(&g->opening, &g->board, p, &why);
    return r == PLAY_OK ||
           error_set(err, "move %d: %s", g->count + 1, *why.text ? why.text : play_result_text(r));
}

static bool play_points(const Json *request, Game *g, Error *err) {
    Point moves[BOARD_MAX * BOARD_MAX];
    int count;
    if (!request_points(request, "moves", g->board.size, BOARD_MAX * BOARD_MAX, moves, &count, err))
        return false;
    for (int i = 0; i < count; i++)
        if (!play(g, moves[i], err))
            return false;
    return true;
}

// A list can also hold answers of an opening.
static bool play_words(const Json *words, Game *g, Error *err) {
    for (const Json *j = words->first; j; j = j->next) {
        Point p;
        if (j->kind != JSON_TEXT)
            return error_set(err, "move %d must be a text", g->count + 1);
        if (!move_parse(j->text, g->board.size, &p, err))
            return error_prefix(err, "moves");
        if (!play(g, p, err))
            return false;
    }
    return true;
}

bool request_game(const Json *request, Game *out, Error *err) {
    const char *rules = rules_freestyle.name, *opening = opening_none.name;
    int64_t size = 15;
    GameOptions options = {0};
    if (!request_text(request, "rules", &rules, err) || !(options.rules = rules_find(rules, err)) ||
        !request_integer(request, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err) ||
        !request_text(request, "opening", &opening, err) ||
        !(options.opening = opening_rule_find(opening, err)))
        return false;
    options.size = (int)size;
    game_init(out, &options);
    if (!set_up_all(request, out, err))
        return false;
    const Json *moves = json_find(request, "moves");
    return moves && moves->kind == JSON_LIST ? play_words(moves, out, err)
                                             : play_points(request, out, err);
}

bool request_running_game(const Json *request, Game *out, Error *err) {
    if (!request_game(request, out, err))
        return false;
    return game_result(out).reason == END_NONE || error_set(err, "the game is over");
}
