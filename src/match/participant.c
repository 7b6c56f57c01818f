#include "match/participant.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/util.h"
#include "match/protocol_driver.h"

#include <string.h>

enum { WORDS_MAX = 64 };

struct Participant {
    const ParticipantOptions *options;
    char *description;            // for an engine: split into words in place
    const ProtocolDriver *driver; // NULL: one of our own players
    Player player;                // for the current game
    EngineProcess engine;
    const char *argv[WORDS_MAX + 1];
    int known;         // moves of the game the engine knows
    EngineReply reply; // the moves of it that were not played yet
};

// ---- Names

static const ProtocolDriver *const drivers[] = {&gomocup_driver, &gtp_driver};

// The driver for "gtp:COMMAND", with *rest set to "COMMAND"; NULL if it is not an engine.
static const ProtocolDriver *driver_of(const char *description, const char **rest) {
    for (int i = 0; i < COUNT(drivers); i++) {
        size_t len = strlen(drivers[i]->name);
        if (!strncmp(description, drivers[i]->name, len) && description[len] == ':') {
            *rest = description + len + 1;
            return drivers[i];
        }
    }
    return NULL;
}

// The length of NAME in "NAME=..."; 0 if it has no name.
static size_t name_length(const char *description) {
    size_t len = strcspn(description, "=: ");
    return description[len] == '=' ? len : 0;
}

void participant_format_name(const char *description, Str *out) {
    size_t len = name_length(description);
    str_add_bytes(out, description, len > 0 ? len : strlen(description));
}

static bool split_words(Participant *c, Error *err) {
    int count = 0;
    for (char *at = c->description + strspn(c->description, " "); *at;) {
        if (count == WORDS_MAX)
            return error_set(err, "more than %d words", WORDS_MAX);
        c->argv[count++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
        at += strspn(at, " ");
    }
    return count > 0 || error_set(err, "which program? %s:COMMAND ARGUMENTS", c->driver->name);
}

// ---- Creating

static bool supports_opening(const ProtocolDriver *d, const OpeningRule *opening, Error *err) {
    return !opening || opening == &opening_none || opening == d->opening ||
           error_set(err, "the %s protocol does not support the opening %s", d->name,
                     opening->name);
}

static bool set_up(Participant *c, const char *description, Error *err) {
    const char *rest = description;
    c->driver = driver_of(description, &rest);
    c->description = mem_copy_text(rest);
    if (!c->driver) { // only checks the description: it is opened again for every game
        bool ok = player_open(c->description, &c->player, err);
        player_close(&c->player);
        return ok;
    }
    c->engine = (EngineProcess){.argv = c->argv,
                                .quit_command = c->driver->quit_command,
                                .start_lock = c->options->start_lock,
                                .pause_ms = c->options->pause_ms};
    return supports_opening(c->driver, c->options->opening, err) && split_words(c, err);
}

Participant *participant_new(const char *description, const ParticipantOptions *options,
                             Error *err) {
    Participant *c = mem_alloc(sizeof *c);
    c->options = options;
    size_t len = name_length(description);
    if (set_up(c, description + (len > 0 ? len + 1 : 0), err))
        return c;
    participant_free(c);
    return NULL;
}

void participant_free(Participant *c) {
    if (!c)
        return;
    player_close(&c->player);
    engine_process_quit(&c->engine);
    mem_free(c->description);
    mem_free(c);
}

// ---- Playing

static EndReason begin_player(Participant *c, Error *why) {
    if (!player_open(c->description, &c->player, why))
        return END_CRASH;
    player_set_memory(&c->player, c->options->memory, 0);
    return player_prepare(&c->player, c->options->rules, why) ? END_NONE : END_CRASH;
}

static EndReason begin_engine(Participant *c, Error *why) {
    c->engine.stop = c->options->stop;
    if (!c->engine.process && !engine_process_start(&c->engine, why))
        return END_CRASH;
    engine_process_pause(&c->engine);
    engine_process_discard_output(&c->engine);
    return c->driver->begin(&c->engine, c->options, why);
}

// An engine that exited after its last game is started again, which is not a loss.
EndReason participant_begin(Participant *c, Error *why) {
    c->known = 0;
    c->reply.count = 0;
    if (!c->driver)
        return begin_player(c, why); // opened again, so that games are independent
    bool was_running = c->engine.process != NULL;
    EndReason end = begin_engine(c, why);
    if (end != END_CRASH || !was_running)
        return end;
    *why = (Error){0};
    return begin_engine(c, why);
}

typedef struct {
    StopToken stop;
    int64_t ms;
} Deadline;

static bool is_over(void *context) {
    const Deadline *d = context;
    return stop_requested(d->stop) || clock_now_ms() > d->ms;
}

static int64_t deadline_after(int64_t budget_ms, int64_t patience_ms) {
    int64_t now = clock_now_ms();
    return budget_ms == timer_unlimited ? now + patience_ms : now + budget_ms + patience_ms;
}

static EndReason ask_player(Participant *c, const Game *g, int64_t budget_ms, PlayerMove *out,
                            Error *why) {
    // Without a time limit our players use the time from their own description.
    bool limited = budget_ms != timer_unlimited;
    Deadline deadline = {
        c->options->stop,
        limited ? deadline_after(budget_ms, c->options->patience_ms) : INT64_MAX,
    };
    Budget budget = budget_by_clock(g);
    budget.nodes = c->options->nodes;
    budget.depth = (int)c->options->depth;
    StopToken stop = {is_over, &deadline};
    return player_choose(&c->player, g, &budget, stop, out, why) ? END_NONE : END_CRASH;
}

void participant_pause(const Participant *c) {
    engine_process_pause(&c->engine);
}

// During the opening the engine is told all moves each time, because it may answer with several.
static EndReason ask_engine(Participant *c, const Game *g, int64_t budget_ms, Error *why) {
    int64_t deadline = deadline_after(budget_ms, c->options->patience_ms);
    c->reply = (EngineReply){0};
    engine_process_discard_output(&c->engine);
    c->engine.stop = c->options->stop;
    EndReason end =
        c->driver->choose(&c->engine, c->options, g, c->known, deadline, &c->reply, why);
    c->known = opening_step(&g->opening) ? 0 : g->count + 1;
    return end;
}

static PlayerMove pop_move(EngineReply *r) {
    PlayerMove choice = {r->moves[0], r->has_value, r->value};
    for (int i = 1; i < r->count; i++)
        r->moves[i - 1] = r->moves[i];
    r->count--;
    return choice;
}

EndReason participant_choose(Participant *c, const Game *g, int64_t budget_ms, PlayerMove *out,
                             Error *why) {
    *out = (PlayerMove){.move = POINT_NONE};
    if (!c->driver)
        return ask_player(c, g, budget_ms, out, why);
    EndReason end = c->reply.count > 0 ? END_NONE : ask_engine(c, g, budget_ms, why);
    if (end == END_NONE)
        *out = pop_move(&c->reply);
    return end;
}

void participant_finish(Participant *c, bool failed) {
    player_close(&c->player);
    if (failed)
        engine_process_kill(&c->engine);
    else if (c->options->restart)
        engine_process_quit(&c->engine);
}
