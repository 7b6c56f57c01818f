#include "match/participant.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/util.h"
#include "match/protocol_driver.h"

#include <string.h>

enum { WORDS_MAX = 64 };

struct Participant {
    const ParticipantOptions *options;
    char *description;             // of a program: cut into words
    const ProtocolDriver *dialect; // NULL: a player of ours
    Player player;                 // of the game being played
    EngineProcess program;
    const char *argv[WORDS_MAX + 1];
    int told;          // moves of the game that the program knows
    EngineReply reply; // of the program, as far as it was not made yet
};

// ---- Names

static const ProtocolDriver *const dialects[] = {&gomocup_driver, &gtp_driver};

// "gtp:COMMAND": the dialect; *rest is then what follows.
static const ProtocolDriver *driver_of(const char *description, const char **rest) {
    for (int i = 0; i < COUNT(dialects); i++) {
        size_t len = strlen(dialects[i]->name);
        if (!strncmp(description, dialects[i]->name, len) && description[len] == ':') {
            *rest = description + len + 1;
            return dialects[i];
        }
    }
    return NULL;
}

// The length of NAME in "NAME=..."; 0 if there is none.
static size_t name_length(const char *description) {
    size_t len = strcspn(description, "=: ");
    return description[len] == '=' ? len : 0;
}

void participant_format_name(const char *description, Str *out) {
    size_t len = name_length(description);
    str_add_bytes(out, description, len > 0 ? len : strlen(description));
}

static bool cut_words(Participant *c, Error *err) {
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
    return count > 0 || error_set(err, "which program? %s:COMMAND ARGUMENTS", c->dialect->name);
}

// ---- Coming and going

static bool has_words_for(const ProtocolDriver *d, const OpeningRule *opening, Error *err) {
    return !opening || opening == &opening_none || opening == d->opening ||
           error_set(err, "the language %s has no words for the opening %s", d->name,
                     opening->name);
}

static bool set_up(Participant *c, const char *description, Error *err) {
    const char *rest = description;
    c->dialect = driver_of(description, &rest);
    c->description = mem_copy_text(rest);
    if (!c->dialect) { // it is opened anew for every game; here only to see that it can be
        bool ok = player_open(c->description, &c->player, err);
        player_close(&c->player);
        return ok;
    }
    c->program = (EngineProcess){.argv = c->argv,
                                 .farewell = c->dialect->farewell,
                                 .starting = c->options->starting,
                                 .pause_ms = c->options->pause_ms,
                                 .stop = c->options->stop};
    return has_words_for(c->dialect, c->options->opening, err) && cut_words(c, err);
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
    engine_process_quit(&c->program);
    mem_free(c->description);
    mem_free(c);
}

// ---- Playing

static EndReason begin_player(Participant *c, Error *why) {
    Limits limits = {.memory = c->options->memory};
    bool ok = player_open(c->description, &c->player, why) &&
              player_prepare(&c->player, c->options->rules, &limits, why);
    return ok ? END_NONE : END_CRASH;
}

static EndReason begin_program(Participant *c, Error *why) {
    c->program.interrupted = c->options->interrupted;
    c->program.context = c->options->context;
    if (!c->program.process && !engine_process_start(&c->program, why))
        return END_CRASH;
    engine_process_pause(&c->program);
    engine_process_discard_output(&c->program);
    return c->dialect->begin(&c->program, c->options, why);
}

// A program that went away after its last game is no worse than one that was never there.
EndReason participant_begin(Participant *c, Error *why) {
    c->told = 0;
    c->reply.count = 0;
    // Anew for every game, so that no game depends on those before it.
    if (!c->dialect)
        return begin_player(c, why);
    bool is_old = c->program.process != NULL;
    EndReason end = begin_program(c, why);
    if (end != END_CRASH || !is_old)
        return end;
    *why = (Error){0};
    return begin_program(c, why);
}

typedef struct {
    const atomic_bool *stop;
    int64_t deadline_ms;
} Patience;

static bool is_exhausted(void *context) {
    const Patience *p = context;
    return atomic_load(p->stop) || clock_now_ms() > p->deadline_ms;
}

// No moment that the clock reaches, where there is no limit.
static int64_t deadline_after(int64_t budget_ms, int64_t patience_ms) {
    int64_t now = clock_now_ms();
    return budget_ms == timer_unlimited ? now + patience_ms : now + budget_ms + patience_ms;
}

static EndReason ask_player(Participant *c, const Game *g, int64_t budget_ms, ChosenMove *out,
                            Error *why) {
    // A player of ours that has no limit takes the time it was made for.
    bool limited = budget_ms != timer_unlimited;
    Patience patience = {
        c->options->stop,
        limited ? deadline_after(budget_ms, c->options->patience_ms) : INT64_MAX,
    };
    Limits limits = limits_by_clock(g);
    limits.nodes = c->options->nodes;
    limits.depth = (int)c->options->depth;
    limits.memory = c->options->memory;
    limits.interrupted = is_exhausted;
    limits.context = &patience;
    limits.evaluation = &out->evaluation;
    return player_choose(&c->player, g, &limits, &out->move, why) ? END_NONE : END_CRASH;
}

void participant_pause(const Participant *c) {
    engine_process_pause(&c->program);
}

// In an opening a program answers with several moves at once; TURN is only for later.
static EndReason ask_program(Participant *c, const Game *g, int64_t budget_ms, Error *why) {
    int64_t deadline = deadline_after(budget_ms, c->options->patience_ms);
    c->reply = (EngineReply){0};
    engine_process_discard_output(&c->program);
    c->program.interrupted = c->options->interrupted;
    c->program.context = c->options->context;
    EndReason end =
        c->dialect->choose(&c->program, c->options, g, c->told, deadline, &c->reply, why);
    c->told = opening_step(&g->opening) ? 0 : g->count + 1;
    return end;
}

static ChosenMove take_next(EngineReply *r) {
    ChosenMove choice = {r->moves[0], r->evaluation};
    for (int i = 1; i < r->count; i++)
        r->moves[i - 1] = r->moves[i];
    r->count--;
    return choice;
}

EndReason participant_choose(Participant *c, const Game *g, int64_t budget_ms, ChosenMove *out,
                             Error *why) {
    *out = (ChosenMove){.move = POINT_NONE};
    if (!c->dialect)
        return ask_player(c, g, budget_ms, out, why);
    EndReason end = c->reply.count > 0 ? END_NONE : ask_program(c, g, budget_ms, why);
    if (end == END_NONE)
        *out = take_next(&c->reply);
    return end;
}

void participant_finish(Participant *c, bool failed) {
    player_close(&c->player);
    if (failed)
        engine_process_kill(&c->program);
    else if (c->options->restart)
        engine_process_quit(&c->program);
}
