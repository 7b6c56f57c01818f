// Everything that can be read as a RenLib library is written as SGF and read back: the same bytes.
// Also as a library: it reads back with every move and comment.
#include "fuzz/roundtrip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_as(const Format *format, const Record *r, Str *out) {
    Error err = {0};
    if (!format->write(r, &(WriteOptions){0}, out, &err))
        roundtrip_fail(format, "cannot be written", &err);
}

static void must_read_back_the_same(const Str *text) {
    Str again = {0};
    Error err = {0};
    Record *r = format_sgf.read(str_text(text), text->len, &(ReadOptions){0}, &err);
    if (!r)
        abort();
    write_as(&format_sgf, r, &again);
    if (again.len != text->len || memcmp(again.data, text->data, text->len) != 0)
        abort();
    str_release(&again);
    record_free(r);
}

static const Node *next_node(const Node *node) {
    if (node->child)
        return node->child;
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

static const Node *next_move(const Node *node) {
    do
        node = next_node(node);
    while (node && node->point == POINT_NONE);
    return node;
}

// Without line endings, which may become fewer.
static size_t count_letters(const Record *r) {
    size_t letters = 0;
    for (const Node *node = r->root; node; node = next_node(node)) {
        const char *comment = node_value(node, "C");
        for (const char *c = comment ? comment : ""; *c; c++)
            letters += !strchr("\n\r\b", *c);
    }
    return letters;
}

static void must_have_same_content(const Record *r, const Record *again) {
    const Node *a = next_move(r->root), *b = next_move(again->root);
    for (; a && b; a = next_move(a), b = next_move(b))
        if (a->point != b->point || a->color != b->color)
            abort();
    if (a || b || count_letters(r) != count_letters(again))
        abort();
}

static void must_lose_nothing(const Record *r) {
    Str bytes = {0};
    Error err = {0};
    write_as(&format_renlib, r, &bytes);
    Record *again = format_renlib.read(bytes.data, bytes.len, &(ReadOptions){0}, &err);
    if (!again)
        roundtrip_fail(&format_renlib, "what was written cannot be read", &err);
    else
        must_have_same_content(r, again);
    record_free(again);
    str_release(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Error err = {0};
    Record *r = format_renlib.read((const char *)data, size, &(ReadOptions){0}, &err);
    if (!r && !err.text[0])
        abort(); // refused without a reason
    if (!r)
        return 0;
    Str text = {0};
    write_as(&format_sgf, r, &text);
    must_read_back_the_same(&text);
    must_lose_nothing(r);
    roundtrip_check(&format_renlib, &(ReadOptions){0}, data, size);
    str_release(&text);
    record_free(r);
    return 0;
}
