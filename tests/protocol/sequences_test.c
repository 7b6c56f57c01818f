// The analysis course: its test vectors C01 to C73 for functions (the rest is in
// tests/app/sequences.sh), and its texts and game against a reference implementation.
#include "protocol/sequences_game.h"

#include "base/number.h"
#include "protocol/sequences_model.h"
#include "support.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COURSE_SIZE = 8 };

static Stone stone_of(char c) {
    return c == 'b' ? BLACK : c == 'w' ? WHITE : EMPTY;
}

static Board board_of_size(int size) {
    Board b;
    board_init(&b, &rules_standard, size);
    return b;
}

// "y,x,d_y,d_x,length,colour ...": calls of put_seq_on_board. Crossing runs have the same colour.
static Board board_from_puts(const char *puts) {
    Board b = board_of_size(COURSE_SIZE);
    int y, x, dy, dx, length, used;
    char color;
    for (; sscanf(puts, "%d,%d,%d,%d,%d,%c%n", &y, &x, &dy, &dx, &length, &color, &used) == 6;
         puts += used)
        for (int i = 0; i < length; i++) {
            Point p = point_at(x + i * dx, y + i * dy);
            if (b.at[p] == EMPTY)
                board_place(&b, stone_of(color), p);
        }
    return b;
}

static void add_count(SequenceCount count, Str *out) {
    str_add(out, "(%d, %d)", count.runs[OPEN], count.runs[SEMI_OPEN]);
}

// A call as the course writes it, name and arguments; the result as Python prints it.
static void add_result(const Board *b, const char *call, Str *out) {
    static const char *const bounds[] = {
        [CLOSED] = "CLOSED", [SEMI_OPEN] = "SEMIOPEN", [OPEN] = "OPEN"};
    int y, x, length, dy, dx;
    char color;
    Point best = sequence_best_point(b, BLACK);
    if (sscanf(call, "is_bounded %d %d %d %d %d", &y, &x, &length, &dy, &dx) == 5)
        str_add_text(
            out,
            bounds[grid_run_bound(board_grid(b), point_at(x, y), length, dy * POINT_STRIDE + dx)]);
    else if (sscanf(call, "detect_row %c %d %d %d %d %d", &color, &y, &x, &length, &dy, &dx) == 6)
        add_count(grid_count_line(board_grid(b), stone_of(color), length, point_at(x, y),
                                  dy * POINT_STRIDE + dx),
                  out);
    else if (sscanf(call, "detect_rows %c %d", &color, &length) == 2)
        add_count(grid_count(board_grid(b), stone_of(color), length), out);
    else if (!strcmp(call, "is_empty"))
        str_add_text(out, b->stones == 0 ? "True" : "False");
    else if (!strcmp(call, "score"))
        str_add(out, "%d", (int)grid_score(board_grid(b), BLACK));
    else if (!strcmp(call, "search_max"))
        str_add(out, "(%d, %d)", point_y(best), point_x(best));
    else if (!strcmp(call, "is_win"))
        str_add_text(out, sequences_state_text(grid_state(board_grid(b))));
    else
        fail_msg("there is no call '%s'", call);
}

