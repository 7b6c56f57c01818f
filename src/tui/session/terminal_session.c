#include "tui/session/terminal_session.h"

#include "base/ascii.h"
#include "base/clock.h"
#include "base/mem.h"
#include "core/mist.h"
#include "record/game_history.h"
#include "tui/settings.h"

#include <assert.h>
#include <string.h>

static Timestamp now(const TerminalSession *s) {
    return (Timestamp){.clock_ms = s->options.now_ms()};
}

void terminal_session_start_turn(TerminalSession *s) {
    session_start_turn(&s->play, now(s));
}

static void finish_change(TerminalSession *s) {
    s->changed = s->unsaved = true;
    s->loaded = false;
    terminal_session_update_files(s);
}

// `done`: the result of an action of the game session, 0 if it changed nothing.
static int finish_action(TerminalSession *s, int done) {
    if (done)
        finish_change(s);
    return done;
}

static bool open_player(const TerminalSession *s, const char *description, Player *out,
                        Error *err) {
    if (!opponent_is_program(description))
        return player_open(description, out, err);
    return s->options.open_program ? s->options.open_program(description, out, err)
                                   : error_set(err, "other programs cannot be started here");
}

bool terminal_session_set_player(TerminalSession *s, Seat seat, const char *description,
                                 Error *err) {
    Player player = {0};
    if (!ascii_equal(description, "human") && !open_player(s, description, &player, err))
        return false;
    SeatedPlayer *seated = &s->seats[seat];
    player_close(&seated->player);
    mist_particles_release(&seated->particles);
    mem_free(seated->description);
    *seated = (SeatedPlayer){.description = mem_copy_text(description), .player = player};
    s->play.computers[seat] = player.kind != NULL;
    return true;
}

void terminal_session_replace_computer(TerminalSession *s) {
    Error ignored;
    terminal_session_set_player(s, game_seat(&s->play.game), "human", &ignored);
}

static const char *or_else(const char *text, const char *fallback) {
    return text ? text : fallback;
}

bool terminal_session_init(TerminalSession *s, const TerminalSessionOptions *options, Error *err) {
    *s = (TerminalSession){.options = *options, .notation = options->notation};
    if (!s->options.now_ms)
        s->options.now_ms = clock_now_ms;
    if (!terminal_session_set_player(s, SEAT_FIRST, or_else(options->players[SEAT_FIRST], "human"),
                                     err) ||
        !terminal_session_set_player(s, SEAT_SECOND,
                                     or_else(options->players[SEAT_SECOND], "greedy"), err) ||
        !player_open(or_else(options->hint_player, "greedy"), &s->hint_player, err)) {
        terminal_session_release(s);
        return false;
    }
    s->saved_games_folder = s->options.no_files ? NULL : saved_games_folder(options->state_folder);
    s->history_folder = s->options.no_files ? NULL : game_history_folder(options->state_folder);
    terminal_session_new_game(s);
    return true;
}

void terminal_session_release(TerminalSession *s) {
    for (int i = 0; i < 2; i++) {
        player_close(&s->seats[i].player);
        mist_particles_release(&s->seats[i].particles);
        mem_free(s->seats[i].description);
    }
    player_close(&s->hint_player);
    saved_game_close(&s->saved_game);
    mem_free(s->saved_games_folder);
    mem_free(s->history_folder);
    mem_free(s->history_path);
    record_free(s->record);
    game_list_clear(&s->games);
    str_release(&s->games.search);
    *s = (TerminalSession){0};
}

// s->play is already set. The file of the previous game stays.
static void begin_game(TerminalSession *s, Record *r, Node *end) {
    game_cursor_close(&s->review);
    record_free(s->record);
    s->record = r;
    s->game_in_tree = game_in_tree_from(r, end);
    saved_game_close(&s->saved_game);
    mem_free(s->history_path);
    s->history_path = NULL;
    s->save_error = (Error){0};
    s->unsaved = s->loaded = false;
    s->changed = s->replaced = true;
    s->mist_side = EMPTY;
}

// The mist fixes the rules, the opening and the board size.
static GameOptions mist_options(GameOptions options) {
    options.rules = &rules_freestyle;
    options.opening = &opening_none;
    options.size = MIST_BOARD_SIZE;
    return options;
}

