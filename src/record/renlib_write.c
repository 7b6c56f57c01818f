// RenLib writer. In a library every node is one more move, with alternating colors. So nodes of the
// record without a move are merged into their parents, including comments.
#include "base/mem.h"
#include "base/utf8.h"
#include "record/renlib.h"

#include <string.h>

// A node of the library. Either a move (the root has none), or a carrier: the text of a point where
// no move follows.
typedef struct LibNode LibNode;
struct LibNode {
    LibNode *parent, *child, *last_child, *next;
    LibNode *same_point; // the next sibling on the same point
    Point point;         // POINT_PASS: none
    Stone turn;          // side to move
    int moves;           // number of moves from the root
    bool is_carrier, is_marked;
    Str comment;
    const char *board_text;     // NULL: none
    Value *labels, *last_label; // labels of points: "hh:text", as in SGF
};

typedef struct {
    Arena arena;
    LibNode *root;
} Library;

static LibNode *add_lib_node(Library *lib, LibNode *parent, Point p) {
    LibNode *lib_node = arena_alloc(&lib->arena, sizeof *lib_node);
    *lib_node = (LibNode){.parent = parent, .point = p, .turn = BLACK};
    if (!parent)
        return lib_node;
    if (parent->last_child)
        parent->last_child->next = lib_node;
    else
        parent->child = lib_node;
    parent->last_child = lib_node;
    return lib_node;
}

// From the record.

static void take_comment(LibNode *lib_node, const Node *node) {
    const Property *p = node_property(node, "C");
    for (const Value *v = p ? p->values : NULL; v; v = v->next) {
        if (lib_node->comment.len)
            str_add_char(&lib_node->comment, '\n');
        str_add_text(&lib_node->comment, v->text);
    }
}

static void take_mark(LibNode *lib_node, const Node *node) {
    const Property *p = node_property(node, "MA");
    Point at;
    for (const Value *v = p ? p->values : NULL; v && lib_node->point != POINT_PASS; v = v->next)
        lib_node->is_marked |= point_parse(v->text, NOTATION_SGF, RENLIB_BOARD_SIZE, &at, NULL) &&
                               at == lib_node->point;
}

static void take_labels(Library *lib, LibNode *lib_node, const Node *node) {
    const Property *p = node_property(node, "LB");
    for (const Value *v = p ? p->values : NULL; v; v = v->next) {
        Value *label = arena_alloc(&lib->arena, sizeof *label);
        label->text = v->text;
        if (lib_node->last_label)
            lib_node->last_label->next = label;
        else
            lib_node->labels = label;
        lib_node->last_label = label;
    }
}

static void take_properties(Library *lib, LibNode *lib_node, const Node *node) {
    take_comment(lib_node, node);
    take_mark(lib_node, node);
    take_labels(lib, lib_node, node);
    if (lib_node->point == POINT_PASS && !lib_node->board_text)
        lib_node->board_text = node_value(node, "N");
}

// The library node of `node`: a new child of `here`, or `here` itself if `node` has no move. NULL
// on error.
static LibNode *lib_node_for(Library *lib, LibNode *here, const Node *node, Error *err) {
    if (node_sets_up_stones(node)) {
        error_set(err, "stones are set up, and RenLib holds only moves");
        return NULL;
    }
    if (node->point == POINT_NONE)
        return here;
    if (node->color != here->turn) {
        error_set(err, "move %d is %s's out of turn, which RenLib cannot hold", here->moves + 1,
                  stone_name(node->color));
        return NULL;
    }
    LibNode *lib_node = add_lib_node(lib, here, node->point);
    lib_node->turn = stone_other(here->turn);
    lib_node->moves = here->moves + 1;
    return lib_node;
}

static LibNode *lib_node_above(LibNode *lib_node, const Node *node) {
    return node->point == POINT_NONE ? lib_node : lib_node->parent;
}

static bool take_tree(Library *lib, const Record *r, Error *err) {
    LibNode *here = lib->root;
    for (const Node *node = r->root; node;) {
        if (!(here = lib_node_for(lib, here, node, err)))
            return false;
        take_properties(lib, here, node);
        const Node *next = node->child;
        for (; !next && node; node = node->parent) {
            here = lib_node_above(here, node);
            next = node->next;
        }
        node = next;
    }
    return true;
}

static bool take_path(Library *lib, const Node *end, Error *err) {
    LibNode *here = lib->root;
    NodePath path = node_path(end);
    for (int i = 0; i < path.count && here; i++)
        if ((here = lib_node_for(lib, here, path.nodes[i], err)))
            take_properties(lib, here, path.nodes[i]);
    mem_free(path.nodes);
    return here;
}

// Labels, which are stored in the next move on their point.

typedef struct {
    LibNode *first[POINT_COUNT]; // of the moves on a point those that have no text yet
} MovesByPoint;

static MovesByPoint moves_by_point(const LibNode *lib_node) {
    MovesByPoint moves = {0};
    LibNode *last[POINT_COUNT];
    for (LibNode *move = lib_node->child; move; move = move->next) {
        if (move->point == POINT_PASS)
            continue;
        if (moves.first[move->point])
            last[move->point]->same_point = move;
        else
            moves.first[move->point] = move;
        last[move->point] = move;
    }
    return moves;
}