// clang-format off
static const struct {
    const char *name, *puts, *call, *result;
} vectors[] = {
    {"C01", "", "is_empty", "True"},
    {"C02", "7,7,0,1,1,w", "is_empty", "False"},
    {"C03", "1,5,1,0,3,w", "is_bounded 3 5 3 1 0", "OPEN"},
    {"C04", "4,1,1,0,3,w", "is_bounded 6 1 3 1 0", "OPEN"},
    {"C05", "3,3,0,1,3,b 3,6,0,1,1,w", "is_bounded 3 5 3 0 1", "SEMIOPEN"},
    {"C06", "3,0,0,1,4,w 3,4,0,1,1,b", "is_bounded 3 3 4 0 1", "CLOSED"},
    {"C07", "5,0,1,1,3,b", "is_bounded 7 2 3 1 1", "CLOSED"},
    {"C08", "0,6,1,-1,4,w", "is_bounded 3 3 4 1 -1", "SEMIOPEN"},
    {"C09", "0,0,1,1,2,b", "is_bounded 1 1 2 1 1", "SEMIOPEN"},
    {"C10", "6,6,1,1,2,b", "is_bounded 7 7 2 1 1", "SEMIOPEN"},
    {"C11", "3,0,0,1,8,b", "is_bounded 3 7 8 0 1", "CLOSED"},
    {"C12", "0,4,1,-1,5,w", "is_bounded 4 0 5 1 -1", "CLOSED"},
    {"C13", "1,5,1,0,3,w", "detect_row w 0 5 3 1 0", "(1, 0)"},
    {"C14", "1,5,1,0,3,w", "detect_row w 0 5 2 1 0", "(0, 0)"},
    {"C15", "1,5,1,0,3,w", "detect_row b 0 5 3 1 0", "(0, 0)"},
    {"C16", "0,0,1,0,3,b 5,0,1,0,3,b", "detect_row b 0 0 3 1 0", "(0, 2)"},
    {"C17", "2,0,0,1,2,b 2,3,0,1,2,b 2,6,0,1,2,b", "detect_row b 2 0 2 0 1", "(1, 2)"},
    {"C18", "2,0,0,1,2,b 2,2,0,1,1,w 2,3,0,1,2,b", "detect_row b 2 0 2 0 1", "(0, 1)"},
    {"C19", "3,6,1,-1,3,b", "detect_row b 2 7 3 1 -1", "(1, 0)"},
    {"C20", "3,1,0,1,6,b", "detect_row b 3 0 5 0 1", "(0, 0)"},
    {"C21", "1,5,1,0,3,w", "detect_rows w 3", "(1, 0)"},
    {"C22", "4,1,1,0,3,w", "detect_rows w 2", "(0, 0)"},
    {"C23", "2,3,0,1,4,b 0,6,1,0,4,b", "detect_rows b 4", "(1, 1)"},
    {"C24", "5,0,1,1,3,b", "detect_rows b 3", "(0, 0)"},
    {"C25", "3,3,0,1,2,b 4,3,0,1,2,b", "detect_rows b 2", "(6, 0)"},
    {"C26", "3,1,0,1,6,b", "detect_rows b 6", "(1, 0)"},
    {"C27", "", "score", "0"},
    {"C28", "3,2,0,1,5,b", "score", "100000"},
    {"C29", "3,2,0,1,5,w", "score", "-100000"},
    {"C30", "1,1,0,1,5,b 5,1,0,1,5,w", "score", "100000"},
    {"C31", "3,0,0,1,5,b 3,5,0,1,1,w", "score", "0"},
    {"C32", "3,1,0,1,6,b", "score", "0"},
    {"C33", "3,2,0,1,4,b", "score", "500"},
    {"C34", "3,0,0,1,4,b", "score", "50"},
    {"C35", "3,2,0,1,4,w", "score", "-10000"},
    {"C36", "3,0,0,1,4,w", "score", "-10000"},
    {"C37", "3,2,0,1,3,b", "score", "50"},
    {"C38", "3,0,0,1,3,b", "score", "10"},
    {"C39", "3,2,0,1,3,w", "score", "-100"},
    {"C40", "3,0,0,1,3,w", "score", "-30"},
    {"C41", "3,3,0,1,2,b", "score", "1"},
    {"C42", "0,0,0,1,2,w", "score", "-1"},
    {"C43", "1,1,0,1,3,b 5,5,1,0,2,w 7,0,0,1,2,w", "score", "48"},
    {"C44", "0,5,1,0,4,w 0,6,1,0,4,b", "search_max", "(4, 6)"},
    {"C45", "4,4,0,1,1,b", "search_max", "(3, 3)"},
    {"C46", "4,4,0,1,1,b 3,3,0,1,1,w", "search_max", "(3, 4)"},
    {"C47", "3,2,0,1,4,b", "search_max", "(3, 1)"},
    {"C48", "3,2,0,1,3,w", "search_max", "(3, 1)"},
    {"C49", "3,2,0,1,4,w", "search_max", "(0, 0)"},
    {"C50", "2,1,0,1,4,w 2,0,0,1,1,b", "search_max", "(2, 5)"},
    {"C51", "3,0,0,1,4,b 3,5,0,1,1,w", "search_max", "(2, 1)"},
    {"C52", "", "search_max", "(0, 0)"},
    {"C53", "", "is_win", "Continue playing"},
    {"C54", "2,2,0,1,4,b", "is_win", "Continue playing"},
    {"C55", "2,2,0,1,5,b", "is_win", "Black won"},
    {"C56", "3,7,1,0,5,w", "is_win", "White won"},
    {"C57", "3,3,1,1,5,b", "is_win", "Black won"},
    {"C58", "3,4,1,-1,5,w", "is_win", "White won"},
    {"C59", "3,0,1,1,5,w", "is_win", "White won"},
    {"C60", "3,0,0,1,5,b 3,5,0,1,1,w", "is_win", "Black won"},
    {"C61", "3,1,0,1,6,b", "is_win", "Continue playing"},
    {"C62", "0,0,1,0,8,w", "is_win", "Continue playing"},
    {"C63", "0,0,0,1,6,b 2,2,1,0,5,b", "is_win", "Black won"},
};
// clang-format on