void terminal_session_new_game(TerminalSession *s) {
    SessionOptions options = {
        .game = s->options.mist ? mist_options(s->options.game) : s->options.game,
        .mist = s->options.mist,
        .computers = {s->play.computers[SEAT_FIRST], s->play.computers[SEAT_SECOND]},
        .clock_at_once = true,
    };
    session_init(&s->play, &options, now(s));
    Record *r = record_from_game(&s->play.game);
    begin_game(s, r, r->root);
}

bool terminal_session_in_mist(const TerminalSession *s) {
    return s->play.mist && !terminal_session_is_over(s);
}

static void add_stones(Board *b, const MoveText *points, int count, Stone color) {
    for (int i = 0; i < count; i++) {
        Point p;
        Error hidden_move;
        if (move_parse(points[i].text, b->size, &p, &hidden_move) && board_has(b, p))
            b->at[p] = (uint8_t)color;
    }
}

Board terminal_session_visible_board(const TerminalSession *s, bool hidden[static POINT_COUNT]) {
    GameView view;
    Board b;
    int seat = session_turn(&s->play);
    bool person = seat != SEAT_NONE && terminal_session_is_person(s, (Seat)seat);
    session_view(&s->play, person ? seat : SEAT_NONE, now(s), &view);
    board_init(&b, s->play.game.board.rules, view.summary.size);
    for (Point p = 0; p < POINT_COUNT; p++)
        hidden[p] = board_has(&b, p);
    if (view.has_view) {
        Stone own = view.summary.seats[seat].black ? BLACK : WHITE;
        add_stones(&b, view.moves, view.summary.ply, own);
        add_stones(&b, view.seen, view.seen_count, stone_other(own));
    }
    for (int i = 0; view.has_view && i < MIST_CELLS; i++) {
        Point p = mist_view_point(&view.view, i);
        if (p == POINT_NONE)
            continue;
        hidden[p] = false;
        b.at[p] = view.view.cells[i];
    }
    return b;
}

bool terminal_session_mist_knowledge(const TerminalSession *s, int *turn_ply, MistKnowledge *out) {
    if (!s->review.record || !s->play.mist || s->mist_side == EMPTY || terminal_session_in_mist(s))
        return false;
    GameSession *past = mem_alloc(sizeof *past);
    *past = s->play;
    session_set_game(past, &s->review.game, now(s));
    bool ok = mist_has_game(&past->game) &&
              session_mist_knowledge(past, (int)game_seat_of(&past->game, s->mist_side),
                                     past->game.count, turn_ply, out);
    mem_free(past);
    return ok;
}

// False if the record cannot be replayed up to `end`.
static bool set_position(TerminalSession *s, const Record *r, const Node *end, Error *err) {
    Game *g = mem_alloc(sizeof *g); // large: keep it off the stack
    bool ok = record_replay(r, end, g, err);
    g->passes = s->options.game.passes;
    if (ok)
        session_set_game(&s->play, g, now(s));
    mem_free(g);
    return ok;
}

bool terminal_session_replace_game(TerminalSession *s, Record *r, Node *end, Error *err) {
    if (!set_position(s, r, end, err))
        return false;
    s->play.try_count = s->play.tries_this_turn = 0; // of the game before
    begin_game(s, r, end);
    return true;
}

const Game *terminal_session_shown_game(const TerminalSession *s) {
    return s->review.record ? &s->review.game : &s->play.game;
}

bool terminal_session_is_over(const TerminalSession *s) {
    return s->play.state == GAME_OVER;
}

bool terminal_session_shows_others(const TerminalSession *s) {
    return s->loaded && (s->review.record || terminal_session_is_over(s));
}

bool terminal_session_is_person(const TerminalSession *s, Seat seat) {
    return !s->play.computers[seat];
}

int terminal_session_count_people(const TerminalSession *s) {
    return terminal_session_is_person(s, SEAT_FIRST) + terminal_session_is_person(s, SEAT_SECOND);
}

bool terminal_session_has_clock(const TerminalSession *s) {
    const Game *g = &s->play.game;
    return timer_budget(&g->time, &g->timers[SEAT_FIRST]) != timer_unlimited;
}

