// C API for the courses: sequences, and the view in the mist (pentad_sequence_*, pentad_mist_view).
#include "api/api_internal.h"

#include "core/mist.h"
#include "core/sequence.h"

#include <assert.h>

// The step of one of the four directions; 0 if it is not one of them.
static int step_of(PentadLine line) {
    static const PentadPoint directions[STEP_COUNT] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (int d = 0; d < STEP_COUNT; d++)
        if (directions[d].x == line.dx && directions[d].y == line.dy)
            return point_steps[d];
    return 0;
}

static bool check_arguments(const PentadGame *game, PentadLine line, int length, const void *result,
                            PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    if (!result)
        return api_error_set(error, "the result is NULL");
    if (!api_is_on_board(game, line.x, line.y))
        return api_error_set(error, play_result_text(PLAY_OFF_BOARD));
    if (step_of(line) == 0)
        return api_error_set(error, "a direction is (1, 0), (0, 1), (1, 1) or (-1, 1)");
    return length >= 1 || api_error_set(error, "a run has at least 1 stone");
}

// Longer runs than the board cannot exist.
static bool fits(const PentadGame *game, int length) {
    return length >= 1 && length <= game->game.board.size;
}

bool pentad_sequence_bound(const PentadGame *game, PentadLine line, int length, PentadBound *bound,
                           PentadError *error) {
    if (!check_arguments(game, line, length, bound, error))
        return false;
    if (!fits(game, length) ||
        !api_is_on_board(game, line.x - (length - 1) * line.dx, line.y - (length - 1) * line.dy))
        return api_error_set(error, "a run of that length would begin off the board");
    Point end = point_at(line.x, line.y);
    *bound = (PentadBound)grid_run_bound(board_grid(&game->game.board), end, length, step_of(line));
    return true;
}

static PentadSequenceCount count_from(SequenceCount count) {
    return (PentadSequenceCount){count.runs[CLOSED], count.runs[SEMI_OPEN], count.runs[OPEN]};
}

bool pentad_sequence_count_line(const PentadGame *game, PentadStone color, int length,
                                PentadLine line, PentadSequenceCount *count, PentadError *error) {
    if (!check_arguments(game, line, length, count, error))
        return false;
    if (!api_is_color(color))
        return api_error_set(error, "a run is black or white");
    if (api_is_on_board(game, line.x - line.dx, line.y - line.dy))
        return api_error_set(error, "a line starts at the edge of the board");
    *count = count_from(grid_count_line(board_grid(&game->game.board), (Stone)color, length,
                                        point_at(line.x, line.y), step_of(line)));
    return true;
}

PentadSequenceCount pentad_sequence_count(const PentadGame *game, PentadStone color, int length) {
    if (!game || !api_is_color(color) || !fits(game, length))
        return (PentadSequenceCount){0};
    return count_from(grid_count(board_grid(&game->game.board), (Stone)color, length));
}

int pentad_sequence_score(const PentadGame *game, PentadStone mover) {
    if (!game || !api_is_color(mover))
        return 0;
    return (int)grid_score(board_grid(&game->game.board), (Stone)mover);
}

bool pentad_sequence_best(const PentadGame *game, PentadStone mover, PentadPoint *point) {
    if (!game || !point || !api_is_color(mover))
        return false;
    Point best = sequence_best_point(&game->game.board, (Stone)mover);
    if (best == POINT_NONE)
        return false;
    *point = api_point(best);
    return true;
}

PentadSequenceState pentad_sequence_state(const PentadGame *game) {
    static const PentadSequenceState states[] = {
        [SEQUENCE_CONTINUE] = PENTAD_CONTINUE,
        [SEQUENCE_BLACK_WON] = PENTAD_BLACK_WON,
        [SEQUENCE_WHITE_WON] = PENTAD_WHITE_WON,
        [SEQUENCE_DRAW] = PENTAD_DRAWN,
    };
    return game ? states[grid_state(board_grid(&game->game.board))] : PENTAD_CONTINUE;
}

static_assert((int)PENTAD_MIST_CELLS == (int)MIST_CELLS &&
                  (int)PENTAD_MIST_WIDTH == (int)MIST_WIDTH,
              "the public view is the inner one");

bool pentad_mist_view(const PentadGame *game, PentadMistView *view, PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    if (!view)
        return api_error_set(error, "the view is NULL");
    const Game *g = &game->game;
    if (g->board.size != MIST_BOARD_SIZE)
        return api_error_set(error, "Gomoku in the Mist needs a 19x19 board");
    MistView seen = mist_view(&g->board, mist_center(g));
    view->centre = api_point(seen.center);
    for (int i = 0; i < MIST_CELLS; i++)
        view->cells[i] = (PentadStone)seen.cells[i];
    return true;
}
