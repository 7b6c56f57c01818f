// File formats of Piskvork, the manager of the Gomocup tournaments: PSQ, a game with its board
// size, and the older REC, two names and the moves on a 20x20 board.
//
// Neither stores the winner, who is visible on the board. Times are stored in the private property
// ET, in milliseconds.
#include "base/number.h"
#include "record/charset.h"
#include "record/format.h"
#include "record/move_list.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { REC_SIZE = 20 };

// The code at the end of a file: how the game ended. For a time loss or an error, the side to move
// lost; other ends are visible on the board.
enum { CODE_NORMAL = 0, CODE_TIME = 15, CODE_ERROR = -2, CODE_UNKNOWN = -1 };

static bool line_is_blank(Scanner line) {
    scanner_skip_blanks(&line);
    return scanner_at_end(&line);
}

// Only moves begin like this; player names must not.
static bool begins_like_move(Scanner line) {
    scanner_skip_blanks(&line);
    bool digits = false;
    for (; isdigit(scanner_peek(&line)); scanner_next(&line))
        digits = true;
    return digits && scanner_peek(&line) == ',';
}

static bool read_coordinate(Scanner *s, int first, int size, int *out, Error *err) {
    const Scanner start = *s;
    int number;
    if (!scanner_number(s, INT_MAX, &number) || number < first || number >= first + size)
        return scanner_error(&start, err, "expected a number from %d to %d", first,
                             first + size - 1);
    *out = number - first;
    return true;
}

// A negative time means unknown.
static bool read_time(Scanner *s, Record *r, Node *node, Error *err) {
    const Scanner start = *s;
    bool negative = scanner_accept(s, '-');
    int ms;
    if (!scanner_number(s, INT_MAX, &ms))
        return scanner_error(&start, err, "expected a time in milliseconds");
    if (negative)
        return true;
    ScopedStr text = {0};
    str_add(&text, "%d", ms);
    record_add_value(r, node, "ET", str_text(&text));
    return true;
}

static bool read_move(Scanner line, int first, MoveReader *m, Error *err) {
    scanner_skip_blanks(&line);
    const Scanner start = line;
    int x, y, size = m->record->size;
    if (!read_coordinate(&line, first, size, &x, err))
        return false;
    if (!scanner_accept(&line, ','))
        return scanner_error(&line, err, "expected a comma between column and row");
    if (!read_coordinate(&line, first, size, &y, err) ||
        !move_reader_add(m, point_at(x, y), &start, err))
        return false;
    if (scanner_accept(&line, ',') && !read_time(&line, m->record, m->last, err))
        return false;
    return line_is_blank(line) || scanner_error(&line, err, "expected the end of the move");
}

// Reads moves up to the first line that is not a move; `s` stays before it.
static bool read_moves(Scanner *s, int first, Record *r, Error *err) {
    MoveReader m = move_reader_over(r);
    Scanner ahead = *s, line;
    while (scanner_line(&ahead, &line) && begins_like_move(line)) {
        if (!read_move(line, first, &m, err))
            return false;
        *s = ahead;
    }
    return true;
}

static bool read_name(Scanner line, Record *r, const char *id, const ReadOptions *options,
                      Error *err) {
    if (begins_like_move(line))
        return scanner_error(&line, err, "expected the name of a player, not a move");
    ScopedStr name = {0};
    bool ok = player_name_read(&line, options->charset, &name, err);
    if (ok && !player_name_is_blank(str_text(&name)))
        record_set_value(r, r->root, id, str_text(&name));
    return ok;
}

static bool code_parse(Scanner line, int *out) {
    scanner_skip_blanks(&line);
    bool negative = scanner_accept(&line, '-');
    if (!scanner_number(&line, INT_MAX, out) || !line_is_blank(line))
        return false;
    *out = negative ? -*out : *out;
    return true;
}

// The side to move lost, unless the board shows another result.
static void set_loss(Record *r, EndReason reason) {
    Game g;
    if (!record_replay(r, record_last(r), &g, NULL) || game_result(&g).reason != END_NONE)
        return;
    record_set_result(r, (Result){reason, stone_other(g.board.turn)});
}