static bool read_label(const char *label, Point *point, const char **text) {
    char place[3] = {0};
    if (strlen(label) < 3 || label[2] != ':')
        return false;
    memcpy(place, label, 2);
    *text = label + 3;
    return point_parse(place, NOTATION_SGF, RENLIB_BOARD_SIZE, point, NULL) && *point != POINT_PASS;
}

static LibNode *add_carrier(Library *lib, LibNode *parent, Point p) {
    LibNode *carrier = add_lib_node(lib, parent, p);
    carrier->is_carrier = true;
    return carrier;
}

static void place_labels(Library *lib, LibNode *lib_node) {
    if (!lib_node->labels)
        return;
    MovesByPoint moves = moves_by_point(lib_node);
    for (const Value *label = lib_node->labels; label; label = label->next) {
        Point p;
        const char *text;
        if (!read_label(label->text, &p, &text))
            continue;
        LibNode *move = moves.first[p];
        if (move)
            moves.first[p] = move->same_point;
        else
            move = add_carrier(lib, lib_node, p);
        move->board_text = text;
    }
}

static LibNode *next_lib_node(const LibNode *lib_node) {
    if (lib_node->child)
        return lib_node->child;
    while (lib_node && !lib_node->next)
        lib_node = lib_node->parent;
    return lib_node ? lib_node->next : NULL;
}

// Into the file.

static void add_header(Str *out) {
    str_add_text(out, RENLIB_MAGIC);
    str_add_char(out, RENLIB_MAJOR);
    str_add_char(out, RENLIB_MINOR);
    for (int i = RENLIB_MINOR_AT + 1; i < RENLIB_HEADER_SIZE; i++)
        str_add_char(out, '\xff');
}

enum { UTF8_MAX = 4 }; // bytes of a character

static bool ends_line(char c) {
    return c == '\n' || c == '\r' || c == RENLIB_PART_SEPARATOR;
}

// Consumes a line ending or one character. Invalid UTF-8 becomes '?', because one bad byte would
// make readers decode all texts as Latin-1.
static void add_character(Str *out, const char **text, const char *line_end) {
    const char *at = *text;
    int length = ends_line(*at) ? 0 : utf8_length(at, strnlen(at, UTF8_MAX));
    if (ends_line(*at))
        str_add_text(out, line_end);
    else if (length)
        str_add_bytes(out, at, (size_t)length);
    else
        str_add_char(out, '?');
    *text += at[0] == '\r' && at[1] == '\n' ? 2 : length ? length : 1;
}

// Adds one NUL or two, so that the number of bytes is even.
static void end_text(Str *out, size_t start) {
    str_add_char(out, '\0');
    if ((out->len - start) % 2)
        str_add_char(out, '\0');
}

// The first line is the one-line part. The others end with CR LF, as in RenLib's text field.
static void add_comment(Str *out, const char *text) {
    size_t start = out->len;
    bool is_first_line = true;
    while (*text) {
        bool is_end = ends_line(*text);
        add_character(out, &text, is_first_line ? "\b" : "\r\n");
        is_first_line = is_first_line && !is_end;
    }
    end_text(out, start);
}

static void add_board_text(Str *out, const char *text) {
    size_t start = out->len;
    while (*text)
        add_character(out, &text, " ");
    end_text(out, start);
}

static const char *comment_of(const LibNode *lib_node) {
    const char *text = str_text(&lib_node->comment);
    while (ends_line(*text))
        text++; // the first part must not be empty
    return text;
}

static void write_lib_node(Str *out, const LibNode *lib_node) {
    const char *comment = comment_of(lib_node);
    int info = (lib_node->next ? HAS_SIBLING : 0) | (lib_node->child ? 0 : IS_LEAF) |
               (*comment ? HAS_COMMENT : 0) | (lib_node->is_marked ? IS_MARKED : 0) |
               (lib_node->is_carrier ? IS_NO_MOVE : 0) | (lib_node->board_text ? HAS_EXTENSION : 0);
    int position = lib_node->point == POINT_PASS
                       ? 0
                       : point_y(lib_node->point) << 4 | (point_x(lib_node->point) + 1);
    str_add_char(out, (char)position);
    str_add_char(out, (char)info);
    if (lib_node->board_text) {
        str_add_char(out, EXTENSION_BOARD_TEXT >> 8);
        str_add_char(out, EXTENSION_BOARD_TEXT & 0xff);
    }
    if (*comment)
        add_comment(out, comment);
    if (lib_node->board_text)
        add_board_text(out, lib_node->board_text);
}

static void release(Library *lib) {
    for (LibNode *lib_node = lib->root; lib_node; lib_node = next_lib_node(lib_node))
        str_release(&lib_node->comment);
    arena_release(&lib->arena);
}

bool renlib_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    if (r->size != RENLIB_BOARD_SIZE)
        return error_set(err, "the board is %dx%d; RenLib has 15x15 only", r->size, r->size);
    Library lib = {0};
    lib.root = add_lib_node(&lib, NULL, POINT_PASS);
    bool ok = options->end ? take_path(&lib, options->end, err) : take_tree(&lib, r, err);
    if (ok) {
        add_header(out);
        for (LibNode *lib_node = lib.root; lib_node; lib_node = next_lib_node(lib_node)) {
            place_labels(&lib, lib_node);
            write_lib_node(out, lib_node);
        }
    }
    release(&lib);
    return ok;
}
