#include "player/player.h"

#include "base/did_you_mean.h"
#include "player/moves.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

static const PlayerKind *const table[] = {&player_random, &player_easy,   &player_greedy,
                                          &player_level,  &player_strong, NULL};

Limits limits_by_clock(const Game *g) {
    MoveTime move_time = timer_move_time(&g->time, &g->timers[game_seat(g)]);
    return (Limits){.ms = move_time.most_ms, .usual_ms = move_time.usual_ms};
}

const PlayerKind *player_kind_at(int i) {
    return table[i];
}

const char *player_kind_name(int i) {
    return table[i] ? table[i]->name : NULL;
}

static const PlayerKind *find(const char *name, size_t len) {
    for (int i = 0; table[i]; i++)
        if (strlen(table[i]->name) == len && !strncasecmp(table[i]->name, name, len))
            return table[i];
    return NULL;
}

static bool report_unknown(const char *name, size_t len, Error *err) {
    Str typed = {0};
    str_add_bytes(&typed, name, len);
    did_you_mean_error(err, "player", str_text(&typed), player_kind_name);
    str_release(&typed);
    return false;
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
    const PlayerKind *kind = find(description, len);
    if (!kind)
        return report_unknown(description, len, err);
    return open_kind(kind, description[len] ? description + len + 1 : "", out, err);
}

void player_close(Player *p) {
    if (p->kind && p->kind->close)
        p->kind->close(p->self);
    *p = (Player){0};
}

bool player_prepare(Player *p, const Rules *rules, const Limits *limits, Error *err) {
    return !p->kind->prepare || p->kind->prepare(p->self, rules, limits, err);
}

bool player_ponders(const Player *p) {
    return p->kind && p->kind->ponder;
}

void player_ponder(Player *p, const Game *g, const Limits *limits) {
    assert(limits->stop.should_stop && game_result(g).reason == END_NONE);
    if (p->kind->ponder && !opening_step(&g->opening))
        p->kind->ponder(p->self, g, limits);
}

// For players that do not know opening protocols.
static Point default_opening_move(const Game *g, const OpeningStep *step) {
    if (step->choices)
        return step->choices & MAY_STAY ? POINT_STAY : POINT_SWAP;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    return n > 0 ? moves_most_central(&g->board, legal, n) : POINT_PASS;
}

bool player_choose(Player *p, const Game *g, const Limits *limits, Point *move, Error *err) {
    assert(p->kind && game_result(g).reason == END_NONE);
    const OpeningStep *step = opening_step(&g->opening);
    if (step && !p->kind->knows_openings) {
        *move = default_opening_move(g, step);
        return true;
    }
    return p->kind->choose(p->self, g, limits, move, err);
}
