// Drawing of boards, and the marks for threats and fouls.
#include "tui/views/views.h"

#include "base/number.h"
#include "support.h"
#include "test.h"

#include <string.h>

static BoardView small_view(void) {
    return (BoardView){.board =
                           board_from_picture(&rules_freestyle, "..... .X... ..O.. ..... ....."),
                       .cursor = point_at(3, 3),
                       .last = point_at(2, 2)};
}

static void check_drawn(const char *row, const BoardView *v, int rows, int cols, const char *want) {
    Layout l = layout_for(&(LayoutRequest){rows, cols, v->board.size, v->cursor, false});
    Screen s = {0};
    Str text = {0};
    screen_reset(&s, rows, cols);
    l.points.col -= l.board.col; // layout_test.c checks the centering
    l.board.col = 0;
    board_view_draw(v, &l, &s);
    screen_format(&s, &text);
    CHECK_TEXT(row, str_text(&text), want);
    str_release(&text);
    screen_release(&s);
}

TEST(board_view_draws_stones_lines_and_labels) {
    BoardView v = small_view();
    check_drawn("coloured", &v, 10, 24,
                "   a b c d e\n"
                " 5 ┌─┬─┬─┬─┐ 5\n"
                " 4 ├─●─┼─┼─┤ 4\n"
                " 3 ├─┼─◉─┼─┤ 3\n"
                " 2 ├─┼─┼[┼]┤ 2\n"
                " 1 └─┴─┴─┴─┘ 1\n"
                "   a b c d e\n"
                "\n\n\n");
    v.stones = STONES_SHAPED;
    v.marks[point_at(0, 0)] = MARK_FOUL;
    v.marks[point_at(1, 0)] = MARK_HINT;
    v.marks[point_at(2, 0)] = MARK_WHITE_FIVE;
    v.win_rate[point_at(0, 2)] = 1 + 62;
    v.rank[point_at(0, 2)] = 1;
    v.win_rate[point_at(0, 3)] = 1 + 10;
    v.rank[point_at(0, 3)] = 10; // ranks above 9 have no number
    check_drawn("shaped, with marks", &v, 10, 24,
                "   a b c d e\n"
                " 5 ×─★─5─┬─┐ 5\n"
                " 4 ├─●─┼─┼─┤ 4\n"
                " 3 1─┼─◎─┼─┤ 3\n"
                " 2 ├─┼─┼[┼]┤ 2\n"
                " 1 └─┴─┴─┴─┘ 1\n"
                "   a b c d e\n"
                "\n\n\n");
    v.stones = STONES_ASCII;
    v.hidden[point_at(4, 4)] = v.hidden[point_at(3, 4)] = true;
    check_drawn("ascii, with mist", &v, 10, 24,
                "   a b c d e\n"
                " 5 x * 5 . . 5\n"
                " 4 . X . . . 4\n"
                " 3 1 .(O). . 3\n"
                " 2 . . .[.]. 2\n"
                " 1 . . . ~ ~ 1\n"
                "   a b c d e\n"
                "\n\n\n");
}

TEST(board_view_shows_the_cursor_on_the_last_stone) {
    static const struct {
        const char *name;
        StoneStyle stones;
        const char *row;
    } rows[] = {{"coloured", STONES_COLORED, " 3 ├─┼[◉]┼─┤ 3\n"},
                {"shaped", STONES_SHAPED, " 3 ├─┼[◎]┼─┤ 3\n"},
                {"ascii", STONES_ASCII, " 3 . .[O). . 3\n"}};
    for (int i = 0; i < COUNT(rows); i++) {
        BoardView v = small_view();
        v.cursor = v.last;
        v.stones = rows[i].stones;
        Layout l = layout_for(&(LayoutRequest){10, 24, v.board.size, v.cursor, false});
        Screen s = {0};
        Str text = {0};
        screen_reset(&s, 10, 24);
        board_view_draw(&v, &l, &s);
        screen_format(&s, &text);
        CHECK(rows[i].name, strstr(str_text(&text), rows[i].row) != NULL);
        str_release(&text);
        screen_release(&s);
    }
}

TEST(board_view_shows_part_of_a_large_board) {
    BoardView v = {.stones = STONES_ASCII};
    board_init(&v.board, &rules_freestyle, 15);
    v.cursor = point_at(14, 14);
    check_drawn("the lower right corner", &v, 10, 24,
                " 8^. . + . . . . . . .\n"
                " 7<. . . . . . . . . .\n"
                " 6<. . . . . . . . . .\n"
                " 5<. . . . . . . . . .\n"
                " 4<. . . . . . + . . .\n"
                " 3<. . . . . . . . . .\n"
                " 2<. . . . . . . . . .\n"
                " 1<. . . . . . . . .[.]\n"
                "   f g h i j k l m n o\n"
                "\n");
}

static const struct {
    const char *name;
    const Rules *rules;
    const char *board;
    int x, y;
    Mark want;
} threat_rows[] = {
    {"a five", &rules_freestyle, "XXXX... OOO.... ....... ....... ....... ....... .......", 4, 0,
     MARK_BLACK_FIVE},
    {"an open three makes a four", &rules_freestyle,
     "....... .XXX... OO...O. ....... ....... ....... .......", 4, 1, MARK_BLACK_FOUR},
    {"a three at the edge does not make a four", &rules_freestyle,
     "....... XXX.... OO...O. ....... ....... ....... .......", 3, 1, MARK_NONE},
    {"White's five takes precedence over Black's four", &rules_freestyle,
     "O...... O...... O.XXX.. O...... ....... X...... .......", 0, 4, MARK_WHITE_FIVE},
    {"two fours at once", &rules_freestyle,
     "XXX.... ...X... ...X... ...X... O.O.... O....O. .......", 3, 0, MARK_BLACK_FOUR},
    {"an overline does not win in standard", &rules_standard,
     "XXX.XX. OOO.O.. ....... ....... ....... ....... .......", 3, 0, MARK_NONE},
};

TEST(threats_are_marked) {
    for (int i = 0; i < COUNT(threat_rows); i++) {
        Board b = board_from_picture(threat_rows[i].rules, threat_rows[i].board);
        uint8_t marks[POINT_COUNT] = {0};
        mark_threats(&b, marks);
        CHECK_INT(threat_rows[i].name, marks[point_at(threat_rows[i].x, threat_rows[i].y)],
                  threat_rows[i].want);
    }
}

TEST(fouls_are_marked_only_for_black_in_renju) {
    static const char picture[] = "....... .OX.... O.X.... ...XX.. ......O ....... .......";
    static const struct {
        const char *name;
        const Rules *rules;
        Stone turn;
        bool want;
    } rows[] = {{"renju, Black", &rules_renju, BLACK, true},
                {"renju, White", &rules_renju, WHITE, false},
                {"freestyle", &rules_freestyle, BLACK, false}};
    Point double_three = point_at(2, 3);
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(rows[i].rules, picture);
        b.turn = (uint8_t)rows[i].turn;
        uint8_t marks[POINT_COUNT] = {0};
        mark_fouls(&b, marks);
        CHECK_INT(rows[i].name, marks[double_three] == MARK_FOUL, rows[i].want);
    }
}
