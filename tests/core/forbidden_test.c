// Forbidden moves in renju, one shape per row. X is black, O white, * the point to check. Every row
// is checked on 15x15 and 19x19, in all eight symmetries, and also for White, who has no fouls.
#include "base/number.h"
#include "core/forbidden.h"
#include "core/point.h"
#include "test.h"

#include <string.h>

typedef struct {
    Board board;
    Point asked;
} Question;

static void put(Question *q, char c, int x, int y) {
    if (c == 'X' || c == 'O')
        board_place(&q->board, c == 'X' ? BLACK : WHITE, point_at(x, y));
    if (c == '*')
        q->asked = point_at(x, y);
}

static Question from_picture(const char *picture, int size, int left, int top) {
    Question q = {.asked = POINT_NONE};
    board_init(&q.board, &rules_renju, size);
    int x = left, y = top;
    for (; *picture; picture++) {
        put(&q, *picture, x++, y);
        if (*picture == ' ') {
            x = left;
            y++;
        }
    }
    return q;
}

static Question image_of(const Question *q, int symmetry) {
    Question image;
    int size = q->board.size;
    board_init(&image.board, q->board.rules, size);
    for (int i = 0; i < size * size; i++) {
        Point p = point_at(i % size, i / size);
        if (q->board.at[p] != EMPTY)
            board_place(&image.board, q->board.at[p], symmetry_apply(symmetry, p, size));
    }
    image.asked = symmetry_apply(symmetry, q->asked, size);
    return image;
}

static void check_question(const char *name, const Question *q, PlayResult want) {
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        Question image = image_of(q, s);
        CHECK_INT(name, forbidden_check(&image.board, image.asked), want);
        if (image.board.winner != EMPTY)
            continue;
        image.board.turn = BLACK;
        CHECK_INT(name, board_check(&image.board, image.asked), want);
        image.board.turn = WHITE;
        CHECK_INT(name, board_check(&image.board, image.asked), PLAY_OK);
        image.board.turn = BLACK;
        image.board.rules = &rules_standard;
        CHECK_INT(name, board_check(&image.board, image.asked), PLAY_OK);
    }
}

// The number of black stones directly below the point to check, with nothing beyond them.
typedef enum { ALONE = 0, WITH_THREE = 2, WITH_FOUR = 3 } Company;

