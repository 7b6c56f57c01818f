#include "tui/sitting.h"

#include "base/clock.h"
#include "base/mem.h"
#include "core/mist.h"
#include "record/archive.h"
#include "tui/opponents.h"

#include <assert.h>
#include <strings.h>

void sitting_begin_turn(Sitting *s) {
    s->turn_began_ms = s->now_ms();
}

static void begin_turn(Sitting *s) {
    sitting_begin_turn(s);
    s->changed = true;
}

static void note_change(Sitting *s) {
    begin_turn(s);
    s->unsaved = true;
    sitting_keep(s);
}

static bool open_player(const Sitting *s, const char *description, Player *out, Error *err) {
    if (!opponent_is_program(description))
        return player_open(description, out, err);
    return s->open_program ? s->open_program(description, out, err)
                           : error_set(err, "other programs cannot be started here");
}

bool sitting_seat(Sitting *s, Seat seat, const char *description, Error *err) {
    Player player = {0};
    if (strcasecmp(description, "human") != 0 && !open_player(s, description, &player, err))
        return false;
    Participant *who = &s->participants[seat];
    player_close(&who->player);
    mem_free(who->description);
    *who = (Participant){mem_copy_text(description), player};
    return true;
}

static const char *or_else(const char *text, const char *otherwise) {
    return text ? text : otherwise;
}

bool sitting_init(Sitting *s, const SittingOptions *options, Error *err) {
    *s = (Sitting){
        .setup = options->game,
        .setup_mist = options->mist,
        .no_files = options->no_files,
        .now_ms = options->now_ms ? options->now_ms : clock_now_ms,
        .interrupted = options->interrupted,
        .open_program = options->open_program,
        .reading = options->reading,
    };
    if (!sitting_seat(s, SEAT_FIRST, or_else(options->players[SEAT_FIRST], "human"), err) ||
        !sitting_seat(s, SEAT_SECOND, or_else(options->players[SEAT_SECOND], "greedy"), err) ||
        !player_open(or_else(options->adviser, "greedy"), &s->adviser, err)) {
        sitting_release(s);
        return false;
    }
    s->folder = s->no_files ? NULL : unfinished_folder(options->state_folder);
    s->archive = s->no_files ? NULL : archive_folder(options->state_folder);
    sitting_new_game(s);
    return true;
}

void sitting_release(Sitting *s) {
    for (int i = 0; i < 2; i++) {
        player_close(&s->participants[i].player);
        mem_free(s->participants[i].description);
    }
    player_close(&s->adviser);
    unfinished_leave(&s->kept);
    mem_free(s->folder);
    mem_free(s->archive);
    mem_free(s->archived);
    record_free(s->record);
    *s = (Sitting){0};
}

// The game is in place; the file of the one before stays where it is.
static void begin_game(Sitting *s, Record *r, Node *end) {
    record_free(s->record);
    s->record = r;
    s->branch = branch_from(r, end);
    unfinished_leave(&s->kept);
    mem_free(s->archived);
    s->archived = NULL;
    s->mist = false;
    s->keep_error = (Error){0};
    s->thought_ms[SEAT_FIRST] = s->thought_ms[SEAT_SECOND] = 0;
    s->unsaved = false;
    begin_turn(s);
}

// The mist has rules and a board of its own.
static GameOptions in_mist(GameOptions options) {
    options.rules = &rules_freestyle;
    options.opening = &opening_none;
    options.size = MIST_BOARD_SIZE;
    return options;
}

void sitting_new_game(Sitting *s) {
    GameOptions options = s->setup_mist ? in_mist(s->setup) : s->setup;
    game_init(&s->game, &options);
    Record *r = record_from_game(&s->game);
    begin_game(s, r, r->root);
    s->mist = s->setup_mist;
}

bool sitting_is_misty(const Sitting *s) {
    return s->mist && !sitting_is_over(s);
}

void sitting_adopt(Sitting *s, const Game *g, Record *r, Node *end) {
    s->game = *g;
    s->game.passes = s->setup.passes;
    begin_game(s, r, end);
}

bool sitting_is_over(const Sitting *s) {
    return game_result(&s->game).reason != END_NONE;
}

bool sitting_is_person(const Sitting *s, Seat seat) {
    return s->participants[seat].player.kind == NULL;
}

int sitting_count_persons(const Sitting *s) {
    return sitting_is_person(s, SEAT_FIRST) + sitting_is_person(s, SEAT_SECOND);
}

Stone sitting_color(const Sitting *s, Seat seat) {
    return game_seat_of(&s->game, BLACK) == seat ? BLACK : WHITE;
}

