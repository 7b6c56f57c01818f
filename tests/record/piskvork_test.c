#include "base/number.h"
#include "record/format.h"
#include "test.h"

#include <string.h>

static Record *read_text(const Format *format, const char *text, Error *err) {
    return format->read(text, strlen(text), &(ReadOptions){0}, err);
}

static void check_written(const char *row, const Format *format, const Record *r,
                          const char *want) {
    Error err = {0};
    Str out = {0};
    CHECK(row, format->write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT(row, str_text(&out), want);
    str_release(&out);
}

#define TWO_MOVES "10,10,456\n11,12,4500\n"
#define FIVE_AND_FOUR "1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n5,1,0\n"

TEST(psq_reads_the_lines_after_the_moves) {
    static const struct {
        const char *name, *text, *black, *white, *result, *written;
    } rows[] = {
        {"nothing", "Piskvorky 20x20, 7:7, 0\n" TWO_MOVES, NULL, NULL, NULL,
         "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "-1\n"},
        {"names and code", "Piskvorky 20x20, 7:7, 0\n" TWO_MOVES "pisq7.exe\nother.zip\n0\n",
         "pisq7.exe", "other.zip", NULL,
         "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "pisq7.exe\nother.zip\n-1\n"},
        {"CR LF", "Piskvorky 20x20, 7:7, 0\r\n10,10,456\r\n11,12,4500\r\nA\r\nB\r\n0\r\n", "A", "B",
         NULL, "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "A\nB\n-1\n"},
        {"the second player began", "Piskvorky 20x20, 7:7, 1\n" TWO_MOVES "A\nB\n", "B", "A", NULL,
         "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "B\nA\n-1\n"},
        {"code alone", "Piskvorky 20x20,11:11,0\n" TWO_MOVES "-1\n\n", NULL, NULL, NULL,
         "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "-1\n"},
        {"one name", "Piskvorky 20x20, 0:0, 0\n" TWO_MOVES "A\n", "A", NULL, NULL,
         "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "A\n\n-1\n"},
        {"names that are numbers", "Piskvorky 20x20, 0:0, 0\n" TWO_MOVES "1\n2\n", "1", "2", NULL,
         "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "1\n2\n-1\n"},
        {"Black overstepped the time", "Piskvorky 20x20, 0:0, 0\n" TWO_MOVES "15\n", NULL, NULL,
         "W+T", "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "15\n"},
        {"Black failed otherwise", "Piskvorky 20x20, 0:0, 0\n" TWO_MOVES "-2\n", NULL, NULL, "W+F",
         "Piskvorky 20x20, 11:11, 0\n" TWO_MOVES "-2\n"},
        {"the board shows who won", "Piskvorky 9x9, 0:0, 0\n" FIVE_AND_FOUR "15\n", NULL, NULL,
         NULL, "Piskvorky 9x9, 11:11, 0\n" FIVE_AND_FOUR "0\n"},
        {"no moves", "Piskvorky 15x15, 0:0, 0\nA\nB\n-1\n", "A", "B", NULL,
         "Piskvorky 15x15, 11:11, 0\nA\nB\n-1\n"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Record *r = read_text(&format_psq, rows[i].text, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        const char *ids[] = {"PB", "PW", "RE"};
        const char *wants[] = {rows[i].black, rows[i].white, rows[i].result};
        for (int k = 0; k < COUNT(ids); k++) {
            const char *got = node_value(r->root, ids[k]);
            CHECK_TEXT(rows[i].name, got ? got : "none", wants[k] ? wants[k] : "none");
        }
        check_written(rows[i].name, &format_psq, r, rows[i].written);
        record_free(r);
    }
}

TEST(psq_moves_have_position_and_time) {
    Error err = {0};
    Record *r = read_text(&format_psq, "Piskvorky 20x20, 7:7, 0\n1,20,456\n 11,12\n2,2,-5\n", &err);
    const Node *first = r->root->child, *second = first->child, *third = second->child;
    CHECK_INT("first", first->point, point_at(0, 19));
    CHECK_TEXT("first", node_value(first, "ET"), "456");
    CHECK_INT("first", first->line, 2);
    CHECK_INT("second", second->point, point_at(10, 11));
    CHECK_INT("second", second->color, WHITE);
    CHECK("second has no time", !node_value(second, "ET"));
    CHECK_INT("second", second->column, 2);
    CHECK("a negative time is unknown", !node_value(third, "ET"));
    record_free(r);
}

TEST(psq_notes_an_unknown_end_code) {
    Error err = {0};
    Record *r = read_text(&format_psq, "Piskvorky 20x20, 7:7, 0\n8\n", &err);
    CHECK_TEXT("notes", str_text(&r->notes),
               "the file does not specify the rules; read as freestyle\n"
               "line 2: unknown end code 8\n");
    record_free(r);
}

TEST(psq_errors) {
    static const char first_line[] = "expected a first line such as 'Piskvorky 20x20, 11:11, 0'";
    static const char first_rest[] =
        "expected the rest of a first line such as 'Piskvorky 20x20, 11:11, 0'";
    static const struct {
        const char *name, *text, *where, *error;
    } rows[] = {
        {"nothing", "", "line 1, column 1: ", first_line},
        {"something else", "(;GM[4])", "line 1, column 1: ", first_line},
        {"no size", "Piskvorky big\n",
         "line 1, column 11: ", "expected the size of the board, such as 20x20"},
        {"not square", "Piskvorky 20x15, 0:0, 0\n",
         "line 1, column 11: ", "the board is 20x15, but only square ones can be read"},
        {"too large", "Piskvorky 26x26, 0:0, 0\n",
         "line 1, column 11: ", "the board is 26x26; it can be 2x2 to 25x25"},
        {"too small", "Piskvorky 1x1, 0:0, 0\n",
         "line 1, column 11: ", "the board is 1x1; it can be 2x2 to 25x25"},
        {"a size that overflows", "Piskvorky 99999999999x1, 0:0, 0\n",
         "line 1, column 11: ", "expected the size of the board, such as 20x20"},
        {"no levels", "Piskvorky 20x20\n", "line 1, column 16: ", first_rest},
        {"a third player began", "Piskvorky 20x20, 0:0, 2\n", "line 1, column 23: ", first_rest},
        {"row 0", "Piskvorky 20x20, 0:0, 0\n5,0,0\n",
         "line 2, column 3: ", "expected a number from 1 to 20"},
        {"column 21", "Piskvorky 20x20, 0:0, 0\n21,1,0\n",
         "line 2, column 1: ", "expected a number from 1 to 20"},
        {"no row", "Piskvorky 20x20, 0:0, 0\n5,\n",
         "line 2, column 3: ", "expected a number from 1 to 20"},
        {"no time", "Piskvorky 20x20, 0:0, 0\n5,5,x\n",
         "line 2, column 5: ", "expected a time in milliseconds"},
        {"a fourth number", "Piskvorky 20x20, 0:0, 0\n5,5,1,1\n",
         "line 2, column 6: ", "expected the end of the move"},
        {"twice the same", "Piskvorky 20x20, 0:0, 0\n5,5,0\n5,5,0\n",
         "line 3, column 1: ", "the point is occupied"},
        {"a move after a gap", "Piskvorky 20x20, 0:0, 0\n5,5,0\n\n6,6,0\n",
         "line 4, column 1: ", "expected the name of a player, not a move"},
        {"more lines", "Piskvorky 20x20, 0:0, 0\nA\nB\n0\nC\n",
         "line 5, column 1: ", "expected the end of the file"},
        {"a word for a code", "Piskvorky 20x20, 0:0, 0\nA\nB\nC\n",
         "line 4, column 1: ", "expected the end code of the game, or nothing"},
        {"a control character", "Piskvorky 20x20, 0:0, 0\nA\033\nB\n0\n",
         "line 2, column 1: ", "a name must not contain control characters"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK(rows[i].name, !read_text(&format_psq, rows[i].text, &err));
        Str want = {0};
        str_add(&want, "%s%s", rows[i].where, rows[i].error);
        CHECK_TEXT(rows[i].name, err.text, str_text(&want));
        str_release(&want);
    }
}

TEST(psq_names_must_not_look_like_moves) {
    Error err = {0};
    Str out = {0};
    Record *r = record_new(15, &rules_freestyle);
    record_set_value(r, r->root, "PW", "5,5");
    CHECK("refused", !format_psq.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("refused", err.text, "the name '5,5' looks like a move in this format");
    record_set_value(r, r->root, "PW", " \n ");
    check_written("a name that is no name", &format_psq, r, "Piskvorky 15x15, 11:11, 0\n-1\n");
    str_release(&out);
    record_free(r);
}

TEST(rec_has_names_first_and_counts_from_zero) {
    static const struct {
        const char *name, *text, *black, *white, *written;
    } rows[] = {
        {"names and code", "A\nB\n0,0,5\n19,19,7\n0\n", "A", "B", "A\nB\n0,0,5\n19,19,7\n-1\n"},
        {"people", "homo-1\nhomo-2\n0,0,5\n", "none", "none", "homo-1\nhomo-2\n0,0,5\n-1\n"},
        {"empty names, no time, CR LF", "\r\nB\r\n0,0\r\n-1\r\n", "none", "B",
         "homo-1\nB\n0,0,0\n-1\n"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Record *r = read_text(&format_rec, rows[i].text, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        CHECK_INT(rows[i].name, r->size, 20);
        CHECK_INT(rows[i].name, r->root->child->point, point_at(0, 0));
        const char *black = node_value(r->root, "PB"), *white = node_value(r->root, "PW");
        CHECK_TEXT(rows[i].name, black ? black : "none", rows[i].black);
        CHECK_TEXT(rows[i].name, white ? white : "none", rows[i].white);
        check_written(rows[i].name, &format_rec, r, rows[i].written);
        record_free(r);
    }
}

TEST(rec_errors) {
    static const struct {
        const char *name, *text, *error;
    } rows[] = {
        {"nothing", "", "line 1, column 1: expected two lines with the names of the players"},
        {"one name", "A\n", "line 2, column 1: expected two lines with the names of the players"},
        {"no names", "0,0,5\n1,1,6\n",
         "line 1, column 1: expected the name of a player, not a move"},
        {"column 20", "A\nB\n20,0,5\n", "line 3, column 1: expected a number from 0 to 19"},
        {"a word", "A\nB\n0,0,5\nC\n",
         "line 4, column 1: expected the end code of the game, or nothing"},
        {"two codes", "A\nB\n0\n0\n", "line 4, column 1: expected the end of the file"},
    };
    Error err = {0};
    for (int i = 0; i < COUNT(rows); i++) {
        CHECK(rows[i].name, !read_text(&format_rec, rows[i].text, &err));
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
    }
    Str out = {0};
    Record *r = record_new(15, &rules_freestyle);
    CHECK("15x15", !format_rec.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("15x15", err.text, "this format's board is 20x20, the game's is 15x15");
    record_free(r);
    str_release(&out);
}
