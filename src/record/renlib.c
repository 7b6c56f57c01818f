// RenLib reader: trees of variations on 15x15 boards, two bytes per move, with texts in the code
// page of the program that wrote the file.
#include "record/renlib.h"

#include "base/mem.h"
#include "record/charset.h"

#include <string.h>

enum {
    FIRST_WITHOUT_HEADER = 0x78
}; // h8: the oldest files have no header and begin with this move

// A node where children can be added, and the side to move there.
typedef struct {
    Node *node;
    Stone turn;
} Branch;

// Texts are decoded at the end of the file, because only all of them together show the charset.
typedef struct {
    Value *value;
    size_t offset; // in the file
} PendingText;

typedef struct {
    const unsigned char *bytes;
    size_t len, at;
    Record *record;
    Branch here;
    Branch *branches; // stack of branches where siblings will follow
    size_t branch_count, branch_capacity;
    PendingText *pending;
    size_t pending_count, pending_capacity;
    Str texts; // of `pending`, each terminated by a NUL
    Str text;  // the one being read
    bool noted_extension, noted_mark;
} Reader;

typedef struct {
    size_t offset;
    int position, info, extension;
} RawNode;

static bool fail(size_t offset, Error *err, const char *reason) {
    return error_set(err, "byte %zu: %s", offset, reason);
}

static bool read_pair(Reader *rd, int *first, int *second, Error *err) {
    if (rd->len - rd->at < 2)
        return fail(rd->at, err, "the file is cut short");
    *first = rd->bytes[rd->at++];
    *second = rd->bytes[rd->at++];
    return true;
}

// Texts.

// Two bytes at a time; the text ends at the first NUL.
static bool read_text(Reader *rd, Error *err) {
    int pair[2];
    do {
        if (!read_pair(rd, &pair[0], &pair[1], err))
            return false;
        for (int i = 0; i < 2 && pair[i]; i++)
            str_add_char(&rd->text, (char)pair[i]);
    } while (pair[0] && pair[1]);
    return true;
}

// Two bytes at a time; bit 7 marks the last character.
static bool read_old_text(Reader *rd, Error *err) {
    for (;;) {
        int pair[2];
        if (!read_pair(rd, &pair[0], &pair[1], err))
            return false;
        for (int i = 0; i < 2; i++) {
            int c = pair[i] & 0x7f;
            if (c)
                str_add_char(&rd->text, (char)c);
            if (pair[i] & 0x80)
                return true;
        }
    }
}

static void *grow(void *array, size_t count, size_t *capacity, size_t item) {
    if (count < *capacity)
        return array;
    *capacity = *capacity ? 2 * *capacity : 64;
    return mem_resize(array, *capacity * item);
}

// Adds rd->text to a property of the node, to be decoded later.
static bool add_text(Reader *rd, Node *node, const char *id, size_t offset, Error *err) {
    if (!record_add_value(rd->record, node, id, ""))
        return fail(offset, err, "too many properties in one node");
    rd->pending = grow(rd->pending, rd->pending_count, &rd->pending_capacity, sizeof *rd->pending);
    rd->pending[rd->pending_count++] = (PendingText){node_property(node, id)->last_value, offset};
    str_add_bytes(&rd->texts, str_text(&rd->text), rd->text.len + 1);
    return true;
}

// Joins the two parts of a comment with a newline, and converts line endings to LF.
static void join_comment_parts(Str *text) {
    size_t to = 0;
    for (size_t i = 0; i < text->len; i++) {
        bool ends_line = text->data[i] == RENLIB_PART_SEPARATOR || text->data[i] == '\n';
        if (text->data[i] == RENLIB_PART_SEPARATOR && i == 0)
            continue; // the first part is empty
        if (ends_line && to > 0 && text->data[to - 1] == '\r')
            to--;
        text->data[to++] = ends_line ? '\n' : text->data[i];
    }
    str_cut(text, to);
}

static bool read_comment(Reader *rd, const RawNode *raw, Node *node, Error *err) {
    size_t offset = rd->at;
    str_clear(&rd->text);
    bool ok = raw->info & HAS_OLD_COMMENT ? read_old_text(rd, err) : read_text(rd, err);
    if (!ok)
        return false;
    join_comment_parts(&rd->text);
    return rd->text.len == 0 || add_text(rd, node, "C", offset, err);
}

