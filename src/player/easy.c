// The classroom course's first player: wins if it can, else blocks a win, else takes the first
// legal point, row by row.
#include "player/moves.h"
#include "player/player.h"

static bool easy_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                        PlayerMove *out, Error *err) {
    (void)self, (void)budget, (void)stop, (void)err;
    const Board *b = &g->board;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    Point p = moves_first_win(b, b->turn, legal, n);
    if (p == POINT_NONE)
        p = moves_first_win(b, stone_other(b->turn), legal, n);
    if (p == POINT_NONE)
        p = n > 0 ? legal[0] : POINT_PASS;
    out->move = p;
    return true;
}

const PlayerKind player_easy = {
    .name = "easy",
    .summary = "wins if it can, else stops a win, else takes the first free point",
    .choose = easy_choose,
};
