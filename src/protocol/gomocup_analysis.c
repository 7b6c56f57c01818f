// Analysis in the Gomocup protocol: reports during the search, and when the analyst is used.
#include "core/notation.h"
#include "protocol/gomocup_session.h"

// ---- Messages

// Mate distances are in plies: +M9, -M12.
static void add_value(int value, Str *out) {
    enum { CERTAIN = EVALUATION_WIN - 1000 };
    if (value > CERTAIN)
        str_add(out, "+M%d", EVALUATION_WIN - value);
    else if (value < -CERTAIN)
        str_add(out, "-M%d", EVALUATION_WIN + value);
    else
        str_add(out, "%d", value);
}

// For people, and for managers that parse values: "MESSAGE Depth 9 | Eval 12 | Time 34ms | H8 I9".
static void add_message(const Analysis *a, int i, int size, Str *out) {
    const AnalystLine *l = &a->lines[i];
    str_add_text(out, "MESSAGE ");
    if (a->count > 1)
        str_add(out, "(%d) ", i + 1);
    str_add(out, "Depth %d | Eval ", l->depth);
    add_value(l->value, out);
    str_add(out, " | Time %lldms |", (long long)a->ms);
    for (int k = 0; k < l->length; k++) {
        str_add_char(out, ' ');
        point_format(l->moves[k], NOTATION_POS, size, out);
    }
    str_add_char(out, '\n');
}

static void add_xy(Point p, Str *out) {
    str_add(out, "%d,%d", point_x(p), point_y(p));
}

// For GUIs, in the format of Yixin-Board and gomocalc.
static void add_gui_line(const Analysis *a, int i, Str *out) {
    const AnalystLine *l = &a->lines[i];
    str_add(out, "INFO PV %d\nINFO NUMPV %d\nINFO DEPTH %d\nINFO SELDEPTH %d\n", i, a->count,
            l->depth, l->length);
    str_add(out, "INFO TOTALNODES %lld\nINFO TOTALTIME %lld\nINFO SPEED %lld\nINFO EVAL ",
            (long long)a->nodes, (long long)a->ms,
            (long long)(a->nodes * 1000 / (a->ms > 0 ? a->ms : 1)));
    add_value(l->value, out);
    str_add(out, "\nINFO WINRATE %.4f\nINFO BESTLINE", analyst_win_rate(l->value));
    for (int k = 0; k < l->length; k++) {
        str_add_char(out, ' ');
        add_xy(l->moves[k], out);
    }
    str_add_text(out, "\nINFO PV DONE\n");
}

static void add_best(const Analysis *a, Str *out) {
    str_add_text(out, "MESSAGE REALTIME BEST ");
    add_xy(a->lines[0].move, out);
    str_add_char(out, '\n');
}

static void report(void *context, const Analysis *a) {
    Gomocup *g = context;
    Str text = {0};
    if (g->info.detail & DETAIL_BEST)
        add_best(a, &text);
    for (int i = 0; i < a->count; i++) {
        if (g->info.detail & DETAIL_LINES)
            add_gui_line(a, i, &text);
        add_message(a, i, g->size, &text);
    }
    if (g->send)
        g->send(g->send_context, &text);
    else
        str_add_text(&g->messages, str_text(&text));
    str_release(&text);
}

// ---- Questions

bool gomocup_uses_analyst(const Gomocup *g) {
    bool by_engine = g->player.kind == &player_strong;
    return g->analyst || g->blocked.count > 0 ||
           (by_engine && (g->info.detail > 0 || g->info.threads > 1));
}

bool gomocup_open_player(Gomocup *g, Error *err) {
    Str name = {0};
    if (g->level > 0)
        str_add(&name, "%s:%d", player_level.name, g->level);
    else
        str_add_text(&name, str_text(&g->player_name));
    player_close(&g->player);
    bool ok = player_open(str_text(&name), &g->player, err);
    str_release(&name);
    return ok;
}

Analyst *gomocup_analyst(Gomocup *g) {
    if (g->analyst)
        return g->analyst;
    g->analyst = analyst_new();
    analyst_inherit(g->analyst, &g->player);
    Error ignored;
    gomocup_open_player(g, &ignored);
    return g->analyst;
}

Question gomocup_question(Gomocup *g, const Limits *limits, int lines, GomocupReporting reporting) {
    Question q = {
        .limits = *limits,
        .lines = lines,
        .threads = (int)g->info.threads,
        .barred = g->barred,
        .for_move = true,
        .report = reporting == REPORT_ALWAYS || g->info.detail > 0 ? report : NULL,
        .report_context = g,
    };
    for (int i = 0; i < g->blocked.count; i++)
        g->barred[q.barred_count++] = g->blocked.at[i].point;
    q.limits.stop = g->stop;
    return q;
}
