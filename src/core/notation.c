#include "core/notation.h"

#include "base/error.h"
#include "base/number.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

// Without I, the letters reach Z at the 25th column, which is BOARD_MAX.
static const char letters_with_i[] = "abcdefghijklmnopqrstuvwxyz";
static const char letters_without_i[] = "abcdefghjklmnopqrstuvwxyz";

static const struct {
    const char *name, *summary;
    const char *letters; // column letters; NULL for x,y
    bool from_top;
} table[NOTATION_COUNT] = {
    [NOTATION_POS] = {"pos", "letter with I, row from the bottom: h8", letters_with_i, false},
    [NOTATION_GTP] = {"gtp", "letter without I, row from the bottom: H8", letters_without_i, false},
    [NOTATION_POS_TOP] = {"pos-top", "letter with I, row from the top: h8", letters_with_i, true},
    [NOTATION_XY] = {"xy", "column,row from 0 at the top left: 7,7", NULL, true},
    [NOTATION_SGF] = {"sgf", "two letters, column and row from the top: hh", letters_with_i, true},
};

const char *notation_name(int i) {
    return i < NOTATION_COUNT ? table[i].name : NULL;
}

const char *notation_summary(Notation notation) {
    return table[notation].summary;
}

bool notation_find(const char *name, Notation *out, Error *err) {
    int i = word_find(name, "notation", notation_name, err);
    if (i >= 0)
        *out = (Notation)i;
    return i >= 0;
}

char notation_column_letter(Notation notation, int x) {
    const char *letters = table[notation].letters;
    if (!letters)
        return 0;
    return notation == NOTATION_GTP ? (char)(letters[x] - 'a' + 'A') : letters[x];
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The column or row of a letter; -1 if it is invalid.
static int letter_index(const char *letters, char letter) {
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : -1;
}

// -1 if there are no digits, if there is anything else, or if the number is far too large.
static int small_number(const char *text, size_t len) {
    int value = len > 0 ? 0 : -1;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9' || value > BOARD_MAX)
            return -1;
        value = value * 10 + text[i] - '0';
    }
    return value;
}

static void parse_pair(const char *text, int *x, int *y) {
    const char *comma = strchr(text, ',');
    if (!comma)
        return;
    *x = small_number(text, (size_t)(comma - text));
    *y = small_number(comma + 1, strlen(comma + 1));
}

static void parse_letter_number(const char *text, Notation notation, int size, int *x, int *y) {
    const char *digits = text[0] ? text + 1 : text;
    int row = small_number(digits, strlen(digits));
    *x = letter_index(table[notation].letters, lower(text[0]));
    *y = table[notation].from_top ? row - 1 : size - row; // off the board if `row` is -1
}

static void parse_letters(const char *text, int *x, int *y) {
    if (strlen(text) != 2)
        return;
    *x = letter_index(letters_with_i, text[0]);
    *y = letter_index(letters_with_i, text[1]);
}

bool point_parse(const char *text, Notation notation, int size, Point *out, Error *err) {
    int x = -1, y = -1;
    switch (notation) {
    case NOTATION_XY:
        parse_pair(text, &x, &y);
        break;
    case NOTATION_SGF:
        parse_letters(text, &x, &y);
        break;
    default:
        parse_letter_number(text, notation, size, &x, &y);
    }
    if (x < 0 || x >= size || y < 0 || y >= size) {
        ScopedStr last = {0};
        point_format(point_at(size - 1, table[notation].from_top ? size - 1 : 0), notation, size,
                     &last);
        return error_set(err, "'%.40s' is not a point of the board; the last one is %s", text,
                         str_text(&last));
    }
    *out = point_at(x, y);
    return true;
}

// Without a formatted print: a position text has hundreds of them.
static void add_row(int row, Str *out) {
    if (row >= 10)
        str_add_char(out, (char)('0' + row / 10));
    str_add_char(out, (char)('0' + row % 10));
}

void point_format(Point p, Notation notation, int size, Str *out) {
    int x = point_x(p), y = point_y(p);
    int row = table[notation].from_top ? y + 1 : size - y;
    switch (notation) {
    case NOTATION_XY:
        str_add(out, "%d,%d", x, y);
        break;
    case NOTATION_SGF:
        str_add(out, "%c%c", letters_with_i[x], letters_with_i[y]);
        break;
    default:
        str_add_char(out, notation_column_letter(notation, x));
        add_row(row, out);
    }
}

void write_points(JsonWriter *w, const char *key, const Point *points, int count, int size) {
    ScopedStr text = {0};
    for (int i = 0; i < count; i++)
        point_format(points[i], NOTATION_POS, size, &text);
    write_text(w, key, str_text(&text));
}

bool point_scan(Scanner *s, Notation notation, int size, Point *out, Error *err) {
    char text[8] = {0}; // long enough to report a number that is too large
    size_t len = 0;
    do
        text[len++] = (char)scanner_next(s);
    while (len + 1 < sizeof text && isdigit(scanner_peek(s)));
    return point_parse(text, notation, size, out, err);
}

bool points_parse(const char *text, int size, int max, Point *points, int *count, Error *err) {
    Scanner s = scanner_over(text, strlen(text));
    for (*count = 0; !scanner_at_end(&s); ++*count) {
        if (*count == max)
            return error_set(err, "there are more than %d points", max);
        if (!point_scan(&s, NOTATION_POS, size, &points[*count], err))
            return false;
    }
    return true;
}

static const struct {
    Point point;
    const char *word;
} answers[] = {{POINT_STAY, "stay"}, {POINT_SWAP, "swap"}, {POINT_MORE, "more"}};

// Not by snprintf: the server formats every move of a game for every viewer of every move.
MoveText move_text(Point p, int size) {
    MoveText m = {""};
    for (int i = 0; i < COUNT(answers); i++)
        if (answers[i].point == p) {
            memcpy(m.text, answers[i].word, strlen(answers[i].word) + 1);
            return m;
        }
    int row = size - point_y(p);
    char *at = m.text;
    *at++ = letters_with_i[point_x(p)];
    if (row >= 10)
        *at++ = (char)('0' + row / 10 % 10);
    *at = (char)('0' + row % 10);
    return m;
}

bool move_parse(const char *text, int size, Point *out, Error *err) {
    for (int i = 0; i < COUNT(answers); i++)
        if (!strcmp(answers[i].word, text)) {
            *out = answers[i].point;
            return true;
        }
    return point_parse(text, NOTATION_POS, size, out, err);
}
