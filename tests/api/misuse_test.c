// The C API with NULL and invalid arguments, as documented in the header.
#include "base/number.h"
#include "pentad.h"
#include "test.h"

#include <limits.h>
#include <string.h>

TEST(api_tables_end_with_null) {
    static const struct {
        const char *first;
        const char *(*name)(int);
    } tables[] = {{"freestyle", pentad_rules_name},
                  {"sgf", pentad_format_name},
                  {"random", pentad_player_name},
                  {"pos", pentad_notation_name}};
    for (int i = 0; i < COUNT(tables); i++) {
        CHECK_TEXT(tables[i].first, tables[i].name(0), tables[i].first);
        CHECK(tables[i].first, !tables[i].name(-1) && !tables[i].name(INT_MIN));
        CHECK(tables[i].first, !tables[i].name(1000) && !tables[i].name(INT_MAX));
    }
    CHECK("version", strchr(pentad_version(), '.'));
}

TEST(api_points_are_read_and_written) {
    static const struct {
        const char *notation, *text;
        int size, x, y;
    } rows[] = {
        {"pos", "h8", 15, 7, 7},     {"pos-top", "a1", 15, 0, 0}, {"gtp", "J1", 9, 8, 8},
        {"xy", "24,24", 25, 24, 24}, {"sgf", "ab", 19, 0, 1},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        PentadPoint point = {-7, -7};
        char text[PENTAD_POINT_TEXT];
        CHECK(rows[i].notation,
              pentad_point_parse(rows[i].text, rows[i].notation, rows[i].size, &point, NULL));
        CHECK_INT(rows[i].notation, point.x, rows[i].x);
        CHECK_INT(rows[i].notation, point.y, rows[i].y);
        CHECK(rows[i].notation,
              pentad_point_format(point, rows[i].notation, rows[i].size, text, NULL));
        CHECK_TEXT(rows[i].notation, text, rows[i].text);
    }
}

// Every point in every notation, the longest ones among them.
TEST(api_point_text_is_large_enough) {
    for (int n = 0; pentad_notation_name(n); n++)
        for (int i = 0; i < PENTAD_SIZE_MAX * PENTAD_SIZE_MAX; i++) {
            PentadPoint point = {i % PENTAD_SIZE_MAX, i / PENTAD_SIZE_MAX}, again = {-1, -1};
            char text[PENTAD_POINT_TEXT];
            const char *notation = pentad_notation_name(n);
            CHECK(notation, pentad_point_format(point, notation, PENTAD_SIZE_MAX, text, NULL));
            CHECK(notation, pentad_point_parse(text, notation, PENTAD_SIZE_MAX, &again, NULL));
            CHECK(text, !memcmp(&point, &again, sizeof point));
        }
}

TEST(api_invalid_points_are_rejected) {
    PentadPoint point = {1, 1};
    char text[PENTAD_POINT_TEXT];
    PentadError error = {0};
    CHECK("off the board", !pentad_point_parse("p1", "pos", 15, &point, &error));
    CHECK("says why", error.text[0]);
    CHECK_INT("nothing written", point.x, 1);
    CHECK("no notation", !pentad_point_parse("h8", "chess", 15, &point, &error));
    CHECK("no size", !pentad_point_parse("h8", "pos", 0, &point, &error));
    CHECK("no size", !pentad_point_format(point, "pos", 26, text, &error));
    CHECK_TEXT("no size", error.text, "a board has 2 to 25 lines");
    CHECK("off", !pentad_point_format((PentadPoint){15, 0}, "pos", 15, text, &error));
    CHECK("off", !pentad_point_format((PentadPoint){0, -1}, "pos", 15, text, &error));
    CHECK("NULL", !pentad_point_parse(NULL, "pos", 15, &point, NULL));
    CHECK("NULL", !pentad_point_parse("h8", NULL, 15, &point, NULL));
    CHECK("NULL", !pentad_point_parse("h8", "pos", 15, NULL, NULL));
    CHECK("NULL", !pentad_point_format(point, NULL, 15, text, NULL));
    CHECK("NULL", !pentad_point_format(point, "pos", 15, NULL, NULL));
}

