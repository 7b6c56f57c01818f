// Game records in the C API: every readable and writable format keeps what it can hold.
#include "base/number.h"
#include "pentad.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char classroom_file[] = "Ada\nBob\n2\n"
                                     "0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n"
                                     "0,0,0,1,1,0,0,0\n0,0,0,0,2,0,0,0\n0,0,0,0,0,0,0,0\n"
                                     "0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n";

static PentadGame *read_as(const char *format, const char *text, PentadError *error) {
    return pentad_game_read(text, strlen(text), &(PentadReadOptions){.format = format}, error);
}

TEST(api_game_round_trips_through_every_format) {
    static const struct {
        const char *format;
        int size;
    } rows[] = {{"sgf", 19}, {"psq", 20}, {"rec", 20}, {"pos", 15}, {"pos-top", 15}};
    for (int i = 0; i < COUNT(rows); i++) {
        const char *format = rows[i].format;
        PentadError error = {0};
        PentadGame *game = pentad_game_new("freestyle", rows[i].size, NULL);
        for (int k = 0; k < 7; k++)
            CHECK(format, pentad_game_play(game, 7 + k / 2, 7 + k % 2 * 2, NULL));
        size_t length = 0;
        const char *bytes = pentad_game_write(game, format, &length, &error);
        CHECK_TEXT(format, error.text, "");
        PentadGame *again =
            pentad_game_read(bytes, length, &(PentadReadOptions){.format = format}, &error);
        CHECK_TEXT(format, error.text, "");
        CHECK_INT(format, pentad_game_move_count(again), 7);
        CHECK_TEXT(format, pentad_game_picture(again), pentad_game_picture(game));
        pentad_game_free(again);
        pentad_game_free(game);
    }
}

