// A record as a RenLib library. There a node is a position on 15x15 that one more move, turn by
// turn, has led to: so nodes without a move go into the one before them, comments and all.
#include "base/mem.h"
#include "base/utf8.h"
#include "record/renlib.h"

#include <string.h>

// A node of the library. Either a move (the root has none), or the carrier of a text for a point
// where no move follows.
typedef struct Leaf Leaf;
struct Leaf {
    Leaf *parent, *child, *last_child, *next;
    Leaf *same_point; // the next of its siblings that is on the same point
    Point point;      // POINT_PASS: none
    Stone turn;       // who moves next
    int moves;        // that led here
    bool is_carrier, is_marked;
    Str comment;
    const char *board_text;     // NULL: none
    Value *labels, *last_label; // for points of the board here: "hh:text", as in SGF
};

typedef struct {
    Arena arena;
    Leaf *root;
} Library;

static Leaf *add_leaf(Library *lib, Leaf *parent, Point p) {
    Leaf *leaf = arena_alloc(&lib->arena, sizeof *leaf);
    *leaf = (Leaf){.parent = parent, .point = p, .turn = BLACK};
    if (!parent)
        return leaf;
    if (parent->last_child)
        parent->last_child->next = leaf;
    else
        parent->child = leaf;
    parent->last_child = leaf;
    return leaf;
}

// From the record.

static void take_comment(Leaf *leaf, const Node *node) {
    const Property *p = node_property(node, "C");
    for (const Value *v = p ? p->values : NULL; v; v = v->next) {
        if (leaf->comment.len)
            str_add_char(&leaf->comment, '\n');
        str_add_text(&leaf->comment, v->text);
    }
}

static void take_mark(Leaf *leaf, const Node *node) {
    const Property *p = node_property(node, "MA");
    Error ignored;
    Point at;
    for (const Value *v = p ? p->values : NULL; v && leaf->point != POINT_PASS; v = v->next)
        leaf->is_marked |= point_parse(v->text, NOTATION_SGF, RENLIB_BOARD_SIZE, &at, &ignored) &&
                           at == leaf->point;
}

static void take_labels(Library *lib, Leaf *leaf, const Node *node) {
    const Property *p = node_property(node, "LB");
    for (const Value *v = p ? p->values : NULL; v; v = v->next) {
        Value *label = arena_alloc(&lib->arena, sizeof *label);
        label->text = v->text;
        if (leaf->last_label)
            leaf->last_label->next = label;
        else
            leaf->labels = label;
        leaf->last_label = label;
    }
}

static void take_properties(Library *lib, Leaf *leaf, const Node *node) {
    take_comment(leaf, node);
    take_mark(leaf, node);
    take_labels(lib, leaf, node);
    if (leaf->point == POINT_PASS && !leaf->board_text)
        leaf->board_text = node_value(node, "N");
}

// The leaf that stands for `node`, which is below `here`.
static Leaf *leaf_for(Library *lib, Leaf *here, const Node *node, Error *err) {
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
    Leaf *leaf = add_leaf(lib, here, node->point);
    leaf->turn = stone_other(here->turn);
    leaf->moves = here->moves + 1;
    return leaf;
}

static Leaf *leaf_above(Leaf *leaf, const Node *node) {
    return node->point == POINT_NONE ? leaf : leaf->parent;
}

static bool take_tree(Library *lib, const Record *r, Error *err) {
    Leaf *here = lib->root;
    for (const Node *node = r->root; node;) {
        if (!(here = leaf_for(lib, here, node, err)))
            return false;
        take_properties(lib, here, node);
        const Node *next = node->child;
        for (; !next && node; node = node->parent) {
            here = leaf_above(here, node);
            next = node->next;
        }
        node = next;
    }
    return true;
}

static bool take_path(Library *lib, const Node *end, Error *err) {
    Leaf *here = lib->root;
    NodePath path = node_path(end);
    for (int i = 0; i < path.count && here; i++)
        if ((here = leaf_for(lib, here, path.nodes[i], err)))
            take_properties(lib, here, path.nodes[i]);
    mem_free(path.nodes);
    return here;
}

