#include "protocol/classroom_text.h"

#include "base/utf8.h"
#include "core/notation.h"
#include "record/format.h"

bool classroom_point_parse(const char *text, size_t len, Point *out) {
    int column = -1, row = -1;
    for (size_t i = 0; i < len; i++) {
        int c = text[i];
        if (c == ' ')
            continue;
        int letter = (c | 0x20) - 'a', digit = c - '1';
        if (letter >= 0 && letter < CLASSROOM_SIZE && column < 0)
            column = letter;
        else if (digit >= 0 && digit < CLASSROOM_SIZE && row < 0)
            row = digit;
        else
            return false;
    }
    if (column < 0 || row < 0)
        return false;
    *out = point_at(column, row);
    return true;
}

void classroom_point_format(Point p, Str *out) {
    point_format(p, NOTATION_POS_TOP, CLASSROOM_SIZE, out);
}

static void add_ruler(Str *out) {
    str_add_text(out, " +");
    for (int x = 0; x < CLASSROOM_SIZE; x++)
        str_add_text(out, "-+");
    str_add_char(out, '\n');
}

void classroom_add_board(const Board *b, Str *out) {
    static const char signs[] = {[EMPTY] = ' ', [BLACK] = 'X', [WHITE] = 'O'};
    str_add_text(out, " |");
    for (int x = 0; x < CLASSROOM_SIZE; x++)
        str_add(out, "%c|", 'a' + x);
    str_add_char(out, '\n');
    add_ruler(out);
    for (int y = 0; y < CLASSROOM_SIZE; y++) {
        str_add(out, "%d|", y + 1);
        for (int x = 0; x < CLASSROOM_SIZE; x++) {
            str_add_char(out, signs[b->at[point_at(x, y)]]);
            str_add_char(out, '|');
        }
        str_add_char(out, '\n');
    }
    add_ruler(out);
}

bool classroom_has_won(const Board *b, Stone color) {
    Point line[BOARD_MAX];
    return board_winning_line(b, color, line) > 0;
}

void classroom_add_name(const char *text, size_t len, Str *out) {
    while (len > 0 && text[0] == ' ') {
        text++;
        len--;
    }
    while (len > 0 && text[len - 1] == ' ')
        len--;
    utf8_add_capitalized(out, text, len);
}
