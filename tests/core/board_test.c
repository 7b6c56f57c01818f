#include "base/mem.h"
#include "base/number.h"
#include "core/board.h"
#include "support.h"
#include "test.h"

#include <string.h>

// The mover plays *. Each row has the expected winner for five rule sets; differential_test.c
// compares all of them with their twins.
static const struct {
    const char *name, *line;
    char freestyle, standard, renju, caro, caro_overline; // X, O, or . for nobody
} win_rows[] = {
    {"four", "XXX*.", '.', '.', '.', '.', '.'},
    {"five", ".XXXX*.", 'X', 'X', 'X', 'X', 'X'},
    {"five, filled in", ".XX*XX.", 'X', 'X', 'X', 'X', 'X'},
    {"five with White at one end", "OXXXX*.", 'X', 'X', 'X', 'X', 'X'},
    {"five held by White", "OXXXX*O", 'X', 'X', 'X', '.', '.'},
    {"five from the edge to White", "|XXXX*O", 'X', 'X', 'X', 'X', 'X'},
    {"five with a hole and White", "OXX*XX.O", 'X', 'X', 'X', 'X', 'X'},
    {"six", ".XXX*XX.", 'X', '.', '.', '.', 'X'},
    {"six held by White", "OXXX*XXO", 'X', '.', '.', '.', 'X'},
    {"nine", ".XXXX*XXXX.", 'X', '.', '.', '.', 'X'},
    {"five with a hole and a sixth stone", ".XXXX*.X", 'X', 'X', 'X', 'X', 'X'},
};

static Board line_board(const Rules *rules, const char *line, Stone mover, Point *star) {
    Board b;
    board_init(&b, rules, 15);
    int x = *line == '|' ? 0 : 2;
    for (line += *line == '|'; *line; line++, x++) {
        if (*line == '*')
            *star = point_at(x, 4);
        else if (*line != '.')
            board_place(&b, *line == 'X' ? mover : stone_other(mover), point_at(x, 4));
    }
    return b;
}

static void check_win(const char *name, const Rules *rules, const char *line, Stone mover,
                      Stone want) {
    Point star = POINT_NONE;
    Board b = line_board(rules, line, mover, &star);
    CHECK_INT(name, b.winner, EMPTY);
    board_place(&b, mover, star);
    CHECK_INT(name, b.winner, want);
    CHECK_INT(name, board_wins_at(&b, star), want == mover);
    Point points[BOARD_MAX];
    CHECK_INT(name, board_winning_line(&b, mover, points) > 0, want == mover);
    CHECK_INT(name, board_winning_line(&b, stone_other(mover), points), 0);
}

TEST(board_winner_by_rule_set) {
    for (int i = 0; i < COUNT(win_rows); i++) {
        const struct {
            const Rules *rules;
            char black, white; // White differs only in renju, where it wins as in freestyle
        } columns[] = {
            {&rules_freestyle, win_rows[i].freestyle, win_rows[i].freestyle},
            {&rules_standard, win_rows[i].standard, win_rows[i].standard},
            {&rules_renju, win_rows[i].renju, win_rows[i].freestyle},
            {&rules_caro, win_rows[i].caro, win_rows[i].caro},
            {&rules_caro_overline, win_rows[i].caro_overline, win_rows[i].caro_overline},
        };
        for (int c = 0; c < COUNT(columns); c++) {
            check_win(win_rows[i].name, columns[c].rules, win_rows[i].line, BLACK,
                      columns[c].black == 'X' ? BLACK : EMPTY);
            check_win(win_rows[i].name, columns[c].rules, win_rows[i].line, WHITE,
                      columns[c].white == 'X' ? WHITE : EMPTY);
        }
    }
}

TEST(board_finds_the_winning_line_in_every_direction) {
    static const struct {
        const char *name;
        int x, y, right, down;
    } rows[] = {{"row", 3, 5, 1, 0},
                {"column", 3, 5, 0, 1},
                {"diagonal", 3, 5, 1, 1},
                {"other diagonal", 9, 2, -1, 1}};
    for (int i = 0; i < COUNT(rows); i++) {
        Board b;
        board_init(&b, &rules_freestyle, 15);
        for (int k = 0; k < 6; k++)
            board_place(&b, WHITE,
                        point_at(rows[i].x + k * rows[i].right, rows[i].y + k * rows[i].down));
        Point line[BOARD_MAX];
        CHECK_INT(rows[i].name, board_winning_line(&b, WHITE, line), 6);
        for (int k = 0; k < 6; k++)
            CHECK_INT(rows[i].name, line[k],
                      point_at(rows[i].x + k * rows[i].right, rows[i].y + k * rows[i].down));
    }
}

