#include "record/sgf.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "base/number.h"
#include "record/charset.h"

#include <string.h>

enum {
    GM_GO = 1, // values of GM
    GM_GOMOKU = 4,
    SIZE_GO = 19, // defaults without SZ
    SIZE_GOMOKU = 15,
    TT_PASS_SIZE = 19, // up to this size "tt" is a pass
};

// One game of the file.

typedef struct {
    Scanner at;
    Record *record;
    const ReadOptions *options;
    Str value;   // the one being read
    Str charset; // of the whole file, as named by its first game
    Node *node;  // the one being read; NULL before the root
    Node **open; // stack: the parent node of each '(' not closed yet
    int open_count, open_capacity;
    unsigned headers_seen; // bits by the rows of `headers`
    int gm, size;          // from the root; 0 if missing
    bool has_rules;
    Stone color; // of this node's move; EMPTY if none yet
    Str move;
    bool noted_letters;
} Reader;

// The root's properties that describe the file. `at` is the position of the value.

static bool read_gm(Reader *rd, const Scanner *at, const char *text, Error *err) {
    int64_t gm;
    if (!number_parse(text, GM_GO, GM_GO, &gm, NULL) &&
        !number_parse(text, GM_GOMOKU, GM_GOMOKU, &gm, NULL))
        return scanner_error(at, err, "GM[%.20s] is another game; gomoku and renju are GM[4]",
                             text);
    rd->gm = (int)gm;
    if (gm == GM_GO)
        record_note(rd->record, "the file says it is Go (GM[1]); read as gomoku");
    return true;
}

static bool read_size(Reader *rd, const Scanner *at, const char *text, Error *err) {
    Scanner s = scanner_over(text, strlen(text));
    int width = 0;
    bool ok = scanner_number(&s, 9999, &width);
    int height = width;
    if (ok && scanner_accept(&s, ':'))
        ok = scanner_number(&s, 9999, &height);
    if (!ok || !scanner_at_end(&s))
        return scanner_error(at, err, "SZ[%.20s] is not a board size; SZ[15] would be", text);
    if (width != height)
        return scanner_error(at, err, "the board is %dx%d; only square boards can be read", width,
                             height);
    if (width < BOARD_MIN || width > BOARD_MAX)
        return scanner_error(at, err, "board size %d is not between %d and %d", width, BOARD_MIN,
                             BOARD_MAX);
    rd->size = width;
    return true;
}

// By name, or by Gomocup number. NULL if unknown.
static const Rules *rules_from(const char *word) {
    int64_t code;
    if (number_parse(word, 0, INT32_MAX, &code, NULL))
        return rules_from_gomocup((int)code);
    return rules_find(word, NULL);
}

static const Rules *default_rules(const Reader *rd) {
    return rd->options->rules ? rd->options->rules : &rules_freestyle;
}

// Keeps the text after the name of the rule set in the root's RU, after a semicolon; the whole text
// if the rule set is unknown.
static bool keep_rules_text(Reader *rd, const Scanner *at, const char *rest, Error *err) {
    Record *r = rd->record;
    ScopedStr text = {0};
    if (*rest)
        str_add(&text, "%s; %s", r->rules->name, rest);
    return record_set_value(r, r->root, "RU", str_text(&text)) ||
           scanner_error(at, err, "more than %d properties in one node", NODE_PROPERTIES_MAX);
}

static bool read_rules(Reader *rd, const Scanner *at, const char *text, Error *err) {
    ScopedStr word = {0}, rest = {0};
    size_t len = strcspn(text, ";");
    str_add_bytes(&word, text, len);
    str_trim(&word);
    const Rules *named = rules_from(str_text(&word));
    str_add_text(&rest, !named ? text : text[len] ? text + len + 1 : "");
    str_trim(&rest);
    const char *kept = str_text(&rest);
    rd->has_rules = named || *kept;
    rd->record->rules = named ? named : default_rules(rd);
    if (!named && *kept)
        record_note(rd->record, "unknown rules '%.80s'; read as %s", kept, rd->record->rules->name);
    return keep_rules_text(rd, at, kept, err);
}

