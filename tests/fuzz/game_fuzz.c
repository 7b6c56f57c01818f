// A game under any sequence of operations, against a naive model: the board always equals a replay
// of the moves from the start, and undo and redo restore every byte.
#include "base/number.h"
#include "core/game.h"
#include "fuzz.h"

enum { OPERATIONS_MAX = 400 };

static Point choose_point(Choices *c, int size) {
    static const Point special[] = {POINT_PASS, POINT_STAY, POINT_SWAP, POINT_MORE, POINT_NONE};
    int n = choose(c, 256);
    if (n < COUNT(special))
        return special[n];
    int x = n % (size + 1), y = choose(c, size + 1); // also one row and column of the border
    return point_at(x, y);
}

static Stone choose_color(Choices *c) {
    return choose(c, 2) ? WHITE : BLACK;
}

// Options from the first bytes: any rules, any opening, any size.
static GameOptions choose_options(Choices *c) {
    static const TimeControl times[] = {
        {0},
        {.main_ms = 1000},
        {.main_ms = 1000, .increment_ms = 100},
        {.move_ms = 150},
        {.main_ms = 500, .period_ms = 100, .periods = 3},
    };
    int rules = 0, openings = 0;
    while (rules_at(rules))
        rules++;
    while (opening_rule_at(openings))
        openings++;
    return (GameOptions){
        .rules = rules_at(choose(c, rules)),
        .opening = opening_rule_at(choose(c, openings)),
        .size = BOARD_MIN + choose(c, BOARD_MAX - BOARD_MIN + 1),
        .time = times[choose(c, COUNT(times))],
        .passes = choose(c, 2),
    };
}

static bool same_board(const Board *a, const Board *b) {
    return !memcmp(a, b, sizeof *a);
}

static bool same_position(const Game *a, const Game *b) {
    return same_board(&a->board, &b->board) && a->count == b->count &&
           a->opening.rule == b->opening.rule && a->opening.step == b->opening.step &&
           a->opening.placed == b->opening.placed && a->opening.swapped == b->opening.swapped;
}

static bool same_result(const Game *a, const Game *b) {
    Result left = game_result(a), right = game_result(b);
    return left.reason == right.reason && left.winner == right.winner;
}

// The board computed from the moves.
static Board replayed(const Game *g) {
    Board b = g->start;
    for (int i = 0; i < g->count; i++) {
        const Move *m = &g->moves[i];
        if (m->point > POINT_MORE)
            board_place(&b, m->color, m->point);
        else if (m->point == POINT_PASS)
            b.turn = (uint8_t)stone_other(m->color);
    }
    return b;
}

// A rejected move changes nothing; a legal one can be undone and redone.
static void check_move(Game *g, const Game *before, PlayResult r) {
    if (r != PLAY_OK) {
        DEMAND(!memcmp(g, before, sizeof *g));
        return;
    }
    DEMAND(g->count == before->count + 1 && g->redoable == 0);
    DEMAND(g->moves[before->count].point != POINT_NONE);
    if (before->forced.reason != END_NONE)
        return; // undo would undo that end first
    Game other = *g;
    DEMAND(game_undo(&other));
    DEMAND(same_position(&other, before) && same_result(&other, before));
    DEMAND(game_redo(&other));
    DEMAND(same_position(&other, g) && same_result(&other, g));
}

// Only a running game can be ended, and undo then restores it.
static void check_end(Game *g, const Game *before, Stone loser) {
    game_end(g, END_RESIGN, loser);
    if (game_result(before).reason != END_NONE) {
        DEMAND(!memcmp(g, before, sizeof *g));
        return;
    }
    Game other = *g;
    DEMAND(game_undo(&other));
    DEMAND(same_position(&other, before) && same_result(&other, before));
}

static void operate(Game *g, Choices *c) {
    Game before = *g;
    switch (choose(c, 8)) {
    case 0:
    case 1:
    case 2:
        check_move(g, &before, game_play(g, choose_point(c, g->board.size)));
        break;
    case 3: {
        Stone color = choose_color(c);
        check_move(g, &before, game_place(g, color, choose_point(c, g->board.size)));
        break;
    }
    case 4:
        DEMAND(game_undo(g) || (g->count == 0 && before.forced.reason == END_NONE));
        break;
    case 5:
        DEMAND(game_redo(g) == (before.redoable > 0));
        break;
    case 6:
        check_end(g, &before, choose_color(c));
        break;
    default:
        game_spend(g, game_seat(g), choose(c, 256));
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Choices c = {data, data + size};
    Game g;
    GameOptions options = choose_options(&c);
    game_init(&g, &options);
    for (int i = 0; i < OPERATIONS_MAX && c.at < c.end; i++) {
        operate(&g, &c);
        Board again = replayed(&g);
        DEMAND(same_board(&g.board, &again));
        DEMAND(g.count >= 0 && g.redoable >= 0 && g.count + g.redoable <= GAME_MOVES_MAX);
    }
    while (game_undo(&g))
        ;
    DEMAND(same_board(&g.board, &g.start));
    return 0;
}