TEST(board_starts_empty_at_every_size) {
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
        Board b;
        board_init(&b, &rules_renju, size);
        Point empty[BOARD_MAX * BOARD_MAX];
        CHECK_INT("empty points", board_empty_points(&b, empty), size * size);
        CHECK_INT("the first", empty[0], point_at(0, 0));
        CHECK_INT("the second", empty[1], point_at(1, 0));
        CHECK_INT("the last", empty[size * size - 1], point_at(size - 1, size - 1));
        CHECK_INT("Black begins", b.turn, BLACK);
        CHECK("a move is there", board_has_legal_move(&b) && !board_is_full(&b));
        CHECK_INT("the frame", b.at[point_at(size - 1, 0) + 1], WALL);
    }
}

TEST(board_check_reports_the_reason) {
    Board b = board_from_picture(&rules_renju, "..X.. ..X.. XX.OO .....");
    b.turn = BLACK;
    static const struct {
        const char *name;
        int x, y;
        PlayResult want;
    } rows[] = {
        {"free", 4, 4, PLAY_OK},
        {"black stone", 2, 0, PLAY_OCCUPIED},
        {"white stone", 3, 2, PLAY_OCCUPIED},
        {"left of the board", -1, 2, PLAY_OFF_BOARD},
        {"right of the board", 5, 2, PLAY_OFF_BOARD},
        {"above", 2, -1, PLAY_OFF_BOARD},
        {"below", 2, 5, PLAY_OFF_BOARD},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].name, board_check(&b, point_at(rows[i].x, rows[i].y)), rows[i].want);
    CHECK_INT("a pass is not a point", board_check(&b, POINT_PASS), PLAY_OFF_BOARD);
    CHECK_INT("negative", board_check(&b, -1), PLAY_OFF_BOARD);
    CHECK_INT("far too large", board_check(&b, INT16_MAX), PLAY_OFF_BOARD);
    Board before = b;
    CHECK_INT("refused", board_play(&b, point_at(2, 0)), PLAY_OCCUPIED);
    CHECK("and unchanged", memcmp(&before, &b, sizeof b) == 0);
}

TEST(board_is_over_after_a_five) {
    Board b = board_from_picture(&rules_freestyle, "XXXX. OOOO. .....");
    CHECK_INT("wins", board_play(&b, point_at(4, 0)), PLAY_OK);
    CHECK_INT("Black", b.winner, BLACK);
    CHECK_INT("no move after it", board_play(&b, point_at(4, 1)), PLAY_GAME_OVER);
    CHECK("none at all", !board_has_legal_move(&b));
    board_place(&b, WHITE, point_at(4, 1));
    CHECK_INT("the first five stays the winner", b.winner, BLACK);
    CHECK_INT("a taken point off the board is off the board", board_check(&b, point_at(5, 5)),
              PLAY_OFF_BOARD);
}

// Every empty point is an overline for Black.
TEST(board_without_legal_move_need_not_be_full) {
    Board b =
        board_from_picture(&rules_renju, "XXX.XXX OOXOOXO XOOXOOX OXOOXOO XXOXXOX OOXOOXO XOXXOXX");
    b.turn = BLACK;
    CHECK("no move for Black", !board_has_legal_move(&b) && !board_is_full(&b));
    b.turn = WHITE;
    CHECK("one for White", board_has_legal_move(&b));
}

TEST(board_run_length_counts_the_point_itself) {
    Board b = board_from_picture(&rules_freestyle, "XX.XX ..... .....");
    CHECK_INT("both sides", board_run_length(&b, BLACK, point_at(2, 0), 1), 5);
    CHECK_INT("the other colour", board_run_length(&b, WHITE, point_at(2, 0), 1), 1);
    CHECK_INT("another direction", board_run_length(&b, BLACK, point_at(0, 0), POINT_STRIDE), 1);
}

typedef struct {
    Point point;
    Stone turn, winner;
} Played;

// Plays at random to the end, also with stones out of turn, then undoes everything.
static void play_and_take_back(const Rules *rules, int size, Rng *rng) {
    static Board snapshots[BOARD_MAX * BOARD_MAX + 1]; // too large for the stack
    Played history[BOARD_MAX * BOARD_MAX];
    Board b;
    board_init(&b, rules, size);
    int n = 0;
    for (int tries = 0; tries < 2 * size * size && !board_is_full(&b); tries++) {
        Point p = point_at(rng_below(rng, size), rng_below(rng, size));
        snapshots[n] = b;
        history[n] = (Played){p, b.turn, b.winner};
        bool out_of_turn = b.at[p] == EMPTY && rng_below(rng, 10) == 0;
        if (out_of_turn)
            board_place(&b, rng_below(rng, 2) ? BLACK : WHITE, p);
        else if (board_play(&b, p) != PLAY_OK)
            continue;
        n++;
    }
    while (n-- > 0) {
        board_remove(&b, history[n].point, history[n].turn, history[n].winner);
        CHECK(rules->name, memcmp(&b, &snapshots[n], sizeof b) == 0);
    }
}

