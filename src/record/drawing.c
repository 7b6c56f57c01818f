#include "record/drawing.h"

#include <string.h>

static Label label_from(const char *text) {
    Label label = {0};
    memcpy(label.text, text, strnlen(text, sizeof label.text - 1));
    return label;
}

static Label label_from_number(int number) {
    Str text = {0};
    str_add(&text, "%d", number);
    Label label = label_from(str_text(&text));
    str_release(&text);
    return label;
}

Label label_of_column(Notation notation, int x) {
    char letter = notation_column_letter(notation, x);
    return letter ? label_from((char[]){letter, '\0'}) : label_from_number(x);
}

Label label_of_row(Notation notation, int size, int y) {
    if (notation == NOTATION_XY)
        return label_from_number(y);
    Str text = {0};
    point_format(point_at(0, y), notation, size, &text);
    Label label = label_from(str_text(&text) + 1); // the part after the column letter
    str_release(&text);
    return label;
}

// Star points are on the third line of small boards and the fourth of larger ones, and on large
// boards with a middle line also halfway between.
static bool is_star_line(int size, int i) {
    int margin = size < 13 ? 2 : 3;
    bool halfway = size % 2 && size >= 17 && i == size / 2;
    return i == margin || i == size - 1 - margin || halfway;
}

bool is_star_point(int size, Point p) {
    int x = point_x(p), y = point_y(p);
    if (size % 2 && size >= BOARD_MIN_PLAYABLE && p == point_centre(size))
        return true;
    return size >= 9 && is_star_line(size, x) && is_star_line(size, y);
}
