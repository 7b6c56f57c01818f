#include "match/gamelog.h"

#include "match/move_string.h"
#include "record/format.h"
#include "record/game_in_tree.h"

static const char *score_of(Result r) {
    return r.winner == BLACK ? "1-0" : r.winner == WHITE ? "0-1" : "1/2-1/2";
}

void gamelog_line(const LoggedGame *g, Str *out) {
    const Game *game = &g->played->game;
    Result r = game_result(game);
    str_add(out, "game %d: %s - %s %s, %s, %d moves", g->number + 1, g->black, g->white,
            score_of(r), end_reason_text(r.reason), game->count);
    if (*g->played->why.text)
        str_add(out, " (%s)", g->played->why.text);
    str_add_char(out, '\n');
}

static void add_json_text(Str *out, const char *text) {
    str_add_char(out, '"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            str_add(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            str_add(out, "\\u%04x", (unsigned)*text);
        else
            str_add_char(out, *text);
    str_add_char(out, '"');
}

static void add_json_field(Str *out, const char *name, const char *text) {
    str_add(out, ",\"%s\":", name);
    add_json_text(out, text);
}

static bool has_clock(const Game *g) {
    return g->time.main_ms > 0 || g->time.move_ms > 0 || g->time.increment_ms > 0;
}

static long long longest_of(const PlayedGame *played, Stone color) {
    return (long long)played->longest_ms[game_seat_of(&played->game, color)];
}

void gamelog_json(const LoggedGame *g, Str *out) {
    const Game *game = &g->played->game;
    Result r = game_result(game);
    str_add(out, "{\"game\":%d", g->number + 1);
    add_json_field(out, "black", g->black);
    add_json_field(out, "white", g->white);
    add_json_field(out, "rules", game->board.rules->name);
    str_add(out, ",\"size\":%d", game->board.size);
    if (game->opening.rule != &opening_none)
        add_json_field(out, "opening", game->opening.rule->name);
    add_json_field(out, "score", score_of(r));
    add_json_field(out, "reason", end_reason_text(r.reason));
    add_json_field(out, "why", g->played->why.text);
    Str moves = {0};
    move_string_format(game, &moves);
    add_json_field(out, "moves", str_text(&moves));
    str_release(&moves);
    if (has_clock(game))
        str_add(out, ",\"longest_ms\":[%lld,%lld]", longest_of(g->played, BLACK),
                longest_of(g->played, WHITE));
    str_add_text(out, "}\n");
}

static bool write_record(const LoggedGame *g, const Format *format, Str *out, Error *err) {
    Record *record = record_from_game(&g->played->game);
    record_set_value(record, record->root, "PB", g->black);
    record_set_value(record, record->root, "PW", g->white);
    if (*g->played->why.text)
        record_set_value(record, record_last(record), "C", g->played->why.text);
    bool ok = record_write(record, format, &(WriteOptions){0}, out, err);
    record_free(record);
    return ok;
}

bool gamelog_sgf(const LoggedGame *g, Str *out, Error *err) {
    return write_record(g, &format_sgf, out, err);
}

bool gamelog_psq(const LoggedGame *g, Str *out, Error *err) {
    return write_record(g, &format_psq, out, err);
}
