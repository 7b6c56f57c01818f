#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "tui/analysis/analysis.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

enum { LINES = 16, TIME_LIMIT_MS = 60 * 1000, QUICK_SEARCH_MS = 60 };

struct GameAnalysis {
    Background *background;
    Engine *engine;
    Board board;          // the current position
    bool complete;        // its search has finished
    pthread_mutex_t lock; // guards `result`
    EngineResult result;  // of `board`, so far

    // A short search of another position, for the win rate graph.
    bool in_quick_search; // the background job is this one
    Board quick_board;
    int quick_ply, quick_percent;

    int move_count;              // of `moves`
    Point moves[GAME_MOVES_MAX]; // that lead to the positions in `percent`
    uint8_t percent[GAME_MOVES_MAX + 1];
};

GameAnalysis *game_analysis_new(void) {
    GameAnalysis *a = mem_alloc(sizeof *a);
    a->background = background_new();
    a->engine = engine_new(NULL);
    pthread_mutex_init(&a->lock, NULL);
    memset(a->percent, WIN_RATE_UNKNOWN, sizeof a->percent);
    return a;
}

void game_analysis_free(GameAnalysis *a) {
    if (!a)
        return;
    background_free(a->background);
    engine_free(a->engine);
    pthread_mutex_destroy(&a->lock);
    mem_free(a);
}

// The search thread publishes its progress, so this may be called at any time.
EngineResult game_analysis_best_lines(GameAnalysis *a) {
    pthread_mutex_lock(&a->lock);
    EngineResult copy = a->result;
    pthread_mutex_unlock(&a->lock);
    return copy;
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

int win_rate_percent(int value) {
    if (engine_is_certain(value))
        return value > 0 ? 100 : 0;
    return int_max(1, int_min((int)lround(100 * engine_win_rate(value)), 99));
}

// ---- Searches, on the background thread

static void publish(void *analysis, const EngineResult *latest) {
    GameAnalysis *a = analysis;
    pthread_mutex_lock(&a->lock);
    a->result = *latest;
    pthread_mutex_unlock(&a->lock);
}

static void run_search(void *analysis, StopToken stop) {
    GameAnalysis *a = analysis;
    EngineResult last = engine_run(a->engine, &(EngineRequest){.board = &a->board,
                                                               .budget.ms = TIME_LIMIT_MS,
                                                               .line_count = LINES,
                                                               .stop = stop,
                                                               .on_progress = publish,
                                                               .progress_context = a});
    publish(a, &last);
}

// On a busy machine a short search may end without a result, so the time doubles until there is
// one.
static void run_quick_search(void *analysis, StopToken stop) {
    GameAnalysis *a = analysis;
    EngineResult found = {0};
    for (int ms = QUICK_SEARCH_MS;
         found.lines[0].depth == 0 && ms < TIME_LIMIT_MS && !stop_requested(stop); ms *= 2)
        found = engine_run(
            a->engine, &(EngineRequest){.board = &a->quick_board, .budget.ms = ms, .stop = stop});
    a->quick_percent = win_rate_percent(found.lines[0].value);
}

// ---- Following the game

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
    if (a->in_quick_search && a->quick_ply > same)
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
    EngineResult found = game_analysis_best_lines(a);
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
    else if (a->quick_ply <= a->move_count)
        a->percent[a->quick_ply] = (uint8_t)for_black(&a->quick_board, a->quick_percent);
    a->in_quick_search = false;
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
    a->quick_board = board_after(g, ply);
    a->quick_ply = ply;
    if (a->quick_board.winner != EMPTY || !board_has_legal_move(&a->quick_board)) {
        a->percent[ply] = 50;
        return;
    }
    a->in_quick_search = true;
    background_start(a->background, run_quick_search, a);
}

static void start_next(GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    int ply = request.win_rates ? unknown_ply(a, g, request) : -1;
    if (ply >= 0)
        start_quick_search(a, g, ply);
    else if (request.lines && !a->complete && game_result(g).reason == END_NONE)
        background_start(a->background, run_search, a);
}

// True if the long search must make way for quick ones, or is not wanted. It continues later.
static bool must_pause(const GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    bool is_analyzing = background_is_busy(a->background) && !a->in_quick_search;
    return is_analyzing &&
           (!request.lines || (request.win_rates && unknown_ply(a, g, request) >= 0));
}

void game_analysis_update(GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    collect_result(a);
    discard_other_moves(a, g);
    if (!is_same(&a->board, &g->board)) {
        game_analysis_pause(a);
        a->board = g->board;
        a->result = (EngineResult){0};
        a->complete = false;
    }
    store_current_win_rate(a, g);
    if (must_pause(a, g, request))
        game_analysis_pause(a);
    if (!background_is_busy(a->background))
        start_next(a, g, request);
}

static bool is_answered(const GameAnalysis *a, const Game *g, GameAnalysisRequest request) {
    return (!request.lines || a->complete) &&
           (!request.win_rates || unknown_ply(a, g, (GameAnalysisRequest){0}) < 0);
}

void game_analysis_run(GameAnalysis *a, const Game *g, GameAnalysisRequest request, int64_t ms,
                       StopToken stop) {
    enum { POLL_MS = 100 };
    int64_t deadline_ms = clock_now_ms() + ms;
    game_analysis_update(a, g, request);
    while (!is_answered(a, g, request) && clock_now_ms() < deadline_ms && !stop_requested(stop)) {
        background_wait(a->background, POLL_MS);
        game_analysis_update(a, g, request);
    }
    game_analysis_pause(a);
}