static int64_t spent(const Sitting *s) {
    return s->now_ms() - s->turn_began_ms + s->thought_ms[game_seat(&s->game)];
}

// Another turn takes the place of this one, and nobody has moved.
static void interrupt_turn(Sitting *s) {
    if (!sitting_is_over(s))
        s->thought_ms[game_seat(&s->game)] = spent(s);
}

// Refuses nothing but what is too late: `ms` is what the move cost, measured once.
static bool is_too_late(Sitting *s, int64_t ms) {
    Seat seat = game_seat(&s->game);
    if (sitting_is_over(s) || ms <= timer_budget(&s->game.time, &s->game.timers[seat]))
        return false;
    game_spend(&s->game, seat, ms);
    note_change(s);
    return true;
}

bool sitting_check_time(Sitting *s) {
    return is_too_late(s, spent(s));
}

static bool refuse(const Game *g, Point p, PlayResult r, Error *err) {
    if (r == PLAY_OPENING)
        return opening_allows(&g->opening, &g->board, p, err);
    return error_set(err, "%s", play_result_text(r));
}

static bool play_after(Sitting *s, Point p, int64_t ms, Error *err) {
    Seat seat = game_seat(&s->game);
    PlayResult r = game_play_timed(&s->game, p, ms);
    if (r != PLAY_OK)
        return refuse(&s->game, p, r, err);
    s->thought_ms[seat] = 0;
    note_change(s);
    return true;
}

static bool is_for_computer(const Sitting *s) {
    return !sitting_is_over(s) && !sitting_is_person(s, game_seat(&s->game));
}

bool sitting_play(Sitting *s, Point p, Error *err) {
    if (is_for_computer(s))
        return error_set(err, "it is %s's turn, and the computer's",
                         stone_name(s->game.board.turn));
    int64_t ms = spent(s);
    return is_too_late(s, ms) || play_after(s, p, ms, err);
}

static Game known_game(const Sitting *s) {
    Game known = s->game;
    if (s->mist) {
        Board memory = mist_memory(&s->game, s->game.board.turn);
        game_start_from(&known, &memory);
    }
    return known;
}

static Thought question_for(const Sitting *s, Player *player) {
    return (Thought){player, known_game(s), s->game.board, limits_by_clock(&s->game)};
}

// A stone that cannot be placed tells that another one is there. That costs nothing in the mist.
static bool learns(Thought *t, Point choice) {
    if (!board_has(&t->truth, choice) || t->truth.at[choice] == EMPTY ||
        t->game.board.at[choice] != EMPTY)
        return false;
    Board known = t->game.board;
    board_place(&known, t->truth.at[choice], choice);
    known.turn = t->truth.turn;
    game_start_from(&t->game, &known);
    return true;
}

bool thought_think(Thought *t, Point *choice, Error *err) {
    do {
        if (!player_choose(t->player, &t->game, &t->limits, choice, err))
            return false;
    } while (learns(t, *choice));
    return true;
}

Thought sitting_question(Sitting *s) {
    Participant *who = &s->participants[game_seat(&s->game)];
    assert(who->player.kind && !sitting_is_over(s));
    return question_for(s, &who->player);
}

bool sitting_question_meanwhile(Sitting *s, Thought *out) {
    if (sitting_is_over(s) || sitting_is_misty(s) || opening_step(&s->game.opening))
        return false;
    Seat seat = game_seat(&s->game);
    Participant *other = &s->participants[seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST];
    if (!sitting_is_person(s, seat) || !player_ponders(&other->player))
        return false;
    *out = (Thought){.player = &other->player, .game = s->game, .truth = s->game.board};
    return true;
}

bool sitting_answer(Sitting *s, Point choice, Point *move, Error *err) {
    const Participant *who = &s->participants[game_seat(&s->game)];
    int64_t ms = spent(s);
    *move = POINT_NONE;
    if (is_too_late(s, ms))
        return true;
    if (!play_after(s, choice, ms, err))
        return error_prefix(err, who->description);
    *move = choice;
    return true;
}

static bool think(const Sitting *s, Thought *t, Point *choice, Error *err) {
    t->limits.interrupted = s->interrupted;
    return thought_think(t, choice, err);
}

bool sitting_think(Sitting *s, Point *move, Error *err) {
    Thought question = sitting_question(s);
    Point choice = POINT_NONE;
    if (!think(s, &question, &choice, err))
        return error_prefix(err, s->participants[game_seat(&s->game)].description);
    *move = POINT_NONE;
    bool interrupted = s->interrupted && s->interrupted(NULL);
    return interrupted || sitting_answer(s, choice, move, err);
}

