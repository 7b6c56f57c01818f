#include "match/gamelog.h"

#include "base/json_writer.h"
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

static bool has_clock(const Game *g) {
    return g->time.main_ms > 0 || g->time.move_ms > 0 || g->time.increment_ms > 0;
}

static int64_t longest_of(const PlayedGame *played, Stone color) {
    return played->longest_ms[game_seat_of(&played->game, color)];
}

void gamelog_json(const LoggedGame *g, Str *out) {
    const Game *game = &g->played->game;
    Result r = game_result(game);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_number(&w, "game", g->number + 1);
    write_text(&w, "black", g->black);
    write_text(&w, "white", g->white);
    write_text(&w, "rules", game->board.rules->name);
    write_number(&w, "size", game->board.size);
    if (game->opening.rule != &opening_none)
        write_text(&w, "opening", game->opening.rule->name);
    write_text(&w, "score", score_of(r));
    write_text(&w, "reason", end_reason_text(r.reason));
    write_text(&w, "why", g->played->why.text);
    Str moves = {0};
    move_string_format(game, &moves);
    write_text(&w, "moves", str_text(&moves));
    str_release(&moves);
    if (has_clock(game)) {
        write_array(&w, "longest_ms");
        write_number(&w, NULL, longest_of(g->played, BLACK));
        write_number(&w, NULL, longest_of(g->played, WHITE));
        write_end_array(&w);
    }
    write_end_object(&w);
    str_add_char(out, '\n');
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
