// Games in the C API.
#include "base/number.h"
#include "pentad.h"
#include "test.h"

#include <string.h>

static PentadGame *started(const char *rules, int size) {
    PentadError error = {0};
    PentadGame *game = pentad_game_new(rules, size, &error);
    CHECK_TEXT(rules, error.text, "");
    CHECK(rules, game != NULL);
    return game;
}

TEST(api_game_is_played_to_its_end) {
    PentadGame *game = started("freestyle", 15);
    CHECK_TEXT("rules", pentad_game_rules(game), "freestyle");
    CHECK_INT("size", pentad_game_size(game), 15);
    CHECK_TEXT("result", pentad_game_result(game), "not over");
    for (int i = 0; i < 9; i++) {
        CHECK_INT("turn", pentad_game_turn(game), i % 2 ? PENTAD_WHITE : PENTAD_BLACK);
        CHECK("not over", !pentad_game_is_over(game));
        CHECK("move", pentad_game_play(game, i / 2 + 3, i % 2, NULL));
    }
    CHECK("over", pentad_game_is_over(game));
    CHECK_INT("winner", pentad_game_winner(game), PENTAD_BLACK);
    CHECK_TEXT("result", pentad_game_result(game), "Black wins by five in a row");
    CHECK_INT("count", pentad_game_move_count(game), 9);
    PentadPoint line[PENTAD_SIZE_MAX], point;
    CHECK_INT("line", pentad_game_winning_line(game, line), 5);
    CHECK_INT("line begins", line[0].x, 3);
    CHECK_INT("line ends", line[4].x, 7);
    CHECK("move", pentad_game_move(game, 1, &point));
    CHECK_INT("x", point.x, 3);
    CHECK_INT("y", point.y, 1);
    CHECK_INT("black", pentad_game_at(game, 3, 0), PENTAD_BLACK);
    CHECK_INT("white", pentad_game_at(game, 3, 1), PENTAD_WHITE);
    CHECK_INT("empty", pentad_game_at(game, 0, 0), PENTAD_EMPTY);
    CHECK_INT("outside", pentad_game_at(game, 15, 0), PENTAD_OUTSIDE);
    pentad_game_free(game);
}

TEST(api_game_undoes_moves_and_resignations) {
    PentadGame *game = started("standard", 9);
    CHECK("nothing to undo", !pentad_game_undo(game));
    CHECK("nothing to redo", !pentad_game_redo(game));
    CHECK("move", pentad_game_play(game, 4, 4, NULL));
    CHECK("resigned", pentad_game_resign(game));
    CHECK("not twice", !pentad_game_resign(game));
    CHECK_TEXT("result", pentad_game_result(game), "Black wins by resignation");
    CHECK_INT("no line won", pentad_game_winning_line(game, (PentadPoint[PENTAD_SIZE_MAX]){0}), 0);
    CHECK("resignation undone", pentad_game_undo(game));
    CHECK("goes on", !pentad_game_is_over(game));
    CHECK("move undone", pentad_game_undo(game));
    CHECK_INT("empty", pentad_game_at(game, 4, 4), PENTAD_EMPTY);
    CHECK("redone", pentad_game_redo(game));
    CHECK_INT("black", pentad_game_at(game, 4, 4), PENTAD_BLACK);
    pentad_game_free(game);
}

