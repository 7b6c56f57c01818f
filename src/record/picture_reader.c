// Parser for ASCII board diagrams (see picture.h), line by line. The first line of the board shows
// which of the three layouts it is.
#include "record/picture.h"

#include "base/number.h"
#include "base/scanner.h"

#include <ctype.h>
#include <string.h>

typedef struct Layout Layout;

typedef struct {
    const Layout *layout; // NULL until known
    int columns;          // 0 until known from a header or the first row
    int rows;
    bool complete; // no more board lines may follow
    uint8_t cells[BOARD_MAX][BOARD_MAX];
    Stone turn; // EMPTY until a line states it
    Result stated;
    Scanner last; // the last line that is not empty: the position of errors about the whole diagram
} Reader;

struct Layout {
    bool (*begins)(Scanner line);
    bool (*read)(Reader *r, Scanner line, Error *err);
};

static void skip_number(Scanner *s) {
    while (isdigit(scanner_peek(s)))
        scanner_next(s);
}

// Without white space at both ends, which has no meaning in any layout.
static Scanner trimmed(Scanner line) {
    scanner_skip_blanks(&line);
    while (line.len > line.at && scanner_is_blank(line.text[line.len - 1]))
        line.len--;
    return line;
}

// The Stone of a character; WALL if it is not a point of a board.
static Stone stone_from(int c) {
    static const char *const characters[] = {[EMPTY] = ".+-", [BLACK] = "Xx@#Bb", [WHITE] = "OoWw"};
    for (int stone = EMPTY; c > 0 && stone <= WHITE; stone++)
        if (strchr(characters[stone], c))
            return (Stone)stone;
    return WALL;
}

static bool expected_point(const Scanner *s, Error *err) {
    return scanner_error(s, err,
                         "expected a stone (X or O) or an empty point (.), or the end of the row");
}

// Sets the `x`-th point of the current row.
static bool put(Reader *r, int x, Stone stone, const Scanner *where, Error *err) {
    if (x == BOARD_MAX)
        return scanner_error(where, err, "a row has at most %d points", BOARD_MAX);
    if (r->rows == BOARD_MAX)
        return scanner_error(where, err, "a board has at most %d rows", BOARD_MAX);
    r->cells[r->rows][x] = (uint8_t)stone;
    return true;
}

static bool end_row(Reader *r, int columns, const Scanner *where, Error *err) {
    if (r->columns == 0)
        r->columns = columns;
    if (columns != r->columns)
        return scanner_error(where, err, "this row has %d points, the first has %d", columns,
                             r->columns);
    r->rows++;
    return true;
}

// Plain layout: rows of points, as people draw them.

// True if the rest of the line has only these characters.
static bool only_has(Scanner line, const char *characters) {
    while (scanner_peek(&line) > 0 && strchr(characters, scanner_peek(&line)))
        scanner_next(&line);
    return scanner_at_end(&line);
}

// From '+' to '+', with '-' or '=' between.
static bool is_frame(Scanner line) {
    return scanner_peek(&line) == '+' && line.text[line.len - 1] == '+' && only_has(line, "+-= ") &&
           !only_has(line, "+ ");
}

// Only numbers, or letters starting with a.
static bool is_header(Scanner line) {
    bool letters = tolower(scanner_peek(&line)) == 'a';
    return only_has(line, letters ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz \t"
                                  : "0123456789 \t");
}

// A number, or a letter if a bar after it shows that it is not a stone.
static void skip_left_label(Scanner *s) {
    Scanner ahead = *s;
    if (isalpha(scanner_next(&ahead))) {
        scanner_skip_blanks(&ahead);
        if (scanner_accept(&ahead, '|'))
            *s = ahead;
        return;
    }
    skip_number(s);
    scanner_skip_blanks(s);
    scanner_accept(s, '|');
}

static void skip_right_label(Scanner *s) {
    bool outside = scanner_accept(s, '|');
    scanner_skip_blanks(s);
    if (outside && isalpha(scanner_peek(s)))
        scanner_next(s);
    else
        skip_number(s);
}

static bool read_bracketed(Scanner *s, int close, Stone *out, Error *err) {
    *out = stone_from(scanner_peek(s));
    if (*out != BLACK && *out != WHITE)
        return scanner_error(s, err, "expected a stone (X or O) in the brackets");
    scanner_next(s);
    return scanner_accept(s, (char)close) ||
           scanner_error(s, err, "expected '%c' after the stone", close);
}