TEST(sequences_vectors) {
    for (int i = 0; i < COUNT(vectors); i++) {
        Board b = board_from_puts(vectors[i].puts);
        Str result = {0};
        add_result(&b, vectors[i].call, &result);
        CHECK_TEXT(vectors[i].name, str_text(&result), vectors[i].result);
        str_release(&result);
    }
}

static Board board_from_model(const Model *m) {
    Board b = board_of_size(m->size);
    for (int y = 0; y < m->size; y++)
        for (int x = 0; x < m->size; x++)
            if (m->at[y][x] != ' ')
                board_place(&b, stone_of(m->at[y][x]), point_at(x, y));
    return b;
}

static const char draw_rows[] =
    "bbwwbbww wwbbwwbb bwwbbwwb wbbwwbbw wwbbwwbb bbwwbbww wbbwwbbw bwwbbwwb";

TEST(sequences_vectors_of_full_boards) {
    Model m = model_empty(COURSE_SIZE);
    for (int y = 0; y < COURSE_SIZE; y++)
        memcpy(m.at[y], draw_rows + y * (COURSE_SIZE + 1), COURSE_SIZE);
    Board b = board_from_model(&m);
    CHECK_TEXT("C67", sequences_state_text(grid_state(board_grid(&b))), "Draw");
    CHECK_INT("C67", grid_score(board_grid(&b), BLACK), 0);
    CHECK_INT("no move on a full board", sequence_best_point(&b, BLACK), POINT_NONE);
    m.at[0][0] = ' ';
    b = board_from_model(&m);
    CHECK_TEXT("C68", sequences_state_text(grid_state(board_grid(&b))), "Continue playing");
    CHECK_INT("C68", sequence_best_point(&b, BLACK), point_at(0, 0));
}

// Boards of one square exist only in the course, but the text function handles them.
TEST(sequences_board_of_one_square) {
    Board b = board_of_size(BOARD_MIN);
    b.size = 1;
    Str text = {0};
    sequences_add_board(&b, &text);
    CHECK_TEXT("C73", str_text(&text), "*0*\n0 *\n***\n");
    str_release(&text);
}

// Dense enough for fives, sixes, closed runs and full boards.
static Model random_model(Rng *rng) {
    Model m = model_empty(BOARD_MIN + rng_below(rng, 12));
    int empty = rng_below(rng, 12), black = rng_below(rng, 10) + 1;
    for (int y = 0; y < m.size; y++)
        for (int x = 0; x < m.size; x++)
            if (rng_below(rng, 12) >= empty)
                m.at[y][x] = rng_below(rng, 10) < black ? 'b' : 'w';
    return m;
}