TEST(api_game_reports_why_a_move_is_illegal) {
    static const struct {
        const char *name;
        int x, y;
        const char *want;
    } rows[] = {
        {"occupied", 3, 3, "the point is occupied"},
        {"left of the board", -1, 3, "there is no such point on the board"},
        {"in the frame", 15, 3, "there is no such point on the board"},
        {"far away", 1 << 30, -(1 << 30), "there is no such point on the board"},
        {"a foul", 5, 5, "forbidden to Black: a double three"},
    };
    PentadGame *game = pentad_game_from_picture("renju",
                                                "...............\n"
                                                "...............\n"
                                                "...............\n"
                                                "...O...........\n"
                                                "...............\n"
                                                "...XX..........\n"
                                                ".....X.........\n"
                                                ".....X.........\n"
                                                "...............\n"
                                                "..........O.O..\n"
                                                "...............\n"
                                                "..........O....\n"
                                                "...............\n"
                                                "...............\n"
                                                "...............\n",
                                                NULL);
    for (int i = 0; i < COUNT(rows); i++) {
        PentadError played = {0}, asked = {0};
        CHECK(rows[i].name, !pentad_game_play(game, rows[i].x, rows[i].y, &played));
        CHECK(rows[i].name, !pentad_game_is_legal(game, rows[i].x, rows[i].y, &asked));
        CHECK_TEXT(rows[i].name, played.text, rows[i].want);
        CHECK_TEXT(rows[i].name, asked.text, rows[i].want);
    }
    CHECK("legal", pentad_game_is_legal(game, 0, 0, NULL));
    CHECK_INT("asking plays nothing", pentad_game_at(game, 0, 0), PENTAD_EMPTY);
    pentad_game_free(game);
}

TEST(api_copy_is_independent) {
    PentadGame *game = started("freestyle", 10);
    CHECK("named", pentad_game_set_name(game, PENTAD_WHITE, "Ada", NULL));
    CHECK("move", pentad_game_play(game, 1, 1, NULL));
    PentadGame *copy = pentad_game_copy(game);
    CHECK("move", pentad_game_play(copy, 2, 2, NULL));
    CHECK_INT("the first", pentad_game_move_count(game), 1);
    CHECK_INT("the copy", pentad_game_move_count(copy), 2);
    pentad_game_free(game);
    CHECK_TEXT("name", pentad_game_name(copy, PENTAD_WHITE), "Ada");
    CHECK("undo", pentad_game_undo(copy) && pentad_game_undo(copy));
    pentad_game_free(copy);
}

TEST(api_positions_are_set_up) {
    PentadGame *game = started("freestyle", 7);
    CHECK("move", pentad_game_play(game, 6, 6, NULL));
    for (int x = 0; x < 4; x++)
        CHECK("stone", pentad_game_set(game, x, 0, PENTAD_WHITE, NULL));
    CHECK("taken away", pentad_game_set(game, 6, 6, PENTAD_EMPTY, NULL));
    CHECK_INT("gone", pentad_game_at(game, 6, 6), PENTAD_EMPTY);
    CHECK_INT("the turn stays", pentad_game_turn(game), PENTAD_WHITE);
    CHECK("nothing to undo", !pentad_game_undo(game));
    CHECK("turn", pentad_game_set_turn(game, PENTAD_BLACK, NULL));
    CHECK_INT("turn", pentad_game_turn(game), PENTAD_BLACK);
    CHECK_INT("the stones stay", pentad_game_at(game, 3, 0), PENTAD_WHITE);
    CHECK("five", pentad_game_set(game, 4, 0, PENTAD_WHITE, NULL));
    CHECK_INT("won", pentad_game_winner(game), PENTAD_WHITE);
    CHECK("overwritten", pentad_game_set(game, 2, 0, PENTAD_BLACK, NULL));
    CHECK("not won any more", !pentad_game_is_over(game));
    CHECK_INT("black", pentad_game_at(game, 2, 0), PENTAD_BLACK);
    pentad_game_free(game);
}