// RenLib shows the text of a point while the point is empty, which is before the node's own move.
// So it becomes a label (LB) of the parent. Without a point it becomes the node's name (N).
static bool read_board_text(Reader *rd, Point p, Node *parent, Node *node, Error *err) {
    size_t offset = rd->at;
    str_clear(&rd->text);
    if (p != POINT_PASS) {
        point_format(p, NOTATION_SGF, RENLIB_BOARD_SIZE, &rd->text);
        str_add_char(&rd->text, ':');
    }
    if (!read_text(rd, err))
        return false;
    return p == POINT_PASS ? add_text(rd, node, "N", offset, err)
                           : add_text(rd, parent, "LB", offset, err);
}

// Nodes.

static bool read_raw_node(Reader *rd, RawNode *raw, Error *err) {
    *raw = (RawNode){.offset = rd->at};
    if (!read_pair(rd, &raw->position, &raw->info, err))
        return false;
    int high, low;
    if (!(raw->info & HAS_EXTENSION))
        return true;
    if (!read_pair(rd, &high, &low, err))
        return false;
    raw->extension = high << 8 | low;
    if (raw->extension & ~EXTENSION_BOARD_TEXT && !rd->noted_extension) {
        record_note(rd->record, "byte %zu: unknown extension %04x was ignored", raw->offset,
                    (unsigned)raw->extension);
        rd->noted_extension = true;
    }
    return true;
}

// Columns count from 1, rows from 0 at the top; a byte of 0 is a pass.
static bool point_from(const RawNode *raw, Point *out, Error *err) {
    int x = (raw->position & 0x0f) - 1, y = raw->position >> 4;
    *out = POINT_PASS;
    if (raw->position == 0)
        return true;
    if (x < 0 || y >= RENLIB_BOARD_SIZE)
        return error_set(err, "byte %zu: 0x%02x is not a point of a 15x15 board", raw->offset,
                         (unsigned)raw->position);
    *out = point_at(x, y);
    return true;
}

static bool add_mark(Reader *rd, Node *node, Point p, size_t offset, Error *err) {
    if (p == POINT_PASS) {
        if (!rd->noted_mark)
            record_note(rd->record, "byte %zu: a mark without a point was ignored", offset);
        rd->noted_mark = true;
        return true;
    }
    ScopedStr text = {0};
    point_format(p, NOTATION_SGF, RENLIB_BOARD_SIZE, &text);
    return record_add_value(rd->record, node, "MA", str_text(&text)) ||
           fail(offset, err, "too many properties in one node");
}

static bool has_comment(const RawNode *raw) {
    return raw->info & (HAS_OLD_COMMENT | HAS_COMMENT);
}

// Everything besides the move.
static bool read_extras(Reader *rd, const RawNode *raw, Point p, Node *parent, Error *err) {
    Node *node = rd->here.node;
    if (has_comment(raw) && !read_comment(rd, raw, node, err))
        return false;
    if (raw->extension & EXTENSION_BOARD_TEXT && !read_board_text(rd, p, parent, node, err))
        return false;
    return !(raw->info & IS_MARKED) || add_mark(rd, node, p, raw->offset, err);
}

static void push_branch(Reader *rd, Branch b) {
    rd->branches = grow(rd->branches, rd->branch_count, &rd->branch_capacity, sizeof *rd->branches);
    rd->branches[rd->branch_count++] = b;
}

// Moves to the parent of the next node: this one, or the last branch that expects a sibling. False
// if the tree is complete.
static bool advance(Reader *rd, const RawNode *raw) {
    if (!(raw->info & IS_LEAF))
        return true;
    if (rd->branch_count == 0)
        return false;
    rd->here = rd->branches[--rd->branch_count];
    return true;
}

// A node without a move carries a text for a point of its parent. It becomes a node in the record
// only if it has a comment.
static void add_node(Reader *rd, const RawNode *raw, Point p) {
    Branch *here = &rd->here;
    if (!(raw->info & IS_NO_MOVE)) {
        here->node = record_add_move(rd->record, here->node, here->turn, p);
        here->turn = stone_other(here->turn);
    } else if (has_comment(raw)) {
        here->node = record_add_node(rd->record, here->node);
    }
}

static bool read_node(Reader *rd, RawNode *raw, Error *err) {
    Point p;
    if (!read_raw_node(rd, raw, err) || !point_from(raw, &p, err))
        return false;
    Node *parent = rd->here.node;
    if (raw->info & HAS_SIBLING)
        push_branch(rd, rd->here);
    add_node(rd, raw, p);
    return read_extras(rd, raw, p, parent, err);
}

