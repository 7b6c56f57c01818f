#include "player/analyst.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/util.h"
#include "engine/engine.h"
#include "player/mind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)ANALYST_LINE_MAX == (int)ENGINE_LINE_MAX &&
                  (int)ANALYST_LINES_MAX == (int)ENGINE_LINES_MAX &&
                  (int)ANALYST_THREADS_MAX == (int)ENGINE_THREADS_MAX,
              "an analysis has room for the engine's answer");

struct Analyst {
    Mind mind;
    const void *net; // borrowed; used where there is no built-in net; NULL: none
    size_t net_len;
};

Analyst *analyst_new(void) {
    return mem_alloc(sizeof(Analyst));
}

void analyst_free(Analyst *a) {
    if (!a)
        return;
    mind_release(&a->mind);
    mem_free(a);
}

void analyst_choose_net(Analyst *a, const char *net) {
    mind_follow(&a->mind, &(Mind){.net = (char *)net});
}

void analyst_follow(Analyst *a, const Player *p) {
    if (p->kind->mind)
        mind_follow(&a->mind, p->kind->mind(p->self));
}

void analyst_inherit(Analyst *a, Player *p) {
    Mind *from = p->kind->mind ? p->kind->mind(p->self) : NULL;
    if (!from)
        return;
    mind_follow(&a->mind, from);
    a->mind.engine = from->engine;
    a->mind.trouble = from->trouble;
    from->engine = NULL;
}

static void apply_given_net(Analyst *a) {
    Error other_rules;
    if (a->net && !engine_has_own_net(a->mind.engine))
        engine_read_net(a->mind.engine, a->net, a->net_len, &other_rules);
}

bool analyst_use_net(Analyst *a, const void *bytes, size_t len, Error *err) {
    if (!engine_is_net(bytes, len, err))
        return false;
    a->net = bytes;
    a->net_len = len;
    if (a->mind.engine)
        apply_given_net(a);
    return true;
}

bool analyst_prepare(Analyst *a, const Rules *rules, const Limits *limits, Error *err) {
    bool is_new = !engine_is_for(a->mind.engine, rules);
    bool ok = mind_prepare(&a->mind, rules, limits->memory, limits->table, err);
    if (is_new)
        apply_given_net(a);
    return ok;
}

// The error is dropped here: the caller got it from analyst_prepare when it chose the net.
static Engine *engine_of(Analyst *a, const Board *b, const Question *q) {
    Error ignored = {0};
    analyst_prepare(a, b->rules, &q->limits, &ignored);
    return a->mind.engine;
}

void analyst_forget(Analyst *a) {
    if (a->mind.engine)
        engine_forget(a->mind.engine);
}

static Analysis from_engine(const EngineAnswer *answer, int64_t began_ms) {
    Analysis result = {
        .ms = clock_now_ms() - began_ms, .nodes = answer->nodes, .count = answer->count};
    for (int i = 0; i < answer->count; i++) {
        const EngineLine *from = &answer->lines[i];
        AnalystLine *to = &result.lines[i];
        *to = (AnalystLine){from->move, from->value, from->depth, from->length, {0}};
        memcpy(to->moves, from->moves, sizeof to->moves);
    }
    return result;
}

// A search in progress.
typedef struct {
    const Question *question;
    int64_t began_ms;
} Running;

static void forward_report(void *context, const EngineAnswer *so_far) {
    const Running *running = context;
    if (!running->question->report)
        return;
    Analysis analysis = from_engine(so_far, running->began_ms);
    running->question->report(running->question->report_context, &analysis);
}