bool terminal_session_check_time(TerminalSession *s) {
    return finish_action(s, session_tick(&s->play, now(s)));
}

// Plays for the seat to act. `*move` is POINT_NONE if it was too late.
static bool play(TerminalSession *s, Point p, Point *move, Error *err) {
    bool was_over = terminal_session_is_over(s);
    int tries = s->play.try_count;
    Status status = session_play(&s->play, (int)game_seat(&s->play.game), p, now(s), err);
    bool too_late = !was_over && status && terminal_session_is_over(s);
    *move = status ? POINT_NONE : p;
    if (s->play.try_count != tries) { // a hit is no change of the board
        s->unsaved = true;
        terminal_session_update_files(s);
    }
    return finish_action(s, !status || too_late);
}

bool terminal_session_is_computers_turn(const TerminalSession *s) {
    return !s->review.record && !terminal_session_is_over(s) &&
           !terminal_session_is_person(s, game_seat(&s->play.game));
}

bool terminal_session_play(TerminalSession *s, Point p, Error *err) {
    Point ignored;
    if (terminal_session_is_computers_turn(s))
        return error_set(err, "it is %s's turn, which the computer plays",
                         stone_name(s->play.game.board.turn));
    return play(s, p, &ignored, err);
}

static MoveRequest request_for(const TerminalSession *s, Player *player) {
    return (MoveRequest){
        .player = player, .game = s->play.game, .budget = budget_by_clock(&s->play.game)};
}

// In the mist a move onto a hidden stone only reveals it, and the player thinks again.
static bool run_in_mist(MoveRequest *r, StopToken stop, Point *choice, Error *err) {
    MistRequest request = {.stop = stop};
    int64_t began = clock_now_ms();
    int hits = 0;
    do {
        request.budget = mist_try_budget(&r->budget, hits++, clock_now_ms() - began);
        if (!mist_player_choose(r->player, r->particles, &r->history, &request, choice, err))
            return false;
    } while (r->game.board.at[*choice] != EMPTY && mist_history_add_hit(&r->history, *choice));
    return true;
}

bool move_request_run(MoveRequest *r, StopToken stop, Point *choice, Error *err) {
    PlayerMove chosen;
    if (r->particles)
        return run_in_mist(r, stop, choice, err);
    if (!player_choose(r->player, &r->game, &r->budget, stop, &chosen, err))
        return false;
    *choice = chosen.move;
    return true;
}

MoveRequest terminal_session_move_request(TerminalSession *s) {
    SeatedPlayer *seated = &s->seats[game_seat(&s->play.game)];
    assert(seated->player.kind && !terminal_session_is_over(s));
    MoveRequest request = request_for(s, &seated->player);
    if (s->play.mist) {
        request.particles = &seated->particles;
        session_mist_history(&s->play, (int)game_seat(&s->play.game), &request.history);
    }
    return request;
}

bool terminal_session_ponder_request(TerminalSession *s, MoveRequest *out) {
    if (terminal_session_is_over(s) || terminal_session_in_mist(s) ||
        opening_step(&s->play.game.opening))
        return false;
    Seat seat = game_seat(&s->play.game);
    SeatedPlayer *other = &s->seats[seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST];
    if (!terminal_session_is_person(s, seat) || !player_ponders(&other->player))
        return false;
    *out = (MoveRequest){.player = &other->player, .game = s->play.game};
    return true;
}

bool terminal_session_apply_move(TerminalSession *s, const MoveRequest *r, Point choice,
                                 Point *move, Error *err) {
    const char *description = s->seats[game_seat(&s->play.game)].description;
    for (int i = 0; i < r->history.hit_count; i++) { // for its next turns
        Error occupied;
        if (r->history.hits[i].turn == r->history.turn_count - 1 &&
            play(s, r->history.hits[i].point, move, &occupied))
            return true; // its time is up
    }
    return play(s, choice, move, err) || error_prefix(err, description);
}

bool terminal_session_computer_move(TerminalSession *s, Point *move, Error *err) {
    MoveRequest request = terminal_session_move_request(s);
    Point choice = POINT_NONE;
    if (!move_request_run(&request, s->options.stop, &choice, err))
        return error_prefix(err, s->seats[game_seat(&s->play.game)].description);
    *move = POINT_NONE;
    return stop_requested(s->options.stop) ||
           terminal_session_apply_move(s, &request, choice, move, err);
}