// clang-format off
static const struct {
    const char *name, *line;
    Company company;
    PlayResult want;
} line_rows[] = {
    // Overline.
    {"six, joined in the middle", "XXX*XX", ALONE, PLAY_OVERLINE},
    {"six, joined near an end", "X*XXXX", ALONE, PLAY_OVERLINE},
    {"six, a five made longer", "*XXXXX", ALONE, PLAY_OVERLINE},
    {"seven", "XXX*XXX", ALONE, PLAY_OVERLINE},
    {"eight", "XXXX*XXX", ALONE, PLAY_OVERLINE},
    {"nine, the most one stone can join without a five before", "XXXX*XXXX", ALONE, PLAY_OVERLINE},
    {"six blocked by White at both ends is still six", "OXXX*XXO", ALONE, PLAY_OVERLINE},
    {"three and three with a hole between are not an overline", "XXX.*XX", ALONE, PLAY_OK},
    {"six with a hole are not an overline", "XX*.XXX", ALONE, PLAY_OK},
    {"six crossing a three", "XXX*XX", WITH_THREE, PLAY_OVERLINE},

    // Five.
    {"five in the middle", "XX*XX", ALONE, PLAY_OK},
    {"five at the end", "XXXX*", ALONE, PLAY_OK},
    {"five blocked by White at both ends", "OXX*XXO", ALONE, PLAY_OK},
    {"five beats a four in another line", "XX*XX", WITH_FOUR, PLAY_OK},
    {"five beats a three in another line", "XX*XX", WITH_THREE, PLAY_OK},
    {"five next to a hole and another stone is five", "XX*XX.X", ALONE, PLAY_OK},

    // Fours in one line.
    {"straight four is one four", ".XXX*.", ALONE, PLAY_OK},
    {"double four X.XXX.X, middle", "X.X*X.X", ALONE, PLAY_DOUBLE_FOUR},
    {"double four X.XXX.X, left of the middle", "X.*XX.X", ALONE, PLAY_DOUBLE_FOUR},
    {"double four XX.XX.XX", "XX.*X.XX", ALONE, PLAY_DOUBLE_FOUR},
    {"double four XXX.X.XXX", "XXX.*.XXX", ALONE, PLAY_DOUBLE_FOUR},
    {"double four X.XXX.X between white stones", "OX.X*X.XO", ALONE, PLAY_DOUBLE_FOUR},
    {"double four XX.XX.XX between white stones", "OXX.*X.XXO", ALONE, PLAY_DOUBLE_FOUR},
    {"X.XXX.X from its end: the other four was there before", "*.XXX.X", ALONE, PLAY_OK},
    {"XX.XX.XX from its end: one four goes through the stone", "*X.XX.XX", ALONE, PLAY_OK},
    {"XX.XXX.X: one side would be six", "XX.X*X.X", ALONE, PLAY_OK},
    {"XX.XX.XXX: one side would be six", "XX.*X.XXX", ALONE, PLAY_OK},
    {"XXX.X.XXXX: one side would be six", "XXX.*.XXXX", ALONE, PLAY_OK},
    {"X.XXX.X with White in a hole is one four", "X.X*XOX", ALONE, PLAY_OK},
    {"XXXX.XXX is one four at its free end only", "XXX*.XXX", ALONE, PLAY_OK},

    // Fours crossing a four.
    {"four and four", "XXX*", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"four and four, the stone inside", "XX*X", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"four and four, blocked by White at one end", "OXXX*", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"four and split four", "X.XX*", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"four and four split in the middle", "XX.X*", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"four and four split at the stone", "XXX.*", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"split four between white stones is a four", "OX.XX*O", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"three fours are reported as a double four", "X.X*X.X", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"XXXX blocked by White at both ends is not a four", "OXXX*O", WITH_FOUR, PLAY_OK},
    {"XXXX with White at one end and a sixth stone beyond the other is not a four", "OXXX*.X", WITH_FOUR, PLAY_OK},
    {"XXXX with a sixth stone beyond both ends is not a four", "X.XXX*.X", WITH_FOUR, PLAY_OK},
    {"XXXX with a sixth stone beyond one end is a four at the other", ".XXX*.X", WITH_FOUR, PLAY_DOUBLE_FOUR},
    {"XX.XXX would be six and is not a four", "XX.XX*", WITH_FOUR, PLAY_OK},
    {"X.X.XX needs two more stones and is not a four", "X.X.X*", WITH_FOUR, PLAY_OK},
    {"split four with White in the hole is not a four", "XOXX*", WITH_FOUR, PLAY_OK},

    // A four and a three.
    {"four and three", "XXX*", WITH_THREE, PLAY_OK},
    {"split four and three", "X.XX*", WITH_THREE, PLAY_OK},
    {"three and four", "XX*", WITH_FOUR, PLAY_OK},
    {"double four in one line and a three", "X.X*X.X", WITH_THREE, PLAY_DOUBLE_FOUR},

    // Threes crossing a three.
    {"open three and open three", "XX*", WITH_THREE, PLAY_DOUBLE_THREE},
    {"open three and open three, the stone inside", "X*X", WITH_THREE, PLAY_DOUBLE_THREE},
    {"split three X.X* and open three", "X.X*", WITH_THREE, PLAY_DOUBLE_THREE},
    {"split three XX.* and open three", "XX.*", WITH_THREE, PLAY_DOUBLE_THREE},
    {"split three X.*X and open three", "X.*X", WITH_THREE, PLAY_DOUBLE_THREE},
    {"a lone three is not a foul", "XX*", ALONE, PLAY_OK},
    {"X.X.X is not a three", "X.*.X", WITH_THREE, PLAY_OK},
    {"X..XX is not a three", "X..X*", WITH_THREE, PLAY_OK},
    {"three blocked by White does not count", "OXX*", WITH_THREE, PLAY_OK},
    {"three blocked by White at the stone's end does not count", "XX*O", WITH_THREE, PLAY_OK},
    {"split three blocked at one end does not count", "OX.X*", WITH_THREE, PLAY_OK},
    {"split three with White in the hole does not count", "XOX*", WITH_THREE, PLAY_OK},
    {"White at distance one on both sides leaves no straight four", "O.XX*.O", WITH_THREE, PLAY_OK},
    {"White at distances one and two leaves one extension", "O.XX*..O", WITH_THREE, PLAY_DOUBLE_THREE},
    {"White at distances two and one leaves one extension", "O..XX*.O", WITH_THREE, PLAY_DOUBLE_THREE},
    {"White at distance two on both sides", "O..XX*..O", WITH_THREE, PLAY_DOUBLE_THREE},
    {"split three with White at distance one on both sides", "O.X.X*.O", WITH_THREE, PLAY_DOUBLE_THREE},
    {"Black at distance two on both sides makes every straight four a six", "X..XX*..X", WITH_THREE, PLAY_OK},
    {"Black at distance two on one side leaves the other", "X..XX*...", WITH_THREE, PLAY_DOUBLE_THREE},
    {"Black at distance two, White at distance one beyond the other end", "X..XX*.O", WITH_THREE, PLAY_OK},
    {"Black at distance two, White at distance two beyond the other end", "X..XX*..O", WITH_THREE, PLAY_DOUBLE_THREE},
    {"Black at distance three is too far to matter", "X...XX*...X", WITH_THREE, PLAY_DOUBLE_THREE},
    {"split three with a stone beyond its end would be six", "X.X.X*", WITH_THREE, PLAY_OK},
    {"X.XX.X is not a three: the straight four would join a sixth stone", "X.X*.X", WITH_THREE, PLAY_OK},
};
// clang-format on

