#include "protocol/sequences_game.h"

#include "base/line_reader.h"
#include "base/number.h"

#include <string.h>

void sequences_add_board(const Board *b, Str *out) {
    static const char signs[] = {[EMPTY] = ' ', [BLACK] = 'b', [WHITE] = 'w'};
    str_add_char(out, '*');
    for (int x = 0; x < b->size; x++)
        str_add(out, "%s%d", x ? "|" : "", x % 10);
    str_add_text(out, "*\n");
    for (int y = 0; y < b->size; y++) {
        str_add(out, "%d", y % 10);
        for (int x = 0; x < b->size; x++)
            str_add(out, "%s%c", x ? "|" : "", signs[b->at[point_at(x, y)]]);
        str_add_text(out, "*\n");
    }
    str_add_repeated(out, '*', 2 * b->size + 1);
    str_add_char(out, '\n');
}

// The 18 lines of run counts, as the course's analysis writes them.
static void sequences_add_analysis(const Board *b, Str *out) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        str_add(out, "%s stones\n", stone_name(color));
        for (int length = 2; length <= 5; length++) {
            SequenceCount count = grid_count(board_grid(b), color, length);
            str_add(out, "Open rows of length %d: %d\n", length, count.runs[OPEN]);
            str_add(out, "Semi-open rows of length %d: %d\n", length, count.runs[SEMI_OPEN]);
        }
    }
}

const char *sequences_state_text(SequenceState state) {
    static const char *const texts[] = {
        [SEQUENCE_CONTINUE] = "Continue playing",
        [SEQUENCE_BLACK_WON] = "Black won",
        [SEQUENCE_WHITE_WON] = "White won",
        [SEQUENCE_DRAW] = "Draw",
    };
    return texts[state];
}

void sequences_add_report(const Board *b, Str *out) {
    sequences_add_board(b, out);
    sequences_add_analysis(b, out);
    str_add(out, "score: %d\n", (int)grid_score(board_grid(b), BLACK));
    str_add(out, "is_win: %s\n", sequences_state_text(grid_state(board_grid(b))));
    Point best = sequence_best_point(b, BLACK);
    if (best == POINT_NONE)
        str_add_text(out, "search_max: no move, the board is full\n");
    else
        str_add(out, "search_max: (%d, %d)\n", point_y(best), point_x(best));
}

static void show(const Board *b, void (*add)(const Board *, Str *), FILE *out) {
    ScopedStr text = {0};
    add(b, &text);
    fputs(str_text(&text), out);
}

static void place(Board *b, Stone color, Point p, FILE *out) {
    board_place(b, color, p);
    show(b, sequences_add_board, out);
    show(b, sequences_add_analysis, out);
}

static void computer_moves(Board *b, FILE *out) {
    Point p = b->stones == 0 ? point_center(b->size) : sequence_best_point(b, BLACK);
    fprintf(out, "Computer move: (%d, %d)\n", point_y(p), point_x(p));
    place(b, BLACK, p, out);
}

// A number, blanks around it allowed, as Python's int() accepts it; nothing else on the line.
static bool parse_coordinate(Str *line, int size, int *out) {
    static const char blanks[] = " \t\r";
    while (line->len > 0 && strchr(blanks, line->data[line->len - 1]))
        str_cut(line, line->len - 1);
    const char *text = str_text(line);
    if (strlen(text) != line->len) // a NUL would hide the rest
        return false;
    int64_t number;
    Error ignored;
    if (!number_parse(text + strspn(text, blanks), 0, size - 1, &number, &ignored))
        return false;
    *out = (int)number;
    return true;
}

// Prompts until the answer is a coordinate. False at the end of input.
static bool ask(const char *prompt, int size, LineReader *in, FILE *out, int *value) {
    enum { LONGEST = 80 };
    ScopedStr line = {0};
    LineResult r;
    bool found = false;
    do {
        fputs(prompt, out);
        fflush(out);
        r = line_read(in, LONGEST, &line);
        bool answered = r == LINE_READ || r == LINE_TOO_LONG;
        found = r == LINE_READ && parse_coordinate(&line, size, value);
        if (answered && !found)
            fprintf(out, "Please enter a number from 0 to %d.\n", size - 1);
    } while (!found && r != LINE_END && r != LINE_FAILED);
    return found;
}

static bool human_moves(Board *b, LineReader *in, FILE *out) {
    fputs("Your move:\n", out);
    for (;;) {
        int y, x;
        if (!ask("y coord: ", b->size, in, out, &y) || !ask("x coord: ", b->size, in, out, &x))
            return false;
        if (b->at[point_at(x, y)] == EMPTY) {
            place(b, WHITE, point_at(x, y), out);
            return true;
        }
        fprintf(out, "(%d, %d) is taken. Please choose an empty square.\n", y, x);
    }
}

SequenceState sequences_play(int size, FILE *in, FILE *out) {
    Board b;
    board_init(&b, &rules_standard, size);
    LineReader lines = line_reader_from(in);
    SequenceState state;
    do {
        show(&b, sequences_add_board, out);
        computer_moves(&b, out);
        state = grid_state(board_grid(&b));
        if (state != SEQUENCE_CONTINUE || !human_moves(&b, &lines, out))
            break;
        state = grid_state(board_grid(&b));
    } while (state == SEQUENCE_CONTINUE);
    line_reader_release(&lines);
    return state;
}
