#include "tui/session/terminal_session.h"

#include "base/clock.h"
#include "base/mem.h"
#include "core/mist.h"
#include "record/game_history.h"
#include "tui/settings.h"

#include <assert.h>
#include <strings.h>

void terminal_session_start_turn(TerminalSession *s) {
    s->turn_start_ms = s->now_ms();
}

static void start_turn(TerminalSession *s) {
    terminal_session_start_turn(s);
    s->changed = true;
}

static void finish_change(TerminalSession *s) {
    start_turn(s);
    s->unsaved = true;
    terminal_session_autosave(s);
}

static bool open_player(const TerminalSession *s, const char *description, Player *out,
                        Error *err) {
    if (!opponent_is_program(description))
        return player_open(description, out, err);
    return s->open_program ? s->open_program(description, out, err)
                           : error_set(err, "other programs cannot be started here");
}

bool terminal_session_set_player(TerminalSession *s, Seat seat, const char *description,
                                 Error *err) {
    Player player = {0};
    if (strcasecmp(description, "human") != 0 && !open_player(s, description, &player, err))
        return false;
    SeatedPlayer *seated = &s->seats[seat];
    player_close(&seated->player);
    mem_free(seated->description);
    *seated = (SeatedPlayer){mem_copy_text(description), player};
    return true;
}

void terminal_session_replace_computer(TerminalSession *s) {
    Error ignored;
    terminal_session_set_player(s, game_seat(&s->game), "human", &ignored);
}

static const char *or_else(const char *text, const char *fallback) {
    return text ? text : fallback;
}

bool terminal_session_init(TerminalSession *s, const TerminalSessionOptions *options, Error *err) {
    *s = (TerminalSession){
        .setup = options->game,
        .setup_mist = options->mist,
        .notation = options->notation,
        .no_files = options->no_files,
        .now_ms = options->now_ms ? options->now_ms : clock_now_ms,
        .stop = options->stop,
        .open_program = options->open_program,
        .reading = options->reading,
    };
    if (!terminal_session_set_player(s, SEAT_FIRST, or_else(options->players[SEAT_FIRST], "human"),
                                     err) ||
        !terminal_session_set_player(s, SEAT_SECOND,
                                     or_else(options->players[SEAT_SECOND], "greedy"), err) ||
        !player_open(or_else(options->hint_player, "greedy"), &s->hint_player, err)) {
        terminal_session_release(s);
        return false;
    }
    s->autosave_folder = s->no_files ? NULL : saved_games_folder(options->state_folder);
    s->history_folder = s->no_files ? NULL : game_history_folder(options->state_folder);
    terminal_session_new_game(s);
    return true;
}

void terminal_session_release(TerminalSession *s) {
    for (int i = 0; i < 2; i++) {
        player_close(&s->seats[i].player);
        mem_free(s->seats[i].description);
    }
    player_close(&s->hint_player);
    saved_game_close(&s->autosave);
    mem_free(s->autosave_folder);
    mem_free(s->history_folder);
    mem_free(s->history_path);
    record_free(s->record);
    game_list_clear(&s->games);
    str_release(&s->games.search);
    *s = (TerminalSession){0};
}

// s->game is already set. The autosave file of the previous game stays.
static void begin_game(TerminalSession *s, Record *r, Node *end) {
    game_cursor_close(&s->review);
    record_free(s->record);
    s->record = r;
    s->branch = game_in_tree_from(r, end);
    saved_game_close(&s->autosave);
    mem_free(s->history_path);
    s->history_path = NULL;
    s->mist = false;
    s->autosave_error = (Error){0};
    s->uncharged_ms[SEAT_FIRST] = s->uncharged_ms[SEAT_SECOND] = 0;
    s->unsaved = false;
    s->replaced = true;
    start_turn(s);
}

// The mist fixes the rules, the opening and the board size.
static GameOptions mist_options(GameOptions options) {
    options.rules = &rules_freestyle;
    options.opening = &opening_none;
    options.size = MIST_BOARD_SIZE;
    return options;
}

void terminal_session_new_game(TerminalSession *s) {
    GameOptions options = s->setup_mist ? mist_options(s->setup) : s->setup;
    game_init(&s->game, &options);
    Record *r = record_from_game(&s->game);
    begin_game(s, r, r->root);
    s->mist = s->setup_mist;
}

bool terminal_session_in_mist(const TerminalSession *s) {
    return s->mist && !terminal_session_is_over(s);
}

void terminal_session_replace_game(TerminalSession *s, const Game *g, Record *r, Node *end) {
    s->game = *g;
    s->game.passes = s->setup.passes;
    begin_game(s, r, end);
}

const Game *terminal_session_shown_game(const TerminalSession *s) {
    return s->review.record ? &s->review.game : &s->game;
}

bool terminal_session_is_over(const TerminalSession *s) {
    return game_result(&s->game).reason != END_NONE;
}

bool terminal_session_is_person(const TerminalSession *s, Seat seat) {
    return s->seats[seat].player.kind == NULL;
}

int terminal_session_count_people(const TerminalSession *s) {
    return terminal_session_is_person(s, SEAT_FIRST) + terminal_session_is_person(s, SEAT_SECOND);
}

