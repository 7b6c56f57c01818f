#include "match/external_player.h"

#include "base/mem.h"
#include "match/participant.h"

#include <string.h>

enum { DEFAULT_MOVE_MS = 2000, PATIENCE_MS = 5000 };

typedef struct {
    char *description;
    ParticipantOptions options;
    pthread_mutex_t start_lock;
    Participant *participant;
    bool playing; // a game was started, and the engine has not failed since
    int known;    // moves the engine knows
    Point moves[GAME_MOVES_MAX];
} External;

static void *open_external(const char *description, Error *err) {
    External *e = mem_alloc(sizeof *e);
    e->description = mem_copy_text(description);
    pthread_mutex_init(&e->start_lock, NULL);
    e->options = (ParticipantOptions){.rules = &rules_freestyle,
                                      .opening = &opening_none,
                                      .size = 15,
                                      .patience_ms = PATIENCE_MS,
                                      .start_lock = &e->start_lock};
    e->participant = participant_new(description, &e->options, err);
    if (e->participant)
        return e;
    mem_free(e->description);
    mem_free(e);
    return NULL;
}

static void close_external(void *self) {
    External *e = self;
    participant_free(e->participant);
    pthread_mutex_destroy(&e->start_lock);
    mem_free(e->description);
    mem_free(e);
}

// An engine needs a time limit even in a game without a clock.
static TimeControl time_for(const Game *g) {
    TimeControl time = g->time;
    Timer t = timer_start(&time);
    if (timer_budget(&time, &t) == timer_unlimited)
        time.move_ms = DEFAULT_MOVE_MS;
    time.periods = 0; // neither protocol has byoyomi
    time.period_ms = 0;
    return time;
}

// True if the game is the one the engine knows, plus one move.
static bool continues_game(const External *e, const Game *g) {
    if (!e->playing || e->options.rules != g->board.rules || e->options.size != g->board.size ||
        g->count != e->known + 1)
        return false;
    for (int i = 0; i < e->known; i++)
        if (e->moves[i] != g->moves[i].point)
            return false;
    return true;
}

static EndReason begin(External *e, const Game *g, Error *err) {
    e->options.rules = g->board.rules;
    e->options.size = g->board.size;
    e->options.time = time_for(g);
    return participant_begin(e->participant, err);
}

static int64_t budget_for(const Game *g) {
    int64_t budget = timer_budget(&g->time, &g->timers[game_seat(g)]);
    return budget == timer_unlimited ? DEFAULT_MOVE_MS : budget;
}

static void record_moves(External *e, const Game *g, Point own) {
    for (int i = 0; i < g->count; i++)
        e->moves[i] = g->moves[i].point;
    e->moves[g->count] = own;
    e->known = g->count + 1;
}

static bool choose(void *self, const Game *g, const Budget *budget, StopToken stop, PlayerMove *out,
                   Error *err) {
    External *e = self;
    (void)budget; // it has a clock of its own
    if (g->start.stones > 0)
        return error_set(err, "an external engine needs a game that starts with an empty board");
    e->options.stop = stop;
    EndReason end = continues_game(e, g) ? END_NONE : begin(e, g, err);
    if (end == END_NONE)
        end = participant_choose(e->participant, g, budget_for(g), out, err);
    e->playing = end == END_NONE;
    if (e->playing)
        record_moves(e, g, out->move);
    else
        participant_finish(e->participant, true);
    return e->playing;
}

static const PlayerKind player_external = {
    .name = "external",
    .summary = "an external engine",
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
