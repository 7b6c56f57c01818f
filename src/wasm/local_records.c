// Games from files and into them.
#include "base/util.h"
#include "record/branch.h"
#include "record/format.h"
#include "wasm/local_inside.h"
#include "wasm/request.h"

static bool find_format(LocalAsked *a, const Format **out, Error *err) {
    const char *name = "sgf";
    return request_text(a->request, "format", &name, err) && (*out = format_find(name, err));
}

static void add_setup(Str *out, const Board *b, Stone color) {
    Point points[BOARD_MAX * BOARD_MAX];
    int count = 0;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (b->at[p] == color)
            points[count++] = p;
    local_add_points(out, local_color(color), points, count, b->size);
}

static void add_game(Str *out, const Game *g) {
    Point moves[GAME_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < g->count; i++)
        if (board_has(&g->board, g->moves[i].point))
            moves[count++] = g->moves[i].point;
    local_add_text(out, "rules", g->board.rules->name);
    str_add(out, ",\"size\":%d", g->board.size);
    if (g->start.stones > 0 || g->start.turn != BLACK) {
        add_setup(out, &g->start, BLACK);
        add_setup(out, &g->start, WHITE);
        local_add_text(out, "turn", local_color(g->start.turn));
    }
    local_add_points(out, "moves", moves, count, g->board.size);
}

static bool add_record(Str *out, const Record *r, Error *err) {
    static const char *const names[][2] = {{"PB", "black_name"}, {"PW", "white_name"}};
    Game g;
    Str sgf = {0};
    bool ok = record_replay(r, record_last(r), &g, err) &&
              record_write(r, &format_sgf, &(WriteOptions){0}, &sgf, err);
    if (ok) {
        add_game(out, &g);
        for (int i = 0; i < COUNT(names); i++) {
            const char *name = node_value(r->root, names[i][0]);
            local_add_text(out, names[i][1], name ? name : "");
        }
        local_add_text(out, "notes", str_text(&r->notes));
        local_add_text(out, "sgf", str_text(&sgf));
    }
    str_release(&sgf);
    return ok;
}

bool local_read(LocalAsked *a, Error *err) {
    const Format *format;
    const char *rules = NULL;
    int64_t size = 0;
    ReadOptions options = {0};
    if (!find_format(a, &format, err) || !request_text(a->request, "rules", &rules, err) ||
        !request_integer(a->request, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err) ||
        (rules && !(options.rules = rules_find(rules, err))))
        return false;
    if (!format->read)
        return error_set(err, "format %s can be written but not read", format->name);
    options.size = (int)size;
    Record *r = format->read(a->bytes, a->len, &options, err);
    bool ok = r && add_record(a->out, r, err);
    record_free(r);
    return ok;
}

bool local_write(LocalAsked *a, Error *err) {
    const Format *format;
    const char *black = "", *white = "";
    Game g;
    if (!find_format(a, &format, err) || !request_game(a->request, &g, err) ||
        !request_text(a->request, "black_name", &black, err) ||
        !request_text(a->request, "white_name", &white, err))
        return false;
    if (!format->write)
        return error_set(err, "format %s can be read but not written", format->name);
    Record *r = record_from_game(&g);
    Str text = {0};
    bool ok = (!*black || record_set_value(r, r->root, "PB", black)) &&
              (!*white || record_set_value(r, r->root, "PW", white)) &&
              record_write(r, format, &(WriteOptions){0}, &text, err);
    if (ok)
        local_add_text(a->out, "text", str_text(&text));
    str_release(&text);
    record_free(r);
    return ok;
}
