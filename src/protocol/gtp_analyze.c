// Streaming analysis (lz-analyze, kata-analyze): "info move ..." lines at intervals until the
// controller sends anything, as in Leela Zero and KataGo and the GUIs made for them.
#include "base/ascii.h"
#include "base/clock.h"
#include "base/number.h"
#include "core/notation.h"
#include "protocol/gtp_session.h"

#include <math.h>
#include <string.h>

enum {
    LINES_DEFAULT = 5,
    INTERVAL_DEFAULT_CS = 100,
    INTERVAL_MAX_CS = 360000,
    CENTISECOND = 10, // milliseconds
};

// The arguments of the command.
typedef struct {
    Stone color;
    int64_t interval_cs;
    int64_t min_lines, max_lines;
    int allowed_count, excluded_count;
    Point allowed[BOARD_MAX * BOARD_MAX], excluded[BOARD_MAX * BOARD_MAX];
} AnalyzeArgs;

static int lines_of(const AnalyzeArgs *args) {
    int64_t lines = args->max_lines ? args->max_lines : LINES_DEFAULT;
    return int_min(int_max((int)lines, (int)args->min_lines), ENGINE_LINES_MAX);
}

// ---- Arguments

// Appends "D4,E5,F6" to `points`.
static bool read_points(const Gtp *g, const char *list, Point *points, int *count, Error *err) {
    ScopedStr word = {0};
    bool ok = true;
    for (const char *at = list; ok && *at; at += *at == ',') {
        size_t len = strcspn(at, ",");
        str_clear(&word);
        str_add_bytes(&word, at, len);
        at += len;
        Point p;
        ok = point_parse(str_text(&word), NOTATION_GTP, g->game.board.size, &p, err);
        if (ok && *count < BOARD_MAX * BOARD_MAX)
            points[(*count)++] = p;
    }
    return ok;
}

// "avoid b D4,E5 1": points, side and number of plies. Only root moves can be restricted, so the
// depth is ignored and points of the other side have no effect.
static bool read_restriction(const Gtp *g, char *const *words, Point *points, int *count,
                             Stone color, Error *err) {
    Stone side;
    int64_t plies;
    Point ignored[BOARD_MAX * BOARD_MAX];
    int none = 0;
    if (!gtp_require_color(g, words[0], &side, err) ||
        !number_parse(words[2], 1, INT32_MAX, &plies, err))
        return false;
    return side == color ? read_points(g, words[1], points, count, err)
                         : read_points(g, words[1], ignored, &none, err);
}

static bool read_number(const char *name, const char *text, int64_t max, int64_t *out, Error *err) {
    return number_parse(text, 0, max, out, err) || error_prefix(err, name);
}

// Parses one key with its values and advances *at.
static bool read_key(const Gtp *g, Call *call, int *at, AnalyzeArgs *args) {
    enum { LINES_MAX = 1000 };
    static const struct {
        const char *name;
        int words; // number of values
    } keys[] = {{"interval", 1}, {"minmoves", 1}, {"maxmoves", 1}, {"avoid", 3}, {"allow", 3}};
    const char *name = call->argv[*at];
    char *const *words = &call->argv[*at + 1];
    int key = 0;
    while (key < COUNT(keys) && !ascii_equal(keys[key].name, name))
        key++;
    if (key == COUNT(keys))
        return error_set(
            &call->err, "unknown keyword '%.20s'; use interval, minmoves, maxmoves, avoid or allow",
            name);
    if (*at + keys[key].words >= call->argc)
        return error_set(&call->err, "%s is followed by %s", name,
                         keys[key].words == 1 ? "a number" : "a color, points and a number");
    *at += 1 + keys[key].words;
    switch (key) {
    case 0:
        return read_number(name, words[0], INTERVAL_MAX_CS, &args->interval_cs, &call->err);
    case 1:
        return read_number(name, words[0], LINES_MAX, &args->min_lines, &call->err);
    case 2:
        return read_number(name, words[0], LINES_MAX, &args->max_lines, &call->err);
    case 3:
        return read_restriction(g, words, args->excluded, &args->excluded_count, args->color,
                                &call->err);
    default:
        return read_restriction(g, words, args->allowed, &args->allowed_count, args->color,
                                &call->err);
    }
}

