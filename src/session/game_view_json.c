// The JSON of game views: written for clients, and read again from what a page keeps.
#include "session/game_session.h"

#include <math.h>
#include <string.h>

static const char *color_name(bool black) {
    return black ? "black" : "white";
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
    write_number(w, "level", s->level);
    if (isnan(s->rating))
        write_null(w, "rating");
    else
        write_number(w, "rating", lround(s->rating));
    write_flag(w, "provisional", s->provisional);
    write_text(w, "color", color_name(s->black));
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
    write_text(w, "color", color_name(v->turn_is_black));
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
    write_text(w, "centre", v->view_centre.text);
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
    write_text(w, "winner", s->winner < 0 ? NULL : color_name(s->seats[s->winner].black));
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
        write_text(w, "color", color_name(s->seats[i].black));
        write_clock(w, &s->seats[i].clock);
        write_end_object(w);
    }
    write_end_array(w);
    write_turn(w, v);
    write_fouls(w, v);
    write_mist_view(w, v);
    write_offers(w, v);
    write_actions(w, v);
    write_end_object(w);
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
    write_end_object(w);
}
