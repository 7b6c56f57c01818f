// Gomocup (Piskvork) protocol, the manager's side.
#include "base/ascii.h"
#include "base/clock.h"
#include "core/notation.h"
#include "match/engine_process.h"
#include "match/protocol_driver.h"

#include <ctype.h>
#include <string.h>

static void skip_blanks(const char **at) {
    while (isspace((unsigned char)**at))
        ++*at;
}

// The last line the engine printed, without leading blanks.
static const char *last_line(const EngineProcess *p) {
    const char *line = str_text(&p->line);
    skip_blanks(&line);
    return line;
}

static bool begins_with(const char *line, const char *word) {
    return ascii_equal_part(line, word, strlen(word));
}

static bool is_error(const char *line) {
    return begins_with(line, "ERROR") || begins_with(line, "UNKNOWN");
}

static EndReason error_reply(const EngineProcess *p, Error *why) {
    error_set(why, "the engine says '%.100s'", str_text(&p->line));
    return END_ILLEGAL;
}

// Skips all other output (MESSAGE, DEBUG, a banner).
static EndReason await_ok(EngineProcess *p, int64_t deadline_ms, Error *why) {
    EndReason end;
    while ((end = engine_process_read_line(p, deadline_ms, why)) == END_NONE) {
        const char *line = last_line(p);
        if (begins_with(line, "OK"))
            return END_NONE;
        if (is_error(line))
            return error_reply(p, why);
    }
    return end;
}

static void add_info(Str *out, const char *key, int64_t value) {
    str_add(out, "INFO %s %lld\r\n", key, (long long)value);
}

// Sends only the limits that exist: in Gomocup a turn time of 0 means to answer immediately.
static void add_limits(Str *out, const ParticipantOptions *o) {
    const TimeControl *t = &o->time;
    if (t->move_ms > 0 || t->main_ms > 0)
        add_info(out, "timeout_turn", t->move_ms > 0 ? t->move_ms : t->main_ms);
    if (t->main_ms > 0)
        add_info(out, "timeout_match", t->main_ms);
    if (t->increment_ms > 0)
        add_info(out, "time_increment", t->increment_ms);
    if (o->depth > 0)
        add_info(out, "max_depth", o->depth);
    if (o->nodes > 0)
        add_info(out, "max_node", o->nodes);
    if (o->memory > 0)
        add_info(out, "max_memory", o->memory);
    if (o->wants_evaluations)
        add_info(out, "show_detail", 2);
    add_info(out, "game_type", 1);
    add_info(out, "rule", o->rules->gomocup_code);
}

static EndReason begin(EngineProcess *p, const ParticipantOptions *o, Error *why) {
    int64_t deadline = clock_now_ms() + o->patience_ms;
    ScopedStr text = {0};
    str_add(&text, "START %d\r\n", o->size);
    EndReason end = engine_process_send(p, str_text(&text), deadline, why);
    if (end == END_NONE)
        end = await_ok(p, deadline, why);
    str_clear(&text);
    add_limits(&text, o);
    if (end == END_NONE)
        end = engine_process_send(p, str_text(&text), deadline, why);
    return end;
}

// ---- Requests

enum { KNOWN_RETRY = -1, QUIET_MS = 100 };

static void add_point(Str *out, const Game *g, int i) {
    point_format(g->moves[i].point, NOTATION_XY, g->board.size, out);
}

static void add_stones(Str *out, const Game *g, bool with_colors) {
    for (int i = 0; i < g->count; i++) {
        if (point_is_answer(g->moves[i].point))
            continue;
        add_point(out, g, i);
        if (with_colors)
            str_add(out, ",%d", g->moves[i].color == g->board.turn ? 1 : 2);
        str_add_text(out, "\r\n");
    }
    str_add_text(out, "DONE\r\n");
}

// `known` is KNOWN_RETRY if the engine rejected the first request.
static void add_request(Str *out, const Game *g, int known) {
    if (opening_step(&g->opening)) {
        str_add_text(out, "SWAP2BOARD\r\n");
        add_stones(out, g, known == KNOWN_RETRY);
    } else if (g->count == 0) {
        str_add_text(out, "BEGIN\r\n");
    } else if (known > 0 && known == g->count - 1) {
        str_add_text(out, "TURN ");
        add_point(out, g, g->count - 1);
        str_add_text(out, "\r\n");
    } else {
        str_add_text(out, "BOARD\r\n");
        add_stones(out, g, true);
    }
}

// ---- Answers

// "7,7" or "7, 7".
static bool read_point(const char **at, int size, Point *out, Error *reason) {
    ScopedStr text = {0};
    for (int part = 0; part < 2; part++) {
        skip_blanks(at);
        size_t len = strspn(*at, "+-0123456789");
        str_add_bytes(&text, *at, len);
        *at += len;
        skip_blanks(at);
        if (part == 0 && **at == ',')
            str_add_char(&text, *(*at)++);
    }
    return point_parse(str_text(&text), NOTATION_XY, size, out, reason);
}

static EndReason bad_answer(const EngineProcess *p, const char *reason, Error *why) {
    error_set(why, "the engine answers '%.40s': %s", str_text(&p->line), reason);
    return END_ILLEGAL;
}

