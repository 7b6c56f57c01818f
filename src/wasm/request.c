#include "wasm/request.h"

#include "core/notation.h"
#include "core/position_text.h"

bool request_integer(const Json *request, const char *name, int64_t min, int64_t max, int64_t *out,
                     Error *err) {
    const Json *j = json_find(request, name);
    return !j || j->kind == JSON_NULL || json_integer(j, name, min, max, out, err);
}

bool request_text(const Json *request, const char *name, const char **out, Error *err) {
    const Json *j = json_find(request, name);
    if (!j)
        return true;
    if (j->kind != JSON_STRING)
        return error_set(err, "\"%s\" must be a string", name);
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

// A list may also contain answers of an opening protocol.
static bool play_words(const Json *words, Game *g, Error *err) {
    for (const Json *j = words->first; j; j = j->next) {
        Point p;
        if (j->kind != JSON_STRING)
            return error_set(err, "move %d must be a string", g->count + 1);
        if (!move_parse(j->text, g->board.size, &p, err))
            return error_prefix(err, "moves");
        if (!game_play_explained(g, p, err))
            return false;
    }
    return true;
}

bool request_game(const Json *request, Game *out, Error *err) {
    int64_t size = 0;
    PositionSpec s = {0};
    const Json *moves = json_find(request, "moves");
    bool is_list = moves && moves->kind == JSON_ARRAY;
    if (!request_text(request, "rules", &s.rules, err) ||
        !request_integer(request, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err) ||
        !request_text(request, "opening", &s.opening, err) ||
        !request_text(request, "black", &s.black, err) ||
        !request_text(request, "white", &s.white, err) ||
        !request_text(request, "turn", &s.turn, err) ||
        (!is_list && !request_text(request, "moves", &s.moves, err)))
        return false;
    s.size = (int)size;
    return position_spec_play(&s, out, err) && (!is_list || play_words(moves, out, err));
}

bool request_running_game(const Json *request, Game *out, Error *err) {
    if (!request_game(request, out, err))
        return false;
    return game_result(out).reason == END_NONE || error_set(err, "the game is over");
}
