// The course functions of the C API. Their results are tested in tests/core; here: that columns and
// rows, directions and counts are passed on correctly.
#include "base/number.h"
#include "pentad.h"
#include "test.h"

#include <string.h>

// Three white stones down from (5, 1), two black stones right from (0, 7).
static PentadGame *example(void) {
    PentadGame *game = pentad_game_new("standard", 8, NULL);
    for (int i = 0; i < 3; i++)
        CHECK("white", pentad_game_set(game, 5, 1 + i, PENTAD_WHITE, NULL));
    for (int i = 0; i < 2; i++)
        CHECK("black", pentad_game_set(game, i, 7, PENTAD_BLACK, NULL));
    return game;
}

TEST(api_sequences_are_bounded_and_counted) {
    PentadGame *game = example();
    PentadBound bound;
    CHECK("down", pentad_sequence_bound(game, (PentadLine){5, 3, 0, 1}, 3, &bound, NULL));
    CHECK_INT("down", bound, PENTAD_OPEN);
    CHECK("right", pentad_sequence_bound(game, (PentadLine){1, 7, 1, 0}, 2, &bound, NULL));
    CHECK_INT("right", bound, PENTAD_SEMI_OPEN);
    PentadSequenceCount count;
    CHECK("line", pentad_sequence_count_line(game, PENTAD_WHITE, 3, (PentadLine){5, 0, 0, 1},
                                             &count, NULL));
    CHECK_INT("open", count.open, 1);
    CHECK_INT("semi-open", count.semi_open, 0);
    count = pentad_sequence_count(game, PENTAD_BLACK, 2);
    CHECK_INT("open", count.open, 0);
    CHECK_INT("semi-open", count.semi_open, 1);
    CHECK_INT("closed", count.closed, 0);
    CHECK_INT("none so long", pentad_sequence_count(game, PENTAD_BLACK, 9).open, 0);
    pentad_game_free(game);
}

TEST(api_sequences_run_in_four_directions) {
    static const PentadLine lines[] = {{0, 4, 1, 0}, {4, 0, 0, 1}, {0, 0, 1, 1}, {7, 1, -1, 1}};
    for (int i = 0; i < COUNT(lines); i++) {
        PentadGame *game = pentad_game_new("standard", 8, NULL);
        PentadLine line = lines[i];
        for (int k = 2; k < 5; k++)
            CHECK("stone", pentad_game_set(game, line.x + k * line.dx, line.y + k * line.dy,
                                           PENTAD_BLACK, NULL));
        PentadSequenceCount count;
        CHECK("line", pentad_sequence_count_line(game, PENTAD_BLACK, 3, line, &count, NULL));
        CHECK_INT("open", count.open, 1);
        pentad_game_free(game);
    }
}

TEST(api_sequences_have_score_best_point_and_state) {
    PentadGame *game = example();
    CHECK_INT("Black's score", pentad_sequence_score(game, PENTAD_BLACK), -100 + 1);
    CHECK_INT("White's score", pentad_sequence_score(game, PENTAD_WHITE), 50 - 1);
    CHECK_INT("goes on", pentad_sequence_state(game), PENTAD_CONTINUE);
    PentadPoint point;
    CHECK("best", pentad_sequence_best(game, PENTAD_WHITE, &point));
    CHECK_INT("best x", point.x, 5);
    CHECK_INT("best y", point.y, 4);
    CHECK_INT("nothing was played", pentad_game_at(game, 5, 4), PENTAD_EMPTY);
    for (int y = 4; y < 6; y++)
        CHECK("white", pentad_game_set(game, 5, y, PENTAD_WHITE, NULL));
    CHECK_INT("won", pentad_sequence_state(game), PENTAD_WHITE_WON);
    pentad_game_free(game);
}

TEST(api_sequences_on_a_full_board) {
    PentadGame *game = pentad_game_from_picture(NULL, "XO\nOX\n", NULL);
    PentadPoint point;
    CHECK_INT("drawn", pentad_sequence_state(game), PENTAD_DRAWN);
    CHECK("no best point", !pentad_sequence_best(game, PENTAD_BLACK, &point));
    pentad_game_free(game);
}

TEST(api_sequences_reject_invalid_lines) {
    static const struct {
        const char *name;
        PentadLine line;
        int length;
        const char *want;
    } bounds[] = {
        {"off the board", {8, 0, 1, 0}, 1, "there is no such point on the board"},
        {"no direction", {3, 3, 0, 0}, 1, "a direction is (1, 0), (0, 1), (1, 1) or (-1, 1)"},
        {"backwards", {3, 3, -1, 0}, 1, "a direction is (1, 0), (0, 1), (1, 1) or (-1, 1)"},
        {"no length", {3, 3, 1, 0}, 0, "a run has at least 1 stone"},
        {"too long", {3, 3, 1, 0}, 5, "a run of that length would begin off the board"},
        {"far too long", {3, 3, 1, 1}, INT32_MAX, "a run of that length would begin off the board"},
    };
    PentadGame *game = example();
    for (int i = 0; i < COUNT(bounds); i++) {
        PentadError error = {0};
        PentadBound bound;
        CHECK(bounds[i].name,
              !pentad_sequence_bound(game, bounds[i].line, bounds[i].length, &bound, &error));
        CHECK_TEXT(bounds[i].name, error.text, bounds[i].want);
    }
    PentadError error = {0};
    PentadSequenceCount count;
    CHECK("not at the edge", !pentad_sequence_count_line(game, PENTAD_BLACK, 2,
                                                         (PentadLine){3, 3, 1, 0}, &count, &error));
    CHECK_TEXT("not at the edge", error.text, "a line starts at the edge of the board");
    CHECK("no colour", !pentad_sequence_count_line(game, PENTAD_EMPTY, 2, (PentadLine){0, 3, 1, 0},
                                                   &count, &error));
    CHECK_TEXT("no colour", error.text, "a run is black or white");
    pentad_game_free(game);
}

// Test vector M34 of the specification.
TEST(api_mist_view_matches_the_course) {
    static const char want[] = "xx.....xx..#..xx.o...xx#....xxxxxxxxxxxxxxxxxxxxx";
    static const char signs[] = {
        [PENTAD_EMPTY] = '.', [PENTAD_BLACK] = '#', [PENTAD_WHITE] = 'o', [PENTAD_OUTSIDE] = 'x'};
    PentadGame *game = pentad_game_new("freestyle", 19, NULL);
    PentadMistView view;
    CHECK("at first", pentad_mist_view(game, &view, NULL));
    CHECK_INT("in the centre", view.centre.x, 9);
    CHECK_INT("in the centre", view.centre.y, 9);
    for (int i = 0; i < 3; i++)
        CHECK("move", pentad_game_play(game, i, 18 - i, NULL));
    CHECK("after C3", pentad_mist_view(game, &view, NULL));
    CHECK_INT("B1", view.centre.x, 1);
    CHECK_INT("B1", view.centre.y, 18);
    for (int i = 0; i < PENTAD_MIST_CELLS; i++)
        CHECK_INT("cell", signs[view.cells[i]], want[i]);
    pentad_game_free(game);

    PentadError error = {0};
    game = pentad_game_new("freestyle", 15, NULL);
    CHECK("too small", !pentad_mist_view(game, &view, &error));
    CHECK_TEXT("too small", error.text, "Gomoku in the Mist needs a 19x19 board");
    pentad_game_free(game);
}
