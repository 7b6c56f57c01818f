
#include "base/number.h"
#include "record/format.h"
#include "test.h"

#include <string.h>

#define EMPTY_ROW "0,0,0,0,0,0,0,0\n"
#define ROWS                                                                                       \
    EMPTY_ROW EMPTY_ROW "0,0,1,2,0,0,0,0\n" EMPTY_ROW EMPTY_ROW EMPTY_ROW EMPTY_ROW EMPTY_ROW

static bool parse(const char *text, ClassroomGame *out, Error *err) {
    return classroom_parse(text, strlen(text), NULL, out, err);
}

TEST(classroom_file_reads_names_turn_and_board) {
    static const struct {
        const char *name, *text, *first, *second;
        Stone turn;
    } rows[] = {
        {"as written", "Ann\nBob\n1\n" ROWS, "Ann", "Bob", BLACK},
        {"player 2 moves", "Ann\nBob\n2\n" ROWS, "Ann", "Bob", WHITE},
        {"blanks around a name stay", " Ann \nbob\n1\n" ROWS, " Ann ", "bob", BLACK},
        {"UTF-8", "J\xc3\xb6rg\nBob\n1\n" ROWS, "J\xc3\xb6rg", "Bob", BLACK},
        {"a byte order mark", "\xef\xbb\xbfJim\nBob\n1\n" ROWS, "Jim", "Bob", BLACK},
        {"Latin-1", "P\xe5l\nBob\n1\n" ROWS, "P\xc3\xa5l", "Bob", BLACK},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        ClassroomGame game;
        bool ok = parse(rows[i].text, &game, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        CHECK(rows[i].name, ok);
        CHECK_TEXT(rows[i].name, str_text(&game.names[0]), rows[i].first);
        CHECK_TEXT(rows[i].name, str_text(&game.names[1]), rows[i].second);
        CHECK_INT(rows[i].name, game.board.turn, rows[i].turn);
        CHECK_INT(rows[i].name, game.board.stones, 2);
        CHECK_INT(rows[i].name, game.board.at[point_at(2, 2)], BLACK);
        CHECK_INT(rows[i].name, game.board.at[point_at(3, 2)], WHITE);
        classroom_release(&game);
    }
}

TEST(classroom_file_accepts_any_line_ending) {
    static const char text[] = "Ann\nBob\n1\n" ROWS;
    Error err = {0};
    ClassroomGame game;
    CHECK("no final newline", classroom_parse(text, sizeof text - 2, NULL, &game, &err));
    classroom_release(&game);
    Str windows = {0};
    for (const char *c = text; *c; c++)
        str_add(&windows, *c == '\n' ? "\r\n" : "%c", *c);
    CHECK("CR LF", parse(str_text(&windows), &game, &err));
    Str out = {0};
    classroom_format(&game, &out);
    CHECK_TEXT("CR LF", str_text(&out), text);
    str_release(&out);
    str_release(&windows);
    classroom_release(&game);
}

TEST(classroom_file_errors) {
    static const struct {
        const char *name, *text, *error;
    } rows[] = {
        {"empty file", "", "line 1, column 1: the file ends here, but a game has 11 lines"},
        {"ten lines", "Ann\nBob\n1\n" EMPTY_ROW,
         "line 5, column 1: the file ends here, but a game has 11 lines"},
        {"twelve lines", "Ann\nBob\n1\n" ROWS EMPTY_ROW,
         "line 12, column 1: a game has 11 lines, but there are more"},
        {"a trailing empty line", "Ann\nBob\n1\n" ROWS "\n",
         "line 12, column 1: a game has 11 lines, but there are more"},
        {"no first name", "\nBob\n1\n" ROWS,
         "line 1, column 1: expected the name of a player, not an empty line"},
        {"blanks for a name", "Ann\n \t \n1\n" ROWS,
         "line 2, column 1: expected the name of a player, not an empty line"},
        {"control character", "A\033nn\nBob\n1\n" ROWS,
         "line 1, column 1: a name must not contain control characters"},
        {"two CRs", "Ann\r\r\nBob\n1\n" ROWS,
         "line 1, column 1: a name must not contain control characters"},
        {"turn 3", "Ann\nBob\n3\n" ROWS,
         "line 3, column 1: expected 1 or 2, the player to move, and nothing else"},
        {"turn 0", "Ann\nBob\n0\n" ROWS,
         "line 3, column 1: expected 1 or 2, the player to move, and nothing else"},
        {"turn x", "Ann\nBob\nx\n" ROWS,
         "line 3, column 1: expected 1 or 2, the player to move, and nothing else"},
        {"no turn", "Ann\nBob\n\n" ROWS,
         "line 3, column 1: expected 1 or 2, the player to move, and nothing else"},
        {"turn 01", "Ann\nBob\n01\n" ROWS,
         "line 3, column 1: expected 1 or 2, the player to move, and nothing else"},
        {"space after the turn", "Ann\nBob\n1 \n" ROWS,
         "line 3, column 1: expected 1 or 2, the player to move, and nothing else"},
        {"cell 3", "Ann\nBob\n1\n0,0,3,0,0,0,0,0\n" ROWS, "line 4, column 5: expected 0, 1 or 2"},
        {"cell a", "Ann\nBob\n1\na,0,0,0,0,0,0,0\n" ROWS, "line 4, column 1: expected 0, 1 or 2"},
        {"blank before a number", "Ann\nBob\n1\n0, 0,0,0,0,0,0,0\n" ROWS,
         "line 4, column 3: expected 0, 1 or 2"},
        {"01", "Ann\nBob\n1\n01,0,0,0,0,0,0,0\n" ROWS,
         "line 4, column 2: expected a comma between two numbers"},
        {"seven", "Ann\nBob\n1\n0,0,0,0,0,0,0\n" ROWS,
         "line 4, column 14: the row ends after 7 of 8 numbers"},
        {"nine", "Ann\nBob\n1\n0,0,0,0,0,0,0,0,0\n" ROWS,
         "line 4, column 16: expected the end of the row after 8 numbers"},
        {"trailing comma", "Ann\nBob\n1\n0,0,0,0,0,0,0,0,\n" ROWS,
         "line 4, column 16: expected the end of the row after 8 numbers"},
        {"comma instead of the eighth", "Ann\nBob\n1\n0,0,0,0,0,0,0,\n" ROWS,
         "line 4, column 15: expected 0, 1 or 2"},
        {"empty row", "Ann\nBob\n1\n\n" ROWS,
         "line 4, column 1: the row ends after 0 of 8 numbers"},
        {"semicolons", "Ann\nBob\n1\n0;0;0;0;0;0;0;0\n" ROWS,
         "line 4, column 2: expected a comma between two numbers"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        ClassroomGame game;
        CHECK(rows[i].name, !parse(rows[i].text, &game, &err));
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
    }
}

TEST(classroom_file_names_may_have_any_length) {
    Error err = {0};
    Str text = {0};
    str_add_repeated(&text, 'n', 100000);
    str_add_text(&text, "\nBob\n1\n" ROWS);
    ClassroomGame game;
    CHECK("long", parse(str_text(&text), &game, &err));
    CHECK_INT("long", (long long)game.names[0].len, 100000);
    classroom_release(&game);
    str_release(&text);
}

TEST(classroom_file_names_in_another_charset) {
    static const char text[] = "\xa1\xa5\nBob\n1\n" ROWS; // two capital letters in Latin-2
    Error err = {0};
    ClassroomGame game;
    CHECK("Latin-2", classroom_parse(text, sizeof text - 1, "ISO-8859-2", &game, &err));
    CHECK_TEXT("Latin-2", str_text(&game.names[0]), "\xc4\x84\xc4\xbd");
    classroom_release(&game);
    CHECK("unknown", !classroom_parse(text, sizeof text - 1, "no-such", &game, &err));
    CHECK_TEXT("unknown", err.text,
               "line 1, column 1: the name cannot be read: unknown character set 'no-such'");
}

TEST(classroom_file_round_trips_as_a_record) {
    static const char text[] = "Ann\nBob\n2\n" ROWS;
    Error err = {0};
    Record *r = format_classroom.read(text, sizeof text - 1, &(ReadOptions){0}, &err);
    CHECK_INT("record", r->size, 8);
    CHECK("record", r->rules == &rules_freestyle);
    CHECK_TEXT("record", node_value(r->root, "PB"), "Ann");
    CHECK_TEXT("record", node_value(r->root, "PW"), "Bob");
    CHECK_TEXT("record", node_value(r->root, "PL"), "W");
    CHECK_TEXT("record", node_value(r->root, "AB"), "cc");
    CHECK_TEXT("record", node_value(r->root, "AW"), "dc");
    Str out = {0};
    CHECK("back", format_classroom.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("back", str_text(&out), text);
    str_release(&out);
    record_free(r);
}

TEST(classroom_file_writes_positions_of_games) {
    Error err = {0};
    Str out = {0};
    Record *r = record_new(8, &rules_freestyle);
    record_add_move(r, record_add_move(r, r->root, BLACK, point_at(2, 2)), WHITE, point_at(3, 2));
    CHECK("no names", format_classroom.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("no names", str_text(&out), "Player 1\nPlayer 2\n1\n" ROWS);
    record_set_value(r, r->root, "PB", "two\nlines");
    record_set_value(r, r->root, "PW", " \n ");
    str_clear(&out);
    CHECK("odd names", format_classroom.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("odd names", str_text(&out), "two lines\nPlayer 2\n1\n" ROWS);
    record_free(r);
    r = record_new(15, &rules_freestyle);
    CHECK("15x15", !format_classroom.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("15x15", err.text, "the classroom's board is 8x8, this one is 15x15");
    record_free(r);
    str_release(&out);
}
