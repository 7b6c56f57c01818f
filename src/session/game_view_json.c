// The JSON of game views: written for clients, and read again from what a page keeps.
#include "session/game_session.h"

#include "core/position_text.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// ---- Writing

static const char *color_word(bool is_black) {
    return stone_word(is_black ? BLACK : WHITE);
}

// The settings and state of a game.
static void write_setup(JsonWriter *w, const GameSummary *g) {
    write_text(w, "game", g->id.text);
    write_number(w, "seq", g->seq);
    write_text(w, "state", game_state_word(g->state));
    write_text(w, "rules", g->rules);
    write_number(w, "size", g->size);
    write_text(w, "opening", g->opening);
    write_text(w, "time", g->time);
    write_flag(w, "mist", g->mist);
    write_flag(w, "rated", g->rated);
    write_flag(w, "chat", g->chat);
    write_text(w, "opponent", g->opponent);
    write_text(w, "owner", g->owner);
    write_number(w, "created", g->created);
    write_optional(w, "started", g->started);
    write_optional(w, "ended", g->ended);
}

static void write_clock(JsonWriter *w, const ClockView *c) {
    if (!c->exists) {
        write_null(w, "clock");
        return;
    }
    write_object(w, "clock");
    write_number(w, "main", c->main_ms);
    write_number(w, "periods", c->periods);
    write_number(w, "period", c->period_ms);
    write_optional(w, "move", c->move_ms);
    write_flag(w, "runs", c->runs);
    write_end_object(w);
}

static void write_person(JsonWriter *w, const SeatView *s) {
    write_text(w, "name", s->name);
    write_text(w, "kind", s->kind);
    write_flag(w, "bot", s->is_bot);
    write_number(w, "level", s->level);
    if (isnan(s->rating))
        write_null(w, "rating");
    else
        write_number(w, "rating", lround(s->rating));
    write_flag(w, "provisional", s->provisional);
    write_text(w, "color", color_word(s->black));
}

static void write_seats(JsonWriter *w, const SeatView seats[2]) {
    write_array(w, "seats");
    for (int i = 0; i < 2; i++) {
        if (!seats[i].player) {
            write_null(w, NULL);
            continue;
        }
        write_object(w, NULL);
        write_person(w, &seats[i]);
        write_flag(w, "here", seats[i].here);
        write_clock(w, &seats[i].clock);
        write_end_object(w);
    }
    write_end_array(w);
}

static void write_turn(JsonWriter *w, const GameView *v) {
    if (v->summary.turn < 0) {
        write_null(w, "turn");
        return;
    }
    write_object(w, "turn");
    write_number(w, "seat", v->summary.turn);
    write_text(w, "color", color_word(v->turn_is_black));
    write_text(w, "asks", v->asks_choice ? "choice" : "stone");
    write_array(w, "choices");
    if (v->may_stay)
        write_text(w, NULL, "stay");
    if (v->may_swap)
        write_text(w, NULL, "swap");
    if (v->may_more)
        write_text(w, NULL, "more");
    write_end_array(w);
    write_number(w, "stones", v->asks_choice ? 0 : v->stones);
    if (v->zone) {
        write_object(w, "zone");
        write_text(w, "allowed", v->zone);
        write_text(w, "low", v->zone_low.text);
        write_text(w, "high", v->zone_high.text);
        write_end_object(w);
    } else {
        write_null(w, "zone");
    }
    write_end_object(w);
}

static void write_move(JsonWriter *w, const char *key, const MoveText *m) {
    write_text(w, key, *m->text ? m->text : NULL);
}

static void write_moves(JsonWriter *w, const char *key, const MoveText *moves, int count) {
    write_array(w, key);
    for (int i = 0; i < count; i++)
        write_move(w, NULL, &moves[i]);
    write_end_array(w);
}

static void write_fouls(JsonWriter *w, const GameView *v) {
    write_object(w, "fouls");
    for (int i = 0; i < v->foul_count; i++)
        write_text(w, v->fouls[i].point, v->fouls[i].reason);
    write_end_object(w);
}

