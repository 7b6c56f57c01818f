// Analyses that go on while somebody looks: lines of "info move ..." from time to time, until
// anything comes from the controller, as Leela Zero, KataGo and the windows around them do it.
#include "base/clock.h"
#include "base/number.h"
#include "base/util.h"
#include "core/notation.h"
#include "protocol/gtp_session.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum {
    LINES_DEFAULT = 5,
    INTERVAL_DEFAULT_CS = 100,
    INTERVAL_MAX_CS = 360000,
    CENTISECOND = 10, // milliseconds
};

// What the words behind the command say.
typedef struct {
    Stone color;
    int64_t interval_cs;
    int64_t min_lines, max_lines;
    int only_count, barred_count;
    Point only[BOARD_MAX * BOARD_MAX], barred[BOARD_MAX * BOARD_MAX];
} Wish;

static int lines_of(const Wish *w) {
    int64_t lines = w->max_lines ? w->max_lines : LINES_DEFAULT;
    return int_min(int_max((int)lines, (int)w->min_lines), ANALYST_LINES_MAX);
}

// ---- Words

// "D4,E5,F6", each once more in `points`.
static bool read_points(const Gtp *g, const char *list, Point *points, int *count, Error *err) {
    Str word = {0};
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
    str_release(&word);
    return ok;
}

// "avoid b D4,E5 1": these points, for that side, for so many plies from here. What is searched is
// told about its first moves alone, so it is them that this is about.
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

// One key with what follows it; `*at` goes past both.
static bool read_key(const Gtp *g, Call *call, int *at, Wish *w) {
    enum { LINES_MAX = 1000 };
    static const struct {
        const char *name;
        int words; // behind it
    } keys[] = {{"interval", 1}, {"minmoves", 1}, {"maxmoves", 1}, {"avoid", 3}, {"allow", 3}};
    const char *name = call->argv[*at];
    char *const *words = &call->argv[*at + 1];
    int key = 0;
    while (key < COUNT(keys) && strcasecmp(keys[key].name, name) != 0)
        key++;
    if (key == COUNT(keys))
        return error_set(&call->err,
                         "'%.20s' is no word of an analysis; there are interval, minmoves, "
                         "maxmoves, avoid and allow",
                         name);
    if (*at + keys[key].words >= call->argc)
        return error_set(&call->err, "%s is followed by %s", name,
                         keys[key].words == 1 ? "a number" : "a color, points and a number");
    *at += 1 + keys[key].words;
    switch (key) {
    case 0:
        return read_number(name, words[0], INTERVAL_MAX_CS, &w->interval_cs, &call->err);
    case 1:
        return read_number(name, words[0], LINES_MAX, &w->min_lines, &call->err);
    case 2:
        return read_number(name, words[0], LINES_MAX, &w->max_lines, &call->err);
    case 3:
        return read_restriction(g, words, w->barred, &w->barred_count, w->color, &call->err);
    default:
        return read_restriction(g, words, w->only, &w->only_count, w->color, &call->err);
    }
}

// "[b] [INTERVAL] [KEY VALUE]..."
static bool read_wish(const Gtp *g, Call *call, Wish *w) {
    *w = (Wish){.color = g->game.board.turn, .interval_cs = INTERVAL_DEFAULT_CS};
    int at = 1;
    if (at < call->argc && gtp_parse_color(g, call->argv[at], &w->color))
        at++;
    if (at < call->argc && strspn(call->argv[at], "0123456789") == strlen(call->argv[at]) &&
        !read_number("interval", call->argv[at++], INTERVAL_MAX_CS, &w->interval_cs, &call->err))
        return false;
    while (at < call->argc)
        if (!read_key(g, call, &at, w))
            return false;
    return true;
}

// ---- Lines

// How win rates are written: hundredths of a percent, or parts of one.
typedef enum { RATE_WHOLE, RATE_PART } RateStyle;

static void add_rate(double rate, RateStyle style, Str *out) {
    if (style == RATE_WHOLE)
        str_add(out, "%d", (int)lround(rate * 10000));
    else
        str_add(out, "%.4f", rate);
}

static void add_info(const Gtp *g, const Analysis *a, int i, RateStyle style, Str *out) {
    const AnalystLine *l = &a->lines[i];
    str_add(out, "%sinfo move ", i > 0 ? " " : "");
    gtp_add_sorted_capitals(g, &l->move, 1, out);
    str_add(out, " visits %lld winrate ", (long long)a->nodes);
    add_rate(analyst_win_rate(l->value), style, out);
    str_add(out, " order %d depth %d pv", i, l->depth);
    for (int k = 0; k < l->length; k++) {
        str_add_char(out, ' ');
        gtp_add_sorted_capitals(g, &l->moves[k], 1, out);
    }
}

// An analysis under way.
typedef struct {
    Gtp *gtp;
    RateStyle style;
    bool until_stirred; // it ends when something comes, and not before
    int64_t interval_ms, due_ms;
    bool has_told, has_news;
    Analysis latest;
} Stream;

static void tell(Stream *s) {
    Str text = {0};
    for (int i = 0; i < s->latest.count; i++)
        add_info(s->gtp, &s->latest, i, s->style, &text);
    str_add_char(&text, '\n');
    gtp_stream(s->gtp, &text);
    str_release(&text);
    s->has_told = true;
    s->has_news = false;
}

static void note(void *context, const Analysis *so_far) {
    Stream *s = context;
    s->latest = *so_far;
    s->has_news = true;
}