// "[b] [INTERVAL] [KEY VALUE]..."
static bool read_args(const Gtp *g, Call *call, AnalyzeArgs *args) {
    *args = (AnalyzeArgs){.color = g->game.board.turn, .interval_cs = INTERVAL_DEFAULT_CS};
    int at = 1;
    if (at < call->argc && gtp_parse_color(g, call->argv[at], &args->color))
        at++;
    if (at < call->argc && strspn(call->argv[at], "0123456789") == strlen(call->argv[at]) &&
        !read_number("interval", call->argv[at++], INTERVAL_MAX_CS, &args->interval_cs, &call->err))
        return false;
    while (at < call->argc)
        if (!read_key(g, call, &at, args))
            return false;
    return true;
}

// ---- Info lines

// How win rates are written: 0 to 10000 (Leela Zero), or 0 to 1 (KataGo).
typedef enum { RATE_INTEGER, RATE_FRACTION } RateStyle;

static void add_rate(double rate, RateStyle style, Str *out) {
    if (style == RATE_INTEGER)
        str_add(out, "%d", (int)lround(rate * 10000));
    else
        str_add(out, "%.4f", rate);
}

static void add_info(const Gtp *g, const EngineResult *a, int i, RateStyle style, Str *out) {
    const EngineLine *l = &a->lines[i];
    str_add(out, "%sinfo move ", i > 0 ? " " : "");
    gtp_add_sorted_capitals(g, &l->move, 1, out);
    str_add(out, " visits %lld winrate ", (long long)a->nodes);
    add_rate(engine_win_rate(l->value), style, out);
    str_add(out, " order %d depth %d pv", i, l->depth);
    for (int k = 0; k < l->length; k++) {
        str_add_char(out, ' ');
        gtp_add_sorted_capitals(g, &l->moves[k], 1, out);
    }
}

// A running analysis.
typedef struct {
    Gtp *gtp;
    Engine *engine;
    RateStyle style;
    bool until_input; // runs until any input arrives
    int64_t interval_ms, due_ms;
    bool has_sent, has_update;
    EngineResult latest;
} Stream;

static void send_update(Stream *s) {
    ScopedStr text = {0};
    for (int i = 0; i < s->latest.line_count; i++)
        add_info(s->gtp, &s->latest, i, s->style, &text);
    str_add_char(&text, '\n');
    gtp_stream(s->gtp, &text);
    s->has_sent = true;
    s->has_update = false;
}

static void store_report(void *context, const EngineResult *so_far) {
    Stream *s = context;
    s->latest = *so_far;
    s->has_update = true;
}

// Polled by the search: sends an update if one is due, and stops it if there is input. Without an
// input there is nobody to stream to.
static bool should_stop(void *context) {
    Stream *s = context;
    int64_t now = clock_now_ms();
    if (stop_requested(s->gtp->stop))
        return true;
    if (!s->gtp->input)
        return false;
    if (s->has_update && now >= s->due_ms) {
        send_update(s);
        s->due_ms = now + s->interval_ms;
    }
    return s->until_input && line_has_input(s->gtp->input);
}

// Without an input to stop it, an analysis takes one interval, or the session's node limit.
static Budget stream_budget(const Stream *s) {
    int64_t nodes = s->gtp->analysis_nodes;
    if (s->gtp->input)
        return (Budget){0};
    return (Budget){.nodes = nodes, .ms = nodes ? 0 : s->interval_ms + 1};
}

static EngineResult run_analysis(Stream *s, const AnalyzeArgs *args, Budget budget) {
    Board b = s->gtp->game.board;
    b.turn = (uint8_t)args->color;
    s->due_ms = clock_now_ms() + s->interval_ms;
    EngineRequest request = {
        .board = &b,
        .budget = budget,
        .line_count = lines_of(args),
        .allowed = args->allowed,
        .excluded = args->excluded,
        .allowed_count = args->allowed_count,
        .excluded_count = args->excluded_count,
        .stop = {should_stop, s},
        .on_progress = store_report,
        .progress_context = s,
    };
    EngineResult end = engine_run(s->engine, &request);
    if (s->has_update || !s->has_sent) {
        s->latest = end;
        send_update(s);
    }
    return end;
}

// ---- Commands