static void write_mist_view(JsonWriter *w, const GameView *v) {
    if (!v->has_view) {
        write_null(w, "view");
        return;
    }
    char cells[MIST_CELLS + 1] = "";
    for (int i = 0; i < MIST_CELLS; i++)
        cells[i] = ".#ox"[v->view.cells[i]];
    write_object(w, "view");
    write_text(w, "centre", v->view_center.text);
    write_text(w, "cells", cells);
    write_end_object(w);
}

static void write_offers(JsonWriter *w, const GameView *v) {
    write_object(w, "offers");
    write_optional(w, "draw", v->draw_offer);
    write_optional(w, "takeback", v->takeback_offer);
    write_number(w, "plies", v->takeback_offer >= 0 ? v->offered_plies : 0);
    write_array(w, "rematch");
    write_flag(w, NULL, v->rematch & 1);
    write_flag(w, NULL, v->rematch & 2);
    write_end_array(w);
    write_end_object(w);
}

static void write_actions(JsonWriter *w, const GameView *v) {
    write_array(w, "actions");
    for (int i = 0; i < GAME_ACTION_COUNT; i++)
        if (v->actions & 1u << i)
            write_text(w, NULL, game_action_word((GameActionKind)i));
    write_end_array(w);
    write_number(w, "takeback_plies", v->takeback_plies);
}

static void write_result(JsonWriter *w, const GameSummary *s, const char *text) {
    if (s->state != GAME_OVER) {
        write_null(w, "result");
        return;
    }
    write_object(w, "result");
    write_text(w, "winner", s->winner < 0 ? NULL : color_word(s->seats[s->winner].black));
    write_optional(w, "seat", s->winner);
    write_text(w, "reason", s->reason);
    if (text)
        write_text(w, "text", text);
    write_end_object(w);
}

static void write_tries(JsonWriter *w, const GameView *v) {
    write_array(w, "tries");
    for (int i = 0; i < v->try_count; i++) {
        write_object(w, NULL);
        write_number(w, "ply", v->tries[i].ply);
        write_text(w, "move", v->tries[i].text);
        write_end_object(w);
    }
    write_end_array(w);
}

void game_view_write(JsonWriter *w, const GameView *v) {
    const GameSummary *s = &v->summary;
    write_setup(w, s);
    write_optional(w, "you", v->you);
    write_seats(w, s->seats);
    write_number(w, "ply", s->ply);
    write_number(w, "line", v->line);
    write_moves(w, "moves", v->moves, s->ply);
    write_turn(w, v);
    write_fouls(w, v);
    write_moves(w, "five", v->five, v->five_count);
    write_mist_view(w, v);
    write_moves(w, "seen", v->seen, v->seen_count);
    write_offers(w, v);
    write_actions(w, v);
    write_result(w, s, v->result_text);
    write_flag(w, "declined", v->declined);
    write_tries(w, v);
    write_text(w, "next", *v->next.text ? v->next.text : NULL);
    write_number(w, "watchers", v->watchers);
}

void game_view_write_moved(JsonWriter *w, const GameView *v) {
    const GameSummary *s = &v->summary;
    write_object(w, NULL);
    write_text(w, "is", "moved");
    write_text(w, "game", s->id.text);
    write_number(w, "seq", s->seq);
    write_number(w, "ply", s->ply);
    write_move(w, "move", &v->moves[s->ply - 1]);
    write_array(w, "seats");
    for (int i = 0; i < 2; i++) {
        write_object(w, NULL);
        write_text(w, "color", color_word(s->seats[i].black));
        write_clock(w, &s->seats[i].clock);
        write_end_object(w);
    }
    write_end_array(w);
    write_turn(w, v);
    write_fouls(w, v);
    write_mist_view(w, v);
    write_moves(w, "seen", v->seen, v->seen_count);
    write_offers(w, v);
    write_actions(w, v);
    write_end_object(w);
}

// An array of the words of a text.
static void write_words(JsonWriter *w, const char *key, const char *text) {
    write_array(w, key);
    for (; *text; text += strcspn(text, " "), text += *text == ' ') {
        char word[8];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
        write_text(w, NULL, word);
    }
    write_end_array(w);
}

