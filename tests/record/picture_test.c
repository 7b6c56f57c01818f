#include "record/picture.h"

#include "base/number.h"
#include "record/format.h"
#include "support.h"
#include "test.h"

#include <string.h>

static bool parse(const char *text, Picture *out, Error *err) {
    return picture_parse(text, strlen(text), &rules_freestyle, EMPTY, out, err);
}

// The board as "X.O/.../..." for short comparisons.
static void add_rows(const Board *b, Str *out) {
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            str_add(out, "%s%c", x == 0 && y > 0 ? "/" : "", ".XO"[b->at[point_at(x, y)]]);
}

TEST(picture_reads_common_layouts) {
    static const struct {
        const char *name, *text, *rows;
        Stone turn;
    } rows[] = {
        {"rows", "XO.\n.X.\n..O\n", "XO./.X./..O", BLACK},
        {"blanks between, and around", "\n  X O .\n\t. X .\r\n  . . O  \n\n", "XO./.X./..O", BLACK},
        {"a byte order mark", "\xef\xbb\xbfXO.\n.X.\n..O\n", "XO./.X./..O", BLACK},
        {"every character", "Xx@#Bb\nOoWw.+\n------\n......\n......\nOO+++.",
         "XXXXXX/OOOO../....../....../....../OO....", BLACK},
        {"row numbers", "3 X O .\n2 . X .\n1 . . .", "XO./.X./...", WHITE},
        {"labels on all sides", "  A B C\n3 X O . 3\n2 . X O 2\n1 . . . 1\n  A B C\n",
         "XO./.XO/...", BLACK},
        {"column numbers", "  0 1 2\n0 X O .\n1 . . .\n2 . . .\n", "XO./.../...", BLACK},
        {"a frame", "+-----+\n|X O .|\n|. . .|\n|. . .|\n+-----+\n", "XO./.../...", BLACK},
        {"a double frame with numbers",
         "  +=====+\n3 |X O .| 3\n2 |. . .| 2\n1 |. . .| 1\n  +=====+\n", "XO./.../...", BLACK},
        {"rows that begin and end like a frame", "+X+\n.O.\n+ +\t+\n", ".X./.O./...", BLACK},
        {"row letters outside bars", "a| X O |a\nb| O X |b\n", "XO/OX", BLACK},
        {"letters that could be stones", "    a b\n o| . . |o\n x| . . |x\n", "../..", BLACK},
        {"the last move in brackets", "X(O).\n.[X].\n...\n", "XO./.X./...", WHITE},
        {"White to move by the count", "X..\n...\n...\n", "X../.../...", WHITE},
        {"Black to move by the word", "X..\n...\n...\nBlack to move\n", "X../.../...", BLACK},
        {"the word before the board", " white TO move \nOOO\n...\n...\n", "OOO/.../...", WHITE},
        {"the analysis course", "*0|1|2*\n0 |b|w*\n1b| |b*\n2w|w| *\n*******\n", ".XO/X.X/OO.",
         BLACK},
        {"the classroom course", " |a|b|c|\n +-+-+-+\n1|X|O| |\n2| |X| |\n3| | |O|\n +-+-+-+\n",
         "XO./.X./..O", BLACK},
        {"the classroom course, its first blanks lost", "|a|b|\n+-+-+\n1|X|O|\n2| | |\n+-+-+\n",
         "XO/..", BLACK},
        {"a result", "XO.\n...\n...\nWhite wins by resignation\n", "XO./.../...", BLACK},
        {"a draw is fine with any stones", "XXX\nX..\n...\ndraw: agreement\n", "XXX/X../...",
         WHITE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Picture picture;
        bool ok = parse(rows[i].text, &picture, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        CHECK(rows[i].name, ok);
        Str got = {0};
        add_rows(&picture.board, &got);
        CHECK_TEXT(rows[i].name, str_text(&got), rows[i].rows);
        CHECK_INT(rows[i].name, picture.board.turn, rows[i].turn);
        str_release(&got);
    }
}

TEST(picture_errors) {
    static const char point[] =
        "expected a stone (X or O) or an empty point (.), or the end of the row";
    static const struct {
        const char *name, *text, *where, *error;
    } rows[] = {
        {"nothing", "\n \n", "line 1, column 1: ",
         "there is no board in the text; one begins with a row such as '. X O'"},
        {"only labels", "a b c\n", "line 1, column 1: ",
         "there is no board in the text; one begins with a row such as '. X O'"},
        {"one point", "X\n", "line 1, column 1: ", "a board has at least 2 rows"},
        {"not square", "...\n...\n",
         "line 2, column 1: ", "the board has 2 rows of 3 points, but it must be square"},
        {"ragged", "...\n....\n...\n",
         "line 2, column 5: ", "this row has 4 points, the first has 3"},
        {"26 columns", "..........................\n",
         "line 1, column 26: ", "a row has at most 25 points"},
        {"prose", "Dear reader\n", "line 1, column 1: ", point},
        {"a word after a row", "X.. hello\n...\n...\n", "line 1, column 5: ", point},
        {"bars between points", "X|O|.\n", "line 1, column 5: ", point},
        {"empty brackets", "X().\n",
         "line 1, column 3: ", "expected a stone (X or O) in the brackets"},
        {"brackets that do not match", "X(X]\n",
         "line 1, column 4: ", "expected ')' after the stone"},
        {"too many black stones", "XXX\n...\n...\n", "line 3, column 1: ",
         "there are 3 black and 0 white stones, so it is not clear who moves; add a line 'Black to "
         "move' or 'White to move'"},
        {"more white stones", "O..\n...\n...\n", "line 3, column 1: ",
         "there are 0 black and 1 white stones, so it is not clear who moves; add a line 'Black to "
         "move' or 'White to move'"},
        {"two words", "..\n..\nBlack to move\nWhite to move\n",
         "line 4, column 1: ", "the turn or the result is given twice"},
        {"a control character", "..\n.\001\n", "line 2, column 2: ", point},
        {"analysis course, wrong column", "*0|2*\n",
         "line 1, column 4: ", "expected '1', the name of a column"},
        {"analysis course, short row", "*0|1*\n0b*\n",
         "line 2, column 3: ", "expected '|' after the point"},
        {"analysis course, long row", "*0|1*\n0b|w|b*\n",
         "line 2, column 5: ", "expected '*' after the point"},
        {"analysis course, no row number", "*0|1*\nb|w*\n",
         "line 2, column 1: ", "expected the last digit of the row's number"},
        {"analysis course, other stone", "*0|1*\n0b|z*\n",
         "line 2, column 4: ", "expected a stone or a space"},
        {"analysis course, twice", "*0|1*\n0 | *\n1 | *\n*****\n*0|1*\n",
         "line 5, column 1: ", "the board is complete; expected nothing more of it"},
        {"classroom course, wrong column", "|a|c|\n",
         "line 1, column 4: ", "expected 'b', the name of a column"},
        {"classroom course, short row", " |a|b|\n1|X|\n",
         "line 2, column 5: ", "expected a stone or a space"},
        {"classroom course, long row", " |a|b|\n1|X|O|X|\n",
         "line 2, column 7: ", "expected the end of the row"},
        {"classroom course, no row number", " |a|b|\nX|O|\n",
         "line 2, column 1: ", "expected the number of the row and '|'"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Picture picture;
        CHECK(rows[i].name, !parse(rows[i].text, &picture, &err));
        Str want = {0};
        str_add(&want, "%s%s", rows[i].where, rows[i].error);
        CHECK_TEXT(rows[i].name, err.text, str_text(&want));
        str_release(&want);
    }
}

TEST(picture_uses_the_given_turn_only_if_unknown) {
    static const struct {
        const char *name, *text;
        Stone given, turn;
    } rows[] = {
        {"nothing tells", "XXX\n...\n...", BLACK, BLACK},
        {"nor here", "OO.\n...\n...", WHITE, WHITE},
        {"the stones tell", "X..\n...\n...", BLACK, WHITE},
        {"words tell", "XXX\n...\n...\nWhite to move", BLACK, WHITE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Picture p;
        Error err = {0};
        CHECK(rows[i].name, picture_parse(rows[i].text, strlen(rows[i].text), &rules_freestyle,
                                          rows[i].given, &p, &err));
        CHECK_INT(rows[i].name, p.board.turn, rows[i].turn);
    }
}

TEST(picture_rejects_a_26th_row) {
    Str text = {0};
    for (int i = 0; i < 26; i++)
        str_add_text(&text, ".........................\n");
    Error err = {0};
    Picture picture;
    CHECK("26 rows", !parse(str_text(&text), &picture, &err));
    CHECK_TEXT("26 rows", err.text, "line 26, column 1: a board has at most 25 rows");
    str_cut(&text, text.len - 26);
    CHECK("25 rows", parse(str_text(&text), &picture, &err));
    str_release(&text);
}

TEST(picture_draws_labels_and_the_last_move) {
    static const struct {
        const char *name;
        Notation labels;
        const char *want;
    } rows[] = {
        {"gtp", NOTATION_GTP,
         "   A B C D E\n"
         " 5 X . . .(X)5\n"
         " 4 . O . . . 4\n"
         " 3 . . + . . 3\n"
         " 2 . . . . . 2\n"
         " 1 . . . . . 1\n"
         "   A B C D E\n"},
        {"pos-top", NOTATION_POS_TOP,
         "   a b c d e\n"
         " 1 X . . .(X)1\n"
         " 2 . O . . . 2\n"
         " 3 . . + . . 3\n"
         " 4 . . . . . 4\n"
         " 5 . . . . . 5\n"
         "   a b c d e\n"},
        {"xy", NOTATION_XY,
         "   0 1 2 3 4\n"
         " 0 X . . .(X)0\n"
         " 1 . O . . . 1\n"
         " 2 . . + . . 2\n"
         " 3 . . . . . 3\n"
         " 4 . . . . . 4\n"
         "   0 1 2 3 4\n"},
        {"sgf", NOTATION_SGF,
         "    a b c d e\n"
         " a| X . . .(X)|a\n"
         " b| . O . . . |b\n"
         " c| . . + . . |c\n"
         " d| . . . . . |d\n"
         " e| . . . . . |e\n"
         "    a b c d e\n"},
    };
    Board b = board_from_picture(&rules_freestyle, "X...X .O... ..... ..... .....");
    for (int i = 0; i < COUNT(rows); i++) {
        Str out = {0};
        picture_format(&b, rows[i].labels, point_at(4, 0), &out);
        CHECK_TEXT(rows[i].name, str_text(&out), rows[i].want);
        str_release(&out);
    }
}

TEST(picture_writes_column_numbers_vertically) {
    static const char want[] = "                       1 1\n"
                               "   0 1 2 3 4 5 6 7 8 9 0 1\n"
                               " 0 . . . . . . . . . . . . 0\n";
    Board b;
    Str out = {0};
    board_init(&b, &rules_freestyle, 12);
    picture_format(&b, NOTATION_XY, POINT_NONE, &out);
    str_cut(&out, sizeof want - 1);
    CHECK_TEXT("12x12", str_text(&out), want);
    str_release(&out);
}

static int widest_line(const char *text) {
    int widest = 0;
    for (; *text; text += strcspn(text, "\n") + 1)
        widest = int_max(widest, (int)strcspn(text, "\n"));
    return widest;
}

TEST(picture_reads_what_it_draws) {
    Rng rng = {.state = 5};
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++)
        for (int labels = 0; labels < NOTATION_COUNT; labels++) {
            Board b = board_random(&rules_freestyle, size, size * size / 2, &rng);
            Point last = point_at(rng_below(&rng, size), rng_below(&rng, size));
            Str out = {0};
            picture_format(&b, (Notation)labels, b.at[last] == EMPTY ? POINT_NONE : last, &out);
            CHECK(notation_name(labels), widest_line(str_text(&out)) <= 56);
            Error err = {0};
            Picture again;
            bool ok = parse(str_text(&out), &again, &err);
            CHECK_TEXT(notation_name(labels), err.text, "");
            CHECK(notation_name(labels), ok && !memcmp(again.board.at, b.at, sizeof b.at));
            CHECK_INT(notation_name(labels), again.board.turn, b.turn);
            str_release(&out);
        }
}

TEST(picture_round_trips_as_a_record) {
    static const struct {
        const char *name, *text, *player, *result, *last_line;
        const Rules *rules;
    } rows[] = {
        {"in play", "XO.\n...\n...\n", "B", NULL, "\nBlack to move\n"},
        {"as the words say", "XO.\n...\n...\nWhite to move", "W", NULL, "\nWhite to move\n"},
        {"empty", "...\n...\n...\n", "B", NULL, "\nBlack to move\n"},
        {"resigned", "XO.\n...\n...\nWhite wins by resignation\n", "B", "W+R",
         "\nWhite wins by resignation\n"},
        {"five", "XXXXX\nOOOO.\n.....\n.....\n.....\n", "W", "B+",
         "\nBlack wins by five in a row\n"},
        {"full", "XO\nOX\n", "B", "0", "\ndraw: no legal move is left\n"},
        {"an overline in standard", "XXXXXX\nOOOO.O\n......\n......\n......\n......\n", "W", NULL,
         "\nWhite to move\n", &rules_standard},
        {"a held five in caro", ".......\nOXXXXXO\nOO.....\n.......\n.......\n.......\n.......\n",
         "W", NULL, "\nWhite to move\n", &rules_caro},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Record *r = format_picture.read(rows[i].text, strlen(rows[i].text),
                                        &(ReadOptions){.rules = rows[i].rules}, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        CHECK_TEXT(rows[i].name, node_value(r->root, "PL"), rows[i].player);
        const char *result = node_value(r->root, "RE");
        CHECK_TEXT(rows[i].name, result ? result : "none",
                   rows[i].result ? rows[i].result : "none");
        Str out = {0};
        CHECK(rows[i].name, format_picture.write(r, &(WriteOptions){0}, &out, &err));
        size_t tail = strlen(rows[i].last_line);
        CHECK(rows[i].name, out.len > tail);
        CHECK_TEXT(rows[i].name, out.data + out.len - tail, rows[i].last_line);
        str_release(&out);
        record_free(r);
    }
}

TEST(picture_marks_the_last_move_of_the_chosen_position) {
    Error err = {0};
    Str out = {0};
    Record *r = record_new(2, &rules_freestyle);
    record_add_move(r, record_add_move(r, r->root, BLACK, point_at(0, 0)), WHITE, point_at(1, 1));
    const WriteOptions first = {.end = r->root->child, .notation = NOTATION_POS};
    CHECK("first", format_picture.write(r, &first, &out, &err));
    CHECK_TEXT("first", str_text(&out), "   a b\n 2(X). 2\n 1 . . 1\n   a b\n\nWhite to move\n");
    str_clear(&out);
    CHECK("last", format_picture.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("last", str_text(&out), "   a b\n 2 X . 2\n 1 .(O)1\n   a b\n\nBlack to move\n");
    str_release(&out);
    record_free(r);
}
