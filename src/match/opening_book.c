#include "match/opening_book.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/scanner.h"
#include "base/str.h"
#include "base/util.h"
#include "core/notation.h"

#include <ctype.h>
#include <stdlib.h>

// ---- Reading

// The line being read, and the board after the stones so far.
typedef struct {
    Scanner at;
    Board board;
    OpeningLine line;
} Reader;

static bool add_stone(Reader *r, Point p, const Scanner *where, Error *err) {
    if (r->line.count == OPENING_LINE_MAX)
        return scanner_error(where, err, "an opening has at most %d stones", OPENING_LINE_MAX);
    PlayResult result = board_play(&r->board, p);
    if (result != PLAY_OK)
        return scanner_error(where, err, "%s", play_result_text(result));
    if (!board_has_legal_move(&r->board))
        return scanner_error(where, err, "this stone ends the game");
    r->line.points[r->line.count++] = p;
    return true;
}

static bool read_move(Reader *r, Error *err) {
    const Scanner start = r->at;
    Point p;
    Error reason = {0};
    if (!point_scan(&r->at, r->board.size, &p, &reason))
        return scanner_error(&start, err, "%s", reason.text);
    return add_stone(r, p, &start, err);
}

// Relative to the center as Gomocup defines it. 100 is larger than any board.
static bool read_offset(Reader *r, int *out, Error *err) {
    scanner_skip_blanks(&r->at);
    bool negative = scanner_accept(&r->at, '-');
    if (!scanner_number(&r->at, 100, out))
        return scanner_error(&r->at, err, "expected an offset from the center, such as -2");
    *out = (negative ? -*out : *out) + r->board.size / 2;
    return true;
}

static bool read_offsets(Reader *r, Error *err) {
    const Scanner start = r->at;
    int x, y;
    if (!read_offset(r, &x, err))
        return false;
    scanner_skip_blanks(&r->at);
    if (!scanner_accept(&r->at, ','))
        return scanner_error(&r->at, err, "expected a comma and a row offset");
    if (!read_offset(r, &y, err))
        return false;
    if (x < 0 || y < 0 || x >= r->board.size || y >= r->board.size)
        return scanner_error(&start, err, "the stone is off the %dx%d board", r->board.size,
                             r->board.size);
    return add_stone(r, point_at(x, y), &start, err);
}

static bool read_stone(Reader *r, Error *err) {
    int c = scanner_peek(&r->at);
    if (isalpha(c))
        return read_move(r, err);
    if (c == '-' || isdigit(c))
        return read_offsets(r, err);
    return scanner_error(&r->at, err, "expected moves (h8i9) or offsets (0,0, 1,0), not %s",
                         scanner_describe_next(&r->at).text);
}

static void skip_separators(Scanner *s) {
    do
        scanner_skip_blanks(s);
    while (scanner_accept(s, ','));
}

static bool read_line(Reader *r, Error *err) {
    for (skip_separators(&r->at); !scanner_at_end(&r->at) && scanner_peek(&r->at) != '#';
         skip_separators(&r->at))
        if (!read_stone(r, err))
            return false;
    return true;
}

static bool read_lines(OpeningBook *b, Scanner *s, const Rules *rules, int size, Error *err) {
    int capacity = 0;
    Reader r;
    while (scanner_line(s, &r.at)) {
        board_init(&r.board, rules, size);
        r.line.count = 0;
        if (!read_line(&r, err))
            return false;
        if (r.line.count == 0)
            continue;
        if (b->count == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            b->lines = mem_resize(b->lines, (size_t)capacity * sizeof b->lines[0]);
        }
        b->lines[b->count++] = r.line;
    }
    return b->count > 0 || error_set(err, "no openings in the file");
}

bool opening_book_parse(const char *text, size_t len, const Rules *rules, int size,
                        OpeningBook *out, Error *err) {
    OpeningBook b = {0};
    Scanner s = scanner_over(text, len);
    if (!read_lines(&b, &s, rules, size, err)) {
        opening_book_release(&b);
        return false;
    }
    *out = b;
    return true;
}

bool opening_book_load(const char *path, const Rules *rules, int size, OpeningBook *out,
                       Error *err) {
    Str text = {0};
    bool ok = file_read(path, &text, err);
    if (ok && !opening_book_parse(str_text(&text), text.len, rules, size, out, err))
        ok = error_prefix(err, path);
    str_release(&text);
    return ok;
}

void opening_book_release(OpeningBook *b) {
    mem_free(b->lines);
    *b = (OpeningBook){0};
}

uint32_t opening_book_checksum(const OpeningBook *b) {
    Str text = {0};
    for (int i = 0; i < b->count; i++) {
        bytes_add_u16(&text, (unsigned)b->lines[i].count);
        for (int k = 0; k < b->lines[i].count; k++)
            bytes_add_u16(&text, (unsigned)b->lines[i].points[k]);
    }
    uint32_t sum = bytes_fnv1a(str_text(&text), text.len);
    str_release(&text);
    return sum;
}

// ---- Random openings

OpeningLine opening_line_random(const Rules *rules, int size, int stones, Rng *rng) {
    enum { REACH = 3, TRIES = 1000 };
    Board b;
    board_init(&b, rules, size);
    OpeningLine line = {0};
    int reach = int_min(REACH, (size - 1) / 2), middle = size / 2;
    stones = int_min(stones, OPENING_LINE_MAX);
    for (int tries = 0; line.count < stones && tries < TRIES; tries++) {
        int x = middle + rng_below(rng, 2 * reach + 1) - reach;
        int y = middle + rng_below(rng, 2 * reach + 1) - reach;
        Board after = b;
        Point p = point_at(x, y);
        if (board_play(&after, p) != PLAY_OK || !board_has_legal_move(&after))
            continue;
        line.points[line.count++] = p;
        b = after;
    }
    return line;
}
