#include "core/game.h"

#include "core/forbidden.h"

#include <assert.h>
#include <string.h>

void game_init(Game *g, const GameOptions *options) {
    memset(g, 0, sizeof *g);
    const Rules *rules = options->rules ? options->rules : &rules_freestyle;
    board_init(&g->start, rules, options->size ? options->size : 15);
    g->board = g->start;
    g->opening = opening_start(options->opening ? options->opening : &opening_none);
    g->time = options->time;
    g->timers[SEAT_FIRST] = g->timers[SEAT_SECOND] = timer_start(&g->time);
    g->passes = options->passes;
}

void game_start_from(Game *g, const Board *start) {
    TimeControl time = g->time;
    bool passes = g->passes;
    game_init(g, &(GameOptions){
                     .rules = start->rules, .size = start->size, .time = time, .passes = passes});
    g->start = g->board = *start;
}

static bool is_stone(Point p) {
    return p != POINT_PASS && !point_is_answer(p);
}

// Adds a checked move to the board and the history.
static void commit(Game *g, Stone color, Point p) {
    Board *b = &g->board;
    g->moves[g->count++] = (Move){
        .point = p,
        .color = (uint8_t)color,
        .turn_before = b->turn,
        .winner_before = b->winner,
        .opening_before = g->opening,
        .forced_before = g->forced,
        .timer_before = g->timers[game_seat(g)],
        .ms = -1,
    };
    g->redoable = 0;
    opening_advance(&g->opening, p);
    if (is_stone(p))
        board_place(b, color, p);
    else if (p == POINT_PASS)
        b->turn = (uint8_t)stone_other(color);
}

// The forced result right after the last move. A different one now was set by game_end.
static Result result_after_moves(const Game *g) {
    if (g->count == 0)
        return (Result){0};
    const Move *m = &g->moves[g->count - 1];
    return m->foul ? (Result){END_FOUL, stone_other(m->color)} : m->forced_before;
}

static bool opening_permits(const Game *g, Point p) {
    return opening_allows(&g->opening, &g->board, p, NULL);
}

static PlayResult check(const Game *g, Point p) {
    if (game_result(g).reason != END_NONE)
        return PLAY_GAME_OVER;
    if (p == POINT_PASS && !g->passes)
        return PLAY_NO_PASS;
    // Opening stones need no exception from the foul check: a foul takes five black stones, and no
    // opening has that many.
    PlayResult r = is_stone(p) ? board_check(&g->board, p) : PLAY_OK;
    if (r != PLAY_OK)
        return r;
    return opening_permits(g, p) ? PLAY_OK : PLAY_OPENING;
}

PlayResult game_play(Game *g, Point p) {
    if (g->count == GAME_MOVES_MAX)
        return PLAY_TOO_LONG;
    PlayResult r = check(g, p);
    if (r == PLAY_OK)
        commit(g, g->board.turn, p);
    return r;
}

static void set_time(Game *g, int64_t ms) {
    g->moves[g->count - 1].ms = ms < INT32_MAX ? (int32_t)ms : INT32_MAX;
}

PlayResult game_play_timed(Game *g, Point p, int64_t ms) {
    Seat seat = game_seat(g);
    PlayResult r = game_play(g, p);
    if (r != PLAY_OK)
        return r;
    set_time(g, ms);
    game_spend(g, seat, ms);
    return PLAY_OK;
}

static bool is_foul(const Board *b, Stone color, Point p) {
    return color == BLACK && b->rules->black.has_fouls && is_stone(p) &&
           forbidden_check(b, p) != PLAY_OK;
}

PlayResult game_place(Game *g, Stone color, Point p) {
    if (g->count == GAME_MOVES_MAX)
        return PLAY_TOO_LONG;
    if (is_stone(p) && !board_has(&g->board, p))
        return PLAY_OFF_BOARD;
    if ((point_is_answer(p) || opening_step(&g->opening)) && !opening_permits(g, p))
        return PLAY_OPENING;
    if (is_stone(p) && g->board.at[p] != EMPTY)
        return PLAY_OCCUPIED;
    bool loses = game_result(g).reason == END_NONE && is_foul(&g->board, color, p);
    commit(g, color, p);
    g->moves[g->count - 1].foul = loses;
    g->forced = result_after_moves(g);
    return PLAY_OK;
}