static bool read_charset(Reader *rd, const Scanner *at, const char *text, Error *err) {
    (void)at, (void)err;
    if (!ascii_equal(text, str_text(&rd->charset)))
        record_note(rd->record,
                    "the game names the character set '%.40s', but the file is read by what its "
                    "first game names",
                    text);
    return true;
}

static bool read_nothing(Reader *rd, const Scanner *at, const char *text, Error *err) {
    (void)rd, (void)at, (void)text, (void)err;
    return true;
}

static const struct {
    const char *id;
    bool (*read)(Reader *rd, const Scanner *at, const char *text, Error *err);
} headers[] = {
    {"FF", read_nothing}, {"GM", read_gm},   {"CA", read_charset},
    {"AP", read_nothing}, {"SZ", read_size}, {"RU", read_rules},
};

static int header_index(const char *id) {
    int i = COUNT(headers) - 1;
    while (i >= 0 && strcmp(headers[i].id, id) != 0)
        i--;
    return i;
}

bool sgf_is_header(const char *id) {
    return header_index(id) >= 0;
}

// Properties and nodes.

static bool read_header(Reader *rd, int header, Error *err) {
    Scanner at = rd->at;
    if (rd->headers_seen & 1u << header)
        return scanner_error(&at, err, "%s is given twice", headers[header].id);
    rd->headers_seen |= 1u << header;
    return sgf_read_value(&rd->at, &rd->value, err) &&
           headers[header].read(rd, &at, str_text(&rd->value), err);
}

static bool read_move(Reader *rd, const char *id, const Scanner *at, Error *err) {
    if (rd->color != EMPTY)
        return scanner_error(at, err, "the node already has a move; each move needs its own ';'");
    rd->color = *id == 'B' ? BLACK : WHITE;
    rd->node->line = at->line;
    rd->node->column = at->column;
    return sgf_read_value(&rd->at, &rd->move, err);
}

static bool is_move(const char *id) {
    return !strcmp(id, "B") || !strcmp(id, "W");
}

static bool accept_value(Reader *rd) {
    scanner_skip_blanks(&rd->at);
    return scanner_accept(&rd->at, '[');
}

static bool read_property(Reader *rd, Error *err) {
    char id[SGF_ID_MAX + 1];
    Scanner start = rd->at;
    if (!sgf_read_id(&rd->at, id, err))
        return false;
    if (!accept_value(rd))
        return scanner_error(&rd->at, err, "property %.20s needs a value in brackets: '['", id);
    int header = rd->node == rd->record->root ? header_index(id) : -1;
    bool special = header >= 0 || is_move(id);
    Property *p = special ? NULL : record_property(rd->record, rd->node, id);
    if (!special && !p)
        return scanner_error(&start, err, "more than %d properties in one node",
                             NODE_PROPERTIES_MAX);
    do {
        bool ok = header >= 0   ? read_header(rd, header, err)
                  : is_move(id) ? read_move(rd, id, &start, err)
                                : sgf_read_value(&rd->at, &rd->value, err);
        if (!ok)
            return false;
        if (p)
            property_add(rd->record, p, str_text(&rd->value));
    } while (accept_value(rd));
    return true;
}

static bool has_row_number(const char *text) {
    return text[0] && text[1] >= '0' && text[1] <= '9';
}

// Some programs write h8 instead of SGF's hh. That is unambiguous, since SGF points have no digits;
// only which corner is a1 is a guess.
static bool parse_point(Reader *rd, const char *text, Point *out, Error *err) {
    if (!has_row_number(text))
        return point_parse(text, NOTATION_SGF, rd->record->size, out, err);
    if (!point_parse(text, NOTATION_POS, rd->record->size, out, err))
        return false;
    if (!rd->noted_letters)
        record_note(rd->record,
                    "points are written as a letter and a number ('%.8s'), which is not SGF; "
                    "read with row 1 at the bottom and a column I",
                    text);
    rd->noted_letters = true;
    return true;
}

