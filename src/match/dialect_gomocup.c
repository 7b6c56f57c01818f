// Gomocup's protocol, from the manager's side.
#include "base/clock.h"
#include "core/notation.h"
#include "match/dialect.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool begins_with(const char *line, const char *word) {
    return !strncasecmp(line, word, strlen(word));
}

static EndReason refused(const Program *p, Error *why) {
    error_set(why, "the program says '%.100s'", str_text(&p->line));
    return END_ILLEGAL;
}

// Skips whatever else a program has to say (MESSAGE, DEBUG, a banner).
static EndReason await_ok(Program *p, int64_t deadline_ms, Error *why) {
    EndReason end;
    while ((end = program_hear(p, deadline_ms, why)) == END_NONE) {
        const char *line = str_text(&p->line);
        if (begins_with(line, "OK"))
            return END_NONE;
        if (begins_with(line, "ERROR") || begins_with(line, "UNKNOWN"))
            return refused(p, why);
    }
    return end;
}

static void add_info(Str *out, const char *key, int64_t value) {
    str_add(out, "INFO %s %lld\r\n", key, (long long)value);
}

// A program is not told of a limit that does not exist: to Gomocup, no time for a move means to
// answer at once.
static void add_limits(Str *out, const ContestantOptions *o) {
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
    add_info(out, "game_type", 1);
    add_info(out, "rule", o->rules->gomocup_code);
}

static EndReason begin(Program *p, const ContestantOptions *o, Error *why) {
    int64_t deadline = clock_now_ms() + o->patience_ms;
    Str text = {0};
    str_add(&text, "START %d\r\n", o->size);
    EndReason end = program_say(p, str_text(&text), deadline, why);
    if (end == END_NONE)
        end = await_ok(p, deadline, why);
    str_clear(&text);
    add_limits(&text, o);
    if (end == END_NONE)
        end = program_say(p, str_text(&text), deadline, why);
    str_release(&text);
    return end;
}

static void add_point(Str *out, const Game *g, int i) {
    point_format(g->moves[i].point, NOTATION_XY, g->board.size, out);
}

static void add_request(Str *out, const Game *g, int told) {
    if (g->count == 0) {
        str_add_text(out, "BEGIN\r\n");
    } else if (told > 0 && told == g->count - 1) {
        str_add_text(out, "TURN ");
        add_point(out, g, g->count - 1);
        str_add_text(out, "\r\n");
    } else {
        str_add_text(out, "BOARD\r\n");
        for (int i = 0; i < g->count; i++) {
            add_point(out, g, i);
            str_add(out, ",%d\r\n", g->moves[i].color == g->board.turn ? 1 : 2);
        }
        str_add_text(out, "DONE\r\n");
    }
}

// "7,7", and "7, 7" too.
static EndReason read_point(const Program *p, int size, Point *move, Error *why) {
    Str text = {0};
    for (const char *c = str_text(&p->line); *c; c++)
        if (!isspace((unsigned char)*c))
            str_add_char(&text, *c);
    Error reason = {0};
    bool ok = point_parse(str_text(&text), NOTATION_XY, size, move, &reason);
    str_release(&text);
    if (ok)
        return END_NONE;
    error_set(why, "the program answers '%.40s': %s", str_text(&p->line), reason.text);
    return END_ILLEGAL;
}

static EndReason await_point(Program *p, int size, int64_t deadline_ms, Point *move, Error *why) {
    EndReason end;
    while ((end = program_hear(p, deadline_ms, why)) == END_NONE) {
        const char *line = str_text(&p->line);
        if (isdigit((unsigned char)*line) || *line == '-')
            return read_point(p, size, move, why);
        if (begins_with(line, "ERROR") || begins_with(line, "UNKNOWN"))
            return refused(p, why);
    }
    return end;
}

static EndReason choose(Program *p, const ContestantOptions *o, const Game *g, int told,
                        int64_t deadline_ms, Point *move, Error *why) {
    Str text = {0};
    if (o->time.main_ms > 0)
        add_info(&text, "time_left", g->timers[game_seat(g)].main_left_ms);
    add_request(&text, g, told);
    EndReason end = program_say(p, str_text(&text), deadline_ms, why);
    str_release(&text);
    return end == END_NONE ? await_point(p, o->size, deadline_ms, move, why) : end;
}

const Dialect dialect_gomocup = {
    .name = "gomocup",
    .farewell = "END\r\n",
    .begin = begin,
    .choose = choose,
};
