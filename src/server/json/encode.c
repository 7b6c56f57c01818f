#include "server/json/encode.h"

#include <math.h>

static const char *const states[] = {
    [GAME_WAITING] = "waiting",
    [GAME_PLAYING] = "playing",
    [GAME_OVER] = "over",
    [GAME_ABORTED] = "aborted",
};

const char *user_kind_name(UserKind kind) {
    static const char *const names[] = {
        [USER_GUEST] = "guest", [USER_ACCOUNT] = "account", [USER_LEVEL] = "level"};
    return names[kind];
}

static const char *color_name(bool black) {
    return black ? "black" : "white";
}

// The settings and state of a game.
static void encode_setup(JsonWriter *w, const GameRow *g, const char *owner) {
    write_text(w, "game", g->id.text);
    write_number(w, "seq", g->seq);
    write_text(w, "state", states[g->state]);
    write_text(w, "rules", g->rules);
    write_number(w, "size", g->size);
    write_text(w, "opening", g->opening);
    write_text(w, "time", g->time);
    write_flag(w, "mist", g->mist);
    write_flag(w, "rated", g->rated);
    write_flag(w, "chat", g->chat);
    write_text(w, "opponent", g->opponent);
    write_text(w, "owner", owner);
    write_number(w, "created", g->created);
    write_optional(w, "started", g->started);
    write_optional(w, "ended", g->ended);
}

