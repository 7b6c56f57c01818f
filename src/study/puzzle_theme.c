#include "study/puzzle_theme.h"

#include <stdlib.h>

static const char *const names[PUZZLE_THEME_COUNT] = {
    [PUZZLE_THEME_FOUR] = "four",
    [PUZZLE_THEME_FOUR_THREE] = "four-three",
    [PUZZLE_THEME_DOUBLE_FOUR] = "double-four",
    [PUZZLE_THEME_FOUL] = "foul",
    [PUZZLE_THEME_VCF] = "vcf",
    [PUZZLE_THEME_VCT] = "vct",
    [PUZZLE_THEME_DEFENCE] = "defence",
};

const char *puzzle_theme_name(int motif) {
    return motif < PUZZLE_THEME_COUNT ? names[motif] : NULL;
}

int puzzle_five_points(const Board *b, Stone color, Point fives[static BOARD_MAX * BOARD_MAX]) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty), count = 0;
    Board tried = *b;
    for (int i = 0; i < n; i++) {
        tried.turn = (uint8_t)color;
        if (board_play(&tried, empty[i]) != PLAY_OK)
            continue;
        if (tried.winner == color)
            fives[count++] = empty[i];
        board_remove(&tried, empty[i], color, b->winner);
    }
    return count;
}

// What a stone that was just played threatens.
typedef enum { MAKES_NOTHING, MAKES_FOUR, MAKES_OPEN_FOUR, MAKES_DOUBLE_FOUR } Making;

// The two ends of four stones in a row: five apart on one line.
static bool are_ends_of_four(Point a, Point b) {
    int dx = abs(point_x(a) - point_x(b)), dy = abs(point_y(a) - point_y(b));
    return point_distance(a, b) == 5 && (dx == 0 || dy == 0 || dx == dy);
}

static Making making_of(const Board *after, Stone color) {
    Point fives[BOARD_MAX * BOARD_MAX];
    int count = puzzle_five_points(after, color, fives);
    if (count < 2)
        return count == 1 ? MAKES_FOUR : MAKES_NOTHING;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (are_ends_of_four(fives[i], fives[k]))
                return MAKES_OPEN_FOUR;
    return MAKES_DOUBLE_FOUR;
}

bool puzzle_five_is_unstoppable(const Board *b) {
    Point fives[BOARD_MAX * BOARD_MAX];
    int count = puzzle_five_points(b, stone_other(b->turn), fives);
    return count > 1 || (count == 1 && board_check(b, fives[0]) != PLAY_OK);
}

void puzzle_themes_of_win(const Board *b, const Point *line, int count,
                          bool motifs[static PUZZLE_THEME_COUNT]) {
    Board now = *b;
    Stone own = b->turn;
    Making before = MAKES_NOTHING, decisive = MAKES_NOTHING;
    int moves = 0; // of the winner, up to the one that decides
    bool all_fours = true;
    for (int i = 0; i < count && decisive < MAKES_OPEN_FOUR; i++) {
        bool is_own = now.turn == own;
        board_play(&now, line[i]);
        if (now.winner != EMPTY)
            break;
        if (!is_own)
            continue;
        before = decisive;
        decisive = making_of(&now, own);
        all_fours &= decisive != MAKES_NOTHING;
        moves++;
    }
    // An open four behind a four: the four was a three as well.
    bool four_three = decisive == MAKES_OPEN_FOUR && before == MAKES_FOUR;
    motifs[PUZZLE_THEME_FOUR] = decisive == MAKES_OPEN_FOUR && moves == 1;
    motifs[PUZZLE_THEME_DOUBLE_FOUR] = decisive == MAKES_DOUBLE_FOUR;
    motifs[PUZZLE_THEME_FOUR_THREE] = four_three;
    motifs[PUZZLE_THEME_FOUL] =
        decisive == MAKES_FOUR && now.winner == EMPTY && puzzle_five_is_unstoppable(&now);
    motifs[PUZZLE_THEME_VCF] = all_fours && moves > (four_three ? 2 : 1);
    motifs[PUZZLE_THEME_VCT] = !all_fours;
}
