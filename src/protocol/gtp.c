// GTP sessions: parses lines, dispatches commands, formats replies.
#include "protocol/gtp.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "protocol/gtp_session.h"

#include <stdlib.h>
#include <string.h>

enum { SOLVE_DEFAULT_MS = 1000 };

static const struct {
    const char *name;
    int size; // of the initial board
} profiles[GTP_PROFILE_COUNT] = {
    [GTP_COURSE] = {"course", 7},
    [GTP_GOGUI] = {"gogui", 15},
};

const char *gtp_profile_name(int i) {
    return i < GTP_PROFILE_COUNT ? profiles[i].name : NULL;
}

bool gtp_profile_find(const char *name, GtpProfile *out, Error *err) {
    int i = word_find(name, "profile", gtp_profile_name, err);
    if (i >= 0)
        *out = (GtpProfile)i;
    return i >= 0;
}

// ---- Helpers for the commands

void gtp_start(Gtp *g, const Rules *rules, int size) {
    game_init(&g->game, &(GameOptions){.rules = rules, .size = size, .passes = true});
    for (int i = 0; i < COUNT(g->clocks); i++)
        gtp_clock_start(&g->clocks[i]);
}

bool gtp_parse_color(const Gtp *g, const char *text, Stone *out) {
    static const struct {
        const char *word;
        Stone color;
        bool in_course; // the course knows only the letters
    } words[] = {
        {"b", BLACK, true}, {"w", WHITE, true}, {"black", BLACK, false}, {"white", WHITE, false}};
    for (int i = 0; i < COUNT(words); i++)
        if (ascii_equal(text, words[i].word) && (words[i].in_course || g->profile == GTP_GOGUI)) {
            *out = words[i].color;
            return true;
        }
    return false;
}

bool gtp_require_color(const Gtp *g, const char *text, Stone *out, Error *err) {
    return gtp_parse_color(g, text, out) || error_set(err, "'%.20s' is not a color: b or w", text);
}

void gtp_add_move(const Gtp *g, Point p, Str *out) {
    if (p == POINT_PASS) {
        str_add_text(out, "pass");
        return;
    }
    size_t start = out->len;
    point_format(p, NOTATION_GTP, g->game.board.size, out);
    if (g->profile == GTP_COURSE)
        out->data[start] = (char)(out->data[start] - 'A' + 'a');
}

typedef struct {
    char text[4];
} Word;

static int compare_words(const void *a, const void *b) {
    return strcmp(((const Word *)a)->text, ((const Word *)b)->text);
}

void gtp_add_sorted_capitals(const Gtp *g, const Point *points, int count, Str *out) {
    Word words[BOARD_MAX * BOARD_MAX];
    ScopedStr word = {0};
    for (int i = 0; i < count; i++) {
        str_clear(&word);
        point_format(points[i], NOTATION_GTP, g->game.board.size, &word);
        memcpy(words[i].text, str_text(&word), word.len + 1);
    }
    qsort(words, (size_t)count, sizeof words[0], compare_words);
    for (int i = 0; i < count; i++)
        str_add(out, "%s%s", i ? " " : "", words[i].text);
}

// The order does not depend on the case.
void gtp_add_sorted_moves(const Gtp *g, const Point *points, int count, Str *out) {
    size_t start = out->len;
    gtp_add_sorted_capitals(g, points, count, out);
    if (g->profile == GTP_COURSE)
        for (size_t i = start; i < out->len; i++)
            if (out->data[i] >= 'A')
                out->data[i] = (char)(out->data[i] - 'A' + 'a');
}

bool gtp_game_is_over(const Gtp *g) {
    return game_result(&g->game).reason != END_NONE;
}

bool gtp_add_end(const Gtp *g, Str *out) {
    Result result = game_result(&g->game);
    if (result.reason != END_NONE)
        str_add_text(out, result.winner == EMPTY ? "pass" : "resign");
    return result.reason != END_NONE;
}

int gtp_legal_points(const Gtp *g, Stone color, Point points[static BOARD_MAX * BOARD_MAX]) {
    if (gtp_game_is_over(g))
        return 0;
    Board b = g->game.board;
    b.turn = (uint8_t)color;
    int empty = board_empty_points(&b, points), legal = 0;
    for (int i = 0; i < empty; i++)
        if (board_check(&b, points[i]) == PLAY_OK)
            points[legal++] = points[i];
    return legal;
}

