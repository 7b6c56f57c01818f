#include "tui/analysis/game_analysis.h"

#include "base/mem.h"
#include "base/util.h"
#include "tui/analysis/background.h"

#include <string.h>

enum { QUICK_SEARCH_MS = 60 };

// Background job: a short search of one position, for the win rate graph.
typedef struct {
    PositionAnalysis *position_analysis;
    Board board;
    int ply, percent;
} QuickSearch;

struct GameAnalysis {
    Background *background;
    PositionAnalysis *position_analysis;
    Board board;          // that position_analysis is about
    bool complete;        // its search has finished
    bool in_quick_search; // the background job is quick_search, not position_analysis
    QuickSearch quick_search;
    int move_count;              // of `moves`
    Point moves[GAME_MOVES_MAX]; // that lead to the positions in `percent`
    uint8_t percent[GAME_MOVES_MAX + 1];
};

GameAnalysis *game_analysis_new(void) {
    GameAnalysis *a = mem_alloc(sizeof *a);
    a->background = background_new();
    a->position_analysis = position_analysis_new();
    memset(a->percent, WIN_RATE_UNKNOWN, sizeof a->percent);
    return a;
}

void game_analysis_free(GameAnalysis *a) {
    if (!a)
        return;
    background_free(a->background);
    position_analysis_free(a->position_analysis);
    mem_free(a);
}

EngineResult game_analysis_best_lines(const GameAnalysis *a) {
    return position_analysis_result(a->position_analysis);
}

WinRates game_analysis_win_rates(const GameAnalysis *a) {
    return (WinRates){a->percent, a->move_count + 1};
}

int game_analysis_fd(const GameAnalysis *a) {
    return background_fd(a->background);
}

void game_analysis_pause(GameAnalysis *a) {
    background_stop(a->background);
    a->in_quick_search = false;
}

static bool is_same(const Board *a, const Board *b) {
    return a->size == b->size && a->rules == b->rules && a->turn == b->turn &&
           !memcmp(a->at, b->at, sizeof a->at);
}

// Discards the win rates after the first move that differs. Moves that were only taken back, as in
// a review, keep theirs.
static void discard_other_moves(GameAnalysis *a, const Game *g) {
    int same = 0;
    while (same < a->move_count && same < g->count && a->moves[same] == g->moves[same].point)
        same++;
    if (same == g->count)
        return;
    if (a->in_quick_search && a->quick_search.ply > same)
        game_analysis_pause(a);
    for (int k = same; k < int_max(a->move_count, g->count); k++)
        a->percent[k + 1] = WIN_RATE_UNKNOWN;
    for (int k = same; k < g->count; k++)
        a->moves[k] = g->moves[k].point;
    a->move_count = g->count;
}

static int for_black(const Board *b, int percent) {
    return b->turn == BLACK ? percent : 100 - percent;
}

static void store_current_win_rate(GameAnalysis *a, const Game *g) {
    EngineResult found = position_analysis_result(a->position_analysis);
    Result result = game_result(g);
    if (result.reason != END_NONE)
        a->percent[g->count] = result.winner == BLACK ? 100 : result.winner == WHITE ? 0 : 50;
    else if (found.line_count > 0 && is_same(&a->board, &g->board))
        a->percent[g->count] =
            (uint8_t)for_black(&g->board, win_rate_percent(found.lines[0].value));
}

static void collect_result(GameAnalysis *a) {
    if (!background_poll(a->background))
        return;
    if (!a->in_quick_search)
        a->complete = true;
    else if (a->quick_search.ply <= a->move_count)
        a->percent[a->quick_search.ply] =
            (uint8_t)for_black(&a->quick_search.board, a->quick_search.percent);
    a->in_quick_search = false;
}

static void run_quick_search(void *job, StopToken stop) {
    QuickSearch *q = job;
    q->percent = position_analysis_win_rate(q->position_analysis, &q->board, QUICK_SEARCH_MS, stop);
}

// The latest position without a win rate; -1 if there is none. Skips the current position if the
// analysis will provide it.
static int unknown_ply(const GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    int ply = g->count - request.lines;
    while (ply >= 0 && a->percent[ply] != WIN_RATE_UNKNOWN)
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

static void start_quick_search(GameAnalysis *a, const Game *g, int ply) {
    a->quick_search = (QuickSearch){
        .position_analysis = a->position_analysis, .board = board_after(g, ply), .ply = ply};
    if (a->quick_search.board.winner != EMPTY || !board_has_legal_move(&a->quick_search.board)) {
        a->percent[ply] = 50;
        return;
    }
    a->in_quick_search = true;
    background_start(a->background, run_quick_search, &a->quick_search);
}

static void start_next(GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    int ply = request.win_rates ? unknown_ply(a, g, request) : -1;
    if (ply >= 0)
        start_quick_search(a, g, ply);
    else if (request.lines && !a->complete && game_result(g).reason == END_NONE)
        background_start(a->background, position_analysis_run, a->position_analysis);
}

// True if the long search must make way for quick ones, or is not wanted. It continues later.
static bool must_pause(const GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    bool is_analysing = background_is_busy(a->background) && !a->in_quick_search;
    return is_analysing &&
           (!request.lines || (request.win_rates && unknown_ply(a, g, request) >= 0));
}

void game_analysis_update(GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    collect_result(a);
    discard_other_moves(a, g);
    if (!is_same(&a->board, &g->board)) {
        game_analysis_pause(a);
        position_analysis_set_board(a->position_analysis, &g->board);
        a->board = g->board;
        a->complete = false;
    }
    store_current_win_rate(a, g);
    if (must_pause(a, g, request))
        game_analysis_pause(a);
    if (!background_is_busy(a->background))
        start_next(a, g, request);
}
