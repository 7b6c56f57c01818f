#include "study/puzzle.h"

#include <stdlib.h>

static const char *const names[PUZZLE_THEME_COUNT] = {
    [PUZZLE_THEME_FOUR] = "four",
    [PUZZLE_THEME_FOUR_THREE] = "four-three",
    [PUZZLE_THEME_DOUBLE_FOUR] = "double-four",
    [PUZZLE_THEME_FOUL] = "foul",
    [PUZZLE_THEME_VCF] = "vcf",
    [PUZZLE_THEME_VCT] = "vct",
    [PUZZLE_THEME_DEFENSE] = "defence",
};

const char *puzzle_theme_name(int theme) {
    return theme < PUZZLE_THEME_COUNT ? names[theme] : NULL;
}

// The threat made by the last stone.
typedef enum { NO_FOUR, SIMPLE_FOUR, OPEN_FOUR, DOUBLE_FOUR } FourKind;

// True if these are the two ends of four stones in a row: five apart on one line.
static bool are_ends_of_four(Point a, Point b) {
    int dx = abs(point_x(a) - point_x(b)), dy = abs(point_y(a) - point_y(b));
    return point_distance(a, b) == 5 && (dx == 0 || dy == 0 || dx == dy);
}

static FourKind four_kind(const Board *after, Stone color) {
    Point fives[BOARD_MAX * BOARD_MAX];
    int count = board_five_points(after, color, fives);
    if (count < 2)
        return count == 1 ? SIMPLE_FOUR : NO_FOUR;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (are_ends_of_four(fives[i], fives[k]))
                return OPEN_FOUR;
    return DOUBLE_FOUR;
}

bool puzzle_five_is_unstoppable(const Board *b) {
    Point fives[BOARD_MAX * BOARD_MAX];
    int count = board_five_points(b, stone_other(b->turn), fives);
    return count > 1 || (count == 1 && board_check(b, fives[0]) != PLAY_OK);
}

void puzzle_themes_of_win(const Board *b, const Point *line, int count,
                          bool themes[static PUZZLE_THEME_COUNT]) {
    Board now = *b;
    Stone own = b->turn;
    FourKind before = NO_FOUR, decisive = NO_FOUR;
    int moves = 0; // of the winner, up to the decisive one
    bool all_fours = true;
    for (int i = 0; i < count && decisive < OPEN_FOUR; i++) {
        bool is_own = now.turn == own;
        board_play(&now, line[i]);
        if (now.winner != EMPTY)
            break;
        if (!is_own)
            continue;
        before = decisive;
        decisive = four_kind(&now, own);
        all_fours &= decisive != NO_FOUR;
        moves++;
    }
    // An open four right after a four: the four was also a three.
    bool four_three = decisive == OPEN_FOUR && before == SIMPLE_FOUR;
    themes[PUZZLE_THEME_FOUR] = decisive == OPEN_FOUR && moves == 1;
    themes[PUZZLE_THEME_DOUBLE_FOUR] = decisive == DOUBLE_FOUR;
    themes[PUZZLE_THEME_FOUR_THREE] = four_three;
    themes[PUZZLE_THEME_FOUL] =
        decisive == SIMPLE_FOUR && now.winner == EMPTY && puzzle_five_is_unstoppable(&now);
    themes[PUZZLE_THEME_VCF] = all_fours && moves > (four_three ? 2 : 1);
    themes[PUZZLE_THEME_VCT] = !all_fours;
}