// Labels, which stand at the move that follows on their point.

typedef struct {
    Leaf *first[POINT_COUNT]; // of the moves on a point those that have no text yet
} MovesByPoint;

static MovesByPoint moves_by_point(const Leaf *leaf) {
    MovesByPoint moves = {0};
    Leaf *last[POINT_COUNT];
    for (Leaf *move = leaf->child; move; move = move->next) {
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
    Error ignored;
    if (strlen(label) < 3 || label[2] != ':')
        return false;
    memcpy(place, label, 2);
    *text = label + 3;
    return point_parse(place, NOTATION_SGF, RENLIB_BOARD_SIZE, point, &ignored) &&
           *point != POINT_PASS;
}

static Leaf *add_carrier(Library *lib, Leaf *parent, Point p) {
    Leaf *carrier = add_leaf(lib, parent, p);
    carrier->is_carrier = true;
    return carrier;
}

static void place_labels(Library *lib, Leaf *leaf) {
    if (!leaf->labels)
        return;
    MovesByPoint moves = moves_by_point(leaf);
    for (const Value *label = leaf->labels; label; label = label->next) {
        Point p;
        const char *text;
        if (!read_label(label->text, &p, &text))
            continue;
        Leaf *move = moves.first[p];
        if (move)
            moves.first[p] = move->same_point;
        else
            move = add_carrier(lib, leaf, p);
        move->board_text = text;
    }
}

static Leaf *next_leaf(const Leaf *leaf) {
    if (leaf->child)
        return leaf->child;
    while (leaf && !leaf->next)
        leaf = leaf->parent;
    return leaf ? leaf->next : NULL;
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
    return c == '\n' || c == '\r' || c == RENLIB_PARTS;
}

// Steps over the end of a line or one character; what is no UTF-8 would change how all is read.
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

// One NUL or two, so that the number of bytes is even.
static void end_text(Str *out, size_t start) {
    str_add_char(out, '\0');
    if ((out->len - start) % 2)
        str_add_char(out, '\0');
}

// The first line is the first part. The others end as RenLib's field for them wants it.
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

static const char *comment_of(const Leaf *leaf) {
    const char *text = str_text(&leaf->comment);
    while (ends_line(*text))
        text++; // a first part there must be
    return text;
}

static void write_leaf(Str *out, const Leaf *leaf) {
    const char *comment = comment_of(leaf);
    int info = (leaf->next ? HAS_SIBLING : 0) | (leaf->child ? 0 : IS_LEAF) |
               (*comment ? HAS_COMMENT : 0) | (leaf->is_marked ? IS_MARKED : 0) |
               (leaf->is_carrier ? IS_NO_MOVE : 0) | (leaf->board_text ? HAS_EXTENSION : 0);
    int position =
        leaf->point == POINT_PASS ? 0 : point_y(leaf->point) << 4 | (point_x(leaf->point) + 1);
    str_add_char(out, (char)position);
    str_add_char(out, (char)info);
    if (leaf->board_text) {
        str_add_char(out, EXTENSION_BOARD_TEXT >> 8);
        str_add_char(out, EXTENSION_BOARD_TEXT & 0xff);
    }
    if (*comment)
        add_comment(out, comment);
    if (leaf->board_text)
        add_board_text(out, leaf->board_text);
}

static void release(Library *lib) {
    for (Leaf *leaf = lib->root; leaf; leaf = next_leaf(leaf))
        str_release(&leaf->comment);
    arena_release(&lib->arena);
}

bool renlib_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    if (r->size != RENLIB_BOARD_SIZE)
        return error_set(err, "the board is %dx%d; RenLib has 15x15 only", r->size, r->size);
    Library lib = {0};
    lib.root = add_leaf(&lib, NULL, POINT_PASS);
    bool ok = options->end ? take_path(&lib, options->end, err) : take_tree(&lib, r, err);
    if (ok) {
        add_header(out);
        for (Leaf *leaf = lib.root; leaf; leaf = next_leaf(leaf)) {
            place_labels(&lib, leaf);
            write_leaf(out, leaf);
        }
    }
    release(&lib);
    return ok;
}