// The time to create the engine counts against the limit. The engine searches a forced move only if
// it has a report callback, so there is one unless `for_move` is set.
static EngineLimits limits_of(const Question *q, Running *running) {
    int64_t ms = q->limits.ms, took = clock_now_ms() - running->began_ms;
    return (EngineLimits){
        .ms = ms > 0 && ms <= took ? 1 : ms - (ms > 0 ? took : 0),
        .usual_ms = q->limits.usual_ms < q->limits.ms ? q->limits.usual_ms : 0,
        .nodes = q->limits.nodes,
        .depth = q->limits.depth,
        .threads = q->threads,
        .lines = q->lines,
        .only = q->only,
        .barred = q->barred,
        .only_count = q->only_count,
        .barred_count = q->barred_count,
        .stop = q->limits.stop,
        .report = q->report || !q->for_move ? forward_report : NULL,
        .report_context = running,
    };
}

Analysis analyst_think(Analyst *a, const Board *b, const Question *q) {
    Running running = {q, clock_now_ms()};
    Engine *engine = engine_of(a, b, q);
    EngineLimits limits = limits_of(q, &running);
    EngineAnswer answer = engine_think(engine, b, &limits);
    return from_engine(&answer, running.began_ms);
}

Analysis analyst_balance(Analyst *a, const Board *b, int aim, const Question *q) {
    Running running = {q, clock_now_ms()};
    Engine *engine = engine_of(a, b, q);
    EngineLimits limits = limits_of(q, &running);
    EngineAnswer answer = engine_balance(engine, b, aim, &limits);
    return from_engine(&answer, running.began_ms);
}

// The limits for the next of `parts` remaining searches out of `whole`: an equal share of the
// nodes, and an equal share of the remaining time, so that time saved earlier is used. A depth
// limit stays.
static Question part_of(const Question *q, int whole, int parts, int64_t elapsed_ms) {
    Question part = *q;
    part.report = NULL;
    part.limits.usual_ms = 0;
    part.limits.ms = q->limits.ms > 0 ? int_max(1, (int)((q->limits.ms - elapsed_ms) / parts)) : 0;
    part.limits.nodes = q->limits.nodes > 0 ? q->limits.nodes / whole + 1 : 0;
    return part;
}

// For each of a few first stones finds the best balancing reply, and keeps the pair closest to
// `aim`.
Analysis analyst_balance_two(Analyst *a, const Board *b, int aim, const Question *q) {
    enum { FIRST_STONES = 6, PARTS = FIRST_STONES + 1 };
    int64_t began = clock_now_ms();
    Question part = part_of(q, PARTS, PARTS, 0);
    part.lines = FIRST_STONES;
    Analysis first = analyst_balance(a, b, aim, &part);
    Analysis best = {.nodes = first.nodes, .count = 1, .lines = {first.lines[0]}};
    bool found = false;
    for (int i = 0; i < first.count; i++) {
        int64_t elapsed = clock_now_ms() - began;
        if (found && q->limits.ms > 0 && elapsed >= q->limits.ms)
            break;
        part = part_of(q, PARTS, first.count - i, elapsed);
        part.lines = 1;
        Board after = *b;
        if (board_play(&after, first.lines[i].move) != PLAY_OK || !board_has_legal_move(&after))
            continue;
        Analysis answer = analyst_balance(a, &after, -aim, &part);
        const AnalystLine *second = &answer.lines[0];
        best.nodes += answer.nodes;
        if (found && abs(-second->value - aim) >= abs(best.lines[0].value - aim))
            continue;
        found = true;
        best.lines[0] = (AnalystLine){first.lines[i].move,
                                      -second->value,
                                      second->depth + 1,
                                      2,
                                      {first.lines[i].move, second->move}};
    }
    best.ms = clock_now_ms() - began;
    return best;
}

int analyst_threads_max(void) {
    return engine_threads_max();
}

double analyst_win_rate(int value) {
    return engine_win_rate(value);
}

int analyst_plies_to_end(int value) {
    return engine_is_certain(value) ? ENGINE_MATE - abs(value) : 0;
}

int analyst_certainty(int value) {
    return analyst_plies_to_end(value) == 0 ? 0 : value > 0 ? 1 : -1;
}