static bool finish_move(Reader *rd, Error *err) {
    const char *text = str_text(&rd->move);
    bool is_pass = !*text || (!strcmp(text, "tt") && rd->record->size <= TT_PASS_SIZE);
    Point p = POINT_PASS;
    if (!is_pass && !parse_point(rd, text, &p, err))
        return error_locate(err, rd->node->line, rd->node->column);
    rd->node->point = p;
    rd->node->color = (uint8_t)rd->color;
    return true;
}

// Leaves invalid points unchanged: record_replay will report them.
static void convert_setup(Reader *rd, const char *id) {
    const Property *p = node_property(rd->node, id);
    for (Value *v = p ? p->values : NULL; v; v = v->next) {
        Point point;
        if (!has_row_number(v->text) || !parse_point(rd, v->text, &point, NULL))
            continue;
        ScopedStr text = {0};
        point_format(point, NOTATION_SGF, rd->record->size, &text);
        v->text = arena_copy(&rd->record->arena, str_text(&text), text.len);
    }
}

// Before any point is parsed: sets the defaults for what neither the root nor the user specified.
static void finish_header(Reader *rd) {
    Record *r = rd->record;
    r->size = rd->size ? rd->size : rd->options->size;
    if (!r->size) {
        r->size = rd->gm == GM_GO ? SIZE_GO : SIZE_GOMOKU;
        record_note(r, "the file does not specify the board size; read as %dx%d", r->size, r->size);
    }
    if (rd->has_rules)
        return;
    r->rules = default_rules(rd);
    if (!rd->options->rules)
        record_note(r, "the file does not specify the rules; read as %s", r->rules->name);
}

static bool finish_node(Reader *rd, Error *err) {
    if (rd->node == rd->record->root)
        finish_header(rd);
    convert_setup(rd, "AB");
    convert_setup(rd, "AW");
    convert_setup(rd, "AE");
    return rd->color == EMPTY || finish_move(rd, err);
}

static bool read_node(Reader *rd, Error *err) {
    Node *node = rd->node ? record_add_node(rd->record, rd->node) : rd->record->root;
    node->line = rd->at.line;
    node->column = rd->at.column;
    rd->node = node;
    rd->color = EMPTY;
    scanner_accept(&rd->at, ';');
    for (scanner_skip_blanks(&rd->at); sgf_is_at_id(&rd->at); scanner_skip_blanks(&rd->at))
        if (!read_property(rd, err))
            return false;
    return finish_node(rd, err);
}

// The tree: parentheses around variations.

static bool open_variation(Reader *rd, Error *err) {
    rd->open = mem_grow(rd->open, rd->open_count, 1, &rd->open_capacity, sizeof *rd->open);
    rd->open[rd->open_count++] = rd->node;
    scanner_accept(&rd->at, '(');
    scanner_skip_blanks(&rd->at);
    return scanner_peek(&rd->at) == ';' ? read_node(rd, err)
                                        : scanner_error(&rd->at, err, "';' must follow '('");
}

static bool refuse_token(const Reader *rd, Error *err) {
    if (scanner_at_end(&rd->at))
        return scanner_error(&rd->at, err, "the file ends inside the game: ')' missing");
    return scanner_error(&rd->at, err, "%s is unexpected here",
                         scanner_describe_next(&rd->at).text);
}

static bool read_game(Reader *rd, Error *err) {
    bool closed = false; // a variation just ended: only another one may follow
    do {
        scanner_skip_blanks(&rd->at);
        int c = scanner_peek(&rd->at);
        bool ok = true;
        if (c == '(')
            ok = open_variation(rd, err);
        else if (c == ';' && !closed)
            ok = read_node(rd, err);
        else if (c == ')')
            rd->node = rd->open[--rd->open_count];
        else
            ok = refuse_token(rd, err);
        if (!ok)
            return false;
        closed = c == ')' && scanner_accept(&rd->at, ')');
    } while (rd->open_count > 0);
    return true;
}

// The file: games one after the other.

static bool fail_without_game(Error *err) {
    return error_set(err, "line 1, column 1: no game in the file: SGF begins with '(;'");
}