bool sitting_question_hint(Sitting *s, Thought *out, Error *err) {
    if (sitting_is_misty(s))
        return error_set(err, "there are no hints in the mist");
    if (sitting_is_over(s))
        return error_set(err, "%s", play_result_text(PLAY_GAME_OVER));
    *out = question_for(s, &s->adviser);
    return true;
}

bool sitting_hint(Sitting *s, Point *move, Error *err) {
    Thought question;
    return sitting_question_hint(s, &question, err) && think(s, &question, move, err);
}

int64_t sitting_time_left(const Sitting *s, Seat seat) {
    const Game *g = &s->game;
    int64_t left = timer_budget(&g->time, &g->timers[seat]);
    if (left == timer_unlimited)
        return left;
    bool is_acting = !sitting_is_over(s) && game_seat(g) == seat;
    left -= is_acting ? spent(s) : s->thought_ms[seat];
    return left > 0 ? left : 0;
}

static Seat seat_before(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

// The number of moves made when a person was last to act, -1 if none ever was.
static int last_persons_turn(const Sitting *s) {
    int i = s->game.count - 1;
    while (i >= 0 && !sitting_is_person(s, seat_before(&s->game.moves[i])))
        i--;
    return i;
}

// An end that the board does not show is taken back alone: it was somebody's turn before it.
static bool undo_turn(Sitting *s) {
    Game *g = &s->game;
    if (g->forced.reason != END_NONE)
        return game_undo(g);
    int turn = last_persons_turn(s);
    if (turn < 0)
        return false;
    while (g->count > turn)
        game_undo(g);
    return true;
}

int sitting_undo(Sitting *s, int turns, Error *err) {
    if (s->mist)
        return error_set(err, "in the mist nothing is taken back");
    if (s->game.forced.reason == END_TIME)
        return error_set(err, "time that is used up cannot be taken back");
    if (sitting_count_persons(s) == 0)
        return error_set(err, "the computer plays both sides and takes nothing back");
    interrupt_turn(s);
    int done = 0;
    while (done < turns && undo_turn(s))
        done++;
    if (done == 0)
        return error_set(err, "you have made no move that could be taken back");
    note_change(s);
    return done;
}

bool sitting_redo(Sitting *s, Error *err) {
    if (s->game.redoable == 0 || s->mist)
        return error_set(err, "there is nothing to redo");
    interrupt_turn(s);
    game_redo(&s->game);
    while (!sitting_is_person(s, game_seat(&s->game)) && game_redo(&s->game))
        continue;
    note_change(s);
    return true;
}

bool sitting_go_to(Sitting *s, Node *end, Error *err) {
    Game *g = mem_alloc(sizeof *g); // too large to have two of on the stack
    bool ok = record_replay(s->record, end, g, err);
    if (ok) {
        g->passes = s->game.passes;
        s->game = *g;
        s->branch = branch_from(s->record, end);
        s->thought_ms[SEAT_FIRST] = s->thought_ms[SEAT_SECOND] = 0;
        note_change(s);
    }
    mem_free(g);
    return ok;
}

// Whoever sits alone at the keyboard may give up at any time; of two, who is to act does.
static Seat resigning_seat(const Sitting *s) {
    if (sitting_count_persons(s) != 1)
        return game_seat(&s->game);
    return sitting_is_person(s, SEAT_FIRST) ? SEAT_FIRST : SEAT_SECOND;
}

bool sitting_resign(Sitting *s, Error *err) {
    if (sitting_is_over(s))
        return error_set(err, "%s", play_result_text(PLAY_GAME_OVER));
    if (sitting_count_persons(s) == 0)
        return error_set(err, "the computer plays both sides and does not give up");
    game_end(&s->game, END_RESIGN, sitting_color(s, resigning_seat(s)));
    note_change(s);
    return true;
}

static void change_seats(Sitting *s) {
    Participant first = s->participants[SEAT_FIRST];
    s->participants[SEAT_FIRST] = s->participants[SEAT_SECOND];
    s->participants[SEAT_SECOND] = first;
}

bool sitting_switch(Sitting *s, Error *err) {
    if (sitting_is_misty(s))
        return error_set(err, "in the mist nobody may look from the other side");
    change_seats(s);
    s->unsaved = true;
    sitting_keep(s);
    return true;
}

bool sitting_rematch(Sitting *s, Error *err) {
    if (!sitting_put_aside(s, err))
        return false;
    const Game *g = &s->game;
    s->setup.rules = g->board.rules;
    s->setup.size = g->board.size;
    s->setup.opening = g->opening.rule;
    s->setup.time = g->time;
    s->setup_mist = s->mist;
    sitting_new_game(s);
    change_seats(s);
    return true;
}