bool game_undo(Game *g) {
    Result by_moves = result_after_moves(g);
    if (g->forced.reason != by_moves.reason) {
        g->forced = by_moves;
        g->timers[SEAT_FIRST].flag_fell = g->timers[SEAT_SECOND].flag_fell = false;
        return true;
    }
    if (g->count == 0)
        return false;
    const Move *m = &g->moves[--g->count];
    g->forced = m->forced_before;
    g->redoable++;
    g->opening = m->opening_before;
    g->timers[move_seat(m)] = m->timer_before;
    if (is_stone(m->point))
        board_remove(&g->board, m->point, m->turn_before, m->winner_before);
    else
        g->board.turn = m->turn_before;
    return true;
}

bool game_redo(Game *g) {
    if (g->redoable == 0)
        return false;
    int redoable = g->redoable;
    Move m = g->moves[g->count];
    Seat seat = game_seat(g);
    PlayResult r = game_place(g, m.color, m.point);
    assert(r == PLAY_OK);
    (void)r;
    g->moves[g->count - 1].ms = m.ms;
    if (m.ms >= 0)
        game_spend(g, seat, m.ms);
    g->redoable = redoable - 1;
    return true;
}

Seat game_seat(const Game *g) {
    return opening_seat(&g->opening, g->board.turn);
}

Seat game_seat_of(const Game *g, Stone color) {
    return (color == BLACK) != g->opening.swapped ? SEAT_FIRST : SEAT_SECOND;
}

Stone game_color_of(const Game *g, Seat seat) {
    return game_seat_of(g, BLACK) == seat ? BLACK : WHITE;
}

Seat move_seat(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

void game_spend(Game *g, Seat seat, int64_t ms) {
    if (!timer_spend(&g->time, &g->timers[seat], ms, game_seat(g) != seat))
        game_end(g, END_TIME, game_color_of(g, seat));
}

void game_set_move_time(Game *g, int64_t ms) {
    Seat seat = move_seat(&g->moves[g->count - 1]);
    set_time(g, ms);
    timer_spend(&g->time, &g->timers[seat], ms, game_seat(g) != seat);
    g->timers[seat].flag_fell = false;
}

void game_end(Game *g, EndReason reason, Stone loser) {
    if (game_result(g).reason == END_NONE)
        g->forced = (Result){reason, loser == EMPTY ? EMPTY : stone_other(loser)};
}

Result game_result(const Game *g) {
    if (g->forced.reason != END_NONE)
        return g->forced;
    if (g->board.winner != EMPTY)
        return (Result){END_FIVE, g->board.winner};
    if (!board_has_legal_move(&g->board))
        return (Result){END_FULL, EMPTY};
    return (Result){END_NONE, EMPTY};
}

Point game_last_stone(const Game *g) {
    for (int i = g->count; i-- > 0;)
        if (is_stone(g->moves[i].point))
            return g->moves[i].point;
    return POINT_NONE;
}

const char *end_reason_text(EndReason reason) {
    static const char *const texts[END_COUNT] = {
        [END_NONE] = "not over",
        [END_FIVE] = "five in a row",
        [END_FULL] = "no legal move is left",
        [END_FOUL] = "a forbidden move",
        [END_RESIGN] = "resignation",
        [END_TIME] = "time",
        [END_AGREED] = "agreement",
        [END_ILLEGAL] = "an illegal move",
        [END_CRASH] = "a crash",
        [END_NO_ANSWER] = "no answer",
        [END_MOVE_LIMIT] = "the move limit",
        [END_FORFEIT] = "forfeit",
        [END_UNSTATED] = "unknown means",
        [END_ADJUDICATED] = "adjudication",
    };
    return texts[reason];
}

void result_format(Result r, Str *out) {
    bool drawn = r.winner == EMPTY;
    if (r.reason == END_NONE) {
        str_add_text(out, "not over");
        return;
    }
    if (drawn)
        str_add_text(out, "draw");
    else
        str_add(out, "%s wins", stone_name(r.winner));
    if (r.reason != END_UNSTATED)
        str_add(out, "%s%s", drawn ? ": " : " by ", end_reason_text(r.reason));
}