bool terminal_session_has_clock(const TerminalSession *s) {
    const Game *g = &s->game;
    return timer_budget(&g->time, &g->timers[SEAT_FIRST]) != timer_unlimited;
}

Stone terminal_session_color(const TerminalSession *s, Seat seat) {
    return game_seat_of(&s->game, BLACK) == seat ? BLACK : WHITE;
}

static int64_t elapsed_ms(const TerminalSession *s) {
    return s->now_ms() - s->turn_start_ms + s->uncharged_ms[game_seat(&s->game)];
}

// The turn changes without a move: keeps the time spent so far for a later charge.
static void carry_over_time(TerminalSession *s) {
    if (!terminal_session_is_over(s))
        s->uncharged_ms[game_seat(&s->game)] = elapsed_ms(s);
}

// Ends the game on time and returns true if `ms`, the time used for this move, exceeds the budget.
static bool loses_on_time(TerminalSession *s, int64_t ms) {
    Seat seat = game_seat(&s->game);
    if (terminal_session_is_over(s) || ms <= timer_budget(&s->game.time, &s->game.timers[seat]))
        return false;
    game_spend(&s->game, seat, ms);
    finish_change(s);
    return true;
}

bool terminal_session_check_time(TerminalSession *s) {
    return loses_on_time(s, elapsed_ms(s));
}

static bool explain_refusal(const Game *g, Point p, PlayResult r, Error *err) {
    if (r == PLAY_OPENING)
        return opening_allows(&g->opening, &g->board, p, err);
    return error_set(err, "%s", play_result_text(r));
}

static bool play_timed(TerminalSession *s, Point p, int64_t ms, Error *err) {
    Seat seat = game_seat(&s->game);
    PlayResult r = game_play_timed(&s->game, p, ms);
    if (r != PLAY_OK)
        return explain_refusal(&s->game, p, r, err);
    s->uncharged_ms[seat] = 0;
    finish_change(s);
    return true;
}

bool terminal_session_is_computers_turn(const TerminalSession *s) {
    return !s->review.record && !terminal_session_is_over(s) &&
           !terminal_session_is_person(s, game_seat(&s->game));
}

bool terminal_session_play(TerminalSession *s, Point p, Error *err) {
    if (terminal_session_is_computers_turn(s))
        return error_set(err, "it is %s's turn, and the computer's",
                         stone_name(s->game.board.turn));
    int64_t ms = elapsed_ms(s);
    return loses_on_time(s, ms) || play_timed(s, p, ms, err);
}

static Game game_as_known(const TerminalSession *s) {
    Game known = s->game;
    if (s->mist) {
        Board memory = mist_memory(&s->game, s->game.board.turn);
        game_start_from(&known, &memory);
    }
    return known;
}

static MoveRequest request_for(const TerminalSession *s, Player *player) {
    return (MoveRequest){player, game_as_known(s), s->game.board, budget_by_clock(&s->game)};
}

// In the mist a move onto a hidden stone only reveals it. True if that happened.
static bool reveal_stone(MoveRequest *r, Point choice) {
    if (!board_has(&r->real_board, choice) || r->real_board.at[choice] == EMPTY ||
        r->game.board.at[choice] != EMPTY)
        return false;
    Board known = r->game.board;
    board_place(&known, r->real_board.at[choice], choice);
    known.turn = r->real_board.turn;
    game_start_from(&r->game, &known);
    return true;
}

bool move_request_run(MoveRequest *r, StopToken stop, Point *choice, Error *err) {
    do {
        PlayerMove chosen;
        if (!player_choose(r->player, &r->game, &r->budget, stop, &chosen, err))
            return false;
        *choice = chosen.move;
    } while (reveal_stone(r, *choice));
    return true;
}

MoveRequest terminal_session_move_request(TerminalSession *s) {
    SeatedPlayer *seated = &s->seats[game_seat(&s->game)];
    assert(seated->player.kind && !terminal_session_is_over(s));
    return request_for(s, &seated->player);
}

bool terminal_session_ponder_request(TerminalSession *s, MoveRequest *out) {
    if (terminal_session_is_over(s) || terminal_session_in_mist(s) ||
        opening_step(&s->game.opening))
        return false;
    Seat seat = game_seat(&s->game);
    SeatedPlayer *other = &s->seats[seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST];
    if (!terminal_session_is_person(s, seat) || !player_ponders(&other->player))
        return false;
    *out = (MoveRequest){.player = &other->player, .game = s->game, .real_board = s->game.board};
    return true;
}

bool terminal_session_apply_move(TerminalSession *s, Point choice, Point *move, Error *err) {
    const SeatedPlayer *seated = &s->seats[game_seat(&s->game)];
    int64_t ms = elapsed_ms(s);
    *move = POINT_NONE;
    if (loses_on_time(s, ms))
        return true;
    if (!play_timed(s, choice, ms, err))
        return error_prefix(err, seated->description);
    *move = choice;
    return true;
}