static bool read_code(Scanner line, Record *r, Error *err) {
    int code;
    if (!code_parse(line, &code))
        return scanner_error(&line, err, "expected the end code of the game, or nothing");
    switch (code) {
    case CODE_NORMAL:
    case CODE_UNKNOWN:
        break;
    case CODE_TIME:
        set_loss(r, END_TIME);
        break;
    case CODE_ERROR:
        set_loss(r, END_ILLEGAL);
        break;
    default:
        record_note(r, "line %d: unknown end code %d", line.line, code);
    }
    return true;
}

// The lines after the moves, without trailing empty ones. Fails if there are more than `max`.
static bool read_tail(Scanner *s, Scanner *lines, int max, int *count, Error *err) {
    Scanner line;
    int n = 0;
    *count = 0;
    while (scanner_line(s, &line)) {
        bool blank = line_is_blank(line);
        if (n == max && !blank)
            return scanner_error(&line, err, "expected the end of the file");
        if (n < max)
            lines[n++] = line;
        if (!blank)
            *count = n;
    }
    return true;
}

typedef struct {
    int size;
    int starter; // index of the player who moved first
} PsqHeader;

static bool skip_comma(Scanner *s) {
    bool comma = scanner_accept(s, ',');
    scanner_skip_blanks(s);
    return comma;
}

static bool read_sizes(Scanner *s, int *out, Error *err) {
    const Scanner start = *s;
    int width, height;
    if (!scanner_number(s, INT_MAX, &width) || !scanner_accept(s, 'x') ||
        !scanner_number(s, INT_MAX, &height))
        return scanner_error(&start, err, "expected the size of the board, such as 20x20");
    if (width != height)
        return scanner_error(&start, err, "the board is %dx%d, but only square ones can be read",
                             width, height);
    if (width < BOARD_MIN || width > BOARD_MAX)
        return scanner_error(&start, err, "the board is %dx%d; it can be %dx%d to %dx%d", width,
                             height, BOARD_MIN, BOARD_MIN, BOARD_MAX, BOARD_MAX);
    *out = width;
    return true;
}

// The levels of the two players (0 for a person, or the number of a time limit) are not used.
static bool read_levels(Scanner *s, int *starter, Error *err) {
    int first, second;
    if (skip_comma(s) && scanner_number(s, INT_MAX, &first) && scanner_accept(s, ':') &&
        scanner_number(s, INT_MAX, &second) && skip_comma(s) && scanner_number(s, 1, starter) &&
        line_is_blank(*s))
        return true;
    return scanner_error(s, err,
                         "expected the rest of a first line such as "
                         "'Piskvorky 20x20, 11:11, 0'");
}

static bool read_header(Scanner *s, PsqHeader *out, Error *err) {
    Scanner line = *s;
    bool any = scanner_line(s, &line);
    if (!any || !scanner_accept_word(&line, "Piskvorky "))
        return scanner_error(&line, err,
                             "expected a first line such as 'Piskvorky 20x20, 11:11, 0'");
    return read_sizes(&line, &out->size, err) && read_levels(&line, &out->starter, err);
}

// One line after the moves is the end code if it is a number; two lines are the names; three are
// both.
static bool read_psq_body(Record *r, Scanner *s, int starter, const ReadOptions *options,
                          Error *err) {
    const char *const ids[] = {starter ? "PW" : "PB", starter ? "PB" : "PW"};
    Scanner tail[3];
    int count, code;
    if (!read_moves(s, 1, r, err) || !read_tail(s, tail, COUNT(tail), &count, err))
        return false;
    bool coded = count == 3 || (count == 1 && code_parse(tail[0], &code));
    int names = count - coded;
    for (int i = 0; i < names; i++)
        if (!read_name(tail[i], r, ids[i], options, err))
            return false;
    return !coded || read_code(tail[names], r, err);
}

// In REC, people without a name are "homo-1" and "homo-2".
typedef struct {
    const char *id, *placeholder;
} RecName;
static const RecName rec_names[] = {{"PB", "homo-1"}, {"PW", "homo-2"}};

static bool read_rec_names(Record *r, Scanner *s, const ReadOptions *options, Error *err) {
    for (int i = 0; i < COUNT(rec_names); i++) {
        Scanner line;
        if (!scanner_line(s, &line))
            return scanner_error(s, err, "expected two lines with the names of the players");
        if (!read_name(line, r, rec_names[i].id, options, err))
            return false;
        const char *name = node_value(r->root, rec_names[i].id);
        if (name && !strcmp(name, rec_names[i].placeholder))
            record_set_value(r, r->root, rec_names[i].id, NULL);
    }
    return true;
}