// A foul, which game_place would play and thereby lose the game.
static PlayResult check_foul(const Gtp *g, Stone color, Point p) {
    if (p == POINT_PASS || gtp_game_is_over(g))
        return PLAY_OK;
    Board b = g->game.board;
    b.turn = (uint8_t)color;
    PlayResult r = board_check(&b, p);
    return play_result_is_foul(r) ? r : PLAY_OK;
}

// The course's program accepts any number of moves, but our history has a maximum length. Beyond it
// the history is dropped, and earlier moves cannot be undone.
static void forget_history(Gtp *g) {
    Board now = g->game.board;
    Result forced = g->game.forced;
    game_start_from(&g->game, &now);
    g->game.forced = forced;
}

const char *gtp_place(Gtp *g, Stone color, Point p) {
    PlayResult r = check_foul(g, color, p);
    if (r == PLAY_OK && g->game.count == GAME_MOVES_MAX)
        forget_history(g);
    if (r == PLAY_OK)
        r = game_place(&g->game, color, p);
    return r == PLAY_OK ? NULL : r == PLAY_OCCUPIED ? "occupied" : play_result_text(r);
}

bool gtp_refuse_move(const Gtp *g, Call *call, const char *word, const char *reason) {
    ScopedStr text = {0};
    str_add_text(&text, "illegal move: \"");
    for (const char *c = word; *c; c++)
        str_add_char(&text, *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c);
    str_add(&text, "\" %s", reason);
    if (g->profile == GTP_COURSE)
        str_add_text(&call->reply, str_text(&text));
    else
        error_set(&call->err, "%s", str_text(&text));
    return g->profile == GTP_COURSE;
}

static bool is_interruption(void *context, const char *line, size_t len) {
    (void)context;
    static const char word[] = "# interrupt";
    return len >= strlen(word) && !strncmp(line, word, strlen(word));
}

static bool is_interrupted(void *context) {
    const Gtp *g = context;
    return stop_requested(g->stop) || (g->input && line_peek(g->input, is_interruption, NULL));
}

void gtp_set_stop(Gtp *g, StopToken stop) {
    g->stop = stop;
}

bool gtp_not_stopped(const Gtp *g, Error *err) {
    return !stop_requested(g->stop) || error_set(err, "interrupted");
}

bool gtp_choose(Gtp *g, Player *player, Stone color, Point *move, Error *err) {
    g->spare = g->game;
    g->spare.board.turn = (uint8_t)color;
    MoveTime move_time = gtp_clock_move_time(&g->clocks[color - BLACK]);
    Budget budget = {.ms = move_time.most_ms, .target_ms = move_time.usual_ms};
    PlayerMove choice;
    bool ok =
        player_choose(player, &g->spare, &budget, (StopToken){is_interrupted, g}, &choice, err);
    *move = choice.move;
    return ok && gtp_not_stopped(g, err);
}

// ---- Commands

static const Command *const tables[] = {gtp_course_commands, gtp_common_commands,
                                        gtp_position_commands, gtp_analyze_commands};

const Command *gtp_command_at(int i) {
    for (int t = 0; t < COUNT(tables); t++)
        for (const Command *c = tables[t]; c->name; c++)
            if (i-- == 0)
                return c;
    return NULL;
}

static const Command *find_command(const char *word) {
    const Command *c = NULL;
    for (int t = 0; t < COUNT(tables) && !c; t++)
        c = command_find(tables[t], word, strlen(word));
    return c;
}

static bool run_command(Gtp *g, Call *call) {
    const Command *c = find_command(call->argv[0]);
    if (!c)
        return error_set(&call->err,
                         g->profile == GTP_COURSE ? "Unknown command" : "unknown command");
    int given = call->argc - 1;
    if (c->usage && (given < c->min_args || given > c->max_args))
        return error_set(&call->err, "Usage: %s %s", c->name, c->usage);
    return c->run(g, call);
}

// ---- Lines

// Removes control characters, as the protocol requires, except white space. In the course profile a
// comment starts only in the first column, in GTP anywhere.
static void strip_controls(const Gtp *g, const char *line, size_t len, Str *out) {
    str_clear(out);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)line[i];
        if (c == '#' && g->profile == GTP_GOGUI)
            break;
        if ((c >= ' ' && c != 127) || (c >= '\t' && c <= '\r'))
            str_add_char(out, (char)c);
    }
}

// A number before the command is its id, even without a blank in between.
static char *skip_id(char *line, Str *id) {
    line += strspn(line, " \t\r\v\f");
    size_t digits = strspn(line, "0123456789");
    str_add_bytes(id, line, digits);
    return line + digits;
}