bool terminal_session_hint_request(TerminalSession *s, MoveRequest *out, Error *err) {
    if (terminal_session_in_mist(s))
        return error_set(err, "there are no hints in the mist");
    if (terminal_session_is_over(s))
        return error_set(err, "%s", play_result_text(PLAY_GAME_OVER));
    *out = request_for(s, &s->hint_player);
    return true;
}

bool terminal_session_hint(TerminalSession *s, Point *move, Error *err) {
    MoveRequest request;
    return terminal_session_hint_request(s, &request, err) &&
           move_request_run(&request, s->options.stop, move, err);
}

// The clock of a player who lost on time shows zero, not what was left before the last move.
int64_t terminal_session_time_left(const TerminalSession *s, Seat seat) {
    Result result = s->play.game.forced;
    if (result.reason == END_TIME && result.winner != game_color_of(&s->play.game, seat))
        return 0;
    return session_time_left(&s->play, (int)seat, now(s));
}

int terminal_session_undo(TerminalSession *s, int turns, Error *err) {
    return finish_action(s, session_undo(&s->play, turns, now(s), err));
}

bool terminal_session_redo(TerminalSession *s, Error *err) {
    return finish_action(s, session_redo(&s->play, now(s), err));
}

bool terminal_session_start_review(TerminalSession *s, Error *err) {
    if (s->review.record)
        return true;
    if (terminal_session_in_mist(s))
        return error_set(err, "not possible in the mist until the game is over");
    Node *end = terminal_session_update_record(s); // may replace the record
    return game_cursor_open(&s->review, s->record, end, err);
}

bool terminal_session_go_to(TerminalSession *s, Node *end, Error *err) {
    if (s->review.at == end && game_result(&s->review.game).reason != END_NONE)
        return error_set(err, "the game is over here; go back to an earlier move to play on");
    if (!set_position(s, s->record, end, err))
        return false;
    s->play.mist = s->play.mist && mist_has_game(&s->play.game); // a variation may pass
    game_cursor_close(&s->review);
    s->game_in_tree = game_in_tree_from(s->record, end);
    mem_free(s->history_path); // the finished game stays in the history
    s->history_path = NULL;
    finish_change(s);
    return true;
}

// A single person can resign at any time; of two people, the one to act resigns.
static Seat resigning_seat(const TerminalSession *s) {
    if (terminal_session_count_people(s) != 1)
        return game_seat(&s->play.game);
    return terminal_session_is_person(s, SEAT_FIRST) ? SEAT_FIRST : SEAT_SECOND;
}

bool terminal_session_resign(TerminalSession *s, Error *err) {
    if (terminal_session_is_over(s))
        return error_set(err, "%s", play_result_text(PLAY_GAME_OVER));
    if (terminal_session_count_people(s) == 0)
        return error_set(err, "the computer plays both sides and does not resign");
    session_end(&s->play, END_RESIGN, (int)resigning_seat(s), now(s));
    finish_change(s);
    return true;
}

static void swap_seats(TerminalSession *s) {
    SeatedPlayer first = s->seats[SEAT_FIRST];
    s->seats[SEAT_FIRST] = s->seats[SEAT_SECOND];
    s->seats[SEAT_SECOND] = first;
    for (Seat seat = SEAT_FIRST; seat <= SEAT_SECOND; seat++)
        s->play.computers[seat] = s->seats[seat].player.kind != NULL;
}

bool terminal_session_switch_sides(TerminalSession *s, Error *err) {
    if (terminal_session_in_mist(s))
        return error_set(err, "sides cannot be switched in the mist");
    swap_seats(s);
    s->unsaved = true;
    terminal_session_update_files(s);
    return true;
}

bool terminal_session_rematch(TerminalSession *s, Error *err) {
    if (!terminal_session_suspend(s, err))
        return false;
    const Game *g = &s->play.game;
    s->options.game.rules = g->board.rules;
    s->options.game.size = g->board.size;
    s->options.game.opening = g->opening.rule;
    s->options.game.time = g->time;
    s->options.mist = s->play.mist;
    terminal_session_new_game(s);
    swap_seats(s);
    return true;
}
