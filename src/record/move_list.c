#include "record/move_list.h"

#include "record/format.h"

#include <ctype.h>

MoveReader move_reader_over(Record *empty) {
    MoveReader m = {.record = empty, .last = empty->root};
    board_init(&m.board, empty->rules, empty->size);
    return m;
}

bool move_reader_add(MoveReader *m, Point p, const Scanner *where, Error *err) {
    if (m->board.at[p] != EMPTY)
        return scanner_error(where, err, "%s", play_result_text(PLAY_OCCUPIED));
    m->last = record_add_move(m->record, m->last, m->board.turn, p);
    m->last->line = where->line;
    m->last->column = where->column;
    board_place(&m->board, m->board.turn, p);
    return true;
}

static bool fits(const Game *g, const Node *end, Error *err) {
    int n = 0;
    for (int i = 0; i < g->count; i++) {
        const Move *m = &g->moves[i];
        if (point_is_answer(m->point)) // a swap of colors; the stones are the same without it
            continue;
        if (m->point == POINT_PASS)
            return error_set(err, "move %d is a pass, which this format cannot hold", n + 1);
        if (m->color != (n % 2 ? WHITE : BLACK))
            return error_set(err, "move %d is %s's out of turn, which this format cannot hold",
                             n + 1, stone_name(m->color));
        n++;
    }
    // Setup in the middle of a game restarts the history, so it is shorter than the path.
    if (g->start.stones > 0 || n != node_moves(end))
        return error_set(err, "stones are set up, and this format holds only moves");
    return true;
}

bool move_list_from(const Record *r, const Node *end, MoveList *out, Error *err) {
    if (!end)
        end = record_last(r);
    Game g;
    if (!record_replay(r, end, &g, err) || !fits(&g, end, err))
        return false;
    out->count = node_moves(end);
    out->result = game_result(&g);
    int i = out->count;
    for (const Node *node = end; node; node = node->parent)
        if (node->point != POINT_NONE)
            out->moves[--i] = node;
    return true;
}

// Move strings ("pos" format), as in the URLs of web games and the opening files of engines:
// "h8i9h9". Black moves first. The text contains neither size nor rules.
//
// White space, commas and semicolons may separate moves, and a URL that ends with "#/" may precede
// them. Anything else is an error and not skipped, because parts of almost any text look like
// moves.
// Only in the first line that is not empty, so that moves are never skipped as part of a URL.
static void skip_url(Scanner *s) {
    scanner_skip_blanks(s);
    Scanner rest = *s, line;
    if (!scanner_line(&rest, &line))
        return;
    for (size_t i = 0; i + 1 < line.len; i++)
        if (line.text[i] == '#' && line.text[i + 1] == '/') {
            s->at += i + 2;
            s->column += (int)i + 2;
            return;
        }
}

static void skip_separators(Scanner *s) {
    do
        scanner_skip_blanks(s);
    while (scanner_accept(s, ',') || scanner_accept(s, ';'));
}

static bool read_point(Scanner *s, Notation notation, int size, Point *out, Error *err) {
    const Scanner start = *s;
    if (!isalpha(scanner_peek(s)))
        return scanner_error(s, err, "expected a move, such as h8, not %s",
                             scanner_describe_next(s).text);
    return point_scan(s, notation, size, out, err) || scanner_locate(&start, err);
}

static bool read_moves(Record *r, Scanner s, Notation notation, Error *err) {
    MoveReader m = move_reader_over(r);
    skip_url(&s);
    for (skip_separators(&s); !scanner_at_end(&s); skip_separators(&s)) {
        const Scanner start = s;
        Point p;
        if (!read_point(&s, notation, r->size, &p, err) || !move_reader_add(&m, p, &start, err))
            return false;
    }
    return true;
}

static Record *read_in(Notation notation, const char *text, size_t len, const ReadOptions *options,
                       Error *err) {
    Record *r = record_for_reader(0, options);
    if (read_moves(r, scanner_over(text, len), notation, err))
        return r;
    record_free(r);
    return NULL;
}

static bool write_in(Notation notation, const Record *r, const WriteOptions *options, Str *out,
                     Error *err) {
    MoveList list;
    if (!move_list_from(r, options->end, &list, err))
        return false;
    for (int i = 0; i < list.count; i++)
        point_format(list.moves[i]->point, notation, r->size, out);
    str_add_char(out, '\n');
    return true;
}

static Record *pos_read(const char *text, size_t len, const ReadOptions *options, Error *err) {
    return read_in(NOTATION_POS, text, len, options, err);
}

static bool pos_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    return write_in(NOTATION_POS, r, options, out, err);
}

static Record *pos_top_read(const char *text, size_t len, const ReadOptions *options, Error *err) {
    return read_in(NOTATION_POS_TOP, text, len, options, err);
}

static bool pos_top_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    return write_in(NOTATION_POS_TOP, r, options, out, err);
}

const Format format_pos = {
    .name = "pos",
    .summary = "a string of moves, rows from the bottom: h8i9h9",
    .extensions = "pos",
    .read = pos_read,
    .write = pos_write,
    .keeps_moves = true,
};

const Format format_pos_top = {
    .name = "pos-top",
    .summary = "a string of moves, rows from the top, as in c-gomoku-cli",
    .extensions = "",
    .read = pos_top_read,
    .write = pos_top_write,
    .keeps_moves = true,
};