// Stones are set one by one, so that shorter and open lines come first.
TEST(api_set_up_lines_win_by_the_rules) {
    static const struct {
        const char *name, *rules, *row;
        PentadStone turn, winner;
    } rows[] = {
        {"five", "standard", ".XXXXX.", PENTAD_WHITE, PENTAD_BLACK},
        {"six", "standard", ".XXXXXX", PENTAD_WHITE, PENTAD_EMPTY},
        {"six of Black", "renju", "XXXXXX.", PENTAD_WHITE, PENTAD_EMPTY},
        {"six of White", "renju", "OOOOOO.", PENTAD_BLACK, PENTAD_WHITE},
        {"six", "freestyle", "XXXXXX.", PENTAD_WHITE, PENTAD_BLACK},
        {"blocked", "caro", "OXXXXXO", PENTAD_WHITE, PENTAD_EMPTY},
        {"half blocked", "caro", "OXXXXX.", PENTAD_WHITE, PENTAD_BLACK},
        {"both, White to move", "freestyle", "XXXXX.OOOOO", PENTAD_WHITE, PENTAD_BLACK},
        {"both, Black to move", "freestyle", "XXXXX.OOOOO", PENTAD_BLACK, PENTAD_WHITE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        PentadGame *game = started(rows[i].rules, 11);
        for (int x = 0; rows[i].row[x]; x++) {
            PentadStone stone = rows[i].row[x] == 'X'   ? PENTAD_BLACK
                                : rows[i].row[x] == 'O' ? PENTAD_WHITE
                                                        : PENTAD_EMPTY;
            CHECK(rows[i].name, pentad_game_set(game, x, 3, stone, NULL));
        }
        CHECK(rows[i].name, pentad_game_set_turn(game, rows[i].turn, NULL));
        CHECK_INT(rows[i].name, pentad_game_winner(game), rows[i].winner);
        CHECK_INT(rows[i].name, pentad_game_is_over(game), rows[i].winner != PENTAD_EMPTY);
        PentadGame *same = pentad_game_from_position(pentad_game_position(game), NULL);
        CHECK_INT(rows[i].name, pentad_game_winner(same), rows[i].winner);
        pentad_game_free(same);
        pentad_game_free(game);
    }
}

TEST(api_picture_marks_the_last_stone) {
    PentadGame *game = started("freestyle", 5);
    CHECK("move", pentad_game_play(game, 1, 0, NULL));
    CHECK_TEXT("picture", pentad_game_picture(game),
               "   a b c d e\n"
               " 5 .(X). . . 5\n"
               " 4 . . . . . 4\n"
               " 3 . . + . . 3\n"
               " 2 . . . . . 2\n"
               " 1 . . . . . 1\n"
               "   a b c d e\n");
    pentad_game_free(game);
}

TEST(api_texts_of_a_game_are_independent) {
    PentadGame *game = started("freestyle", 5);
    const char *result = pentad_game_result(game), *picture = pentad_game_picture(game);
    const char *written = pentad_game_write(game, "sgf", NULL, NULL);
    CHECK_TEXT("result", result, "not over");
    CHECK("picture", strstr(picture, "a b c d e"));
    CHECK("written", strstr(written, "SZ[5]"));
    pentad_game_free(game);
}

TEST(api_names_are_one_line) {
    PentadGame *game = started("freestyle", 8);
    CHECK_TEXT("nobody yet", pentad_game_name(game, PENTAD_BLACK), "");
    CHECK("plain", pentad_game_set_name(game, PENTAD_BLACK, "Ada", NULL));
    CHECK("beyond ASCII", pentad_game_set_name(game, PENTAD_WHITE, "Łukasz", NULL));
    CHECK("its own",
          pentad_game_set_name(game, PENTAD_BLACK, pentad_game_name(game, PENTAD_BLACK), NULL));
    CHECK_TEXT("black", pentad_game_name(game, PENTAD_BLACK), "Ada");
    CHECK_TEXT("white", pentad_game_name(game, PENTAD_WHITE), "Łukasz");
    static const char *const refused[] = {"two\nlines", "\x1b[31m", "\xff", "tab\t"};
    for (int i = 0; i < COUNT(refused); i++) {
        PentadError error = {0};
        CHECK("refused", !pentad_game_set_name(game, PENTAD_BLACK, refused[i], &error));
        CHECK("says why", strstr(error.text, "one line of UTF-8"));
    }
    CHECK_TEXT("unchanged", pentad_game_name(game, PENTAD_BLACK), "Ada");
    pentad_game_free(game);
}
