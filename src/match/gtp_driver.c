// GTP (Go Text Protocol), the controller's side.
#include "base/ascii.h"
#include "base/clock.h"
#include "core/notation.h"
#include "match/protocol_driver.h"

#include <string.h>

// Leaves the first line of the reply in `line`, and discards the others up to the empty line.
static EndReason read_reply(EngineProcess *p, int64_t deadline_ms, Error *why) {
    EndReason end;
    ScopedStr first = {0};
    while ((end = engine_process_read_line(p, deadline_ms, why)) == END_NONE) {
        const char *line = str_text(&p->line);
        if (first.len > 0 && !*line)
            break;
        if (first.len == 0 && (*line == '=' || *line == '?'))
            str_add_text(&first, line);
    }
    if (end == END_NONE) {
        str_clear(&p->line);
        str_add_text(&p->line, str_text(&first));
    }
    return end;
}

static EndReason ask(EngineProcess *p, const char *command, int64_t deadline_ms, Error *why) {
    EndReason end = engine_process_send(p, command, deadline_ms, why);
    return end == END_NONE ? read_reply(p, deadline_ms, why) : end;
}

// The same, but a failure reply loses the game.
static EndReason require(EngineProcess *p, const char *command, int64_t deadline_ms, Error *why) {
    EndReason end = ask(p, command, deadline_ms, why);
    if (end != END_NONE || p->line.data[0] == '=')
        return end;
    error_set(why, "the engine answers '%.100s' to %.*s", str_text(&p->line),
              (int)strcspn(command, "\n"), command);
    return END_ILLEGAL;
}

// GTP times are whole seconds, so shorter ones are not sent. A failure reply is ignored.
static EndReason send_time_settings(EngineProcess *p, const TimeControl *t, int64_t deadline_ms,
                                    Error *why) {
    if (t->main_ms < 1000 && t->move_ms < 1000)
        return END_NONE;
    ScopedStr text = {0};
    str_add(&text, "time_settings %lld %lld %d\n", (long long)(t->main_ms / 1000),
            (long long)(t->move_ms / 1000), t->move_ms >= 1000);
    return ask(p, str_text(&text), deadline_ms, why);
}

// GTP has no command for rules. We have our own; any other engine must be set to the right rules.
static EndReason send_rules(EngineProcess *p, const Rules *rules, int64_t deadline_ms, Error *why) {
    EndReason end = ask(p, "known_command pentad-rules\n", deadline_ms, why);
    if (end != END_NONE || !strstr(str_text(&p->line), "true"))
        return end;
    ScopedStr text = {0};
    str_add(&text, "pentad-rules %s\n", rules->name);
    return require(p, str_text(&text), deadline_ms, why);
}

static EndReason begin(EngineProcess *p, const ParticipantOptions *o, Error *why) {
    int64_t deadline = clock_now_ms() + o->patience_ms;
    ScopedStr text = {0};
    str_add(&text, "boardsize %d\n", o->size);
    EndReason end = require(p, str_text(&text), deadline, why);
    if (end == END_NONE)
        end = require(p, "clear_board\n", deadline, why);
    if (end == END_NONE)
        end = send_rules(p, o->rules, deadline, why);
    return end == END_NONE ? send_time_settings(p, &o->time, deadline, why) : end;
}

static char letter_of(Stone color) {
    return color == BLACK ? 'b' : 'w';
}

static EndReason send_move(EngineProcess *p, const Game *g, int i, int64_t deadline_ms,
                           Error *why) {
    ScopedStr text = {0};
    str_add(&text, "play %c ", letter_of((Stone)g->moves[i].color));
    point_format(g->moves[i].point, NOTATION_GTP, g->board.size, &text);
    str_add_char(&text, '\n');
    return require(p, str_text(&text), deadline_ms, why);
}

// Only for time per game. Rounded down, so that the engine never has less time than it thinks.
static EndReason send_time_left(EngineProcess *p, const Game *g, int64_t deadline_ms, Error *why) {
    if (g->time.main_ms < 1000)
        return END_NONE;
    ScopedStr text = {0};
    str_add(&text, "time_left %c %lld 0\n", letter_of((Stone)g->board.turn),
            (long long)(g->timers[game_seat(g)].main_left_ms / 1000));
    return ask(p, str_text(&text), deadline_ms, why);
}

// The first word after "= ". Replies have no id, because we never send one.
static EndReason read_move(const EngineProcess *p, int size, Point *move, Error *why) {
    const char *line = str_text(&p->line) + 1;
    line += strspn(line, " \t");
    ScopedStr word = {0};
    str_add_bytes(&word, line, strcspn(line, " \t\r"));
    Error reason = {0};
    EndReason end = END_NONE;
    if (ascii_equal(str_text(&word), "resign")) {
        error_set(why, "the engine resigns");
        end = END_RESIGN;
    } else if (!point_parse(str_text(&word), NOTATION_GTP, size, move, &reason)) {
        error_set(why, "the engine answers '%.40s': %s", str_text(&word), reason.text);
        end = END_ILLEGAL;
    }
    return end;
}

static EndReason choose(EngineProcess *p, const ParticipantOptions *o, const Game *g, int known,
                        int64_t deadline_ms, EngineReply *out, Error *why) {
    EndReason end = END_NONE;
    for (int i = known; end == END_NONE && i < g->count; i++)
        end = send_move(p, g, i, deadline_ms, why);
    if (end == END_NONE)
        end = send_time_left(p, g, deadline_ms, why);
    ScopedStr text = {0};
    str_add(&text, "genmove %c\n", letter_of((Stone)g->board.turn));
    if (end == END_NONE)
        end = require(p, str_text(&text), deadline_ms, why);
    out->count = 1;
    return end == END_NONE ? read_move(p, o->size, &out->moves[0], why) : end;
}

const ProtocolDriver gtp_driver = {
    .name = "gtp",
    .quit_command = "quit\n",
    .begin = begin,
    .choose = choose,
};