TEST(board_remove_restores_every_byte) {
    Rng rng = {3};
    for (int r = 0; rules_at(r); r++)
        for (int size = BOARD_MIN; size <= BOARD_MAX; size++)
            for (int n = 0; n < 4; n++)
                play_and_take_back(rules_at(r), size, &rng);
}

TEST(board_allocates_nothing) {
    Rng rng = {4};
    size_t before = mem_allocation_count();
    for (int r = 0; rules_at(r); r++)
        board_random(rules_at(r), 19, 200, &rng);
    CHECK_INT("allocations", (long long)(mem_allocation_count() - before), 0);
}

TEST(board_lists_threats) {
    Board b = board_from_picture(&rules_freestyle, "....... ....... .XXXX.. ....... OOOO... "
                                                   "....... .......");
    Point fives[BOARD_MAX * BOARD_MAX];
    CHECK_INT("Black", board_five_points(&b, BLACK, fives), 2);
    CHECK("the first", fives[0] == point_at(0, 2));
    CHECK_INT("White", board_five_points(&b, WHITE, fives), 1);
    CHECK_INT("no four: it would be a five, or there is one elsewhere",
              board_four_points(&b, BLACK, fives), 0);
    b = board_from_picture(&rules_freestyle, "....... ....... ..XXX.. ....... OOO.... ....... "
                                             ".......");
    CHECK_INT("an open three", board_four_points(&b, BLACK, fives), 2);
    CHECK("the second", fives[1] == point_at(5, 2));
    CHECK_INT("a three at the edge", board_four_points(&b, WHITE, fives), 0);
    CHECK_INT("the side to move stays", b.turn, BLACK);
}

// On h6 Black makes a straight four, and six in a column.
TEST(board_lists_no_threats_that_are_fouls) {
    static const char picture[] =
        "........... ........... ......X.... ......X.... ......X.... ...XXX..... ......X.... "
        "......X.... ........... ........... ...........";
    static const struct {
        const Rules *rules;
        int count;
    } rows[] = {{&rules_renju, 1}, {&rules_standard, 2}};
    for (int i = 0; i < COUNT(rows); i++) {
        Point points[BOARD_MAX * BOARD_MAX];
        Board b = board_from_picture(rows[i].rules, picture);
        int n = board_four_points(&b, BLACK, points);
        CHECK("a four without a foul", points_have(points, n, point_at(2, 5)));
        CHECK_INT(rows[i].rules->name, points_have(points, n, point_at(6, 5)), rows[i].count == 2);
        CHECK_INT("fives", board_five_points(&b, BLACK, points), 0);
    }
}

// The side that moved last wins if both have a five, which only a set-up position can have.
TEST(board_recomputes_the_winner) {
    static const struct {
        const char *name, *picture;
        Stone turn, winner;
    } rows[] = {
        {"nobody", "XXXX. OOOO. ..... ..... .....", BLACK, EMPTY},
        {"Black moved last", "XXXXX OOOO. ..... ..... .....", WHITE, BLACK},
        {"Black, whose turn it is", "XXXXX OOOO. ..... ..... .....", BLACK, BLACK},
        {"both, Black moved last", "XXXXX OOOOO ..... ..... .....", WHITE, BLACK},
        {"both, White moved last", "XXXXX OOOOO ..... ..... .....", BLACK, WHITE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(&rules_freestyle, rows[i].picture);
        b.turn = (uint8_t)rows[i].turn;
        b.winner = (uint8_t)(rows[i].winner == BLACK ? WHITE : BLACK);
        board_recompute_winner(&b);
        CHECK_INT(rows[i].name, b.winner, rows[i].winner);
    }
}

TEST(board_lists_open_threes_in_every_direction) {
    for (int d = 0; d < STEP_COUNT; d++) {
        Board b;
        Point points[BOARD_MAX * BOARD_MAX], middle = point_at(7, 7);
        board_init(&b, &rules_freestyle, 15);
        for (int k = -1; k <= 1; k++)
            board_place(&b, BLACK, (Point)(middle + k * point_steps[d]));
        int n = board_four_points(&b, BLACK, points);
        CHECK_INT("fours", n, 2);
        CHECK("at both ends", points_have(points, n, (Point)(middle - 2 * point_steps[d])) &&
                                  points_have(points, n, (Point)(middle + 2 * point_steps[d])));
    }
}
