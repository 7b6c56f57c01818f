// Compares the mist controller with its reference implementation. The specification's test vectors
// are in tests/app/mist.sh.
#include "protocol/mist_session.h"

#include "base/number.h"
#include "core/mist.h"
#include "protocol/mist_model.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

// Runs the real controller.
static int real_session(const char *input, size_t size, Str *output) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    FILE *in = fmemopen((char *)(uintptr_t)input, size, "r");
    int status = mist_session_run(in, out);
    fclose(in);
    fclose(out);
    *output = (Str){0};
    str_add_bytes(output, text, len);
    free(text);
    return status;
}

static void compare(const char *name, const Str *input) {
    Str got, want;
    int status = real_session(input->data, input->len, &got);
    CHECK_INT(name, status, model_session(input->data, input->len, &want));
    CHECK_TEXT(name, str_text(&got), str_text(&want));
    str_release(&got);
    str_release(&want);
}

// Stones crowd into a part of the board, so that occupied points and all kinds of endings occur.
static void add_random_line(Rng *rng, int width, Str *input) {
    static const char *const words[] = {
        "who",   "view",     "history",   "view",      "who ",     " who",      "place",
        "place", "place A1", "place J10", "place S19", "place T1", "place A20", "place a1",
        "",      "term x",   "place A01", "place A0",  "place K",  "Resign",    "place B2 ",
    };
    int kind = rng_below(rng, 100);
    if (kind == 0 && rng_below(rng, 10) == 0)
        str_add_text(input, rng_below(rng, 2) ? "term" : "resign");
    else if (kind < 20)
        str_add_text(input, words[rng_below(rng, COUNT(words))]);
    else if (kind < 22)
        for (int i = rng_below(rng, 40); i > 0; i--)
            str_add_char(input, "place AS19\t\r"[rng_below(rng, 12)]);
    else
        str_add(input, "place %c%d", 'A' + rng_below(rng, width), 1 + rng_below(rng, width));
    str_add_char(input, '\n');
}

TEST(mist_matches_its_model_in_1000_random_sessions) {
    Rng rng = {4};
    for (int i = 0; i < 1000; i++) {
        Str input = {0};
        char name[40];
        snprintf(name, sizeof name, "session %d", i);
        int width = 5 + rng_below(&rng, 15);
        for (int lines = 1 + rng_below(&rng, 200); lines > 0; lines--)
            add_random_line(&rng, width, &input);
        compare(name, &input);
        str_release(&input);
    }
}

// Each row has the pattern bbwwbbww..., shifted by one every two rows: no five anywhere.
static char tie_color(int column, int row) {
    return (column + 2 * row) / 2 % 2 ? 'o' : '#';
}

// All 361 stones, the points of each colour row by row, except for Black's last one.
static void add_full_board(int last_column, int last_row, Str *input) {
    int points[2][MODEL_SIZE * MODEL_SIZE][2];
    int count[2] = {0};
    for (int row = 1; row <= MODEL_SIZE; row++)
        for (int column = 1; column <= MODEL_SIZE; column++) {
            int color = tie_color(column, row) == 'o';
            if (column == last_column && row == last_row)
                continue;
            points[color][count[color]][0] = column;
            points[color][count[color]++][1] = row;
        }
    for (int i = 0; i < MODEL_SIZE * MODEL_SIZE - 1; i++) {
        int color = i % 2;
        if (i / 2 >= count[color])
            color = 1 - color;
        int at = i % 2 == color ? i / 2 : --count[color];
        str_add(input, "place %c%d\n", 'A' + points[color][at][0] - 1, points[color][at][1]);
    }
    str_add(input, "place %c%d\nwho\n", 'A' + last_column - 1, last_row);
}

TEST(mist_matches_its_model_on_a_full_board) {
    for (int corner = 0; corner < 4; corner++) {
        Str input = {0};
        add_full_board(corner % 2 ? 1 : MODEL_SIZE, corner / 2 ? 1 : MODEL_SIZE, &input);
        compare("full board", &input);
        str_release(&input);
    }
}

// The last stone fills the board and makes a five: by the specification a win.
TEST(mist_win_with_the_last_stone_is_not_a_tie) {
    GameSession m;
    mist_session_init(&m);
    Board full = m.game.board;
    for (int y = 0; y < MIST_BOARD_SIZE; y++)
        for (int x = 0; x < MIST_BOARD_SIZE; x++) {
            bool black = y == 18 && x >= 13 ? x >= 14 : tie_color(x + 1, y + 1) == '#';
            if (x != 18 || y != 18)
                board_place(&full, black ? BLACK : WHITE, point_at(x, y));
        }
    full.turn = BLACK;
    CHECK_INT("before", full.winner, EMPTY);
    CHECK_INT("before", full.stones, 360);
    game_start_from(&m.game, &full);
    Str reply = {0};
    CHECK_INT("status", mist_session_answer(&m, "place S1", 8, &reply), MIST_FINISHED);
    CHECK_TEXT("verdict", str_text(&reply), "Black wins!\nS1\nThank you for playing!\n");
    str_release(&reply);
}