static EndReason read_points(const EngineProcess *p, int size, int most, EngineReply *out,
                             Error *why) {
    const char *at = str_text(&p->line);
    Error reason = {0};
    for (skip_blanks(&at); *at; skip_blanks(&at)) {
        if (out->count == most)
            return bad_answer(p, "too many moves", why);
        if (!read_point(&at, size, &out->moves[out->count], &reason))
            return bad_answer(p, reason.text, why);
        out->count++;
    }
    return END_NONE;
}

static void prepend(EngineReply *r, Point answer) {
    for (int i = r->count++; i > 0; i--)
        r->moves[i] = r->moves[i - 1];
    r->moves[0] = answer;
}

// The choice (stay or swap) after which the choosing side moves, or the other side.
static Point choice_to_move(const Game *g, bool itself) {
    bool moves_now = game_seat_of(g, (Stone)g->board.turn) == game_seat(g);
    return moves_now == itself ? POINT_STAY : POINT_SWAP;
}

// Gomocup's answers to SWAP2BOARD: SWAP leaves the next move to the other side, one point is the
// engine's own next move, two points leave the choice of color to the other side.
static EndReason read_answer(const EngineProcess *p, const Game *g, EngineReply *out, Error *why) {
    const OpeningStep *step = opening_step(&g->opening);
    if (step && step->choices && begins_with(last_line(p), "SWAP")) {
        prepend(out, choice_to_move(g, false));
        return END_NONE;
    }
    int most = !step ? 1 : step->stones > 0 ? step->stones : step->choices & MAY_MORE ? 2 : 1;
    EndReason end = read_points(p, g->board.size, most, out, why);
    if (end != END_NONE || !step)
        return end;
    if (step->choices)
        prepend(out, out->count == 1 ? choice_to_move(g, true) : POINT_MORE);
    else if (out->count < step->stones)
        return bad_answer(p, "too few stones", why);
    return END_NONE;
}

static bool is_answer(const char *line) {
    return isdigit((unsigned char)*line) || *line == '-' || begins_with(line, "SWAP");
}

// SUGGEST x,y asks whether to play that move. Like Piskvork we answer PLAY; the move itself
// follows.
static const char suggestion[] = "SUGGEST ";

static EndReason accept_suggestion(EngineProcess *p, int size, int64_t deadline_ms, Error *why) {
    const char *at = last_line(p) + strlen(suggestion);
    Error reason = {0};
    Point point;
    if (!read_point(&at, size, &point, &reason))
        return bad_answer(p, reason.text, why);
    ScopedStr text = {0};
    str_add_text(&text, "PLAY ");
    point_format(point, NOTATION_XY, size, &text);
    str_add_text(&text, "\r\n");
    return engine_process_send(p, str_text(&text), deadline_ms, why);
}

static EndReason await_answer(EngineProcess *p, const Game *g, int64_t deadline_ms,
                              EngineReply *out, Error *why) {
    EndReason end;
    while ((end = engine_process_read_line(p, deadline_ms, why)) == END_NONE) {
        const char *line = last_line(p);
        if (is_answer(line))
            return read_answer(p, g, out, why);
        if (is_error(line))
            return error_reply(p, why);
        if (begins_with(line, suggestion)) {
            end = accept_suggestion(p, g->board.size, deadline_ms, why);
            if (end != END_NONE)
                return end;
            continue;
        }
        if (engine_info_value(line, &out->value))
            out->has_value = true;
    }
    return end;
}

static EndReason ask(EngineProcess *p, const ParticipantOptions *o, const Game *g, int known,
                     int64_t deadline_ms, EngineReply *out, Error *why) {
    ScopedStr text = {0};
    if (o->time.main_ms > 0)
        add_info(&text, "time_left", g->timers[game_seat(g)].main_left_ms);
    add_request(&text, g, known);
    EndReason end = engine_process_send(p, str_text(&text), deadline_ms, why);
    return end == END_NONE ? await_answer(p, g, deadline_ms, out, why) : end;
}

// Discards output until the engine is silent for QUIET_MS.
static EndReason drain_output(EngineProcess *p, int64_t deadline_ms, Error *why) {
    EndReason end = END_NONE;
    while (end == END_NONE && clock_now_ms() < deadline_ms)
        end = engine_process_read_line(p, clock_now_ms() + QUIET_MS, why);
    return end == END_NO_ANSWER ? END_NONE : end;
}

// Retries once with another request after an error: BOARD instead of TURN, in case the engine
// missed a move, and SWAP2BOARD with the colors of the stones, which Rapfi needs.
static EndReason choose(EngineProcess *p, const ParticipantOptions *o, const Game *g, int known,
                        int64_t deadline_ms, EngineReply *out, Error *why) {
    EndReason end = ask(p, o, g, known, deadline_ms, out, why);
    if (end != END_ILLEGAL || !is_error(last_line(p)))
        return end;
    end = drain_output(p, deadline_ms, why);
    if (end != END_NONE)
        return end;
    *why = (Error){0};
    *out = (EngineReply){0};
    return ask(p, o, g, KNOWN_RETRY, deadline_ms, out, why);
}

const ProtocolDriver gomocup_driver = {
    .name = "gomocup",
    .quit_command = "END\r\n",
    .opening = &opening_swap2,
    .begin = begin,
    .choose = choose,
};
