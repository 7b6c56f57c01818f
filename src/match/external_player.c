#include "match/external_player.h"

#include "base/mem.h"
#include "match/participant.h"

#include <string.h>

enum { USUAL_MOVE_MS = 2000, PATIENCE_MS = 5000 };

typedef struct {
    char *description;
    ParticipantOptions options;
    pthread_mutex_t starting;
    atomic_bool never;       // stops; being interrupted does
    Participant *contestant; // NULL before the first move
    bool playing;            // it was begun, and did nothing wrong since
    int told;                // moves it was told or made itself
    Point moves[GAME_MOVES_MAX];
} External;

static void *open_external(const char *description, Error *err) {
    External *e = mem_alloc(sizeof *e);
    e->description = mem_copy_text(description);
    pthread_mutex_init(&e->starting, NULL);
    e->options = (ParticipantOptions){.rules = &rules_freestyle,
                                      .opening = &opening_none,
                                      .size = 15,
                                      .patience_ms = PATIENCE_MS,
                                      .starting = &e->starting,
                                      .stop = &e->never};
    e->contestant = participant_new(description, &e->options, err);
    if (e->contestant)
        return e;
    mem_free(e->description);
    mem_free(e);
    return NULL;
}

static void close_external(void *self) {
    External *e = self;
    participant_free(e->contestant);
    pthread_mutex_destroy(&e->starting);
    mem_free(e->description);
    mem_free(e);
}

// Where people play without a clock, a program still must be told when to answer.
static TimeControl time_for(const Game *g) {
    TimeControl time = g->time;
    Timer t = timer_start(&time);
    if (timer_budget(&time, &t) == timer_unlimited)
        time.move_ms = USUAL_MOVE_MS;
    time.periods = 0; // neither language has byoyomi
    time.period_ms = 0;
    return time;
}

// Is the game what the program knows, and one move more?
static bool is_next(const External *e, const Game *g) {
    if (!e->playing || e->options.rules != g->board.rules || e->options.size != g->board.size ||
        g->count != e->told + 1)
        return false;
    for (int i = 0; i < e->told; i++)
        if (e->moves[i] != g->moves[i].point)
            return false;
    return true;
}

static EndReason begin(External *e, const Game *g, Error *err) {
    e->options.rules = g->board.rules;
    e->options.size = g->board.size;
    e->options.time = time_for(g);
    return participant_begin(e->contestant, err);
}

static int64_t budget_for(const Game *g) {
    int64_t budget = timer_budget(&g->time, &g->timers[game_seat(g)]);
    return budget == timer_unlimited ? USUAL_MOVE_MS : budget;
}

static void note_moves(External *e, const Game *g, Point own) {
    for (int i = 0; i < g->count; i++)
        e->moves[i] = g->moves[i].point;
    e->moves[g->count] = own;
    e->told = g->count + 1;
}

static bool choose(void *self, const Game *g, const Limits *limits, Point *move, Error *err) {
    External *e = self;
    if (g->start.stones > 0)
        return error_set(err, "a program can only be told games that begin with an empty board");
    e->options.interrupted = limits->interrupted;
    e->options.context = limits->context;
    ChosenMove choice = {0};
    EndReason end = is_next(e, g) ? END_NONE : begin(e, g, err);
    if (end == END_NONE)
        end = participant_choose(e->contestant, g, budget_for(g), &choice, err);
    e->playing = end == END_NONE;
    *move = choice.move;
    if (e->playing)
        note_moves(e, g, *move);
    else
        participant_finish(e->contestant, true);
    return e->playing;
}

static const PlayerKind player_external = {
    .name = "external",
    .summary = "another program",
    .open = open_external,
    .choose = choose,
    .close = close_external,
    .takes_time = true,
};

bool external_player_open(const char *description, Player *out, Error *err) {
    void *self = open_external(description, err);
    *out = (Player){self ? &player_external : NULL, self};
    return self != NULL;
}