static void encode_clock(JsonWriter *w, const ClockView *c) {
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

static void encode_person(JsonWriter *w, const SeatView *s) {
    write_text(w, "name", s->name);
    write_text(w, "kind", user_kind_name(s->kind));
    write_number(w, "level", s->level);
    write_number(w, "rating", lround(s->rating));
    write_flag(w, "provisional", s->provisional);
    write_text(w, "color", color_name(s->black));
}

static void encode_seats(JsonWriter *w, const GameView *s, GamePresence p) {
    write_array(w, "seats");
    for (int i = 0; i < 2; i++) {
        if (!s->seats[i].user) {
            write_null(w, NULL);
            continue;
        }
        write_object(w, NULL);
        encode_person(w, &s->seats[i]);
        write_flag(w, "here", p.here[i] || s->seats[i].kind == USER_LEVEL);
        encode_clock(w, &s->seats[i].clock);
        write_end_object(w);
    }
    write_end_array(w);
}

static void encode_turn(JsonWriter *w, const GameView *s) {
    if (s->turn < 0) {
        write_null(w, "turn");
        return;
    }
    write_object(w, "turn");
    write_number(w, "seat", s->turn);
    write_text(w, "color", color_name(s->turn_is_black));
    write_text(w, "asks", s->asks_choice ? "choice" : "stone");
    write_array(w, "choices");
    if (s->may_stay)
        write_text(w, NULL, "stay");
    if (s->may_swap)
        write_text(w, NULL, "swap");
    if (s->may_more)
        write_text(w, NULL, "more");
    write_end_array(w);
    write_number(w, "stones", s->asks_choice ? 0 : s->stones);
    write_end_object(w);
}

static void encode_move(JsonWriter *w, const char *key, const MoveText *m) {
    write_text(w, key, *m->text ? m->text : NULL);
}

static void encode_fouls(JsonWriter *w, const GameView *s) {
    write_object(w, "fouls");
    for (int i = 0; i < s->foul_count; i++)
        write_text(w, s->fouls[i].point, s->fouls[i].reason);
    write_end_object(w);
}

static void encode_view(JsonWriter *w, const GameView *s) {
    if (!s->has_view) {
        write_null(w, "view");
        return;
    }
    char cells[MIST_CELLS + 1] = "";
    for (int i = 0; i < MIST_CELLS; i++)
        cells[i] = ".#ox"[s->view.cells[i]];
    write_object(w, "view");
    write_text(w, "centre", s->view_centre.text);
    write_text(w, "cells", cells);
    write_end_object(w);
}

static void encode_offers(JsonWriter *w, const GameRow *g) {
    write_object(w, "offers");
    write_optional(w, "draw", g->draw_offer);
    write_optional(w, "takeback", g->takeback_offer);
    write_number(w, "plies", g->takeback_offer >= 0 ? g->takeback_plies : 0);
    write_array(w, "rematch");
    write_flag(w, NULL, g->rematch & 1);
    write_flag(w, NULL, g->rematch & 2);
    write_end_array(w);
    write_end_object(w);
}

static void encode_result(JsonWriter *w, const GameRow *g, const SeatView seats[2],
                          const char *text) {
    if (g->state != GAME_OVER) {
        write_null(w, "result");
        return;
    }
    write_object(w, "result");
    write_text(w, "winner", g->winner < 0 ? NULL : color_name(seats[g->winner].black));
    write_optional(w, "seat", g->winner);
    write_text(w, "reason", g->reason);
    if (text)
        write_text(w, "text", text);
    write_end_object(w);
}

static void encode_tries(JsonWriter *w, const GameView *s) {
    write_array(w, "tries");
    for (int i = 0; i < s->try_count; i++) {
        write_object(w, NULL);
        write_number(w, "ply", s->tries[i].ply);
        write_text(w, "move", s->tries[i].text);
        write_end_object(w);
    }
    write_end_array(w);
}

void encode_game(JsonWriter *w, const GameView *s, GamePresence p) {
    encode_setup(w, &s->row, s->owner);
    write_optional(w, "you", s->you);
    encode_seats(w, s, p);
    write_number(w, "ply", s->move_count);
    write_number(w, "line", s->row.line);
    write_array(w, "moves");
    for (int i = 0; i < s->move_count; i++)
        encode_move(w, NULL, &s->moves[i]);
    write_end_array(w);
    encode_turn(w, s);
    encode_fouls(w, s);
    write_array(w, "five");
    for (int i = 0; i < s->five_count; i++)
        encode_move(w, NULL, &s->five[i]);
    write_end_array(w);
    encode_view(w, s);
    encode_offers(w, &s->row);
    encode_result(w, &s->row, s->seats, s->result_text);
    write_flag(w, "declined", s->declined);
    encode_tries(w, s);
    write_text(w, "next", *s->row.next.text ? s->row.next.text : NULL);
    write_number(w, "watchers", p.watchers);
}

void encode_moved(JsonWriter *w, const GameView *s) {
    write_object(w, NULL);
    write_text(w, "is", "moved");
    write_text(w, "game", s->row.id.text);
    write_number(w, "seq", s->row.seq);
    write_number(w, "ply", s->move_count);
    encode_move(w, "move", &s->moves[s->move_count - 1]);
    write_array(w, "seats");
    for (int i = 0; i < 2; i++) {
        write_object(w, NULL);
        write_text(w, "color", color_name(s->seats[i].black));
        encode_clock(w, &s->seats[i].clock);
        write_end_object(w);
    }
    write_end_array(w);
    encode_turn(w, s);
    encode_fouls(w, s);
    encode_view(w, s);
    encode_offers(w, &s->row);
    write_end_object(w);
}

void encode_summary(JsonWriter *w, const GameSummary *s, UserId viewer) {
    write_object(w, NULL);
    encode_setup(w, &s->row, s->owner);
    write_array(w, "seats");
    for (int i = 0; i < 2; i++) {
        if (!s->seats[i].user) {
            write_null(w, NULL);
            continue;
        }
        write_object(w, NULL);
        encode_person(w, &s->seats[i]);
        write_end_object(w);
    }
    write_end_array(w);
    write_number(w, "ply", s->row.ply);
    if (viewer)
        write_flag(w, "your_turn", s->turn >= 0 && s->seats[s->turn].user == viewer);
    encode_result(w, &s->row, s->seats, NULL);
    write_end_object(w);
}

void encode_ratings(JsonWriter *w, const char *key, Store *store, UserId user) {
    write_object(w, key);
    for (int i = 0; rating_pool_name(i); i++) {
        RatingRow r;
        Error ignored = {0};
        Rating unknown = rating_initial();
        if (!rating_find(store, user, rating_pool_name(i), &r, &ignored))
            r = (RatingRow){unknown.rating, unknown.deviation, unknown.volatility, 0};
        write_object(w, rating_pool_name(i));
        write_number(w, "rating", lround(r.rating));
        write_number(w, "deviation", lround(r.deviation));
        write_number(w, "games", r.games);
        write_end_object(w);
    }
    write_end_object(w);
}

void encode_refusal(Str *out, Status r, const char *text) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_object(&w, "error");
    write_text(&w, "code", status_info(r)->code);
    write_text(&w, "text", text);
    write_end_object(&w);
    write_end_object(&w);
}
