#include "record/picture.h"

#include "record/format.h"
#include "record/game_in_tree.h"

#include <string.h>

static char drawn(const Board *b, Point p) {
    static const char stones[] = {[BLACK] = 'X', [WHITE] = 'O'};
    if (b->at[p] != EMPTY)
        return stones[b->at[p]];
    return is_star_point(b->size, p) ? '+' : '.';
}

// Column numbers above 9 are written vertically, tens first, to keep the columns narrow.
static void add_column_labels(const Board *b, Notation labels, Str *out) {
    bool tens = notation_column_letter(labels, 0) == 0 && b->size > 10;
    for (int line = tens ? 0 : 1; line < 2; line++) {
        ScopedStr row = {0};
        str_add_text(&row, labels == NOTATION_SGF ? "   " : "  ");
        for (int x = 0; x < b->size; x++) {
            Label label = label_of_column(labels, x);
            bool two = label.text[1] != '\0';
            str_add(&row, " %c", line ? label.text[two] : two ? label.text[0] : ' ');
        }
        str_add(out, "%s\n", str_text(&row));
    }
}

// There is one character before each point and after the last: a space or a bracket.
static void add_row(const Board *b, Notation labels, Point last, int y, Str *out) {
    // A bar separates the row's letter from the points, because it could be read as a stone.
    const char *bar = labels == NOTATION_SGF ? "|" : "";
    Label label = label_of_row(labels, b->size, y);
    str_add(out, "%2s%s", label.text, bar);
    for (int x = 0; x < b->size; x++) {
        Point p = point_at(x, y);
        bool after_last = x > 0 && p - 1 == last;
        str_add(out, "%c%c", p == last ? '(' : after_last ? ')' : ' ', drawn(b, p));
    }
    str_add(out, "%c%s%s\n", point_at(b->size - 1, y) == last ? ')' : ' ', bar, label.text);
}

void picture_format(const Board *b, Notation labels, Point last, Str *out) {
    add_column_labels(b, labels, out);
    for (int y = 0; y < b->size; y++)
        add_row(b, labels, last, y, out);
    add_column_labels(b, labels, out);
}

static Record *picture_read(const char *text, size_t len, const ReadOptions *options, Error *err) {
    Picture picture;
    const Rules *rules = options->rules ? options->rules : &rules_freestyle;
    if (!picture_parse(text, len, rules, options->turn, &picture, err))
        return NULL;
    Record *r = record_from_position(&picture.board);
    if (!options->rules)
        record_note(r, "the drawing does not specify the rules; read as %s", rules->name);
    if (picture.stated.reason != END_NONE && !node_value(r->root, "RE"))
        record_set_result(r, picture.stated);
    return r;
}

static bool picture_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    Game g;
    if (!record_replay(r, options->end ? options->end : record_last(r), &g, err))
        return false;
    picture_format(&g.board, options->notation, game_last_stone(&g), out);
    Result result = game_result(&g);
    str_add_char(out, '\n');
    if (result.reason == END_NONE)
        str_add(out, "%s to move", stone_name(g.board.turn));
    else
        result_format(result, out);
    str_add_char(out, '\n');
    return true;
}

const Format format_picture = {
    .name = "picture",
    .summary = "a board drawn in characters",
    .extensions = "board",
    .read = picture_read,
    .write = picture_write,
    .keeps_size = true,
};

static Label label_from(const char *text) {
    Label label = {0};
    memcpy(label.text, text, strnlen(text, sizeof label.text - 1));
    return label;
}

static Label label_from_number(int number) {
    Label label;
    snprintf(label.text, sizeof label.text, "%d", number);
    return label;
}

Label label_of_column(Notation notation, int x) {
    char letter = notation_column_letter(notation, x);
    return letter ? label_from((char[]){letter, '\0'}) : label_from_number(x);
}

Label label_of_row(Notation notation, int size, int y) {
    if (notation == NOTATION_XY)
        return label_from_number(y);
    ScopedStr text = {0};
    point_format(point_at(0, y), notation, size, &text);
    return label_from(str_text(&text) + 1); // the part after the column letter
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
    if (size % 2 && size >= BOARD_MIN_PLAYABLE && p == point_center(size))
        return true;
    return size >= 9 && is_star_line(size, x) && is_star_line(size, y);
}
