// The engine as a player. "strong:500" thinks half a second a move, or less if the game allows no
// more; plain "strong" what the game allows, or two seconds if it does not say. Other limits have
// names: "strong:nodes=10000,threads=2"; "weights=FILE" evaluates with other numbers,
// "net=on" and "net=FILE" with a net.
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/util.h"
#include "engine/engine.h"
#include "player/player.h"
#include "player/protocol_sense.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert((int)OPINION_WIN == (int)ENGINE_MATE, "players and the engine count wins alike");

enum { THINKING_DEFAULT_MS = 2000, THINKING_MAX_MS = 3600 * 1000 };

// Zero: as the game says.
typedef struct {
    int64_t ms, nodes, depth, threads, memory_mb;
    char *weights; // the name of a file, owned; NULL: the engine's own
    char *net;     // likewise; "on" for the engine's own, "off" for none
} Settings;

typedef struct {
    Engine *engine; // NULL until there is a game
    Settings settings;
    Error trouble; // with the weights or the net, which are read when the rules are known
} Strong;

static const struct {
    const char *name;
    size_t offset;
    int64_t max;
} settings[] = {
    {"time", offsetof(Settings, ms), THINKING_MAX_MS},
    {"nodes", offsetof(Settings, nodes), INT64_MAX / 2},
    {"depth", offsetof(Settings, depth), 100},
    {"threads", offsetof(Settings, threads), ENGINE_THREADS_MAX},
    {"memory", offsetof(Settings, memory_mb), 1 << 20},
};

static const struct {
    const char *name;
    size_t offset;
} files[] = {
    {"weights=", offsetof(Settings, weights)},
    {"net=", offsetof(Settings, net)},
};

static bool read_file_name(Settings *out, const char *text) {
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

static void release_settings(Settings *s) {
    mem_free(s->weights);
    mem_free(s->net);
}

// `text` is "name=number", or a number alone for the time.
static bool read_setting(Settings *out, const char *text, Error *err) {
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
                     "'%.*s' is no setting of the engine; there are time, nodes, depth, threads, "
                     "memory, weights, net",
                     (int)length, name);
}

static bool read_settings(Settings *out, const char *options, Error *err) {
    char *copy = mem_copy_text(options), *place = NULL;
    bool ok = true;
    for (char *word = strtok_r(copy, ",", &place); ok && word; word = strtok_r(NULL, ",", &place))
        ok = read_setting(out, word, err);
    mem_free(copy);
    return ok;
}

static void *strong_open(const char *options, Error *err) {
    Settings wanted = {0};
    if (!read_settings(&wanted, options, err)) {
        release_settings(&wanted);
        return NULL;
    }
    Strong *s = mem_alloc(sizeof *s);
    s->settings = wanted;
    return s;
}

// Of two limits, where zero is none.
static int64_t smaller_limit(int64_t a, int64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static int64_t at_least_one(int64_t n) {
    return n > 0 ? n : 1;
}

static void load_net(Strong *s, const char *name) {
    if (strcmp(name, "off") == 0)
        return;
    if (strcmp(name, "on") != 0)
        engine_load_net(s->engine, name, &s->trouble);
    else if (engine_has_own_net(s->engine))
        engine_use_own_net(s->engine);
}

// The tables belong to a rule set, which is known only when there is a game.
static bool strong_prepare(void *self, const Rules *rules, const Limits *limits, Error *err) {
    Strong *s = self;
    int64_t own = s->settings.memory_mb << 20;
    int64_t memory = own ? smaller_limit(own, limits->memory) : limits->memory;
    if (!engine_is_for(s->engine, rules)) {
        s->engine = engine_for(s->engine, rules);
        engine_set_memory(s->engine, memory, limits->table); // before anything is loaded
        s->trouble = (Error){0};
        if (s->settings.weights)
            engine_load_weights(s->engine, s->settings.weights, &s->trouble);
        if (!*s->trouble.text)
            load_net(s, s->settings.net ? s->settings.net : "on");
    }
    engine_set_memory(s->engine, memory, limits->table);
    return !*s->trouble.text || error_set(err, "%s", s->trouble.text);
}

// Making the engine takes a while, and unless it was prepared that is part of the first move's
// time.
static bool strong_choose(void *self, const Game *g, const Limits *limits, Point *move,
                          Error *err) {
    Strong *s = self;
    int64_t began = clock_now_ms();
    if (!strong_prepare(s, g->board.rules, limits, err))
        return false;
    const Settings *own = &s->settings;
    int64_t ms = smaller_limit(own->ms, limits->ms);
    if (!ms && !own->nodes && !own->depth && !limits->nodes && !limits->depth)
        ms = THINKING_DEFAULT_MS;
    EngineLimits thinking = {
        .ms = ms ? at_least_one(ms - (clock_now_ms() - began)) : 0,
        .usual_ms = limits->usual_ms < ms ? limits->usual_ms : 0,
        .nodes = smaller_limit(own->nodes, limits->nodes),
        .depth = (int)smaller_limit(own->depth, limits->depth),
        .threads = (int)own->threads,
        .interrupted = limits->interrupted,
        .context = limits->context,
    };
    if (opening_step(&g->opening)) {
        *move = protocol_sense(s->engine, g, &thinking);
        return true;
    }
    Point points[ENGINE_LINES_MAX];
    thinking = protocol_limits(s->engine, g, &thinking, points);
    EngineAnswer answer = engine_think(s->engine, &g->board, &thinking);
    *move = answer.lines[0].move;
    if (limits->opinion)
        *limits->opinion = (Opinion){true, answer.lines[0].value};
    return true;
}

static Engine *strong_give_engine(void *self) {
    Strong *s = self;
    if (s->settings.weights || s->settings.net)
        return NULL;
    Engine *engine = s->engine;
    s->engine = NULL;
    return engine;
}

// What is found stays in the table, where the next search meets it.
static void strong_ponder(void *self, const Game *g, const Limits *limits) {
    Strong *s = self;
    Error later; // is said when it is to move
    if (!strong_prepare(s, g->board.rules, limits, &later))
        return;
    EngineLimits pondering = {
        .threads = (int)s->settings.threads,
        .interrupted = limits->interrupted,
        .context = limits->context,
    };
    engine_think(s->engine, &g->board, &pondering);
}

static void strong_close(void *self) {
    Strong *s = self;
    engine_free(s->engine);
    release_settings(&s->settings);
    mem_free(s);
}

const PlayerKind player_strong = {
    .name = "strong",
    .summary = "the engine",
    .options = "MS|time=MS,nodes=N,depth=N,threads=N,memory=MB,weights=FILE,net=on|off|FILE",
    .open = strong_open,
    .choose = strong_choose,
    .prepare = strong_prepare,
    .give_engine = strong_give_engine,
    .ponder = strong_ponder,
    .close = strong_close,
    .knows_openings = true,
    .takes_time = true,
};