// Reads a point. Sets *out to WALL if there is none.
static bool read_point(Scanner *s, Stone *out, Error *err) {
    scanner_skip_blanks(s);
    if (scanner_accept(s, '('))
        return read_bracketed(s, ')', out, err);
    if (scanner_accept(s, '['))
        return read_bracketed(s, ']', out, err);
    *out = stone_from(scanner_peek(s));
    if (*out != WALL)
        scanner_next(s);
    return true;
}

static bool read_plain_row(Reader *r, Scanner line, Error *err) {
    skip_left_label(&line);
    for (int x = 0;; x++) {
        const Scanner where = line;
        Stone stone;
        if (!read_point(&line, &stone, err))
            return false;
        if (stone == WALL) {
            skip_right_label(&line);
            return scanner_at_end(&line) && x > 0 ? end_row(r, x, &where, err)
                                                  : expected_point(&line, err);
        }
        if (!put(r, x, stone, &where, err))
            return false;
    }
}

static bool begins_plain(Scanner line) {
    (void)line;
    return true;
}

static bool read_plain(Reader *r, Scanner line, Error *err) {
    return is_frame(line) || is_header(line) || read_plain_row(r, line, err);
}

// Rows of points separated by bars, as the courses print them.

// A bar follows every point except the last, which `last` follows.
static bool read_barred_row(Reader *r, Scanner *line, char last, Error *err) {
    for (int x = 0; x < r->columns; x++) {
        Stone stone = scanner_peek(line) == ' ' ? EMPTY : stone_from(scanner_peek(line));
        if (stone == WALL)
            return scanner_error(line, err, "expected a stone or a space");
        if (!put(r, x, stone, line, err))
            return false;
        scanner_next(line);
        char bar = x + 1 < r->columns ? '|' : last;
        if (!scanner_accept(line, bar))
            return scanner_error(line, err, "expected '%c' after the point", bar);
    }
    return scanner_at_end(line) ? end_row(r, r->columns, line, err)
                                : scanner_error(line, err, "expected the end of the row");
}

static bool read_column_name(Reader *r, Scanner *line, char name, Error *err) {
    if (r->columns == BOARD_MAX)
        return scanner_error(line, err, "a board has at most %d columns", BOARD_MAX);
    if (tolower(scanner_peek(line)) != name)
        return scanner_error(line, err, "expected '%c', the name of a column", name);
    scanner_next(line);
    r->columns++;
    return true;
}

// The analysis course: `*0|1*`, `0b| *`, `1 |w*`, `*****`.

static bool begins_starred(Scanner line) {
    return scanner_accept(&line, '*') && isdigit(scanner_peek(&line));
}

static bool read_starred_header(Reader *r, Scanner line, Error *err) {
    scanner_accept(&line, '*');
    do
        if (!read_column_name(r, &line, (char)('0' + r->columns % 10), err))
            return false;
    while (scanner_accept(&line, '|'));
    return (scanner_accept(&line, '*') && scanner_at_end(&line)) ||
           scanner_error(&line, err, "expected '|' or a final '*'");
}

static bool read_starred(Reader *r, Scanner line, Error *err) {
    if (r->columns == 0)
        return read_starred_header(r, line, err);
    if (scanner_peek(&line) == '*') {
        while (scanner_accept(&line, '*'))
            continue;
        r->complete = true;
        return scanner_at_end(&line) || scanner_error(&line, err, "expected only '*'");
    }
    if (!isdigit(scanner_peek(&line)))
        return scanner_error(&line, err, "expected the last digit of the row's number");
    scanner_next(&line);
    return read_barred_row(r, &line, '*', err);
}

// The classroom course: ` |a|b|`, ` +-+-+`, `1|X| |`, `2| |O|`, ` +-+-+`.

static bool begins_ruled(Scanner line) {
    return scanner_accept(&line, '|') && tolower(scanner_next(&line)) == 'a' &&
           scanner_peek(&line) == '|';
}

static bool read_ruled_header(Reader *r, Scanner line, Error *err) {
    scanner_accept(&line, '|');
    while (!scanner_at_end(&line)) {
        if (!read_column_name(r, &line, (char)('a' + r->columns), err))
            return false;
        if (!scanner_accept(&line, '|'))
            return scanner_error(&line, err, "expected '|' after the name of a column");
    }
    return true;
}

static bool read_ruled(Reader *r, Scanner line, Error *err) {
    if (r->columns == 0)
        return read_ruled_header(r, line, err);
    if (is_frame(line))
        return true;
    skip_number(&line);
    if (!scanner_accept(&line, '|'))
        return scanner_error(&line, err, "expected the number of the row and '|'");
    return read_barred_row(r, &line, '|', err);
}