// Asked where the engine looks up: tells what is due, and whether the controller wants something
// else, however little is known by then. Not where nobody hears it before the end.
static bool is_over(void *context) {
    Stream *s = context;
    int64_t now = clock_now_ms();
    if (!s->gtp->ears)
        return false;
    if (s->has_news && now >= s->due_ms) {
        tell(s);
        s->due_ms = now + s->interval_ms;
    }
    return s->until_stirred && gtp_has_input(s->gtp);
}

// Without anybody who listens it takes an interval, or so many nodes as the session was told.
static Limits stream_limits(Stream *s) {
    Gtp *g = s->gtp;
    Limits limits = {.interrupted = is_over, .context = s};
    if (!g->ears) {
        limits.nodes = g->analysis_nodes;
        limits.ms = g->analysis_nodes ? 0 : s->interval_ms + 1;
    }
    return limits;
}

static Analysis follow(Stream *s, const Wish *w, Limits limits) {
    Gtp *g = s->gtp;
    Board b = g->game.board;
    b.turn = (uint8_t)w->color;
    s->interval_ms = w->interval_cs * CENTISECOND;
    s->due_ms = clock_now_ms() + s->interval_ms;
    Question q = {
        .limits = limits,
        .lines = lines_of(w),
        .only = w->only,
        .barred = w->barred,
        .only_count = w->only_count,
        .barred_count = w->barred_count,
        .report = note,
    };
    Analysis end = analyst_think(g->analyst, &b, &q);
    if (s->has_news || !s->has_told) {
        s->latest = end;
        tell(s);
    }
    return end;
}

// ---- Commands

static bool leaves_any(const Wish *w, const Point *legal, int count) {
    for (int i = 0; i < count; i++)
        if ((w->only_count == 0 || points_have(w->only, w->only_count, legal[i])) &&
            !points_have(w->barred, w->barred_count, legal[i]))
            return true;
    return false;
}

static bool begin(Gtp *g, Call *call, Wish *w) {
    if (!read_wish(g, call, w) || !gtp_require_analyst(g, &call->err))
        return false;
    Point legal[BOARD_MAX * BOARD_MAX];
    int count = gtp_legal_points(g, w->color, legal);
    if (!gtp_game_is_over(g) && count == 0)
        return error_set(&call->err, "there is no legal move");
    if (count > 0 && !leaves_any(w, legal, count))
        return error_set(&call->err, "allow and avoid leave no legal move");
    gtp_stream_begin(g);
    return true;
}

static bool analyze(Gtp *g, Call *call, RateStyle style) {
    Wish w;
    if (!begin(g, call, &w))
        return false;
    Stream s = {.gtp = g, .style = style, .until_stirred = true};
    s.interval_ms = w.interval_cs * CENTISECOND;
    if (!gtp_game_is_over(g))
        follow(&s, &w, stream_limits(&s));
    if (g->ears)
        gtp_wait_for_input(g);
    return true;
}

static bool genmove_analyze(Gtp *g, Call *call, RateStyle style) {
    Wish w;
    if (!begin(g, call, &w))
        return false;
    Str last = {0};
    str_add_text(&last, "play ");
    if (!gtp_add_end(g, &last)) {
        GtpClock *clock = &g->clocks[w.color - BLACK];
        MoveTime share = gtp_clock_move_time(clock);
        int64_t began = clock_now_ms();
        Stream s = {.gtp = g, .style = style};
        Limits limits = {.ms = share.most_ms ? share.most_ms : g->solve_ms,
                         .usual_ms = share.usual_ms,
                         .nodes = g->analysis_nodes,
                         .interrupted = is_over,
                         .context = &s};
        Point p = follow(&s, &w, limits).lines[0].move;
        gtp_clock_spend(clock, clock_now_ms() - began);
        gtp_add_sorted_capitals(g, &p, 1, &last);
        gtp_place(g, w.color, p);
    }
    str_add_char(&last, '\n');
    gtp_stream(g, &last);
    str_release(&last);
    return true;
}

static bool lz_analyze(void *session, Call *call) {
    return analyze(session, call, RATE_WHOLE);
}

static bool kata_analyze(void *session, Call *call) {
    return analyze(session, call, RATE_PART);
}

static bool lz_genmove_analyze(void *session, Call *call) {
    return genmove_analyze(session, call, RATE_WHOLE);
}

static bool kata_genmove_analyze(void *session, Call *call) {
    return genmove_analyze(session, call, RATE_PART);
}

#define WISHES "[{w,b}] [CENTISECONDS] [KEY VALUE ...]"

// clang-format off
const Command gtp_analyze_commands[] = {
    {"analyze",              0, CALL_WORDS_MAX, lz_analyze,           WISHES, "the best moves again and again, until anything is sent; the keys are interval, minmoves, maxmoves, avoid, allow"},
    {"lz-analyze",           0, CALL_WORDS_MAX, lz_analyze,           WISHES, "the same"},
    {"kata-analyze",         0, CALL_WORDS_MAX, kata_analyze,         WISHES, "the same, with win rates from 0 to 1"},
    {"genmove_analyze",      0, CALL_WORDS_MAX, lz_genmove_analyze,   WISHES, "genmove, with the best moves told meanwhile"},
    {"lz-genmove_analyze",   0, CALL_WORDS_MAX, lz_genmove_analyze,   WISHES, "the same"},
    {"kata-genmove_analyze", 0, CALL_WORDS_MAX, kata_genmove_analyze, WISHES, "the same, with win rates from 0 to 1"},
    {0},
};
// clang-format on
