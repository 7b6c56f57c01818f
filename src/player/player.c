#include "player/player.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "player/moves.h"

#include <assert.h>
#include <string.h>

static const PlayerKind *const kinds[] = {&player_random,   &player_easy,  &player_greedy,
                                          &player_beginner, &player_level, &player_strong,
                                          &player_perfect,  NULL};

Budget budget_by_clock(const Game *g) {
    MoveTime move_time = timer_move_time(&g->time, &g->timers[game_seat(g)]);
    return (Budget){.ms = move_time.most_ms, .target_ms = move_time.usual_ms};
}

const PlayerKind *player_kind_at(int i) {
    return kinds[i];
}

const char *player_kind_name(int i) {
    return kinds[i] ? kinds[i]->name : NULL;
}

const char *player_or_program_name(int i) {
    static const char *const programs[] = {"gomocup:COMMAND", "gtp:COMMAND", NULL};
    int count = COUNT(kinds) - 1;
    return i < count ? kinds[i]->name : programs[i - count];
}

int player_name_find(const char *description, WordAt *names, Error *err) {
    ScopedStr name = {0};
    str_add_bytes(&name, description, strcspn(description, ":"));
    return word_find(str_text(&name), "player", names, err);
}

bool player_options_parse(const char *options, int least, int most, int64_t *number, Rng *rng,
                          Error *err) {
    const char *comma = strchr(options, ',');
    int64_t seed = 0;
    char *first = mem_copy_text(options);
    first[strcspn(first, ",")] = '\0';
    bool ok = !*first || number_parse(first, least, most, number, err);
    mem_free(first);
    if (ok && comma)
        ok = number_parse(comma + 1, 0, INT64_MAX, &seed, err) || error_prefix(err, "seed");
    rng->state = comma ? (uint64_t)seed : rng_fresh_seed();
    return ok;
}

static bool open_kind(const PlayerKind *kind, const char *options, Player *out, Error *err) {
    if (!kind->options && *options)
        return error_set(err, "player %s takes no options; '%.40s' follows it", kind->name,
                         options);
    void *self = kind->open ? kind->open(options, err) : NULL;
    if (kind->open && !self)
        return error_prefix(err, kind->name);
    *out = (Player){kind, self};
    return true;
}

bool player_open(const char *description, Player *out, Error *err) {
    size_t len = strcspn(description, ":");
    int i = player_name_find(description, player_kind_name, err);
    if (i >= 0 && !strcmp(description + len, ":"))
        return error_set(err, "a value must follow the colon");
    return i >= 0 && open_kind(kinds[i], description + len + (description[len] == ':'), out, err);
}

void player_close(Player *p) {
    if (p->kind && p->kind->close)
        p->kind->close(p->self);
    *p = (Player){0};
}

Engine *player_engine(const Player *p) {
    return p->kind && p->kind->engine ? p->kind->engine(p->self) : NULL;
}

const char *player_remark(const Player *p) {
    return p->kind && p->kind->remark ? p->kind->remark(p->self) : "";
}

void player_set_memory(Player *p, int64_t memory, int64_t table) {
    Engine *engine = player_engine(p);
    if (engine)
        engine_set_memory(engine, memory, table);
}

bool player_prepare(Player *p, const Rules *rules, Error *err) {
    Engine *engine = player_engine(p);
    return !engine || engine_prepare(engine, rules, err);
}

bool player_ponders(const Player *p) {
    return p->kind && p->kind->ponder;
}

void player_ponder(Player *p, const Game *g, StopToken stop) {
    assert(stop.should_stop && game_result(g).reason == END_NONE);
    if (p->kind->ponder && !opening_step(&g->opening))
        p->kind->ponder(p->self, g, stop);
}

// For players that do not know opening protocols.
static Point default_opening_move(const Game *g, const OpeningStep *step) {
    if (step->choices)
        return step->choices & MAY_STAY ? POINT_STAY : POINT_SWAP;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    return n > 0 ? moves_most_central(&g->board, legal, n) : POINT_PASS;
}

bool player_choose(Player *p, const Game *g, const Budget *budget, StopToken stop, PlayerMove *out,
                   Error *err) {
    assert(p->kind && game_result(g).reason == END_NONE);
    const OpeningStep *step = opening_step(&g->opening);
    *out = (PlayerMove){.move = POINT_NONE};
    if (step && !p->kind->knows_openings) {
        out->move = default_opening_move(g, step);
        return true;
    }
    return p->kind->choose(p->self, g, budget, stop, out, err);
}