static bool read_rec_body(Record *r, Scanner *s, const ReadOptions *options, Error *err) {
    Scanner tail[1];
    int count;
    return read_rec_names(r, s, options, err) && read_moves(s, 0, r, err) &&
           read_tail(s, tail, COUNT(tail), &count, err) &&
           (count == 0 || read_code(tail[0], r, err));
}

static Record *psq_read(const char *text, size_t len, const ReadOptions *options, Error *err) {
    Scanner s = scanner_over(text, len);
    PsqHeader header;
    if (!read_header(&s, &header, err))
        return NULL;
    Record *r = record_for_reader(header.size, options);
    if (read_psq_body(r, &s, header.starter, options, err))
        return r;
    record_free(r);
    return NULL;
}

static Record *rec_read(const char *text, size_t len, const ReadOptions *options, Error *err) {
    Scanner s = scanner_over(text, len);
    Record *r = record_for_reader(REC_SIZE, options);
    if (read_rec_body(r, &s, options, err))
        return r;
    record_free(r);
    return NULL;
}

static int code_of(Result result) {
    switch (result.reason) {
    case END_NONE:
        return CODE_UNKNOWN;
    case END_TIME:
        return CODE_TIME;
    case END_FORFEIT: // SGF stores every kind of error as a forfeit
    case END_FOUL:
    case END_ILLEGAL:
    case END_CRASH:
    case END_NO_ANSWER:
        return CODE_ERROR;
    default:
        return CODE_NORMAL;
    }
}

static void write_moves(const MoveList *list, int first, Str *out) {
    for (int i = 0; i < list->count; i++) {
        const Node *move = list->moves[i];
        const char *time = node_value(move, "ET");
        int64_t ms;
        if (!time || !number_parse(time, 0, INT_MAX, &ms, NULL))
            ms = 0; // as in tournament files for the moves of an opening
        str_add(out, "%d,%d,%d\n", point_x(move->point) + first, point_y(move->point) + first,
                (int)ms);
    }
}

static bool write_name(const Record *r, const char *id, const char *fallback, Str *out,
                       Error *err) {
    size_t start = out->len;
    player_name_write(r, id, fallback, out);
    if (begins_like_move(scanner_over(out->data + start, out->len - start)))
        return error_set(err, "the name '%.40s' looks like a move in this format",
                         out->data + start);
    str_add_char(out, '\n');
    return true;
}

static bool has_name(const Record *r, const char *id) {
    const char *name = node_value(r->root, id);
    return name && !player_name_is_blank(name);
}

static bool psq_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    MoveList list;
    if (!move_list_from(r, options->end, &list, err))
        return false;
    str_add(out, "Piskvorky %dx%d, 11:11, 0\n", r->size, r->size);
    write_moves(&list, 1, out);
    if ((has_name(r, "PB") || has_name(r, "PW")) &&
        (!write_name(r, "PB", "", out, err) || !write_name(r, "PW", "", out, err)))
        return false;
    str_add(out, "%d\n", code_of(list.result));
    return true;
}

static bool rec_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    MoveList list;
    if (!move_list_from(r, options->end, &list, err))
        return false;
    if (r->size != REC_SIZE)
        return error_set(err, "this format's board is %dx%d, the game's is %dx%d", REC_SIZE,
                         REC_SIZE, r->size, r->size);
    for (int i = 0; i < COUNT(rec_names); i++)
        if (!write_name(r, rec_names[i].id, rec_names[i].placeholder, out, err))
            return false;
    write_moves(&list, 0, out);
    str_add(out, "%d\n", code_of(list.result));
    return true;
}

const Format format_psq = {
    .name = "psq",
    .summary = "Piskvork's game file, as the Gomocup tournaments publish them",
    .extensions = "psq",
    .read = psq_read,
    .write = psq_write,
    .keeps_moves = true,
    .keeps_names = true,
    .keeps_size = true,
};

const Format format_rec = {
    .name = "rec",
    .summary = "Piskvork's older record of a game on 20x20",
    .extensions = "rec",
    .read = rec_read,
    .write = rec_write,
    .keeps_moves = true,
    .keeps_names = true,
    .keeps_size = true,
};