void game_summary_write(JsonWriter *w, const GameSummary *s, int64_t viewer) {
    write_object(w, NULL);
    write_setup(w, s);
    write_array(w, "seats");
    for (int i = 0; i < 2; i++) {
        if (!s->seats[i].player) {
            write_null(w, NULL);
            continue;
        }
        write_object(w, NULL);
        write_person(w, &s->seats[i]);
        write_end_object(w);
    }
    write_end_array(w);
    write_number(w, "ply", s->ply);
    if (viewer)
        write_flag(w, "your_turn", s->turn >= 0 && s->seats[s->turn].player == viewer);
    write_result(w, s, NULL);
    if (s->moves)
        write_words(w, "moves", s->moves);
    write_end_object(w);
}

// ---- Reading

// These leave *out unchanged if the field is missing or null.

static const Json *field(const Json *object, const char *name) {
    const Json *j = object ? json_find(object, name) : NULL;
    return j && j->kind != JSON_NULL ? j : NULL;
}

static bool read_number(const Json *object, const char *name, int64_t max, int64_t *out,
                        Error *err) {
    const Json *j = field(object, name);
    return !j || json_integer(j, name, 0, max, out, err);
}

static bool read_int(const Json *object, const char *name, int max, int *out, Error *err) {
    int64_t number = *out;
    bool ok = read_number(object, name, max, &number, err);
    *out = (int)number;
    return ok;
}

// Levels for beginners are negative; 0: a person.
static bool read_level(const Json *seat, int *out, Error *err) {
    const Json *j = field(seat, "level");
    int64_t number = 0;
    bool ok = !j || json_integer(j, "level", INT16_MIN, INT16_MAX, &number, err);
    *out = (int)number;
    return ok;
}

static bool read_flag(const Json *object, const char *name, bool *out, Error *err) {
    const Json *j = field(object, name);
    if (j && j->kind != JSON_BOOLEAN)
        return error_set(err, "%s must be true or false", name);
    *out = j ? j->boolean : *out;
    return true;
}

static bool read_text(const Json *object, const char *name, const char **out, Error *err) {
    const Json *j = field(object, name);
    if (j && j->kind != JSON_STRING)
        return error_set(err, "%s must be a string", name);
    *out = j ? j->text : *out;
    return true;
}

static bool copy_text(const Json *object, const char *name, char *out, size_t size, Error *err) {
    const char *text = out;
    if (!read_text(object, name, &text, err))
        return false;
    if (strlen(text) >= size)
        return error_set(err, "%s is too long", name);
    memmove(out, text, strlen(text) + 1);
    return true;
}

static const Json *seat_at(const Json *game, int seat) {
    const Json *seats = field(game, "seats");
    const Json *first = seats ? seats->first : NULL;
    return seat == 0 || !first ? first : first->next;
}

static bool read_options(const Json *game, SessionOptions *out, Error *err) {
    const char *rules = rules_freestyle.name, *opening = opening_none.name, *time = "none";
    bool mist = false;
    out->game.size = 15;
    if (!read_text(game, "rules", &rules, err) || !read_text(game, "opening", &opening, err) ||
        !read_text(game, "time", &time, err) || !read_flag(game, "mist", &mist, err) ||
        !read_flag(game, "rated", &out->rated, err) ||
        !read_int(game, "size", BOARD_MAX, &out->game.size, err))
        return false;
    if (out->game.size < BOARD_MIN_PLAYABLE)
        return error_set(err, "size is a number from %d to %d", BOARD_MIN_PLAYABLE, BOARD_MAX);
    if (mist || strcmp(time, "none") != 0)
        return error_set(err, "only a game without a clock, and not in the mist");
    for (int seat = 0; seat < 2; seat++) {
        int level = 0;
        if (!read_level(seat_at(game, seat), &level, err))
            return false;
        out->computers[seat] = level != 0;
        out->players[seat] = seat + 1;
    }
    out->game.rules = rules_find(rules, err);
    out->game.opening = opening_rule_find(opening, err);
    return out->game.rules && out->game.opening;
}

static bool read_moves(const Json *moves, Game *g, Error *err) {
    if (moves && moves->kind != JSON_ARRAY)
        return error_set(err, "moves must be a list");
    for (const Json *j = moves ? moves->first : NULL; j; j = j->next) {
        Point p;
        if (j->kind != JSON_STRING)
            return error_set(err, "move %d must be a string", g->count + 1);
        if (!move_parse(j->text, g->board.size, &p, err) || !game_play_explained(g, p, err))
            return false;
    }
    return true;
}

