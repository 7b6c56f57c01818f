// Analysis in the Gomocup protocol: reports during the search, and engine requests.
#include "core/notation.h"
#include "protocol/gomocup_session.h"

// ---- Messages

// Mate distances are in plies: +M9, -M12.
static void add_value(int value, Str *out) {
    if (value > ENGINE_CERTAIN)
        str_add(out, "+M%d", ENGINE_MATE - value);
    else if (value < -ENGINE_CERTAIN)
        str_add(out, "-M%d", ENGINE_MATE + value);
    else
        str_add(out, "%d", value);
}

// For people, and for managers that parse values: "MESSAGE Depth 9 | Eval 12 | Time 34ms | H8 I9".
static void add_message(const EngineResult *a, int i, int size, Str *out) {
    const EngineLine *l = &a->lines[i];
    str_add_text(out, "MESSAGE ");
    if (a->line_count > 1)
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
static void add_gui_line(const EngineResult *a, int i, Str *out) {
    const EngineLine *l = &a->lines[i];
    str_add(out, "INFO PV %d\nINFO NUMPV %d\nINFO DEPTH %d\nINFO SELDEPTH %d\n", i, a->line_count,
            l->depth, l->length);
    str_add(out, "INFO TOTALNODES %lld\nINFO TOTALTIME %lld\nINFO SPEED %lld\nINFO EVAL ",
            (long long)a->nodes, (long long)a->ms,
            (long long)(a->nodes * 1000 / (a->ms > 0 ? a->ms : 1)));
    add_value(l->value, out);
    str_add(out, "\nINFO WINRATE %.4f\nINFO BESTLINE", engine_win_rate(l->value));
    for (int k = 0; k < l->length; k++) {
        str_add_char(out, ' ');
        add_xy(l->moves[k], out);
    }
    str_add_text(out, "\nINFO PV DONE\n");
}

static void add_best(const EngineResult *a, Str *out) {
    str_add_text(out, "MESSAGE REALTIME BEST ");
    add_xy(a->lines[0].move, out);
    str_add_char(out, '\n');
}

static void report(void *context, const EngineResult *a) {
    Gomocup *g = context;
    Str text = {0};
    if (g->info.detail & DETAIL_BEST)
        add_best(a, &text);
    for (int i = 0; i < a->line_count; i++) {
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

// ---- Requests

bool gomocup_asks_engine(const Gomocup *g) {
    bool is_strong = g->player.kind == &player_strong;
    return g->blocked.count > 0 || (is_strong && (g->info.detail > 0 || g->info.threads > 1));
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

void gomocup_limit_memory(Gomocup *g) {
    int64_t memory = gomocup_info_memory(&g->info), table = g->info.hash_kib * 1024;
    player_set_memory(&g->player, memory, table);
    if (g->engine)
        engine_set_memory(g->engine, memory, table);
}

Engine *gomocup_engine(Gomocup *g) {
    Engine *of_player = player_engine(&g->player);
    if (!of_player && !g->engine) {
        g->engine = engine_new(NULL);
        gomocup_limit_memory(g);
    }
    return of_player ? of_player : g->engine;
}

EngineRequest gomocup_request(Gomocup *g, const Budget *budget, int lines,
                              GomocupReporting reporting) {
    for (int i = 0; i < g->blocked.count; i++)
        g->barred[i] = g->blocked.at[i].point;
    return (EngineRequest){
        .board = &g->game.board,
        .budget = *budget,
        .threads = (int)g->info.threads,
        .line_count = lines,
        .barred = g->barred,
        .barred_count = g->blocked.count,
        .move_only = true,
        .stop = g->stop,
        .on_progress = reporting == REPORT_ALWAYS || g->info.detail > 0 ? report : NULL,
        .progress_context = g,
    };
}