static Question from_line(const char *line, Company company, int size) {
    int star = (int)(strchr(line, '*') - line);
    Question q = from_picture(line, size, size / 2 - star, size / 2);
    for (int i = 1; i <= (int)company; i++)
        board_place(&q.board, BLACK, point_at(size / 2, size / 2 + i));
    return q;
}

TEST(forbidden_lines) {
    for (int i = 0; i < COUNT(line_rows); i++)
        for (int size = 15; size <= 19; size += 4) {
            Question q = from_line(line_rows[i].line, line_rows[i].company, size);
            check_question(line_rows[i].name, &q, line_rows[i].want);
        }
}

typedef enum { MIDDLE, CORNER } Place; // CORNER: the top left of the diagram is that of the board

// clang-format off
static const struct {
    const char *name;
    Place place;
    PlayResult want;
    const char *picture;
} picture_rows[] = {
    {"six on a diagonal", MIDDLE, PLAY_OVERLINE,
     "X..... "
     ".X.... "
     "..*... "
     "...X.. "
     "....X. "
     ".....X "},
    {"five beats an overline in another line", MIDDLE, PLAY_OK,
     "..X... "
     "..X... "
     "XX*XXX "
     "..X... "
     "..X... "},
    {"five beats a double four", MIDDLE, PLAY_OK,
     "X...X...X "
     ".X..X..X. "
     "..X.X.X.. "
     ".XXX*X... "},
    {"five beats a double three", MIDDLE, PLAY_OK,
     "..X...X "
     "...X.X. "
     "XXXX*.. "
     "...X.X. "},
    {"overline is reported before double four", MIDDLE, PLAY_OVERLINE,
     "...X..X "
     "...X.X. "
     "...XX.. "
     "XXX*XX. "},
    {"double four on two diagonals", MIDDLE, PLAY_DOUBLE_FOUR,
     "X.....X "
     ".X...X. "
     "..X.X.. "
     "...*... "},
    {"two fours and a three are a double four", MIDDLE, PLAY_DOUBLE_FOUR,
     "X...... "
     ".X..X.. "
     "..X.X.. "
     "XXX*... "
     "..X.... "
     ".X..... "},
    {"three fours", MIDDLE, PLAY_DOUBLE_FOUR,
     "X..X.. "
     ".X.X.. "
     "..XX.. "
     "XXX*.. "},
    {"a four and two threes are a double three", MIDDLE, PLAY_DOUBLE_THREE,
     "....... "
     ".X.X... "
     "..XX... "
     "XXX*... "},
    {"double three on two diagonals", MIDDLE, PLAY_DOUBLE_THREE,
     "X...X "
     ".X.X. "
     "..*.. "},
    {"double three of a row and a diagonal", MIDDLE, PLAY_DOUBLE_THREE,
     "X.... "
     ".X... "
     "..*XX "},
    {"double three crossing in the middle of both", MIDDLE, PLAY_DOUBLE_THREE,
     ".X. "
     "X*X "
     ".X. "},
    {"double three of two split threes", MIDDLE, PLAY_DOUBLE_THREE,
     "...X "
     ".... "
     "...X "
     "X.X* "},
    {"double three of two split threes with the stone apart", MIDDLE, PLAY_DOUBLE_THREE,
     "...X "
     "...X "
     ".... "
     "XX.* "},
    {"three threes", MIDDLE, PLAY_DOUBLE_THREE,
     "X.X.. "
     ".XX.. "
     "XX*.. "},
    {"four threes", MIDDLE, PLAY_DOUBLE_THREE,
     "X.X.X "
     ".XXX. "
     "XX*.. "},
    {"one three and two stones in every other line are not a foul", MIDDLE, PLAY_OK,
     ".XX. "
     "XX*. "},

    {"a three that can only grow into an overline does not count", MIDDLE, PLAY_OK,
     "....X... "
     "....XX.. "
     "....XX.. "
     "..XX.*.. "
     "....X... "
     "....X... "},
    {"a three that can only grow into a double four does not count", MIDDLE, PLAY_OK,
     "....X... "
     "....XX.. "
     "....XX.. "
     "..XX.*.. "},
    {"... but it is one when the second four is dead", MIDDLE, PLAY_DOUBLE_THREE,
     "....O... "
     "....X... "
     "....XX.. "
     "....XX.. "
     "..XX.*.. "
     "....O... "},
    {"a three that can only grow while making five elsewhere does not count", MIDDLE, PLAY_OK,
     "....X... "
     "....X... "
     "....X... "
     "....X... "
     "..XX.*.. "
     ".....X.. "
     ".....X.. "},
    {"a three that can only grow into a double three does not count", MIDDLE, PLAY_OK,
     "....X... "
     "....X... "
     "..XX.*.. "
     "...X.X.. "
     "..X..X.. "},
    {"... but it is one when a line of that double three is blocked", MIDDLE, PLAY_DOUBLE_THREE,
     "....O... "
     "....X... "
     "....X... "
     "..XX.*.. "
     "...X.X.. "
     "..X..X.. "},
    {"a double three two levels down makes the extension legal", MIDDLE, PLAY_DOUBLE_THREE,
     "....X... "
     "....X... "
     ".XXX.... "
     "..XX.*.. "
     "...X.... "
     "..X..X.. "
     ".....X.. "},
    {"... and without the stone that decides it the extension is not", MIDDLE, PLAY_OK,
     "....X... "
     "....X... "
     "..XX.... "
     "..XX.*.. "
     "...X.... "
     "..X..X.. "
     ".....X.. "},
    {"one extension an overline, the other free: a three", MIDDLE, PLAY_DOUBLE_THREE,
     "......X. "
     "......X. "
     "......X. "
     "...XX*.. "
     ".....XX. "
     ".....XX. "},
    {"one extension an overline, the other blocked: no three", MIDDLE, PLAY_OK,
     "......X. "
     "......X. "
     "......X. "
     ".O.XX*.. "
     ".....XX. "
     ".....XX. "},
    {"two threes, both false", MIDDLE, PLAY_OK,
     "....X... "
     "....X... "
     "....X... "
     "..XX.*.. "
     ".XXX.... "
     ".....X.. "
     ".....X.. "},
    {"three threes, one false", MIDDLE, PLAY_DOUBLE_THREE,
     "....X... "
     "....X... "
     "....X... "
     "..XX.*.. "
     ".....XX. "
     ".....X.. "},

    {"corner: a line of three that starts at the edge is not a three", CORNER, PLAY_OK,
     ".XX*... "
     "...X... "
     "...X... "},
    {"corner: one line away from both edges they are threes", CORNER, PLAY_DOUBLE_THREE,
     "....... "
     ".XX*... "
     "...X... "
     "...X... "},
    {"corner: the edge on one side, White on the other", CORNER, PLAY_OK,
     "....... "
     ".XX*.O. "
     "...X... "
     "...X... "},
    {"corner: the edge on one side, White further off", CORNER, PLAY_DOUBLE_THREE,
     "....... "
     ".XX*..O "
     "...X... "
     "...X... "},
    {"corner: a diagonal that starts in the corner is not a three", CORNER, PLAY_OK,
     "X...... "
     ".X..... "
     "..*XX.. "},
    {"corner: the long diagonal, one point away from the corner", CORNER, PLAY_DOUBLE_THREE,
     "....... "
     ".X..... "
     "..X.... "
     "...*XX. "},
    {"corner: a diagonal of five points has no room for a straight four", CORNER, PLAY_OK,
     "..... "
     "...X. "
     "..X.. "
     ".*... "
     ".X... "
     ".X... "},
    {"corner: a diagonal of six points has", CORNER, PLAY_DOUBLE_THREE,
     "...... "
     "....X. "
     "...X.. "
     "..*... "
     "..X... "
     "..X... "},
    {"corner: four on a diagonal of four points are not a four", CORNER, PLAY_OK,
     "...X. "
     "..X.. "
     ".X... "
     "*XXX. "},
    {"corner: four on a diagonal of five points are a four", CORNER, PLAY_DOUBLE_FOUR,
     "....X "
     "...X. "
     "..X.. "
     ".*XXX "},
    {"corner: four from the corner and four down the board", CORNER, PLAY_DOUBLE_FOUR,
     "XXX*.. "
     "...X.. "
     "...X.. "
     "...X.. "},
    {"corner: four between the edge and White is not a four", CORNER, PLAY_OK,
     "XXX*O. "
     "...X.. "
     "...X.. "
     "...X.. "},
    {"corner: six along the edge", CORNER, PLAY_OVERLINE,
     "XXX*XX "},
    {"corner: five along the edge beats a double four", CORNER, PLAY_OK,
     "XXXX*. "
     "...XX. "
     "..X.X. "
     ".X..X. "},
    {"corner: the corner point itself", CORNER, PLAY_DOUBLE_FOUR,
     "*XXX. "
     "X.... "
     "X.... "
     "X.... "},
};
// clang-format on