// Newer files begin with a node for the empty board.
static bool read_root(Reader *rd, RawNode *raw, Error *err) {
    if (!read_raw_node(rd, raw, err) || !read_extras(rd, raw, POINT_PASS, NULL, err))
        return false;
    return !(raw->info & HAS_SIBLING) || fail(raw->offset, err, "the root must not have a sibling");
}

static bool read_tree(Reader *rd, Error *err) {
    RawNode raw = {0};
    bool more = true;
    if (rd->at < rd->len && rd->bytes[rd->at] == 0) {
        if (!read_root(rd, &raw, err))
            return false;
        more = advance(rd, &raw);
    }
    for (; more && rd->at < rd->len; more = advance(rd, &raw))
        if (!read_node(rd, &raw, err))
            return false;
    if (rd->at < rd->len)
        return fail(rd->at, err, "the tree is complete, but more bytes follow");
    bool is_incomplete = rd->branch_count > 0;
    return !is_incomplete || fail(rd->at, err, "the file is cut short: a variation should follow");
}

// The file.

static bool read_header(Reader *rd, Error *err) {
    size_t known = rd->len < strlen(RENLIB_MAGIC) ? rd->len : strlen(RENLIB_MAGIC);
    if (known > 0 && rd->bytes[0] == FIRST_WITHOUT_HEADER)
        return true;
    if (known == 0 || memcmp(rd->bytes, RENLIB_MAGIC, known) != 0)
        return fail(0, err,
                    "not a RenLib library: it should begin with FF 'RenLib' FF, or with 78");
    if (rd->len < RENLIB_HEADER_SIZE)
        return fail(rd->len, err, "the file is cut short inside its header of 20 bytes");
    int major = rd->bytes[RENLIB_MAJOR_AT], minor = rd->bytes[RENLIB_MINOR_AT];
    if (major != RENLIB_MAJOR)
        return error_set(err, "byte %d: RenLib file version %d.%d; only 3.x can be read",
                         RENLIB_MAJOR_AT, major, minor);
    rd->at = RENLIB_HEADER_SIZE;
    return true;
}

static size_t count_zeros(const Str *s) {
    size_t n = 0;
    for (size_t i = 0; i < s->len; i++)
        n += s->data[i] == '\0';
    return n;
}

static bool decode_texts(Reader *rd, const ReadOptions *options, Str *decoded, Error *err) {
    Error reason;
    if (!charset_decode(rd->record, NULL, options->charset, str_text(&rd->texts), rd->texts.len,
                        decoded, &reason)) {
        size_t bad = count_zeros(decoded);
        return bad < rd->pending_count ? fail(rd->pending[bad].offset, err, reason.text)
                                       : error_set(err, "%s", reason.text);
    }
    if (count_zeros(decoded) != rd->pending_count)
        return error_set(err, "the texts are not valid in the character set '%.40s'",
                         options->charset);
    const char *text = str_text(decoded);
    for (size_t i = 0; i < rd->pending_count; i++) {
        size_t len = strlen(text);
        rd->pending[i].value->text = arena_copy(&rd->record->arena, text, len);
        text += len + 1;
    }
    return true;
}

static bool read_file(Reader *rd, const ReadOptions *options, Error *err) {
    ScopedStr decoded = {0};
    return read_header(rd, err) && read_tree(rd, err) && decode_texts(rd, options, &decoded, err);
}

static Record *renlib_read(const char *bytes, size_t len, const ReadOptions *options, Error *err) {
    Record *r = record_for_reader(RENLIB_BOARD_SIZE, options);
    Reader rd = {
        .bytes = (const unsigned char *)bytes, .len = len, .record = r, .here = {r->root, BLACK}};
    bool ok = read_file(&rd, options, err);
    mem_free(rd.branches);
    mem_free(rd.pending);
    str_release(&rd.texts);
    str_release(&rd.text);
    if (ok)
        return r;
    record_free(r);
    return NULL;
}

const Format format_renlib = {
    .name = "renlib",
    .summary = "RenLib library: a tree of variations on a 15x15 board",
    .extensions = "lib",
    .read = renlib_read,
    .write = renlib_write,
    .keeps_moves = true,
    .keeps_tree = true,
    .keeps_size = true,
    .is_binary = true,
};
