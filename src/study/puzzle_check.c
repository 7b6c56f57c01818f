// The other way round from puzzle.c: from what is claimed to whether it is so.
#include "core/notation.h"
#include "study/grade.h"
#include "study/motif.h"

#include <string.h>

// "other moves: h8 wins too"
static bool refuse_at(Error *err, const Puzzle *p, Point at, const char *why) {
    Str name = {0};
    point_format(at, NOTATION_POS, p->game.size, &name);
    error_set(err, "%s %s", str_text(&name), why);
    str_release(&name);
    return false;
}

static bool check_line(const Puzzle *p, const Board *b, Error *err) {
    Board now = *b;
    if (p->kind == PUZZLE_DEFENCE) // of the threat
        now.turn = (uint8_t)stone_other(b->turn);
    for (int i = 0; i < p->length; i++)
        if (board_play(&now, p->line[i]) != PLAY_OK)
            return refuse_at(err, p, p->line[i], "cannot be played in the line");
    if (p->length == 0 || (p->kind == PUZZLE_ATTACK && p->line[0] != p->solution))
        return error_set(err, "the line does not begin with the solution");
    return true;
}

static bool check_motifs(const Puzzle *p, const Board *b, Error *err) {
    bool motifs[MOTIF_COUNT] = {0};
    if (p->kind == PUZZLE_DEFENCE)
        motifs[MOTIF_DEFENCE] = true;
    else
        motif_of_win(b, p->line, p->length, motifs);
    return !memcmp(motifs, p->motifs, sizeof motifs) ||
           error_set(err, "the themes are not those of the line");
}

// After the solution, because other first moves are looked at one by one anyway.
static bool check_win(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    return puzzle_threats_after(tools, b, p->solution, b->turn, &tools->proving) == THREATS_WIN ||
           refuse_at(err, p, p->solution, "could not be proved to win");
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

// Of every move but the solution: what must not be so, or must be.
static bool check_others(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    SolverLimits limits =
        p->kind == PUZZLE_ATTACK ? others_limits(tools, p) : proof_limits(tools, p);
    Stone attacker = p->kind == PUZZLE_ATTACK ? (Stone)b->turn : stone_other(b->turn);
    int others = 0;
    for (Point at = 0; at < POINT_COUNT; at++) {
        if (at == p->solution || board_check(b, at) != PLAY_OK)
            continue;
        bool wins = puzzle_threats_after(tools, b, at, attacker, &limits) == THREATS_WIN;
        if (wins && p->kind == PUZZLE_ATTACK)
            return refuse_at(err, p, at, "wins too");
        if (!wins && p->kind == PUZZLE_DEFENCE)
            return refuse_at(err, p, at, "is not proved to lose");
        others++;
    }
    return p->kind == PUZZLE_DEFENCE || p->others.refuted + p->others.searched == others ||
           error_set(err, "%d other moves are claimed, and there are %d",
                     p->others.refuted + p->others.searched, others);
}

static bool check_defence(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    SolverLimits limits = others_limits(tools, p);
    return puzzle_threats_after(tools, b, p->solution, stone_other(b->turn), &limits) !=
               THREATS_WIN ||
           refuse_at(err, p, p->solution, "is the solution, and loses");
}

bool puzzle_check(const PuzzleTools *tools, const Puzzle *p, Error *err) {
    Board b;
    Point fives[BOARD_MAX * BOARD_MAX];
    if (!puzzle_board(&p->game, &b))
        return error_set(err, "the moves cannot be played");
    if (b.winner != EMPTY || motif_fives(&b, BLACK, fives) + motif_fives(&b, WHITE, fives) > 0)
        return error_set(err, "a five is there already, or to be made or stopped at once");
    if (board_check(&b, p->solution) != PLAY_OK)
        return refuse_at(err, p, p->solution, "cannot be played");
    if (p->rating != grade_rating(p->percent))
        return error_set(err, "the rating does not follow from the levels");
    return check_line(p, &b, err) && check_motifs(p, &b, err) &&
           (p->kind == PUZZLE_ATTACK ? check_win(tools, p, &b, err)
                                     : check_defence(tools, p, &b, err)) &&
           check_others(tools, p, &b, err);
}