static const Layout layouts[] = {
    {begins_starred, read_starred},
    {begins_ruled, read_ruled},
    {begins_plain, read_plain}, // last, because it accepts any line
};

// Text lines: the turn or the result.

static Stone accept_color(Scanner *line) {
    return scanner_accept_word(line, "Black")   ? BLACK
           : scanner_accept_word(line, "White") ? WHITE
                                                : EMPTY;
}

static bool parse_turn(Scanner line, Stone *out) {
    *out = accept_color(&line);
    return *out != EMPTY && scanner_accept_word(&line, " to move") && scanner_at_end(&line);
}

// As written by result_format.
static bool parse_result(Scanner line, Result *out) {
    out->winner = accept_color(&line);
    if (!scanner_accept_word(&line, out->winner == EMPTY ? "draw" : " wins"))
        return false;
    out->reason = END_UNSTATED;
    if (scanner_at_end(&line))
        return true;
    if (!scanner_accept_word(&line, out->winner == EMPTY ? ": " : " by "))
        return false;
    for (int reason = END_NONE + 1; reason < END_COUNT; reason++) {
        Scanner rest = line;
        out->reason = (EndReason)reason;
        if (scanner_accept_word(&rest, end_reason_text(out->reason)) && scanner_at_end(&rest))
            return true;
    }
    return false;
}

static bool has_turn_or_result(const Reader *r) {
    return r->turn != EMPTY || r->stated.reason != END_NONE;
}

static bool read_board_line(Reader *r, Scanner line, Error *err) {
    if (r->complete)
        return scanner_error(&line, err, "the board is complete; expected nothing more of it");
    for (int i = 0; !r->layout; i++)
        if (layouts[i].begins(line))
            r->layout = &layouts[i];
    return r->layout->read(r, line, err);
}

static bool read_line(Reader *r, Scanner line, Error *err) {
    Stone turn;
    Result result;
    bool is_turn = parse_turn(line, &turn);
    if (!is_turn && !parse_result(line, &result))
        return read_board_line(r, line, err);
    if (has_turn_or_result(r))
        return scanner_error(&line, err, "the turn or the result is given twice");
    if (is_turn)
        r->turn = turn;
    else
        r->stated = result;
    return true;
}

// The winner made the last move, so the loser is to move.
static bool decide_turn(const Reader *r, const int count[], Stone fallback, Stone *out,
                        Error *err) {
    int ahead = count[BLACK] - count[WHITE];
    if (r->turn != EMPTY)
        *out = r->turn;
    else if (r->stated.winner != EMPTY)
        *out = stone_other(r->stated.winner);
    else if (ahead == 0 || ahead == 1 || r->stated.reason != END_NONE)
        *out = ahead > 0 ? WHITE : BLACK;
    else if (fallback != EMPTY)
        *out = fallback;
    else
        return scanner_error(
            &r->last, err,
            "there are %d black and %d white stones, so it is not clear who moves; "
            "add a line 'Black to move' or 'White to move'",
            count[BLACK], count[WHITE]);
    return true;
}

static bool finish(const Reader *r, const Rules *rules, Stone fallback, Picture *out, Error *err) {
    if (r->rows == 0)
        return scanner_error(
            &r->last, err, "there is no board in the text; one begins with a row such as '. X O'");
    if (r->rows != r->columns)
        return scanner_error(&r->last, err,
                             "the board has %d rows of %d points, but it must be square", r->rows,
                             r->columns);
    if (r->rows < BOARD_MIN)
        return scanner_error(&r->last, err, "a board has at least %d rows", BOARD_MIN);
    int count[WALL] = {0};
    board_init(&out->board, rules, r->rows);
    for (int y = 0; y < r->rows; y++)
        for (int x = 0; x < r->columns; x++) {
            Stone stone = r->cells[y][x];
            count[stone]++;
            if (stone != EMPTY)
                board_place(&out->board, stone, point_at(x, y));
        }
    Stone turn = fallback;
    if (!decide_turn(r, count, fallback, &turn, err))
        return false;
    out->board.turn = (uint8_t)turn;
    board_recompute_winner(&out->board);
    out->stated = r->stated;
    return true;
}

bool picture_parse(const char *text, size_t len, const Rules *rules, Stone turn, Picture *out,
                   Error *err) {
    Scanner s = scanner_over(text, len), line;
    scanner_skip_bom(&s);
    Reader r = {.last = s};
    while (scanner_line(&s, &line)) {
        line = trimmed(line);
        if (scanner_at_end(&line))
            continue;
        if (!read_line(&r, line, err))
            return false;
        r.last = line;
    }
    return finish(&r, rules, turn, out, err);
}
