#include "match/participant.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "match/protocol_driver.h"
#include "player/mist_player.h"
#include "session/game_session.h"

#include <string.h>

enum { WORDS_MAX = 64 };

struct Participant {
    const ParticipantOptions *options;
    char *description;            // for an engine: split into words in place
    const ProtocolDriver *driver; // NULL: one of our own players
    bool sees_board;              // in the mist: a player that sees the whole board
    Player player;                // for the current game
    GameSession *session;         // in the mist: what the player may know comes from its session
    MistParticles particles;      // and what it believes
    EngineProcess engine;
    const char *argv[WORDS_MAX + 1];
    int known;         // moves of the game the engine knows
    EngineReply reply; // the moves of it that were not played yet
};

// ---- Names

static const ProtocolDriver *const drivers[] = {&gomocup_driver, &gtp_driver, &mist_driver};

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

// "open:PLAYER" sees the whole board in the mist.
static bool accept_open(const char **description) {
    static const char prefix[] = "open:";
    bool found = !strncmp(*description, prefix, sizeof prefix - 1);
    *description += found ? sizeof prefix - 1 : 0;
    return found;
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

// ---- Descriptions from elsewhere

static const char *after_name(const char *description) {
    size_t len = name_length(description);
    return description + (len > 0 ? len + 1 : 0);
}

static bool names_file(const char *player) {
    const char *net = strstr(player, "net=");
    bool is_built_in = net && (!strcmp(net, "net=on") || !strcmp(net, "net=off") ||
                               !strncmp(net, "net=on,", 7) || !strncmp(net, "net=off,", 8));
    return strstr(player, "weights=") || (net && (!is_built_in || strstr(net + 1, "net=")));
}

bool participant_is_external(const char *description) {
    const char *rest = after_name(description);
    return driver_of(rest, &rest) || names_file(rest);
}

static bool is_in_folder(const char *command) {
    size_t len = strcspn(command, " ");
    return len > 2 && !strncmp(command, "./", 2) && !memchr(command + 2, '/', len - 2) &&
           !memchr(command, '"', len) && !memchr(command, '\'', len) &&
           !(len == 4 && command[2] == '.' && command[3] == '.');
}

bool participant_check(const char *description, bool allows_external, Error *err) {
    const char *rest = after_name(description);
    if (!participant_is_external(description))
        return true;
    if (!allows_external)
        return error_set(err, "it needs a program or a file, and none are allowed here");
    if (driver_of(rest, &rest))
        return is_in_folder(rest) || error_set(err, "the program must be ./NAME, in the folder "
                                                    "that is allowed");
    return !strchr(rest, '/') || error_set(err, "the file must be a name without a folder");
}

// ---- Creating

// Ends the word at `at` in place and removes its quotes. Returns the rest; NULL if a quote is open.
static char *cut_word(char *at) {
    char *to = at, quote = '\0';
    for (; *at && (quote || *at != ' '); at++)
        if (*at == quote)
            quote = '\0';
        else if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
        else
            *to++ = *at;
    char *rest = at + strspn(at, " ");
    *to = '\0';
    return quote ? NULL : rest;
}

// As a shell does: quotes, single or double, hold blanks together.
static bool split_words(Participant *participant, Error *err) {
    int count = 0;
    for (char *at = participant->description + strspn(participant->description, " "); *at;) {
        if (count == WORDS_MAX)
            return error_set(err, "more than %d words", WORDS_MAX);
        participant->argv[count++] = at;
        if (!(at = cut_word(at)))
            return error_set(err, "a quote is not closed");
    }
    return count > 0 ||
           error_set(err, "which program? %s:COMMAND ARGUMENTS", participant->driver->name);
}

static bool supports_opening(const ProtocolDriver *d, const OpeningRule *opening, Error *err) {
    return !opening || opening == &opening_none || opening == d->opening ||
           error_set(err, "the %s protocol does not support the opening %s", d->name,
                     opening->name);
}

static bool supports_mist(const ProtocolDriver *d, bool mist, Error *err) {
    if (d->mist == mist)
        return true;
    return error_set(err, mist ? "in the mist a program speaks the protocol of the course: "
                                 "mist:COMMAND ARGUMENTS"
                               : "mist:COMMAND plays only in the mist");
}

static const char *mist_participant_name(int i) {
    static const char *const others[] = {"open:PLAYER", "mist:COMMAND", NULL};
    int count = 0;
    while (player_kind_name(count))
        count++;
    return i < count ? player_kind_name(i) : others[i - count];
}

static bool set_up(Participant *participant, const char *description, Error *err) {
    const char *rest = description;
    participant->driver = driver_of(description, &rest);
    participant->sees_board = !participant->driver && accept_open(&rest);
    participant->description = mem_copy_text(rest);
    if (participant->sees_board && !participant->options->mist)
        return error_set(err, "every player sees the board, except in the mist");
    if (!participant->driver) { // only checks the description: it is opened again for every game
        WordAt *names = participant->options->mist ? mist_participant_name : player_or_program_name;
        bool ok = player_name_find(participant->description, names, err) >= 0 &&
                  player_open(participant->description, &participant->player, err);
        player_close(&participant->player);
        return ok;
    }
    participant->engine = (EngineProcess){.argv = participant->argv,
                                          .quit_command = participant->driver->quit_command,
                                          .pause_ms = participant->options->pause_ms};
    return supports_mist(participant->driver, participant->options->mist, err) &&
           supports_opening(participant->driver, participant->options->opening, err) &&
           split_words(participant, err);
}

Participant *participant_new(const char *description, const ParticipantOptions *options,
                             Error *err) {
    Participant *participant = mem_alloc(sizeof *participant);
    participant->options = options;
    if (set_up(participant, after_name(description), err))
        return participant;
    participant_free(participant);
    return NULL;
}

static void close_player(Participant *participant) {
    player_close(&participant->player);
    mist_particles_release(&participant->particles);
    mem_free(participant->session);
    participant->session = NULL;
}

void participant_free(Participant *participant) {
    if (!participant)
        return;
    close_player(participant);
    engine_process_quit(&participant->engine);
    mem_free(participant->description);
    mem_free(participant);
}

// ---- Playing

static EndReason begin_player(Participant *participant, Error *why) {
    if (!player_open(participant->description, &participant->player, why))
        return END_CRASH;
    player_set_memory(&participant->player, participant->options->memory, 0);
    if (participant->options->mist && !participant->sees_board) {
        participant->session = mem_alloc(sizeof *participant->session);
        session_init(participant->session,
                     &(SessionOptions){.game = {.size = participant->options->size},
                                       .mist = true,
                                       .tries_per_turn = MIST_TRIES_PER_TURN},
                     (Timestamp){0});
    }
    return player_prepare(&participant->player, participant->options->rules, why) ? END_NONE
                                                                                  : END_CRASH;
}

// In the mist a program may send its next commands before its turn.
static void discard_output(Participant *participant) {
    if (!participant->driver->mist)
        engine_process_discard_output(&participant->engine);
}

static EndReason begin_engine(Participant *participant, Error *why) {
    participant->engine.stop = participant->options->stop;
    if (!participant->engine.process && !engine_process_start(&participant->engine, why))
        return END_CRASH;
    engine_process_pause(&participant->engine);
    discard_output(participant);
    return participant->driver->begin(&participant->engine, participant->options, why);
}

// An engine that exited after its last game is started again, which is not a loss.
EndReason participant_begin(Participant *participant, Error *why) {
    participant->known = 0;
    participant->reply.count = 0;
    if (!participant->driver)
        return begin_player(participant, why); // opened again, so that games are independent
    bool was_running = participant->engine.process != NULL;
    EndReason end = begin_engine(participant, why);
    if (end != END_CRASH || !was_running)
        return end;
    *why = (Error){0};
    return begin_engine(participant, why);
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

// Thinks again after each hidden stone that it hits.
static EndReason ask_mist_player(Participant *participant, const Game *g, MistRequest request,
                                 PlayerMove *out, Error *why) {
    GameSession *session = participant->session;
    const Budget turn = request.budget;
    int64_t began = clock_now_ms();
    session_set_game(session, g, (Timestamp){0});
    int seat = session_turn(session);
    Status status = STATUS_OCCUPIED;
    Error refusal = {0}; // a hit is not a refusal
    while (status == STATUS_OCCUPIED) {
        MistHistory history;
        request.budget = mist_try_budget(&turn, session->tries_this_turn, clock_now_ms() - began);
        session_mist_history(session, seat, &history);
        if (!mist_player_choose(&participant->player, &participant->particles, &history, &request,
                                &out->move, why))
            return END_CRASH;
        status = session_play(session, seat, out->move, (Timestamp){0}, &refusal);
    }
    if (!status)
        return END_NONE;
    *why = refusal;
    return END_ILLEGAL;
}

static EndReason ask_player(Participant *participant, const Game *g, int64_t budget_ms,
                            PlayerMove *out, Error *why) {
    // Without a time limit our players use the time from their own description.
    bool limited = budget_ms != timer_unlimited;
    Deadline deadline = {
        participant->options->stop,
        limited ? deadline_after(budget_ms, participant->options->patience_ms) : INT64_MAX,
    };
    Budget budget = budget_by_clock(g);
    budget.nodes = participant->options->nodes;
    budget.depth = (int)participant->options->depth;
    StopToken stop = {is_over, &deadline};
    if (participant->session)
        return ask_mist_player(participant, g, (MistRequest){budget, MIST_TRIES_PER_TURN, stop},
                               out, why);
    return player_choose(&participant->player, g, &budget, stop, out, why) ? END_NONE : END_CRASH;
}

void participant_pause(const Participant *participant) {
    engine_process_pause(&participant->engine);
}

// During the opening the engine is told all moves each time, because it may answer with several.
static EndReason ask_engine(Participant *participant, const Game *g, int64_t budget_ms,
                            Error *why) {
    int64_t deadline = deadline_after(budget_ms, participant->options->patience_ms);
    participant->reply = (EngineReply){0};
    discard_output(participant);
    participant->engine.stop = participant->options->stop;
    EndReason end =
        participant->driver->choose(&participant->engine, participant->options, g,
                                    participant->known, deadline, &participant->reply, why);
    participant->known = opening_step(&g->opening) ? 0 : g->count + 1;
    return end;
}

static PlayerMove pop_move(EngineReply *r) {
    PlayerMove choice = {r->moves[0], r->has_value, r->value};
    for (int i = 1; i < r->count; i++)
        r->moves[i - 1] = r->moves[i];
    r->count--;
    return choice;
}

EndReason participant_choose(Participant *participant, const Game *g, int64_t budget_ms,
                             PlayerMove *out, Error *why) {
    *out = (PlayerMove){.move = POINT_NONE};
    if (!participant->driver)
        return ask_player(participant, g, budget_ms, out, why);
    EndReason end =
        participant->reply.count > 0 ? END_NONE : ask_engine(participant, g, budget_ms, why);
    if (end == END_NONE)
        *out = pop_move(&participant->reply);
    return end;
}

static bool is_for_one_game(const Participant *participant) {
    return participant->options->restart || (participant->driver && participant->driver->mist);
}

void participant_finish(Participant *participant, const Game *g, bool failed) {
    close_player(participant);
    if (g && !failed && participant->engine.process && participant->driver->finish)
        participant->driver->finish(&participant->engine, g);
    if (failed)
        engine_process_kill(&participant->engine);
    else if (is_for_one_game(participant))
        engine_process_quit(&participant->engine);
}

// ---- An external engine as a player

enum { DEFAULT_MOVE_MS = 2000, PATIENCE_MS = 5000 };

typedef struct {
    char *description;
    ParticipantOptions options;
    Participant *participant;
    bool playing; // a game was started, and the engine has not failed since
    int known;    // moves the engine knows
    Point moves[GAME_MOVES_MAX];
} External;

static void *open_external(const char *description, Error *err) {
    External *e = mem_alloc(sizeof *e);
    e->description = mem_copy_text(description);
    e->options = (ParticipantOptions){.rules = &rules_freestyle,
                                      .opening = &opening_none,
                                      .size = 15,
                                      .patience_ms = PATIENCE_MS};
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
        return error_set(err,
                         "an external engine needs a game from the empty board, not in the mist");
    e->options.stop = stop;
    EndReason end = continues_game(e, g) ? END_NONE : begin(e, g, err);
    if (end == END_NONE)
        end = participant_choose(e->participant, g, budget_for(g), out, err);
    e->playing = end == END_NONE;
    if (e->playing)
        record_moves(e, g, out->move);
    else
        participant_finish(e->participant, NULL, true);
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