TEST(api_invalid_games_are_rejected) {
    static const struct {
        const char *name, *rules;
        int size;
        const char *want;
    } rows[] = {
        {"no rules", NULL, 15, "no rules are named"},
        {"unknown rules", "renjo", 15, "did you mean 'renju'?"},
        {"too small", "freestyle", 1, "board size 1 is not between 2 and 25"},
        {"too large", "freestyle", 26, "board size 26 is not between 2 and 25"},
        {"negative", "freestyle", INT_MIN, "is not between 2 and 25"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        PentadError error = {0};
        CHECK(rows[i].name, !pentad_game_new(rows[i].rules, rows[i].size, &error));
        CHECK(rows[i].name, !pentad_game_new(rows[i].rules, rows[i].size, NULL));
        if (!strstr(error.text, rows[i].want))
            CHECK_TEXT(rows[i].name, error.text, rows[i].want);
    }
}

TEST(api_null_game_is_harmless) {
    PentadPoint points[PENTAD_SIZE_MAX];
    PentadError error = {0};
    CHECK("copy", !pentad_game_copy(NULL));
    pentad_game_free(NULL);
    CHECK("play", !pentad_game_play(NULL, 0, 0, &error));
    CHECK_TEXT("play", error.text, "no game is given");
    CHECK("legal", !pentad_game_is_legal(NULL, 0, 0, NULL));
    CHECK("undo", !pentad_game_undo(NULL) && !pentad_game_redo(NULL));
    CHECK("resign", !pentad_game_resign(NULL));
    CHECK("set", !pentad_game_set(NULL, 0, 0, PENTAD_BLACK, NULL));
    CHECK("set turn", !pentad_game_set_turn(NULL, PENTAD_BLACK, NULL));
    CHECK_TEXT("rules", pentad_game_rules(NULL), "");
    CHECK_INT("size", pentad_game_size(NULL), 0);
    CHECK_INT("turn", pentad_game_turn(NULL), PENTAD_EMPTY);
    CHECK_INT("at", pentad_game_at(NULL, 0, 0), PENTAD_OUTSIDE);
    CHECK_INT("moves", pentad_game_move_count(NULL), 0);
    CHECK("move", !pentad_game_move(NULL, 0, points));
    CHECK("over", !pentad_game_is_over(NULL));
    CHECK_INT("winner", pentad_game_winner(NULL), PENTAD_EMPTY);
    CHECK_INT("line", pentad_game_winning_line(NULL, points), 0);
    CHECK_TEXT("result", pentad_game_result(NULL), "");
    CHECK_TEXT("picture", pentad_game_picture(NULL), "");
    CHECK_TEXT("name", pentad_game_name(NULL, PENTAD_BLACK), "");
    CHECK("set name", !pentad_game_set_name(NULL, PENTAD_BLACK, "Ada", NULL));
    CHECK("save", !pentad_game_save(NULL, "x.sgf", NULL, NULL));
    CHECK("write", !pentad_game_write(NULL, "sgf", NULL, NULL));
    CHECK_INT("count", pentad_sequence_count(NULL, PENTAD_BLACK, 2).open, 0);
    CHECK_INT("score", pentad_sequence_score(NULL, PENTAD_BLACK), 0);
    CHECK("best", !pentad_sequence_best(NULL, PENTAD_BLACK, points));
    CHECK_INT("state", pentad_sequence_state(NULL), PENTAD_CONTINUE);
    CHECK("mist", !pentad_mist_view(NULL, &(PentadMistView){0}, NULL));
    CHECK("bound",
          !pentad_sequence_bound(NULL, (PentadLine){0, 0, 1, 0}, 1, &(PentadBound){0}, NULL));
    CHECK("line", !pentad_sequence_count_line(NULL, PENTAD_BLACK, 1, (PentadLine){0, 0, 1, 0},
                                              &(PentadSequenceCount){0}, NULL));
}

TEST(api_invalid_arguments_of_games_are_rejected) {
    PentadGame *game = pentad_game_new("freestyle", 19, NULL);
    PentadError error = {0};
    CHECK("move", pentad_game_play(game, 3, 3, NULL));
    CHECK("no place", !pentad_game_move(game, 0, NULL));
    CHECK("no such move", !pentad_game_move(game, 1, &(PentadPoint){0}));
    CHECK("no such move", !pentad_game_move(game, -1, &(PentadPoint){0}));
    CHECK("no place", pentad_game_winning_line(game, NULL) == 0);
    CHECK("off the board", !pentad_game_set(game, 19, 0, PENTAD_BLACK, &error));
    CHECK("no stone", !pentad_game_set(game, 0, 0, PENTAD_OUTSIDE, &error));
    CHECK_TEXT("no stone", error.text, "a point is empty, black or white");
    CHECK("no stone", !pentad_game_set(game, 0, 0, (PentadStone)77, &error));
    CHECK("no side", !pentad_game_set_turn(game, PENTAD_EMPTY, &error));
    CHECK_TEXT("no side", error.text, "the side to move is black or white");
    CHECK_INT("nothing was set up", pentad_game_move_count(game), 1);
    CHECK_TEXT("no colour", pentad_game_name(game, PENTAD_EMPTY), "");
    CHECK("no colour", !pentad_game_set_name(game, PENTAD_EMPTY, "Ada", NULL));
    CHECK("no name", !pentad_game_set_name(game, PENTAD_BLACK, NULL, NULL));
    CHECK("no path", !pentad_game_save(game, NULL, NULL, NULL));
    CHECK("no format", !pentad_game_write(game, NULL, NULL, NULL));
    CHECK("no place", !pentad_mist_view(game, NULL, NULL));
    CHECK("no place", !pentad_sequence_best(game, PENTAD_BLACK, NULL));
    CHECK("no colour", !pentad_sequence_best(game, PENTAD_EMPTY, &(PentadPoint){0}));
    CHECK_INT("no colour", pentad_sequence_score(game, PENTAD_OUTSIDE), 0);
    CHECK_INT("no length", pentad_sequence_count(game, PENTAD_BLACK, -1).semi_open, 0);
    CHECK("no place", !pentad_sequence_bound(game, (PentadLine){3, 3, 1, 0}, 1, NULL, NULL));
    pentad_game_free(game);
}

TEST(api_invalid_arguments_of_readers_are_rejected) {
    CHECK("no path", !pentad_game_load(NULL, NULL, NULL));
    CHECK("no file", !pentad_game_load("/nowhere/game.sgf", NULL, NULL));
    CHECK("no text", !pentad_game_read(NULL, 7, &(PentadReadOptions){.format = "sgf"}, NULL));
    CHECK("no options", !pentad_game_read("h8", 2, NULL, NULL));
    CHECK("no rules", !pentad_game_read(
                          "h8", 2, &(PentadReadOptions){.format = "pos", .rules = "chess"}, NULL));
    CHECK("no size",
          !pentad_game_read("h8", 2, &(PentadReadOptions){.format = "pos", .size = 99}, NULL));
    CHECK("no picture", !pentad_game_from_picture(NULL, NULL, NULL));
    CHECK("empty picture", !pentad_game_from_picture(NULL, "", NULL));
}

TEST(api_invalid_arguments_of_players_and_engines_are_rejected) {
    PentadGame *game = pentad_game_new("freestyle", 15, NULL);
    PentadPlayer *player = pentad_player_new("easy", NULL);
    PentadEngine *engine = pentad_engine_new();
    PentadPoint point;
    PentadAnalysis analysis;
    PentadProof proof;
    PentadError error = {0};
    CHECK("no player", !pentad_player_new(NULL, NULL));
    CHECK("no player", !pentad_player_choose(NULL, game, 0, &point, NULL));
    CHECK("no game", !pentad_player_choose(player, NULL, 0, &point, NULL));
    CHECK("no place", !pentad_player_choose(player, game, 0, NULL, NULL));
    CHECK("no time", !pentad_player_choose(player, game, -1, &point, NULL));
    CHECK("no engine", !pentad_engine_analyse(NULL, game, 10, &analysis, NULL));
    CHECK("no game", !pentad_engine_analyse(engine, NULL, 10, &analysis, NULL));
    CHECK("no place", !pentad_engine_analyse(engine, game, 10, NULL, NULL));
    CHECK("no time", !pentad_engine_analyse(engine, game, 0, &analysis, &error));
    CHECK_TEXT("no time", error.text, "the time to think must be more than 0 milliseconds");
    CHECK("no engine", !pentad_engine_solve(NULL, game, 10, &proof, NULL));
    CHECK("over", pentad_game_resign(game));
    CHECK("over", !pentad_engine_solve(engine, game, 10, &proof, &error));
    CHECK_TEXT("over", error.text, "the game is over");
    pentad_player_free(NULL);
    pentad_engine_free(NULL);
    pentad_player_free(player);
    pentad_engine_free(engine);
    pentad_game_free(game);
}
