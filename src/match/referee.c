#include "match/referee.h"

#include "base/clock.h"

bool end_is_fault(EndReason reason) {
    return reason == END_TIME || reason == END_ILLEGAL || reason == END_CRASH ||
           reason == END_NO_ANSWER;
}

static void lose(PlayedGame *out, EndReason reason) {
    game_end(&out->game, reason, (Stone)out->game.board.turn);
}

// A foul is a move like any other, and loses.
static void play(PlayedGame *out, Point move, int64_t ms) {
    Game *g = &out->game;
    PlayResult r = game_play_timed(g, move, ms);
    if (r == PLAY_OK)
        return;
    error_set(&out->why, "%s", play_result_text(r));
    if (play_result_is_foul(r))
        game_place(g, (Stone)g->board.turn, move);
    else
        lose(out, END_ILLEGAL);
}

static void make_move(Contestant *c, const RefereeOptions *o, PlayedGame *out) {
    Game *g = &out->game;
    int64_t budget = timer_budget(&g->time, &g->timers[game_seat(g)]);
    int64_t *longest = &out->longest_ms[g->board.turn == BLACK ? 0 : 1];
    Point move = POINT_NONE;
    contestant_settle(c);
    int64_t start = clock_now_ms();
    EndReason end = contestant_choose(c, g, budget, &move, &out->why);
    int64_t took = clock_now_ms() - start;
    *longest = took > *longest ? took : *longest;
    if (end != END_NONE) {
        lose(out, end);
    } else if (budget != timer_unlimited && took > budget + o->tolerance_ms) {
        error_set(&out->why, "the move took %lld ms of %lld", (long long)took, (long long)budget);
        lose(out, END_TIME);
    } else {
        play(out, move, took < budget ? took : budget);
    }
}

// A match that is stopped leaves its games where they are.
static void play_on(Contestant *const sides[2], const RefereeOptions *o, PlayedGame *out) {
    Game *g = &out->game;
    while (game_result(g).reason == END_NONE && !atomic_load(o->contestants->stop))
        if (o->max_moves > 0 && g->count >= o->max_moves)
            game_end(g, END_MOVE_LIMIT, EMPTY);
        else
            make_move(sides[g->board.turn == BLACK ? 0 : 1], o, out);
}

// Both are made ready before either moves; who is not loses, whoever's turn it is.
static bool begin(Contestant *const sides[2], PlayedGame *out) {
    static const Stone colors[2] = {BLACK, WHITE};
    for (int i = 0; i < 2; i++) {
        EndReason end = contestant_begin(sides[i], &out->why);
        if (end == END_NONE)
            continue;
        game_end(&out->game, end, colors[i]);
        return false;
    }
    return true;
}

void referee_play(Contestant *black, Contestant *white, const Line *opening,
                  const RefereeOptions *options, PlayedGame *out) {
    Contestant *const sides[2] = {black, white};
    const ContestantOptions *c = options->contestants;
    *out = (PlayedGame){0};
    game_init(&out->game, &(GameOptions){.rules = c->rules, .size = c->size, .time = c->time});
    for (int i = 0; i < opening->count; i++)
        game_play(&out->game, opening->points[i]);
    if (begin(sides, out))
        play_on(sides, options, out);
    Result r = game_result(&out->game);
    bool fault = end_is_fault(r.reason);
    contestant_finish(black, fault && r.winner == WHITE);
    contestant_finish(white, fault && r.winner == BLACK);
}
