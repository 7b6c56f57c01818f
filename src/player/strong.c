// The engine as a player. "strong:500" searches half a second per move, or less if the game allows
// less; plain "strong" uses the game's limits, default: two seconds. Other limits have names:
// "strong:nodes=10000,threads=2"; "weights=FILE" loads other evaluation weights, "net=on" and
// "net=FILE" select an NNUE net. A comma in a file name is escaped with a backslash.
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "player/moves.h"
#include "player/player.h"

#include <stddef.h>
#include <string.h>

enum { THINKING_DEFAULT_MS = 2000, THINKING_MAX_MS = 3600 * 1000 };

typedef struct {
    int64_t ms, nodes, depth, threads, memory_mb; // zero: the game's limit
    char *weights, *net;                          // as in EngineOptions; owned
    Engine *engine;
} Strong;

static const struct {
    const char *name;
    size_t offset;
    int64_t max;
} settings[] = {
    {"time", offsetof(Strong, ms), THINKING_MAX_MS},
    {"nodes", offsetof(Strong, nodes), INT64_MAX / 2},
    {"depth", offsetof(Strong, depth), 100},
    {"threads", offsetof(Strong, threads), ENGINE_THREADS_MAX},
    {"memory", offsetof(Strong, memory_mb), 1 << 20},
};

static const struct {
    const char *name;
    size_t offset;
} files[] = {
    {"weights=", offsetof(Strong, weights)},
    {"net=", offsetof(Strong, net)},
};

static bool read_file_name(Strong *out, const char *text) {
    for (int i = 0; i < COUNT(files); i++) {
        size_t length = strlen(files[i].name);
        if (strncmp(text, files[i].name, length) != 0)
            continue;
        char **name = (char **)((char *)out + files[i].offset);
        mem_free(*name);
        *name = mem_copy_text(text + length);
        return true;
    }
    return false;
}

// `text` is "name=number", or a number alone for the time.
static bool read_setting(Strong *out, const char *text, Error *err) {
    if (read_file_name(out, text))
        return true;
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen("time");
    const char *name = equals ? text : "time", *number = equals ? equals + 1 : text;
    for (int i = 0; i < COUNT(settings); i++)
        if (strlen(settings[i].name) == length && strncmp(settings[i].name, name, length) == 0)
            return number_parse(number, 1, settings[i].max,
                                (int64_t *)((char *)out + settings[i].offset), err);
    return error_set(err,
                     "'%.*s' is not an engine setting; settings are time, nodes, depth, threads, "
                     "memory, weights, net",
                     (int)length, name);
}

// Cuts off the text up to the next unescaped comma.
static char *cut_option(char **rest) {
    char *word = *rest, *at = word, *to = word;
    for (; *at && *at != ','; at++) {
        if (at[0] == '\\' && at[1] == ',')
            at++;
        *to++ = *at;
    }
    *rest = *at ? at + 1 : at;
    *to = '\0';
    return word;
}

static bool read_settings(Strong *out, const char *options, Error *err) {
    char *copy = mem_copy_text(options), *rest = copy;
    bool ok = true;
    while (ok && *rest) {
        const char *word = cut_option(&rest);
        ok = !*word || read_setting(out, word, err);
    }
    mem_free(copy);
    return ok;
}

static void strong_close(void *self) {
    Strong *s = self;
    engine_free(s->engine);
    mem_free(s->weights);
    mem_free(s->net);
    mem_free(s);
}

static void *strong_open(const char *options, Error *err) {
    Strong *s = mem_alloc(sizeof *s);
    if (!read_settings(s, options, err)) {
        strong_close(s);
        return NULL;
    }
    s->engine = engine_new(
        &(EngineOptions){.net = s->net, .weights = s->weights, .memory = s->memory_mb << 20});
    return s;
}

// The stricter of two limits; zero means no limit.
static int64_t stricter_limit(int64_t a, int64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static int64_t at_least_one(int64_t n) {
    return n > 0 ? n : 1;
}

static bool strong_request(void *self, const Budget *budget, EngineRequest *out) {
    const Strong *s = self;
    *out = (EngineRequest){
        .budget = {.ms = stricter_limit(s->ms, budget->ms),
                   .target_ms = budget->target_ms,
                   .nodes = stricter_limit(s->nodes, budget->nodes),
                   .depth = (int)stricter_limit(s->depth, budget->depth)},
        .threads = (int)s->threads,
        .move_only = true,
    };
    if (!out->budget.ms && !out->budget.nodes && !out->budget.depth)
        out->budget.ms = THINKING_DEFAULT_MS;
    return true;
}

static bool strong_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                          PlayerMove *out, Error *err) {
    Strong *s = self;
    EngineRequest request;
    strong_request(s, budget, &request);
    request.board = &g->board;
    request.stop = stop;
    int64_t began = clock_now_ms();
    if (!engine_prepare(s->engine, g->board.rules, err))
        return false;
    if (request.budget.ms) // preparing counts, too
        request.budget.ms = at_least_one(request.budget.ms - (clock_now_ms() - began));
    if (opening_step(&g->opening)) {
        out->move = opening_play(s->engine, g, &request);
        return true;
    }
    Point points[ENGINE_LINES_MAX];
    request = opening_request(s->engine, g, &request, points);
    EngineLine best = engine_run(s->engine, &request).lines[0];
    *out = (PlayerMove){best.move, true, best.value};
    return true;
}

static Engine *strong_engine(void *self) {
    return ((Strong *)self)->engine;
}

// The result stays in the transposition table for the next search.
static void strong_ponder(void *self, const Game *g, StopToken stop) {
    Strong *s = self;
    Error ignored; // reported when it has to move
    EngineRequest request = {
        .board = &g->board, .threads = (int)s->threads, .move_only = true, .stop = stop};
    if (engine_prepare(s->engine, g->board.rules, &ignored))
        engine_run(s->engine, &request);
}

const PlayerKind player_strong = {
    .name = "strong",
    .summary = "the engine",
    .options = "MS|time=MS,nodes=N,depth=N,threads=N,memory=MB,weights=FILE,net=on|off|FILE",
    .open = strong_open,
    .choose = strong_choose,
    .engine = strong_engine,
    .full_strength_request = strong_request,
    .ponder = strong_ponder,
    .close = strong_close,
    .knows_openings = true,
    .takes_time = true,
};