static int width(const char *picture) {
    return (int)strcspn(picture, " ");
}

static int height(const char *picture) {
    int rows = 0;
    for (; *picture; picture++)
        rows += *picture == ' ';
    return rows;
}

static void check_pictures(int size) {
    for (int i = 0; i < COUNT(picture_rows); i++) {
        const char *picture = picture_rows[i].picture;
        bool corner = picture_rows[i].place == CORNER;
        int left = corner ? 0 : (size - width(picture)) / 2;
        int top = corner ? 0 : (size - height(picture)) / 2;
        Question q = from_picture(picture, size, left, top);
        CHECK(picture_rows[i].name, q.asked != POINT_NONE);
        check_question(picture_rows[i].name, &q, picture_rows[i].want);
    }
}

TEST(forbidden_pictures) {
    check_pictures(15);
    check_pictures(19);
}

TEST(forbidden_check_does_not_change_the_board) {
    Question q = from_picture("..X... ..X... XX*... ...... ", 15, 4, 4);
    Board before = q.board;
    CHECK_INT("a double three", forbidden_check(&q.board, q.asked), PLAY_DOUBLE_THREE);
    CHECK("every byte", memcmp(&before, &q.board, sizeof before) == 0);
}

TEST(fouls_have_texts) {
    CHECK("overline", play_result_is_foul(PLAY_OVERLINE));
    CHECK("double four", play_result_is_foul(PLAY_DOUBLE_FOUR));
    CHECK("double three", play_result_is_foul(PLAY_DOUBLE_THREE));
    CHECK("occupied", !play_result_is_foul(PLAY_OCCUPIED));
    CHECK("fine", !play_result_is_foul(PLAY_OK));
    for (int r = PLAY_OK; r <= PLAY_TOO_LONG; r++)
        CHECK("a text for each",
              play_result_text((PlayResult)r) && *play_result_text((PlayResult)r));
}
