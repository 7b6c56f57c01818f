#include "tui/analysis/game_analysis.h"

#include "base/mem.h"
#include "base/util.h"
#include "tui/analysis/background.h"

#include <string.h>

enum { GLANCE_MS = 60 };

// One position's chance, for the graph.
typedef struct {
    PositionAnalysis *analyser;
    Board board;
    int ply, percent;
} Glance;

struct GameAnalysis {
    Background *background;
    PositionAnalysis *analyser;
    Board board;   // of the analysis
    bool complete; // there is nothing more to learn about it
    bool glancing; // what the background does is the glance
    Glance glance;
    int known;                   // moves that `chances` is about
    Point moves[GAME_MOVES_MAX]; // these
    uint8_t chances[GAME_MOVES_MAX + 1];
};

GameAnalysis *game_analysis_new(void) {
    GameAnalysis *i = mem_alloc(sizeof *i);
    i->background = background_new();
    i->analyser = position_analysis_new();
    memset(i->chances, WIN_RATE_UNKNOWN, sizeof i->chances);
    return i;
}

void game_analysis_free(GameAnalysis *i) {
    if (!i)
        return;
    background_free(i->background);
    position_analysis_free(i->analyser);
    mem_free(i);
}

Analysis game_analysis_best_lines(const GameAnalysis *i) {
    return position_analysis_result(i->analyser);
}

WinRates game_analysis_win_rates(const GameAnalysis *i) {
    return (WinRates){i->chances, i->known + 1};
}

int game_analysis_fd(const GameAnalysis *i) {
    return background_fd(i->background);
}

void game_analysis_pause(GameAnalysis *i) {
    background_stop(i->background);
    i->glancing = false;
}

static bool is_same(const Board *a, const Board *b) {
    return a->size == b->size && a->rules == b->rules && a->turn == b->turn &&
           !memcmp(a->at, b->at, sizeof a->at);
}

// What follows a move that is another one now is not known any more. Moves that were only taken
// back, as in a review, may come again.
static void forget_other_moves(GameAnalysis *i, const Game *g) {
    int same = 0;
    while (same < i->known && same < g->count && i->moves[same] == g->moves[same].point)
        same++;
    if (same == g->count)
        return;
    if (i->glancing && i->glance.ply > same)
        game_analysis_pause(i);
    for (int k = same; k < int_max(i->known, g->count); k++)
        i->chances[k + 1] = WIN_RATE_UNKNOWN;
    for (int k = same; k < g->count; k++)
        i->moves[k] = g->moves[k].point;
    i->known = g->count;
}

static int for_black(const Board *b, int percent) {
    return b->turn == BLACK ? percent : 100 - percent;
}

static void note_analysis(GameAnalysis *i, const Game *g) {
    Analysis a = position_analysis_result(i->analyser);
    Result result = game_result(g);
    if (result.reason != END_NONE)
        i->chances[g->count] = result.winner == BLACK ? 100 : result.winner == WHITE ? 0 : 50;
    else if (a.count > 0 && is_same(&i->board, &g->board))
        i->chances[g->count] = (uint8_t)for_black(&g->board, win_rate_percent(a.lines[0].value));
}

static void take_results(GameAnalysis *i) {
    if (!background_poll(i->background))
        return;
    if (!i->glancing)
        i->complete = true;
    else if (i->glance.ply <= i->known)
        i->chances[i->glance.ply] = (uint8_t)for_black(&i->glance.board, i->glance.percent);
    i->glancing = false;
}

static void glance(void *job, bool (*interrupted)(void *context), void *context) {
    Glance *g = job;
    g->percent =
        position_analysis_win_rate(g->analyser, &g->board, GLANCE_MS, interrupted, context);
}

// The unknown place nearest the end; -1 if all is known. The end itself is not, where the analysis
// finds it out.
static int unknown_ply(const GameAnalysis *i, const Game *g, GameAnalysisRequest setup) {
    int ply = g->count - setup.lines;
    while (ply >= 0 && i->chances[ply] != WIN_RATE_UNKNOWN)
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

static void begin_glance(GameAnalysis *i, const Game *g, int ply) {
    i->glance = (Glance){.analyser = i->analyser, .board = board_after(g, ply), .ply = ply};
    if (i->glance.board.winner != EMPTY || !board_has_legal_move(&i->glance.board)) {
        i->chances[ply] = 50;
        return;
    }
    i->glancing = true;
    background_start(i->background, glance, &i->glance);
}

static void begin_next(GameAnalysis *i, const Game *g, GameAnalysisRequest setup) {
    int ply = setup.chances ? unknown_ply(i, g, setup) : -1;
    if (ply >= 0)
        begin_glance(i, g, ply);
    else if (setup.lines && !i->complete && game_result(g).reason == END_NONE)
        background_start(i->background, position_analysis_run, i->analyser);
}

// An analysis takes long, and goes on where it was when the rest is known.
static bool is_in_the_way(const GameAnalysis *i, const Game *g, GameAnalysisRequest setup) {
    bool is_analysing = background_is_busy(i->background) && !i->glancing;
    return is_analysing && (!setup.lines || (setup.chances && unknown_ply(i, g, setup) >= 0));
}

void game_analysis_update(GameAnalysis *i, const Game *g, GameAnalysisRequest setup) {
    take_results(i);
    forget_other_moves(i, g);
    if (!is_same(&i->board, &g->board)) {
        game_analysis_pause(i);
        position_analysis_set_board(i->analyser, &g->board); // nothing is known about this one
        i->board = g->board;
        i->complete = false;
    }
    note_analysis(i, g);
    if (is_in_the_way(i, g, setup))
        game_analysis_pause(i);
    if (!background_is_busy(i->background))
        begin_next(i, g, setup);
}
