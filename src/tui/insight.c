#include "tui/insight.h"

#include "base/mem.h"
#include "base/util.h"
#include "tui/background.h"

#include <string.h>

enum { GLANCE_MS = 60 };

// One position's chance, for the graph.
typedef struct {
    Analyser *analyser;
    Board board;
    int ply, percent;
} Glance;

struct Insight {
    Background *background;
    Analyser *analyser;
    Board board;   // of the analysis
    bool complete; // there is nothing more to learn about it
    bool glancing; // what the background does is the glance
    Glance glance;
    int known;                   // moves that `chances` is about
    Point moves[GAME_MOVES_MAX]; // these
    uint8_t chances[GAME_MOVES_MAX + 1];
};

Insight *insight_new(void) {
    Insight *i = mem_alloc(sizeof *i);
    i->background = background_new();
    i->analyser = analyser_new();
    memset(i->chances, CHANCE_UNKNOWN, sizeof i->chances);
    return i;
}

void insight_free(Insight *i) {
    if (!i)
        return;
    background_free(i->background);
    analyser_free(i->analyser);
    mem_free(i);
}

Analysis insight_analysis(const Insight *i) {
    return analyser_result(i->analyser);
}

Chances insight_chances(const Insight *i) {
    return (Chances){i->chances, i->known + 1};
}

int insight_signal(const Insight *i) {
    return background_signal(i->background);
}

void insight_rest(Insight *i) {
    background_stop(i->background);
    i->glancing = false;
}

static bool is_same(const Board *a, const Board *b) {
    return a->size == b->size && a->rules == b->rules && a->turn == b->turn &&
           !memcmp(a->at, b->at, sizeof a->at);
}

// What follows a move that is another one now is not known any more. Moves that were only taken
// back, as in a review, may come again.
static void forget_other_moves(Insight *i, const Game *g) {
    int same = 0;
    while (same < i->known && same < g->count && i->moves[same] == g->moves[same].point)
        same++;
    if (same == g->count)
        return;
    if (i->glancing && i->glance.ply > same)
        insight_rest(i);
    for (int k = same; k < int_max(i->known, g->count); k++)
        i->chances[k + 1] = CHANCE_UNKNOWN;
    for (int k = same; k < g->count; k++)
        i->moves[k] = g->moves[k].point;
    i->known = g->count;
}

static int for_black(const Board *b, int percent) {
    return b->turn == BLACK ? percent : 100 - percent;
}

static void note_analysis(Insight *i, const Game *g) {
    Analysis a = analyser_result(i->analyser);
    Result result = game_result(g);
    if (result.reason != END_NONE)
        i->chances[g->count] = result.winner == BLACK ? 100 : result.winner == WHITE ? 0 : 50;
    else if (a.count > 0 && is_same(&i->board, &g->board))
        i->chances[g->count] = (uint8_t)for_black(&g->board, chance_of(a.lines[0].value));
}

static void take_results(Insight *i) {
    if (!background_take(i->background))
        return;
    if (!i->glancing)
        i->complete = true;
    else if (i->glance.ply <= i->known)
        i->chances[i->glance.ply] = (uint8_t)for_black(&i->glance.board, i->glance.percent);
    i->glancing = false;
}

static void glance(void *job, bool (*interrupted)(void *context), void *context) {
    Glance *g = job;
    g->percent = analyser_chance(g->analyser, &g->board, GLANCE_MS, interrupted, context);
}

// The unknown place nearest the end; -1 if all is known. The end itself is not, where the analysis
// finds it out.
static int unknown_ply(const Insight *i, const Game *g, InsightWish wish) {
    int ply = g->count - wish.lines;
    while (ply >= 0 && i->chances[ply] != CHANCE_UNKNOWN)
        ply--;
    return ply;
}

static Board board_after(const Game *g, int ply) {
    Board b = g->start;
    for (int i = 0; i < ply; i++)
        if (board_has(&b, g->moves[i].point))
            board_place(&b, g->moves[i].color, g->moves[i].point);
    return b;
}

static void begin_glance(Insight *i, const Game *g, int ply) {
    i->glance = (Glance){.analyser = i->analyser, .board = board_after(g, ply), .ply = ply};
    if (i->glance.board.winner != EMPTY || !board_has_legal_move(&i->glance.board)) {
        i->chances[ply] = 50;
        return;
    }
    i->glancing = true;
    background_start(i->background, glance, &i->glance);
}

static void begin_next(Insight *i, const Game *g, InsightWish wish) {
    int ply = wish.chances ? unknown_ply(i, g, wish) : -1;
    if (ply >= 0)
        begin_glance(i, g, ply);
    else if (wish.lines && !i->complete && game_result(g).reason == END_NONE)
        background_start(i->background, analyser_work, i->analyser);
}

// An analysis takes long, and goes on where it was when the rest is known.
static bool is_in_the_way(const Insight *i, const Game *g, InsightWish wish) {
    bool is_analysing = background_is_busy(i->background) && !i->glancing;
    return is_analysing && (!wish.lines || (wish.chances && unknown_ply(i, g, wish) >= 0));
}

void insight_follow(Insight *i, const Game *g, InsightWish wish) {
    take_results(i);
    forget_other_moves(i, g);
    if (!is_same(&i->board, &g->board)) {
        insight_rest(i);
        analyser_ask(i->analyser, &g->board); // nothing is known about this one
        i->board = g->board;
        i->complete = false;
    }
    note_analysis(i, g);
    if (is_in_the_way(i, g, wish))
        insight_rest(i);
    if (!background_is_busy(i->background))
        begin_next(i, g, wish);
}