static bool read_offers(const Json *offers, GameSession *out, Error *err) {
    const Json *rematch = field(offers, "rematch");
    int seat = 0;
    for (const Json *j = rematch ? rematch->first : NULL; j && seat < 2; j = j->next)
        out->rematch |= (j->kind == JSON_BOOLEAN && j->boolean) << seat++;
    return read_int(offers, "draw", 1, &out->draw_offer, err) &&
           read_int(offers, "takeback", 1, &out->takeback_offer, err) &&
           read_int(offers, "plies", 2, &out->takeback_plies, err);
}

// Whether a game without a clock can end like this when the moves do not show it. A player who left
// may lose, or the other has claimed a draw.
static bool is_possible_end(EndReason reason, int winner) {
    return reason == END_FORFEIT || reason == END_ADJUDICATED ||
           (reason == END_AGREED && winner == SEAT_NONE) ||
           ((reason == END_RESIGN || reason == END_CRASH) && winner != SEAT_NONE);
}

// Restores an end that the moves do not show, such as a resignation.
static bool read_end(const Json *game, GameSession *out, Error *err) {
    const char *state = game_state_word(GAME_PLAYING), *reason = "";
    const Json *result = field(game, "result");
    int winner = SEAT_NONE;
    if (!read_text(game, "state", &state, err) || !read_text(result, "reason", &reason, err) ||
        !read_int(result, "seat", 1, &winner, err))
        return false;
    if (!game_state_parse(state, &out->state))
        return error_set(err, "unknown state");
    EndReason stated = end_reason_parse(reason);
    if (out->state == GAME_OVER && is_possible_end(stated, winner))
        game_end(&out->game, stated,
                 winner == SEAT_NONE ? EMPTY : game_color_of(&out->game, (Seat)(1 - winner)));
    EndReason true_reason = game_result(&out->game).reason;
    if ((true_reason != END_NONE) != (out->state == GAME_OVER))
        return error_set(err, "the moves and the state contradict each other");
    return !result || (true_reason == stated && session_winner(out) == winner) ||
           error_set(err, "the moves and the result contradict each other");
}

// A counter that still grows: kept far from its limit.
static bool read_counter(const Json *game, const char *name, int *out, Error *err) {
    int64_t number = 0;
    bool ok = read_number(game, name, INT64_MAX, &number, err);
    *out = number < INT_MAX / 2 ? (int)number : INT_MAX / 2;
    return ok;
}

bool session_from_json(const Json *game, GameSession *out, Error *err) {
    SessionOptions options = {0};
    if (!read_options(game, &options, err))
        return false;
    session_init(out, &options, (Timestamp){0});
    return read_moves(field(game, "moves"), &out->game, err) &&
           read_counter(game, "seq", &out->seq, err) &&
           read_counter(game, "line", &out->line, err) &&
           read_number(game, "started", INT64_MAX, &out->started, err) &&
           read_number(game, "ended", INT64_MAX, &out->ended, err) &&
           read_offers(field(game, "offers"), out, err) && read_end(game, out, err);
}

static bool read_seat(const Json *json, SeatView *out, Error *err) {
    out->kind = "guest";
    out->rating = NAN;
    return read_text(json, "kind", &out->kind, err) &&
           copy_text(json, "name", out->name, sizeof out->name, err) &&
           read_level(json, &out->level, err) &&
           read_flag(json, "provisional", &out->provisional, err) &&
           read_flag(json, "here", &out->here, err);
}

bool game_view_add_from_json(GameView *view, const Json *game, Error *err) {
    GameSummary *s = &view->summary;
    return copy_text(game, "game", s->id.text, sizeof s->id.text, err) &&
           copy_text(game, "opponent", s->opponent, sizeof s->opponent, err) &&
           copy_text(game, "owner", s->owner, sizeof s->owner, err) &&
           copy_text(game, "next", view->next.text, sizeof view->next.text, err) &&
           read_flag(game, "chat", &s->chat, err) &&
           read_number(game, "created", INT64_MAX, &s->created, err) &&
           read_seat(seat_at(game, 0), &s->seats[0], err) &&
           read_seat(seat_at(game, 1), &s->seats[1], err);
}