bool terminal_session_computer_move(TerminalSession *s, Point *move, Error *err) {
    MoveRequest request = terminal_session_move_request(s);
    Point choice = POINT_NONE;
    if (!move_request_run(&request, s->stop, &choice, err))
        return error_prefix(err, s->seats[game_seat(&s->game)].description);
    *move = POINT_NONE;
    return stop_requested(s->stop) || terminal_session_apply_move(s, choice, move, err);
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
           move_request_run(&request, s->stop, move, err);
}

int64_t terminal_session_time_left(const TerminalSession *s, Seat seat) {
    const Game *g = &s->game;
    int64_t left = timer_budget(&g->time, &g->timers[seat]);
    if (left == timer_unlimited)
        return left;
    bool is_acting = !terminal_session_is_over(s) && game_seat(g) == seat;
    left -= is_acting ? elapsed_ms(s) : s->uncharged_ms[seat];
    return left > 0 ? left : 0;
}

static Seat seat_of_move(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

// Index of the last move made by a person; -1 if there is none.
static int last_human_turn(const TerminalSession *s) {
    int i = s->game.count - 1;
    while (i >= 0 && !terminal_session_is_person(s, seat_of_move(&s->game.moves[i])))
        i--;
    return i;
}

// A resignation or a loss on time is undone alone, without a move.
static bool undo_turn(TerminalSession *s) {
    Game *g = &s->game;
    if (g->forced.reason != END_NONE)
        return game_undo(g);
    int turn = last_human_turn(s);
    if (turn < 0)
        return false;
    while (g->count > turn)
        game_undo(g);
    return true;
}

int terminal_session_undo(TerminalSession *s, int turns, Error *err) {
    if (s->mist)
        return error_set(err, "moves cannot be taken back in the mist");
    if (s->game.forced.reason == END_TIME)
        return error_set(err, "time that is used up cannot be taken back");
    if (terminal_session_count_people(s) == 0)
        return error_set(err, "the computer plays both sides and takes nothing back");
    carry_over_time(s);
    int done = 0;
    while (done < turns && undo_turn(s))
        done++;
    if (done == 0)
        return error_set(err, "you have made no move that could be taken back");
    finish_change(s);
    return done;
}

bool terminal_session_redo(TerminalSession *s, Error *err) {
    if (s->game.redoable == 0 || s->mist)
        return error_set(err, "there is nothing to redo");
    carry_over_time(s);
    game_redo(&s->game);
    while (!terminal_session_is_person(s, game_seat(&s->game)) && game_redo(&s->game))
        continue;
    finish_change(s);
    return true;
}

bool terminal_session_start_review(TerminalSession *s, Error *err) {
    if (s->review.record)
        return true;
    if (terminal_session_in_mist(s))
        return error_set(err, "not in the mist, which lifts when the game is over");
    Node *end = terminal_session_update_record(s); // may replace the record
    return game_cursor_open(&s->review, s->record, end, err);
}

bool terminal_session_go_to(TerminalSession *s, Node *end, Error *err) {
    Game *g = mem_alloc(sizeof *g); // large: keep it off the stack
    bool ok = record_replay(s->record, end, g, err);
    if (ok) {
        g->passes = s->game.passes;
        s->game = *g;
        s->branch = game_in_tree_from(s->record, end);
        s->uncharged_ms[SEAT_FIRST] = s->uncharged_ms[SEAT_SECOND] = 0;
        finish_change(s);
    }
    mem_free(g);
    return ok;
}

// A single person can resign at any time; of two people, the one to act resigns.
static Seat resigning_seat(const TerminalSession *s) {
    if (terminal_session_count_people(s) != 1)
        return game_seat(&s->game);
    return terminal_session_is_person(s, SEAT_FIRST) ? SEAT_FIRST : SEAT_SECOND;
}

bool terminal_session_resign(TerminalSession *s, Error *err) {
    if (terminal_session_is_over(s))
        return error_set(err, "%s", play_result_text(PLAY_GAME_OVER));
    if (terminal_session_count_people(s) == 0)
        return error_set(err, "the computer plays both sides and does not give up");
    game_end(&s->game, END_RESIGN, terminal_session_color(s, resigning_seat(s)));
    finish_change(s);
    return true;
}

static void swap_seats(TerminalSession *s) {
    SeatedPlayer first = s->seats[SEAT_FIRST];
    s->seats[SEAT_FIRST] = s->seats[SEAT_SECOND];
    s->seats[SEAT_SECOND] = first;
}

bool terminal_session_switch_sides(TerminalSession *s, Error *err) {
    if (terminal_session_in_mist(s))
        return error_set(err, "sides cannot be switched in the mist");
    swap_seats(s);
    s->unsaved = true;
    terminal_session_autosave(s);
    return true;
}

bool terminal_session_rematch(TerminalSession *s, Error *err) {
    if (!terminal_session_suspend(s, err))
        return false;
    const Game *g = &s->game;
    s->setup.rules = g->board.rules;
    s->setup.size = g->board.size;
    s->setup.opening = g->opening.rule;
    s->setup.time = g->time;
    s->setup_mist = s->mist;
    terminal_session_new_game(s);
    swap_seats(s);
    return true;
}
