// C API: version, tables of names, points; and the helpers of api_internal.h.
#include "api/api_internal.h"

#include "base/error.h"
#include "base/mem.h"
#include "core/notation.h"
#include "player/player.h"
#include "record/format.h"

#include <stdio.h>

const char *pentad_version(void) {
    return PENTAD_VERSION;
}

// Our tables end with NULL and must be walked from the start; a caller may pass any index.
static const char *name_at(WordAt *words, int i) {
    for (int k = 0; k < i; k++)
        if (!words(k))
            return NULL;
    return i < 0 ? NULL : words(i);
}

const char *pentad_rules_name(int i) {
    return name_at(rules_name, i);
}

const char *pentad_format_name(int i) {
    return name_at(format_name, i);
}

const char *pentad_player_name(int i) {
    return name_at(player_kind_name, i);
}

const char *pentad_notation_name(int i) {
    return name_at(notation_name, i);
}

static bool find_notation(const char *name, int size, Notation *out, PentadError *error) {
    if (!name)
        return api_error_set(error, "no notation is named");
    if (size < BOARD_MIN || size > BOARD_MAX)
        return api_error_set(error, "a board has 2 to 25 lines");
    return notation_find(name, out, api_error(error));
}

bool pentad_point_parse(const char *text, const char *notation, int size, PentadPoint *point,
                        PentadError *error) {
    Notation kind;
    if (!text || !point)
        return api_error_set(error, "the text or the point is NULL");
    if (!find_notation(notation, size, &kind, error))
        return false;
    Point p;
    if (!point_parse(text, kind, size, &p, api_error(error)))
        return false;
    *point = api_point(p);
    return true;
}

bool pentad_point_format(PentadPoint point, const char *notation, int size,
                         char text[PENTAD_POINT_TEXT], PentadError *error) {
    Notation kind;
    if (!text)
        return api_error_set(error, "the text is NULL");
    if (!find_notation(notation, size, &kind, error))
        return false;
    if (point.x < 0 || point.y < 0 || point.x >= size || point.y >= size)
        return api_error_set(error, play_result_text(PLAY_OFF_BOARD));
    ScopedStr written = {0};
    point_format(point_at(point.x, point.y), kind, size, &written);
    snprintf(text, PENTAD_POINT_TEXT, "%s", str_text(&written));
    return true;
}

bool api_error_set(PentadError *error, const char *reason) {
    return error_set(api_error(error), "%s", reason);
}

bool api_has_game(const PentadGame *game, PentadError *error) {
    return game || api_error_set(error, "no game is given");
}

bool api_has_running_game(const PentadGame *game, PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    return game_result(&game->game).reason == END_NONE ||
           api_error_set(error, play_result_text(PLAY_GAME_OVER));
}

PentadGame *api_new_game(void) {
    return mem_alloc(sizeof(PentadGame));
}

bool api_is_color(PentadStone color) {
    return color == PENTAD_BLACK || color == PENTAD_WHITE;
}

bool api_is_on_board(const PentadGame *game, int x, int y) {
    int size = game->game.board.size;
    return x >= 0 && y >= 0 && x < size && y < size;
}

PentadPoint api_point(Point p) {
    return p > POINT_MORE ? (PentadPoint){point_x(p), point_y(p)} : (PentadPoint){-1, -1};
}