TEST(sequences_report_matches_its_model_on_1000_random_boards) {
    Rng rng = {2};
    for (int i = 0; i < 1000; i++) {
        Model m = random_model(&rng);
        Board b = board_from_model(&m);
        Str got = {0}, want = {0};
        char name[40];
        snprintf(name, sizeof name, "board %d", i);
        sequences_add_report(&b, &got);
        model_add_report(&m, &want);
        CHECK_TEXT(name, str_text(&got), str_text(&want));
        str_release(&got);
        str_release(&want);
    }
}

static SequenceState played(int size, const Str *input, Str *output) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    FILE *in = input->len ? fmemopen(input->data, input->len, "r") : fopen("/dev/null", "r");
    SequenceState state = sequences_play(size, in, out);
    fclose(in);
    fclose(out);
    str_add_bytes(output, text, len);
    free(text);
    return state;
}

static void add_random_answer(Rng *rng, int size, Str *input) {
    static const char *const wrong[] = {"", " ", "x", "-1", "99", "1 2", "1.0", "0x1", "y"};
    int kind = rng_below(rng, 10);
    if (kind == 0)
        str_add_text(input, wrong[rng_below(rng, COUNT(wrong))]);
    else
        str_add(input, "%s%d%s", kind == 1 ? " " : "", rng_below(rng, size), kind == 2 ? "\r" : "");
    str_add_char(input, '\n');
}

TEST(sequences_game_matches_its_model_in_random_games) {
    Rng rng = {3};
    for (int i = 0; i < 60; i++) {
        int size = BOARD_MIN + rng_below(&rng, 8);
        Str input = {0}, got = {0}, want = {0};
        char name[40];
        snprintf(name, sizeof name, "game %d", i);
        for (int answers = 1 + rng_below(&rng, 200); answers > 0; answers--)
            add_random_answer(&rng, size, &input);
        SequenceState end = played(size, &input, &got);
        CHECK_TEXT(name, sequences_state_text(end), model_play(size, str_text(&input), &want));
        CHECK_TEXT(name, str_text(&got), str_text(&want));
        str_release(&input);
        str_release(&got);
        str_release(&want);
    }
}

TEST(sequences_game_asks_again) {
    static const struct {
        const char *name, *typed, *answers;
    } rows[] = {
        {"a word", "x\n", "y coord: Please enter a number from 0 to 7.\ny coord: "},
        {"out of range", "8\n", "y coord: Please enter a number from 0 to 7.\ny coord: "},
        {"two numbers", "3 4\n", "y coord: Please enter a number from 0 to 7.\ny coord: "},
        {"negative", "-1\n", "y coord: Please enter a number from 0 to 7.\ny coord: "},
        {"too large for any integer", "99999999999999999999999\n",
         "y coord: Please enter a number from 0 to 7.\ny coord: "},
        {"the second number", "3\nx\n",
         "y coord: x coord: Please enter a number from 0 to 7.\nx coord: "},
        {"a square that is taken", "4\n4\n",
         "y coord: x coord: (4, 4) is taken. Please choose an empty square.\ny coord: "},
        {"blanks and a sign are fine", " +3 \t\r\n", "y coord: x coord: "},
        {"no newline", "3", "y coord: x coord: "},
        {"nothing", "", "y coord: "},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str input = {0}, got = {0};
        str_add_text(&input, rows[i].typed);
        CHECK_INT(rows[i].name, played(COURSE_SIZE, &input, &got), SEQUENCE_CONTINUE);
        const char *asked = strstr(str_text(&got), "Your move:\n");
        CHECK(rows[i].name, asked != NULL);
        CHECK_TEXT(rows[i].name, asked + strlen("Your move:\n"), rows[i].answers);
        str_release(&input);
        str_release(&got);
    }
}

TEST(sequences_game_rejects_a_nul_in_a_number) {
    Str input = {0}, got = {0};
    str_add_bytes(&input, "3\0x\n", 4);
    CHECK_INT("state", played(COURSE_SIZE, &input, &got), SEQUENCE_CONTINUE);
    CHECK("asked again", strstr(str_text(&got), "y coord: Please enter a number from 0 to 7."));
    str_release(&input);
    str_release(&got);
}
