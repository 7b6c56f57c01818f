#include "protocol/sequences_game.h"

#include "base/line.h"
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

void sequences_add_analysis(const Board *b, Str *out) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        str_add(out, "%s stones\n", stone_name(color));
        for (int length = 2; length <= 5; length++) {
            SequenceCount count = sequence_count(b, color, length);
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

static void show(const Board *b, void (*add)(const Board *, Str *), FILE *out) {
    Str text = {0};
    add(b, &text);
    fputs(str_text(&text), out);
    str_release(&text);
}

static void place(Board *b, Stone color, Point p, FILE *out) {
    board_place(b, color, p);
    show(b, sequences_add_board, out);
    show(b, sequences_add_analysis, out);
}

static void computer_moves(Board *b, FILE *out) {
    Point p = b->stones == 0 ? point_centre(b->size) : sequence_best_point(b, BLACK);
    fprintf(out, "Computer move: (%d, %d)\n", point_y(p), point_x(p));
    place(b, BLACK, p, out);
}

// A coordinate from 0 to size - 1, asked for until it is one. False at the end of input.
static bool ask(const char *prompt, int size, FILE *in, FILE *out, int *value) {
    Str line = {0};
    LineResult r;
    bool found = false;
    do {
        fputs(prompt, out);
        fflush(out);
        r = line_read(in, 80, &line);
        Error err;
        int64_t number;
        const char *text = str_text(&line);
        text += strspn(text, " \t");
        str_cut(&line, (size_t)(text - str_text(&line)) + strcspn(text, " \t\r"));
        found = r == LINE_READ && number_parse(text, 0, size - 1, &number, &err);
        if (found)
            *value = (int)number;
        else if (r == LINE_READ || r == LINE_TOO_LONG)
            fprintf(out, "Please enter a number from 0 to %d.\n", size - 1);
    } while (!found && (r == LINE_READ || r == LINE_TOO_LONG));
    str_release(&line);
    return found;
}

static bool person_moves(Board *b, FILE *in, FILE *out) {
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

SequencesEnd sequences_play(int size, FILE *in, FILE *out, SequenceState *state) {
    Board b;
    board_init(&b, &rules_standard, size);
    for (;;) {
        show(&b, sequences_add_board, out);
        computer_moves(&b, out);
        if ((*state = sequence_state(&b)) != SEQUENCE_CONTINUE)
            return SEQUENCES_PLAYED;
        if (!person_moves(&b, in, out))
            return SEQUENCES_INPUT_ENDED;
        if ((*state = sequence_state(&b)) != SEQUENCE_CONTINUE)
            return SEQUENCES_PLAYED;
    }
}
