#include "match/opening_book.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/scanner.h"
#include "base/str.h"
#include "core/notation.h"
#include "core/point.h"

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
    if (!point_scan(&r->at, NOTATION_POS, r->board.size, &p, err))
        return scanner_locate(&start, err);
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
        b->lines = mem_grow(b->lines, b->count, 1, &capacity, sizeof b->lines[0]);
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
    ScopedStr text = {0};
    return file_read(path, &text, err) &&
           (opening_book_parse(str_text(&text), text.len, rules, size, out, err) ||
            error_prefix(err, path));
}

void opening_book_release(OpeningBook *b) {
    mem_free(b->lines);
    *b = (OpeningBook){0};
}

uint32_t opening_book_checksum(const OpeningBook *b) {
    ScopedStr text = {0};
    for (int i = 0; i < b->count; i++) {
        bytes_add_u16(&text, (unsigned)b->lines[i].count);
        for (int k = 0; k < b->lines[i].count; k++)
            bytes_add_u16(&text, (unsigned)b->lines[i].points[k]);
    }
    return bytes_fnv1a(str_text(&text), text.len);
}

// ---- Random openings

static int random_offset(Rng *rng, int reach) {
    return rng_below(rng, 2 * reach + 1) - reach;
}

// False if `p` is POINT_NONE, illegal, or ends the game.
static bool append_stone(OpeningLine *line, Board *b, Point p) {
    Board after = *b;
    if (p == POINT_NONE || board_play(&after, p) != PLAY_OK || !board_has_legal_move(&after))
        return false;
    *b = after;
    line->points[line->count++] = p;
    return true;
}

OpeningLine opening_line_random(const Rules *rules, int size, int stones, Rng *rng) {
    enum { REACH = 3, TRIES = 1000 };
    Board b;
    board_init(&b, rules, size);
    OpeningLine line = {0};
    int reach = int_min(REACH, (size - 1) / 2), middle = size / 2;
    stones = int_min(stones, OPENING_LINE_MAX);
    for (int tries = 0; line.count < stones && tries < TRIES; tries++) {
        int x = middle + random_offset(rng, reach), y = middle + random_offset(rng, reach);
        append_stone(&line, &b, point_at(x, y));
    }
    return line;
}

// ---- Balanced openings

// The first near the center, every other one near an existing stone.
static Point random_point(const OpeningLine *line, int size, Rng *rng) {
    enum { CENTER_REACH = 2, STONE_REACH = 3 };
    int from = line->count > 0 ? line->points[rng_below(rng, line->count)] : point_center(size);
    int reach = line->count > 0 ? STONE_REACH : CENTER_REACH;
    int x = point_x((Point)from) + random_offset(rng, reach),
        y = point_y((Point)from) + random_offset(rng, reach);
    return x < 0 || y < 0 || x >= size || y >= size ? POINT_NONE : point_at(x, y);
}

static bool add_random_stones(const BalancedOpeningOptions *o, Rng *rng, OpeningLine *line,
                              Board *b) {
    enum { TRIES = 1000 };
    board_init(b, o->rules, o->size);
    for (int tries = 0; tries < TRIES && line->count < o->stones - 1; tries++)
        append_stone(line, b, random_point(line, o->size, rng));
    return line->count == o->stones - 1;
}

static EngineLine search(Engine *engine, RequestKind kind, const Board *b, int64_t nodes,
                         StopToken stop) {
    EngineRequest request = {.kind = kind, .board = b, .budget.nodes = nodes, .stop = stop};
    engine_clear(engine);
    return engine_run(engine, &request).lines[0];
}

// A quick search rejects most candidates before the deep one.
bool balanced_opening_attempt(Engine *engine, const BalancedOpeningOptions *options, int number,
                              StopToken stop, BalancedOpening *out) {
    Rng mixer = {options->seed};
    Rng rng = {rng_next(&mixer) + (uint64_t)number};
    Board b;
    *out = (BalancedOpening){0};
    if (!add_random_stones(options, &rng, &out->line, &b))
        return false;
    int64_t nodes = options->nodes;
    EngineLine nearest = search(engine, REQUEST_BALANCE, &b, nodes, stop);
    if (abs(nearest.value) > options->bound || !append_stone(&out->line, &b, nearest.move))
        return false;
    out->value = search(engine, REQUEST_SEARCH, &b, BALANCED_OPENING_CHECK * nodes, stop).value;
    return abs(out->value) <= options->bound && !stop_requested(stop);
}

static uint64_t mix(uint64_t hash, int number) {
    Rng mixer = {hash ^ (uint64_t)(int64_t)number};
    return rng_next(&mixer);
}

uint64_t balanced_opening_signature(Engine *engine, const BalancedOpeningOptions *options) {
    enum { ATTEMPTS = 12, STONES = 6, ANY_VALUE = 1000000, NODES = 500 };
    const BalancedOpeningOptions fixed = {.rules = options->rules,
                                          .size = options->size,
                                          .stones = STONES,
                                          .bound = ANY_VALUE,
                                          .nodes = NODES};
    uint64_t hash = 0;
    for (int number = 0; number < ATTEMPTS; number++) {
        BalancedOpening out;
        balanced_opening_attempt(engine, &fixed, number, (StopToken){0}, &out);
        for (int i = 0; i < out.line.count; i++)
            hash = mix(hash, out.line.points[i]);
        hash = mix(hash, out.value);
    }
    return hash;
}

static uint64_t key_under(const OpeningLine *line, int size, int symmetry) {
    uint64_t key = 0;
    for (int i = 0; i < line->count; i++) {
        Point p = symmetry_apply(symmetry, line->points[i], size);
        Rng mixer = {(uint64_t)(2 * p + i % 2)};
        key += rng_next(&mixer); // depends on the colors of the stones, not on their order
    }
    return key;
}

uint64_t balanced_opening_key(const OpeningLine *line, int size) {
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        uint64_t key = key_under(line, size, i);
        least = key < least ? key : least;
    }
    return least;
}