static bool read_games(Reader *rd, Error *err) {
    int wanted = rd->options->game ? rd->options->game : 1;
    int count = 0;
    bool skipped = false;
    while (sgf_find_game(&rd->at, &skipped))
        if (!(++count == wanted ? read_game(rd, err) : sgf_skip_game(&rd->at, &rd->value, err)))
            return false;
    if (count == 0)
        return fail_without_game(err);
    if (count < wanted)
        return scanner_error(&rd->at, err, "there is no game %d: the file has %d", wanted, count);
    rd->record->games = count;
    if (count > 1 && !rd->options->game)
        record_note(rd->record, "the file has %d games; this is number %d", count, wanted);
    if (skipped)
        record_note(rd->record, "text outside the games was ignored");
    return true;
}

static bool fail_at_end(const Str *text, Error *err) {
    Scanner s = scanner_over(str_text(text), text->len);
    while (!scanner_at_end(&s))
        scanner_next(&s);
    return scanner_locate(&s, err);
}

static bool decode(Reader *rd, const char *bytes, size_t len, Str *text, Error *err) {
    Scanner named_at;
    bool named = sgf_find_charset(scanner_over(bytes, len), &rd->charset, &named_at);
    if (!named)
        str_clear(&rd->charset);
    if (!charset_decode(rd->record, named ? str_text(&rd->charset) : NULL, rd->options->charset,
                        bytes, len, text, err))
        return named && text->len == 0 ? scanner_locate(&named_at, err) : fail_at_end(text, err);
    const char *zero = text->len ? memchr(text->data, '\0', text->len) : NULL;
    if (!zero)
        return true;
    str_cut(text, (size_t)(zero - text->data));
    error_set(err, "a zero byte: this is not a text file");
    return fail_at_end(text, err);
}

static bool open_reader(Reader *rd, const char *bytes, size_t len, Str *text, Error *err) {
    rd->record = record_new(SIZE_GOMOKU, &rules_freestyle);
    if (!decode(rd, bytes, len, text, err))
        return false;
    rd->at = scanner_over(str_text(text), text->len);
    scanner_skip_bom(&rd->at);
    return true;
}

// Returns the record if `ok`.
static Record *close_reader(Reader *rd, bool ok) {
    str_release(&rd->value);
    str_release(&rd->charset);
    str_release(&rd->move);
    mem_free(rd->open);
    if (ok)
        return rd->record;
    record_free(rd->record);
    return NULL;
}

static Record *sgf_read(const char *bytes, size_t len, const ReadOptions *options, Error *err) {
    Reader rd = {.options = options};
    ScopedStr text = {0};
    bool ok = open_reader(&rd, bytes, len, &text, err) && read_games(&rd, err);
    return close_reader(&rd, ok);
}

struct SgfGames {
    ReadOptions options;
    Reader next; // its record has the notes on the file, and becomes the first game
    Str text;
    int count;
};

SgfGames *sgf_games_open(const char *bytes, size_t len, Error *err) {
    SgfGames *games = mem_alloc(sizeof *games);
    games->next.options = &games->options;
    if (open_reader(&games->next, bytes, len, &games->text, err))
        return games;
    sgf_games_close(games);
    return NULL;
}

Record *sgf_games_next(SgfGames *games, Error *err) {
    Reader rd = games->next;
    bool skipped = false, found = sgf_find_game(&rd.at, &skipped);
    if (!found && games->count == 0)
        fail_without_game(err);
    if (!found)
        return NULL;
    games->count++;
    bool ok = read_game(&rd, err);
    games->next = (Reader){
        .options = rd.options, .at = rd.at, .record = record_new(SIZE_GOMOKU, &rules_freestyle)};
    return close_reader(&rd, ok);
}

void sgf_games_close(SgfGames *games) {
    if (!games)
        return;
    close_reader(&games->next, false);
    str_release(&games->text);
    mem_free(games);
}

const Format format_sgf = {
    .name = "sgf",
    .summary = "the common game record: a tree with variations, comments and marks",
    .extensions = "sgf",
    .read = sgf_read,
    .write = sgf_write,
    .keeps_moves = true,
    .keeps_tree = true,
    .keeps_names = true,
    .keeps_rules = true,
    .keeps_size = true,
};
