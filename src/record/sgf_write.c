#include "record/sgf.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <string.h>

enum {
    LINE_TARGET = 72, // break the line between tokens once it is this long
    LINE_LIMIT = 500  // break a text with an escaped newline, which readers drop, only beyond this
};

typedef struct {
    Str *out;
    size_t line_start;
} Writer;

static void end_line(Writer *w) {
    str_add_char(w->out, '\n');
    w->line_start = w->out->len;
}

static size_t column(const Writer *w) {
    return w->out->len - w->line_start;
}

// Call between two tokens.
static void may_end_line(Writer *w) {
    if (column(w) >= LINE_TARGET)
        end_line(w);
}

// Composed values: a colon separates two parts, so a colon in the second part must be escaped.
static bool has_two_parts(const char *id) {
    return !strcmp(id, "LB") || !strcmp(id, "FG");
}

static void add_character(Writer *w, const char *text, int length) {
    static const char replacement[] =
        "\xef\xbf\xbd"; // for invalid UTF-8: the file must be readable
    if (length == 0)
        str_add_text(w->out, replacement);
    else
        str_add_bytes(w->out, text, (size_t)length);
}

static void add_value(Writer *w, const char *id, const char *text) {
    bool escapes_colon = false;
    size_t left = strlen(text);
    str_add_char(w->out, '[');
    while (left > 0) {
        int length = utf8_length(text, left);
        bool is_newline = *text == '\n' || *text == '\r';
        if (is_newline) {
            length = left > 1 && text[0] == '\r' && text[1] == '\n' ? 2 : 1;
            end_line(w);
        } else {
            if (column(w) >= LINE_LIMIT) {
                str_add_char(w->out, '\\');
                end_line(w);
            }
            if (*text == ']' || *text == '\\' || (*text == ':' && escapes_colon))
                str_add_char(w->out, '\\');
            add_character(w, text, length);
        }
        if (*text == ':')
            escapes_colon = has_two_parts(id);
        text += length ? length : 1;
        left -= length ? (size_t)length : 1;
    }
    str_add_char(w->out, ']');
}

static void add_property(Writer *w, const Property *p) {
    may_end_line(w);
    str_add_text(w->out, p->id);
    for (const Value *v = p->values; v; v = v->next) {
        may_end_line(w);
        add_value(w, p->id, v->text);
    }
}

static void add_move(Writer *w, const Node *node, int size) {
    str_add_text(w->out, node->color == BLACK ? "B[" : "W[");
    if (node->point != POINT_PASS)
        point_format(node->point, NOTATION_SGF, size, w->out);
    str_add_char(w->out, ']');
}

// The name of the rule set, and the rest of the record's RU.
static void add_rules(Writer *w, const Record *r) {
    ScopedStr text = {0};
    str_add_text(&text, r->rules->name);
    text.data[0] = (char)(text.data[0] - 'a' + 'A');
    const char *stated = node_value(r->root, "RU");
    const char *rest = stated ? strchr(stated, ';') : NULL;
    if (rest)
        str_add_text(&text, rest);
    str_add_text(w->out, "RU");
    add_value(w, "RU", str_text(&text));
}

static void add_header(Writer *w, const Record *r, const WriteOptions *options) {
    str_add(w->out, "FF[4]%sCA[UTF-8]AP[Pentad]SZ[%d]", options->sgf_without_gm ? "" : "GM[4]",
            r->size);
    add_rules(w, r);
}

// RE is the result of the main line, so it is left out for a line that ends elsewhere.
static bool is_left_out(const Record *r, const WriteOptions *options, const char *id) {
    return sgf_is_header(id) ||
           (options->end && !strcmp(id, "RE") && options->end != record_last(r));
}

static void add_node(Writer *w, const Record *r, const Node *node, const WriteOptions *options) {
    bool is_root = node == r->root;
    may_end_line(w);
    str_add_char(w->out, ';');
    if (is_root)
        add_header(w, r, options);
    if (node->point != POINT_NONE)
        add_move(w, node, r->size);
    for (const Property *p = node->properties; p; p = p->next)
        if (!is_root || !is_left_out(r, options, p->id))
            add_property(w, p);
    if (is_root)
        end_line(w);
}

static bool has_siblings(const Node *node) {
    return node->parent && node->parent->child != node->parent->last_child;
}

static void add_parenthesis(Writer *w, char c) {
    may_end_line(w);
    str_add_char(w->out, c);
}

// The next node in preorder; NULL at the end. Closes the variations that end before it.
static const Node *next_in_tree(Writer *w, const Node *node) {
    if (node->child)
        return node->child;
    for (; node; node = node->parent) {
        if (has_siblings(node))
            add_parenthesis(w, ')');
        if (node->next)
            return node->next;
    }
    return NULL;
}

static void add_tree(Writer *w, const Record *r, const WriteOptions *options) {
    for (const Node *node = r->root; node; node = next_in_tree(w, node)) {
        if (has_siblings(node))
            add_parenthesis(w, '(');
        add_node(w, r, node, options);
    }
}

static void add_path(Writer *w, const Record *r, const WriteOptions *options) {
    NodePath path = node_path(options->end);
    for (int i = 0; i < path.count; i++)
        add_node(w, r, path.nodes[i], options);
    mem_free(path.nodes);
}

bool sgf_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    (void)err; // every record can be written
    Writer w = {.out = out, .line_start = out->len};
    str_add_char(out, '(');
    if (options->end)
        add_path(&w, r, options);
    else
        add_tree(&w, r, options);
    str_add_text(out, ")\n");
    return true;
}
