// Puzzle verification: checks every claim of a finished puzzle, independently of puzzle.c.
#include "core/notation.h"
#include "study/puzzle.h"

#include <string.h>

// "other moves: h8 wins too"
static bool fail_at(Error *err, const Puzzle *p, Point at, const char *why) {
    Str name = {0};
    point_format(at, NOTATION_POS, p->game.size, &name);
    error_set(err, "%s %s", str_text(&name), why);
    str_release(&name);
    return false;
}

// Where the winning line starts: the position, for a defence with the attacker to move.
static Board start_of_line(const Puzzle *p, const Board *b) {
    Board start = *b;
    if (p->kind == PUZZLE_DEFENCE)
        start.turn = (uint8_t)stone_other(b->turn);
    return start;
}

// The line ends with a five, or with an unstoppable one that comes two stones later.
static bool check_end(const Puzzle *p, const Board *end, Stone attacker, Error *err) {
    bool is_five = end->winner == attacker;
    if (!is_five &&
        (end->winner != EMPTY || end->turn == attacker || !puzzle_five_is_unstoppable(end)))
        return error_set(err, "the line ends before the win");
    int stones = is_five ? p->length : p->length + 2;
    return p->stones == stones ||
           error_set(err, "%d stones are claimed, and the line takes %d", p->stones, stones);
}

// Proves the win after every move of the winner.
static bool check_line(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    Board now = start_of_line(p, b);
    Stone attacker = now.turn;
    if (p->length == 0 || (p->kind == PUZZLE_ATTACK && p->line[0] != p->solution))
        return error_set(err, "the line does not begin with the solution");
    for (int i = 0; i < p->length; i++) {
        Point at = p->line[i];
        if (board_check(&now, at) != PLAY_OK)
            return fail_at(err, p, at, "cannot be played in the line");
        if (now.turn == attacker &&
            puzzle_threats_after(tools, &now, at, attacker, &tools->proving).outcome != OUTCOME_WIN)
            return fail_at(err, p, at, "could not be proved to win");
        board_play(&now, at);
    }
    return check_end(p, &now, attacker, err);
}

static bool check_themes(const Puzzle *p, const Board *b, Error *err) {
    bool themes[PUZZLE_THEME_COUNT] = {0};
    if (p->kind == PUZZLE_DEFENCE)
        themes[PUZZLE_THEME_DEFENCE] = true;
    else
        puzzle_themes_of_win(b, p->line, p->length, themes);
    return !memcmp(themes, p->themes, sizeof themes) ||
           error_set(err, "the themes are not those of the line");
}

// The budget for "no win found": the claim is about exactly this many nodes.
static Budget others_budget(const PuzzleTools *tools, const Puzzle *p) {
    Budget budget = tools->others;
    budget.nodes = p->others.nodes;
    return budget;
}

// The budget for proofs: the larger of the two.
static Budget proof_budget(const PuzzleTools *tools, const Puzzle *p) {
    return p->others.nodes > tools->proving.nodes ? others_budget(tools, p) : tools->proving;
}

static int count_others(const Puzzle *p, const Board *b) {
    int count = 0;
    for (Point at = 0; at < POINT_COUNT; at++)
        count += at != p->solution && board_check(b, at) == PLAY_OK;
    return count;
}

// No other move may win.
static bool check_attack(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    int claimed = p->others.refuted + p->others.searched, others = count_others(p, b);
    Budget budget = others_budget(tools, p);
    if (claimed != others)
        return error_set(err, "%d other moves are claimed, and there are %d", claimed, others);
    for (Point at = 0; at < POINT_COUNT; at++)
        if (at != p->solution && board_check(b, at) == PLAY_OK &&
            puzzle_threats_after(tools, b, at, b->turn, &budget).outcome == OUTCOME_WIN)
            return fail_at(err, p, at, "wins too");
    return true;
}

// Every other move must be proved to lose, and the solution must not lose.
static bool check_defence(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    Stone attacker = stone_other(b->turn);
    Budget searching = others_budget(tools, p), proving = proof_budget(tools, p);
    if (p->others.refuted + p->others.searched != 1)
        return error_set(err, "in a defence exactly one of refuted and searched is 1");
    if (puzzle_threats_after(tools, b, p->solution, attacker, &searching).outcome == OUTCOME_WIN)
        return fail_at(err, p, p->solution, "is the solution, and loses");
    for (Point at = 0; at < POINT_COUNT; at++)
        if (at != p->solution && board_check(b, at) == PLAY_OK &&
            puzzle_threats_after(tools, b, at, attacker, &proving).outcome != OUTCOME_WIN)
            return fail_at(err, p, at, "is not proved to lose");
    return true;
}

bool puzzle_check(const PuzzleTools *tools, const Puzzle *p, Error *err) {
    Board b;
    Point fives[BOARD_MAX * BOARD_MAX];
    if (!puzzle_board(&p->game, &b))
        return error_set(err, "the moves cannot be played");
    if (b.winner != EMPTY ||
        puzzle_five_points(&b, BLACK, fives) + puzzle_five_points(&b, WHITE, fives) > 0)
        return error_set(err, "a five is there already, or to be made or stopped at once");
    if (board_check(&b, p->solution) != PLAY_OK)
        return fail_at(err, p, p->solution, "cannot be played");
    if (p->rating != puzzle_rating(p->percent))
        return error_set(err, "the rating does not follow from the levels");
    return check_line(tools, p, &b, err) && check_themes(p, &b, err) &&
           (p->kind == PUZZLE_ATTACK ? check_attack(tools, p, &b, err)
                                     : check_defence(tools, p, &b, err));
}