static bool leaves_legal_move(const AnalyzeArgs *args, const Point *legal, int count) {
    for (int i = 0; i < count; i++)
        if ((args->allowed_count == 0 ||
             points_have(args->allowed, args->allowed_count, legal[i])) &&
            !points_have(args->excluded, args->excluded_count, legal[i]))
            return true;
    return false;
}

static bool begin(Gtp *g, Call *call, RateStyle style, AnalyzeArgs *args, Stream *out) {
    if (!read_args(g, call, args))
        return false;
    *out = (Stream){.gtp = g,
                    .engine = gtp_engine(g, &call->err),
                    .style = style,
                    .interval_ms = args->interval_cs * CENTISECOND};
    if (!out->engine || !engine_prepare(out->engine, g->game.board.rules, &call->err))
        return false;
    Point legal[BOARD_MAX * BOARD_MAX];
    int count = gtp_legal_points(g, args->color, legal);
    if (!gtp_game_is_over(g) && count == 0)
        return error_set(&call->err, "there is no legal move");
    if (count > 0 && !leaves_legal_move(args, legal, count))
        return error_set(&call->err, "allow and avoid leave no legal move");
    gtp_stream_begin(g);
    return true;
}

static bool analyze(Gtp *g, Call *call, RateStyle style) {
    AnalyzeArgs args;
    Stream s;
    if (!begin(g, call, style, &args, &s))
        return false;
    s.until_input = true;
    if (!gtp_game_is_over(g))
        run_analysis(&s, &args, stream_budget(&s));
    if (g->input)
        line_wait(g->input);
    return true;
}

static bool genmove_analyze(Gtp *g, Call *call, RateStyle style) {
    AnalyzeArgs args;
    Stream s;
    if (!begin(g, call, style, &args, &s))
        return false;
    ScopedStr last = {0};
    str_add_text(&last, "play ");
    if (!gtp_add_end(g, &last)) {
        GtpClock *clock = &g->clocks[args.color - BLACK];
        MoveTime move_time = gtp_clock_move_time(clock);
        int64_t began = clock_now_ms();
        Budget budget = {.ms = move_time.most_ms ? move_time.most_ms : g->solve_ms,
                         .target_ms = move_time.usual_ms,
                         .nodes = g->analysis_nodes};
        Point p = run_analysis(&s, &args, budget).lines[0].move;
        if (!gtp_not_stopped(g, &call->err))
            return false;
        gtp_clock_spend(clock, clock_now_ms() - began);
        gtp_add_sorted_capitals(g, &p, 1, &last);
        gtp_place(g, args.color, p);
    }
    str_add_char(&last, '\n');
    gtp_stream(g, &last);
    return true;
}

static bool lz_analyze(void *session, Call *call) {
    return analyze(session, call, RATE_INTEGER);
}

static bool kata_analyze(void *session, Call *call) {
    return analyze(session, call, RATE_FRACTION);
}

static bool lz_genmove_analyze(void *session, Call *call) {
    return genmove_analyze(session, call, RATE_INTEGER);
}

static bool kata_genmove_analyze(void *session, Call *call) {
    return genmove_analyze(session, call, RATE_FRACTION);
}

#define ANALYZE_USAGE "[{w,b}] [CENTISECONDS] [KEY VALUE ...]"

// clang-format off
const Command gtp_analyze_commands[] = {
    {"analyze",              0, CALL_WORDS_MAX, lz_analyze,           ANALYZE_USAGE, "report the best moves repeatedly until any input; the keys are interval, minmoves, maxmoves, avoid, allow"},
    {"lz-analyze",           0, CALL_WORDS_MAX, lz_analyze,           ANALYZE_USAGE, "the same"},
    {"kata-analyze",         0, CALL_WORDS_MAX, kata_analyze,         ANALYZE_USAGE, "the same, with win rates from 0 to 1"},
    {"genmove_analyze",      0, CALL_WORDS_MAX, lz_genmove_analyze,   ANALYZE_USAGE, "genmove, with reports of the best moves"},
    {"lz-genmove_analyze",   0, CALL_WORDS_MAX, lz_genmove_analyze,   ANALYZE_USAGE, "the same"},
    {"kata-genmove_analyze", 0, CALL_WORDS_MAX, kata_genmove_analyze, ANALYZE_USAGE, "the same, with win rates from 0 to 1"},
    {0},
};
// clang-format on