// As the header says, and so that printing it is safe. A line break in a name of SGF is a blank.
TEST(api_names_of_files_are_one_printable_line) {
    static const struct {
        const char *name, *text, *want;
    } rows[] = {
        {"a line break", "Ada\nL.", "Ada L."},
        {"an escape sequence", "\x1b[31mAda", "?[31mAda"},
        {"a control character of two bytes",
         "\xc2\x9b"
         "31mAda",
         "?31mAda"},
        {"beyond ASCII", "Łukasz 五", "Łukasz 五"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char text[100];
        snprintf(text, sizeof text, "(;GM[4]SZ[15]RU[renju]CA[UTF-8]PB[%s])", rows[i].text);
        PentadGame *game = read_as("sgf", text, NULL);
        const char *name = pentad_game_name(game, PENTAD_BLACK);
        CHECK_TEXT(rows[i].name, name, rows[i].want);
        CHECK(rows[i].name, pentad_game_set_name(game, PENTAD_WHITE, name, NULL));
        pentad_game_free(game);
    }
}

TEST(api_sgf_keeps_names_rules_setup_and_result) {
    PentadGame *game = pentad_game_new("renju", 15, NULL);
    CHECK("set up", pentad_game_set(game, 7, 7, PENTAD_BLACK, NULL) &&
                        pentad_game_set_turn(game, PENTAD_WHITE, NULL));
    CHECK("named", pentad_game_set_name(game, PENTAD_BLACK, "Ada", NULL) &&
                       pentad_game_set_name(game, PENTAD_WHITE, "B]b", NULL));
    CHECK("move", pentad_game_play(game, 8, 8, NULL));
    CHECK("resigned", pentad_game_resign(game));
    PentadGame *again = read_as("sgf", pentad_game_write(game, "sgf", NULL, NULL), NULL);
    CHECK("read", again != NULL);
    CHECK_TEXT("rules", pentad_game_rules(again), "renju");
    CHECK_TEXT("black", pentad_game_name(again, PENTAD_BLACK), "Ada");
    CHECK_TEXT("white", pentad_game_name(again, PENTAD_WHITE), "B]b");
    CHECK_TEXT("result", pentad_game_result(again), "White wins by resignation");
    CHECK_INT("stones set up are no moves", pentad_game_move_count(again), 1);
    pentad_game_free(again);
    pentad_game_free(game);
}

TEST(api_classroom_file_is_a_game_with_two_names) {
    PentadError error = {0};
    PentadGame *game = read_as("classroom", classroom_file, &error);
    CHECK_TEXT("read", error.text, "");
    CHECK_TEXT("player 1", pentad_game_name(game, PENTAD_BLACK), "Ada");
    CHECK_TEXT("player 2", pentad_game_name(game, PENTAD_WHITE), "Bob");
    CHECK_INT("turn", pentad_game_turn(game), PENTAD_WHITE);
    CHECK_INT("size", pentad_game_size(game), 8);
    CHECK_INT("stone", pentad_game_at(game, 4, 4), PENTAD_WHITE);
    size_t length = 0;
    CHECK_TEXT("written", pentad_game_write(game, "Classroom", &length, NULL), classroom_file);
    CHECK_INT("length", (long long)length, (long long)strlen(classroom_file));
    pentad_game_free(game);
}

TEST(api_files_are_saved_and_loaded) {
    char folder[] = "/tmp/pentad-api-XXXXXX";
    CHECK("folder", mkdtemp(folder));
    char sgf[64], odd[64];
    snprintf(sgf, sizeof sgf, "%s/game.sgf", folder);
    snprintf(odd, sizeof odd, "%s/game.txt", folder);
    PentadError error = {0};
    PentadGame *game = read_as("classroom", classroom_file, NULL);
    CHECK("by ending", pentad_game_save(game, sgf, NULL, &error));
    CHECK("by name", pentad_game_save(game, odd, "classroom", &error));
    PentadGame *first = pentad_game_load(sgf, NULL, &error);
    PentadGame *second = pentad_game_load(odd, &(PentadReadOptions){.format = "classroom"}, &error);
    CHECK_TEXT("no error", error.text, "");
    CHECK_TEXT("same", pentad_game_picture(first), pentad_game_picture(second));
    CHECK_TEXT("name", pentad_game_name(first, PENTAD_WHITE), "Bob");
    CHECK("no ending that tells", !pentad_game_load(odd, NULL, &error));
    CHECK("says so", strstr(error.text, "cannot tell the format"));
    CHECK("no such folder", !pentad_game_save(game, "/nowhere/game.sgf", NULL, &error));
    CHECK("says so", strstr(error.text, "/nowhere/game.sgf: "));
    pentad_game_free(first);
    pentad_game_free(second);
    pentad_game_free(game);
    unlink(sgf);
    unlink(odd);
    rmdir(folder);
}

// The program reads standard input under that name; a library must not.
TEST(api_a_dash_is_a_file) {
    char folder[] = "/tmp/pentad-api-XXXXXX", before[4096];
    CHECK("folder", mkdtemp(folder) && getcwd(before, sizeof before) && chdir(folder) == 0);
    PentadError error = {0};
    PentadGame *game = pentad_game_new("renju", 15, NULL);
    CHECK("saved", pentad_game_save(game, "-", "sgf", &error));
    PentadGame *again = pentad_game_load("-", &(PentadReadOptions){.format = "sgf"}, &error);
    CHECK_TEXT("no error", error.text, "");
    CHECK_TEXT("loaded", pentad_game_rules(again), "renju");
    CHECK("in the folder", unlink("-") == 0);
    CHECK("back", chdir(before) == 0 && rmdir(folder) == 0);
    pentad_game_free(again);
    pentad_game_free(game);
}

TEST(api_read_options_fill_in_what_a_record_lacks) {
    PentadGame *game = pentad_game_read(
        "h8h9", 4, &(PentadReadOptions){.format = "pos", .rules = "caro", .size = 19}, NULL);
    CHECK("read", game != NULL);
    CHECK_INT("size", pentad_game_size(game), 19);
    CHECK_TEXT("rules", pentad_game_rules(game), "caro");
    pentad_game_free(game);
}

TEST(api_drawn_boards_are_read) {
    PentadGame *game = pentad_game_from_picture(NULL, "X....\n.O...\n..X..\n.....\n.....\n", NULL);
    CHECK("read", game != NULL);
    CHECK_TEXT("rules", pentad_game_rules(game), "freestyle");
    CHECK_INT("turn", pentad_game_turn(game), PENTAD_WHITE);
    CHECK_INT("stone", pentad_game_at(game, 2, 2), PENTAD_BLACK);
    pentad_game_free(game);
}

TEST(api_invalid_records_report_why) {
    static const struct {
        const char *name, *format, *text, *want;
    } rows[] = {
        {"no such format", "sfg", "", "there is no format 'sfg'"},
        {"not named", NULL, "h8", "the format of the text is not named"},
        {"written only", "svg", "<svg/>", "format svg can be written but not read"},
        {"not SGF", "sgf", "hello", "line 1"},
        {"occupied", "pos", "h8h8", "occupied"},
        {"a bad row", "classroom", "Ada\nBob\n1\n0,0\n", "line 4"},
        {"not square", "picture", "XO\n", "square"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        PentadError error = {0};
        CHECK(rows[i].name, !read_as(rows[i].format, rows[i].text, &error));
        if (!strstr(error.text, rows[i].want))
            CHECK_TEXT(rows[i].name, error.text, rows[i].want);
    }
    PentadError error = {0};
    PentadGame *game = pentad_game_new("freestyle", 15, NULL);
    CHECK("too large", !pentad_game_write(game, "classroom", NULL, &error));
    CHECK_TEXT("too large", error.text, "the classroom's board is 8x8, this one is 15x15");
    CHECK("no such format", !pentad_game_write(game, "pdf", NULL, &error));
    CHECK("no such format", !pentad_game_save(game, "x.sgf", "pdf", &error));
    CHECK("says so", strstr(error.text, "there is no format 'pdf'"));
    pentad_game_free(game);
}