Engine *gtp_engine(Gtp *g, Error *err) {
    if (g->sandboxed) {
        error_set(err, "the engine is not allowed here");
        return NULL;
    }
    Engine *of_player = player_engine(&g->player);
    if (!of_player && !g->engine)
        g->engine = engine_new(NULL);
    return of_player ? of_player : g->engine;
}

static void send(Gtp *g, Str *text) {
    fwrite(str_text(text), 1, text->len, g->out);
    str_clear(text);
    g->over = fflush(g->out) != 0 || g->over;
}

void gtp_stream_begin(Gtp *g) {
    g->is_streaming = true;
    str_add(g->reply, "=%s\n", str_text(&g->id));
}

void gtp_stream(Gtp *g, const Str *text) {
    str_add_text(g->reply, str_text(text));
    if (g->out)
        send(g, g->reply);
}

// GTP omits the blank if no text follows; the course's program always writes it.
static void add_reply(const Gtp *g, bool ok, const Call *call, Str *reply) {
    if (g->is_streaming) {
        str_add_char(reply, '\n');
        return;
    }
    const char *text = ok ? str_text(&call->reply) : call->err.text;
    const char *blank = *text || g->profile == GTP_COURSE ? " " : "";
    str_add(reply, "%c%s%s%s\n\n", ok ? '=' : '?', str_text(&g->id), blank, text);
}

bool gtp_answer(Gtp *g, const char *line, size_t len, Str *reply) {
    strip_controls(g, line, len, &g->line);
    str_add_char(&g->line, '\n'); // so that data is not NULL for an empty line
    Call call = {0};
    str_clear(&g->id);
    g->reply = reply;
    g->is_streaming = false;
    call_split(&call, skip_id(g->line.data, &g->id));
    if (call.argc > 0 && call.argv[0][0] != '#') {
        bool ok = len <= GTP_LINE_MAX
                      ? run_command(g, &call)
                      : error_set(&call.err, "line too long: at most %d bytes", GTP_LINE_MAX);
        add_reply(g, ok, &call, reply);
        g->is_pondering_due = ok && !strcmp(call.argv[0], "genmove");
    }
    str_release(&call.reply);
    return !g->over;
}

static bool has_input(void *context) {
    return line_has_input(((Gtp *)context)->input);
}

// Ponders until the next command arrives.
static void ponder(Gtp *g) {
    if (!g->ponders || !g->is_pondering_due || gtp_game_is_over(g))
        return;
    g->spare = g->game;
    player_ponder(&g->player, &g->spare, (StopToken){has_input, g});
}

void gtp_run(Gtp *g, int in, FILE *out) {
    LineReader lines = {.fd = in};
    g->input = &lines;
    g->out = out;
    ScopedStr line = {0}, reply = {0};
    enum { LIMIT = GTP_LINE_MAX + 1 }; // one more, to detect lines that are too long
    while (!g->over && (ponder(g), line_read_command(&lines, LIMIT, &line))) {
        gtp_answer(g, str_text(&line), line.len, &reply);
        send(g, &reply);
    }
    g->input = NULL;
    g->out = NULL;
    line_reader_release(&lines);
}

// ---- Sessions

// reg_genmove opens a fresh player and must find the same move again, so the random player gets a
// fixed seed here.
static void describe_player(const char *name, Str *out) {
    str_add_text(out, name);
    if (ascii_equal(name, player_random.name))
        str_add(out, ":%lld", (long long)(rng_fresh_seed() >> 1));
}

Gtp *gtp_new(const GtpOptions *options, Error *err) {
    Gtp *g = mem_alloc(sizeof *g);
    g->profile = options->profile;
    g->sandboxed = options->sandboxed;
    g->ponders = options->ponders;
    g->analysis_nodes = options->analysis_nodes;
    g->solve_ms = SOLVE_DEFAULT_MS;
    describe_player(options->player ? options->player : player_random.name, &g->player_name);
    gtp_start(g, options->rules ? options->rules : &rules_freestyle,
              options->size ? options->size : profiles[g->profile].size);
    if (player_open(str_text(&g->player_name), &g->player, err))
        return g;
    gtp_free(g);
    return NULL;
}

void gtp_free(Gtp *g) {
    if (!g)
        return;
    player_close(&g->player);
    engine_free(g->engine);
    str_release(&g->player_name);
    str_release(&g->line);
    str_release(&g->id);
    mem_free(g);
}
