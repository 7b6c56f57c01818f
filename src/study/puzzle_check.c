// The other way round from puzzle.c: from what is claimed to whether it is so.
#include "core/notation.h"
#include "study/puzzle_difficulty.h"
#include "study/puzzle_theme.h"

#include <string.h>

// "other moves: h8 wins too"
static bool refuse_at(Error *err, const Puzzle *p, Point at, const char *why) {
    Str name = {0};
    point_format(at, NOTATION_POS, p->game.size, &name);
    error_set(err, "%s %s", str_text(&name), why);
    str_release(&name);
    return false;
}

// The line that wins: from the position on, or if the side to move passed.
static Board start_of_line(const Puzzle *p, const Board *b) {
    Board start = *b;
    if (p->kind == PUZZLE_DEFENCE) // of the threat
        start.turn = (uint8_t)stone_other(b->turn);
    return start;
}

// A five, or one that comes whatever the answer: two stones later.
static bool check_end(const Puzzle *p, const Board *end, Stone attacker, Error *err) {
    bool is_five = end->winner == attacker;
    if (!is_five &&
        (end->winner != EMPTY || end->turn == attacker || !puzzle_five_is_unstoppable(end)))
        return error_set(err, "the line ends before the win");
    int stones = is_five ? p->length : p->length + 2;
    return p->stones == stones ||
           error_set(err, "%d stones are claimed, and the line takes %d", p->stones, stones);
}

// After every move of its winner the win is proved.
static bool check_line(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    Board now = start_of_line(p, b);
    Stone attacker = now.turn;
    if (p->length == 0 || (p->kind == PUZZLE_ATTACK && p->line[0] != p->solution))
        return error_set(err, "the line does not begin with the solution");
    for (int i = 0; i < p->length; i++) {
        Point at = p->line[i];
        if (board_check(&now, at) != PLAY_OK)
            return refuse_at(err, p, at, "cannot be played in the line");
        if (now.turn == attacker &&
            puzzle_threats_after(tools, &now, at, attacker, &tools->proving) != THREATS_WIN)
            return refuse_at(err, p, at, "could not be proved to win");
        board_play(&now, at);
    }
    return check_end(p, &now, attacker, err);
}

static bool check_motifs(const Puzzle *p, const Board *b, Error *err) {
    bool motifs[PUZZLE_THEME_COUNT] = {0};
    if (p->kind == PUZZLE_DEFENCE)
        motifs[PUZZLE_THEME_DEFENCE] = true;
    else
        puzzle_themes_of_win(b, p->line, p->length, motifs);
    return !memcmp(motifs, p->motifs, sizeof motifs) ||
           error_set(err, "the themes are not those of the line");
}

// For what was searched and not proved: the claim is about so many nodes.
static SolverLimits others_limits(const PuzzleTools *tools, const Puzzle *p) {
    SolverLimits limits = tools->others;
    limits.nodes = p->others.nodes;
    return limits;
}

// For what was proved with no more nodes than that, or with those for a win.
static SolverLimits proof_limits(const PuzzleTools *tools, const Puzzle *p) {
    return p->others.nodes > tools->proving.nodes ? others_limits(tools, p) : tools->proving;
}

static int count_others(const Puzzle *p, const Board *b) {
    int count = 0;
    for (Point at = 0; at < POINT_COUNT; at++)
        count += at != p->solution && board_check(b, at) == PLAY_OK;
    return count;
}

// No other move wins.
static bool check_attack(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    int claimed = p->others.refuted + p->others.searched, others = count_others(p, b);
    SolverLimits limits = others_limits(tools, p);
    if (claimed != others)
        return error_set(err, "%d other moves are claimed, and there are %d", claimed, others);
    for (Point at = 0; at < POINT_COUNT; at++)
        if (at != p->solution && board_check(b, at) == PLAY_OK &&
            puzzle_threats_after(tools, b, at, b->turn, &limits) == THREATS_WIN)
            return refuse_at(err, p, at, "wins too");
    return true;
}

// Every other move is proved to lose, and the solution is not found to.
static bool check_defence(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    Stone attacker = stone_other(b->turn);
    SolverLimits searching = others_limits(tools, p), limits = proof_limits(tools, p);
    if (p->others.refuted + p->others.searched != 1)
        return error_set(err, "of a defence either refuted or searched is 1");
    if (puzzle_threats_after(tools, b, p->solution, attacker, &searching) == THREATS_WIN)
        return refuse_at(err, p, p->solution, "is the solution, and loses");
    for (Point at = 0; at < POINT_COUNT; at++)
        if (at != p->solution && board_check(b, at) == PLAY_OK &&
            puzzle_threats_after(tools, b, at, attacker, &limits) != THREATS_WIN)
            return refuse_at(err, p, at, "is not proved to lose");
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
        return refuse_at(err, p, p->solution, "cannot be played");
    if (p->rating != puzzle_rating(p->percent))
        return error_set(err, "the rating does not follow from the levels");
    return check_line(tools, p, &b, err) && check_motifs(p, &b, err) &&
           (p->kind == PUZZLE_ATTACK ? check_attack(tools, p, &b, err)
                                     : check_defence(tools, p, &b, err));
}
