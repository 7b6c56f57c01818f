#include "match/referee.h"

#include "base/clock.h"

bool end_is_fault(EndReason reason) {
    return reason == END_TIME || reason == END_ILLEGAL || reason == END_CRASH ||
           reason == END_NO_ANSWER;
}

// Color of the seat that must act. In an opening this may differ from the color to move.
static Stone acting_color(const Game *g) {
    return game_seat_of(g, BLACK) == game_seat(g) ? BLACK : WHITE;
}

static void lose(PlayedGame *out, EndReason reason) {
    game_end(&out->game, reason, acting_color(&out->game));
}

static void reject(PlayedGame *out, PlayResult r, Point move) {
    Game *g = &out->game;
    if (r != PLAY_OPENING || opening_allows(&g->opening, &g->board, move, &out->why))
        error_set(&out->why, "%s", play_result_text(r));
    lose(out, END_ILLEGAL);
}

// A foul is played on the board, and loses. `ms` is timer_unlimited without a clock.
static void play(PlayedGame *out, Point move, int64_t ms) {
    Game *g = &out->game;
    PlayResult r = ms == timer_unlimited ? game_play(g, move) : game_play_timed(g, move, ms);
    if (r == PLAY_OK)
        return;
    if (!play_result_is_foul(r)) {
        reject(out, r, move);
        return;
    }
    error_set(&out->why, "%s", play_result_text(r));
    game_place(g, (Stone)g->board.turn, move);
}

// The game in progress.
typedef struct {
    Participant *const *sides; // by seat
    const RefereeOptions *options;
    Adjudication adjudication;
    PlayedGame *out;
} GameInProgress;

// Values during the opening do not count.
static void adjudicate(GameInProgress *t, Stone color, const PlayerMove *move, bool in_opening) {
    Game *g = &t->out->game;
    const AdjudicationRules *rules = &t->options->adjudication;
    if (in_opening)
        return;
    adjudication_add_score(&t->adjudication, rules, color, move);
    Result r = adjudication_result(&t->adjudication, rules, g->count);
    if (r.reason != END_NONE)
        game_end(g, r.reason, r.winner == EMPTY ? EMPTY : stone_other(r.winner));
}

static void make_move(GameInProgress *t) {
    PlayedGame *out = t->out;
    Game *g = &out->game;
    Seat seat = game_seat(g);
    Stone color = acting_color(g);
    bool in_opening = opening_step(&g->opening) != NULL;
    int64_t budget = timer_budget(&g->time, &g->timers[seat]);
    participant_pause(t->sides[seat]);
    int64_t start = clock_now_ms();
    PlayerMove choice;
    EndReason end = participant_choose(t->sides[seat], g, budget, &choice, &out->why);
    int64_t took = budget == timer_unlimited ? timer_unlimited : clock_now_ms() - start;
    if (took != timer_unlimited && took > out->longest_ms[seat])
        out->longest_ms[seat] = took;
    if (end != END_NONE) {
        lose(out, end);
    } else if (took != timer_unlimited && took > budget + t->options->tolerance_ms) {
        error_set(&out->why, "the move took %lld ms of %lld", (long long)took, (long long)budget);
        lose(out, END_TIME);
    } else {
        play(out, choice.move, took < budget ? took : budget);
        adjudicate(t, color, &choice, in_opening);
    }
}

// A stopped match leaves its games unfinished.
static void play_on(GameInProgress *t) {
    const RefereeOptions *o = t->options;
    Game *g = &t->out->game;
    while (game_result(g).reason == END_NONE && !stop_requested(o->participants->stop))
        if (o->max_moves > 0 && g->count >= o->max_moves)
            game_end(g, END_MOVE_LIMIT, EMPTY);
        else
            make_move(t);
}

// Prepares both before the first move. If one fails it loses, no matter whose turn it is.
static bool begin(Participant *const sides[2], PlayedGame *out) {
    static const Stone colors[2] = {BLACK, WHITE};
    for (int i = 0; i < 2; i++) {
        EndReason end = participant_begin(sides[i], &out->why);
        if (end == END_NONE)
            continue;
        game_end(&out->game, end, colors[i]);
        return false;
    }
    return true;
}

static bool has_failed(const Game *g, Seat seat) {
    Result r = game_result(g);
    return end_is_fault(r.reason) && game_seat_of(g, r.winner) != seat;
}

void referee_play(Participant *const sides[2], const OpeningLine *opening,
                  const RefereeOptions *options, PlayedGame *out) {
    const ParticipantOptions *c = options->participants;
    *out = (PlayedGame){0};
    game_init(
        &out->game,
        &(GameOptions){.rules = c->rules, .opening = c->opening, .size = c->size, .time = c->time});
    for (int i = 0; i < opening->count; i++)
        game_play(&out->game, opening->points[i]);
    if (begin(sides, out))
        play_on(&(GameInProgress){.sides = sides, .options = options, .out = out});
    for (Seat seat = SEAT_FIRST; seat <= SEAT_SECOND; seat++)
        participant_finish(sides[seat], &out->game, has_failed(&out->game, seat));
}

static void count(int *streak, bool holds) {
    *streak = holds ? *streak + 1 : 0;
}

// An unknown value resets all streaks.
void adjudication_add_score(Adjudication *a, const AdjudicationRules *rules, Stone color,
                            const PlayerMove *move) {
    int for_black = color == BLACK ? move->value : -move->value;
    bool known = move->has_value;
    count(&a->black, known && for_black >= rules->win_score);
    count(&a->white, known && -for_black >= rules->win_score);
    count(&a->draw, known && for_black <= rules->draw_score && -for_black <= rules->draw_score);
}

// `moves` is per side, a streak counts the moves of both.
static bool is_long_enough(int streak, int moves) {
    return moves > 0 && streak >= 2 * moves;
}

Result adjudication_result(const Adjudication *a, const AdjudicationRules *rules, int moves) {
    if (is_long_enough(a->black, rules->win_moves))
        return (Result){END_AGREED, BLACK};
    if (is_long_enough(a->white, rules->win_moves))
        return (Result){END_AGREED, WHITE};
    if (moves >= rules->draw_from && is_long_enough(a->draw, rules->draw_moves))
        return (Result){END_AGREED, EMPTY};
    return (Result){END_NONE, EMPTY};
}
