#include "record/record.h"

#include "base/number.h"

#include <string.h>

static const char byoyomi[] = " byo-yomi", fischer[] = " fischer", per_move[] = "/move";

static void begin_part(Str *text) {
    if (text->len > 0)
        str_add_text(text, ", ");
}

static void add_extra_time(const TimeControl *control, Str *out) {
    if (control->periods > 0) {
        str_add(out, "%dx", control->periods);
        seconds_format(control->period_ms, out);
        str_add_text(out, byoyomi);
    }
    if (control->increment_ms > 0) {
        begin_part(out);
        seconds_format(control->increment_ms, out);
        str_add_text(out, fischer);
    }
    if (control->move_ms > 0) {
        begin_part(out);
        seconds_format(control->move_ms, out);
        str_add_text(out, per_move);
    }
}

static bool is_limited(const TimeControl *control) {
    Timer t = timer_start(control);
    return timer_budget(control, &t) != timer_unlimited;
}

void clock_properties_write_control(Record *r, const TimeControl *control) {
    if (!is_limited(control))
        return;
    ScopedStr main = {0}, extra = {0};
    seconds_format(control->main_ms, &main);
    add_extra_time(control, &extra);
    record_set_value(r, r->root, "TM", str_text(&main));
    record_set_value(r, r->root, "OT", str_text(&extra));
}

// If the text of length *len ends with `end`, removes that from *len.
static bool cut_end(const char *text, size_t *len, const char *end) {
    size_t tail = strlen(end);
    if (*len < tail || memcmp(text + *len - tail, end, tail) != 0)
        return false;
    *len -= tail;
    return true;
}

// Rewrites "3x30 byo-yomi, 10/move" for time_control_parse: "+3x30,10/move". False for anything
// else.
static bool translate_extra(const char *text, Str *out) {
    while (*text) {
        text += strspn(text, ", ");
        size_t len = strcspn(text, ","), next = len;
        if (cut_end(text, &len, per_move)) {
            str_add_char(out, ',');
            len += strlen(per_move);
        } else if (cut_end(text, &len, byoyomi) || cut_end(text, &len, fischer)) {
            str_add_char(out, '+');
        } else {
            return false;
        }
        str_add_bytes(out, text, len);
        text += next;
    }
    return true;
}

static bool parse_control(const char *main, const char *extra, TimeControl *out) {
    ScopedStr text = {0};
    str_add_text(&text, main ? main : "0");
    bool ok = !extra || translate_extra(extra, &text);
    const char *start = str_text(&text);
    if (!strncmp(start, "0,", 2)) // only a limit per move
        start += 2;
    ok = ok && time_control_parse(start, out, NULL);
    return ok;
}

TimeControl clock_properties_read_control(const Record *r) {
    TimeControl control = {0};
    const char *main = node_value(r->root, "TM"), *extra = node_value(r->root, "OT");
    if (main || extra)
        parse_control(main, extra, &control);
    return control;
}

// The clock after move `i`, which is the clock before the next move of the same seat.
static const Timer *timer_after(const Game *g, int i) {
    Seat seat = move_seat(&g->moves[i]);
    for (int k = i + 1; k < g->count; k++)
        if (move_seat(&g->moves[k]) == seat)
            return &g->moves[k].timer_before;
    return &g->timers[seat];
}

void clock_properties_write_move(Record *r, Node *node, const Game *g, int i) {
    const Move *m = &g->moves[i];
    if (m->ms < 0)
        return;
    ScopedStr text = {0};
    str_add(&text, "%d", (int)m->ms);
    record_set_value(r, node, "ET", str_text(&text));
    bool has_clock = g->time.main_ms > 0 || g->time.increment_ms > 0;
    if (has_clock && !point_is_answer(m->point)) {
        str_clear(&text);
        seconds_format(timer_after(g, i)->main_left_ms, &text);
        record_set_value(r, node, m->color == BLACK ? "BL" : "WL", str_text(&text));
    }
}

static bool read_time_used(const Node *node, int64_t *ms) {
    const char *text = node_value(node, "ET");
    return text && number_parse(text, 0, INT32_MAX, ms, NULL);
}

static bool read_time_left(const Node *node, Stone color, int64_t *ms) {
    const char *text = node_value(node, color == BLACK ? "BL" : "WL");
    return text && seconds_parse(text, ms, NULL);
}

void clock_properties_apply_move(const Node *node, Game *g) {
    const Move *m = &g->moves[g->count - 1];
    int64_t ms;
    if (read_time_used(node, &ms))
        game_set_move_time(g, ms);
    if (g->time.main_ms > 0 && read_time_left(node, m->color, &ms))
        g->timers[move_seat(m)].main_left_ms = ms;
}
