// SVG is write-only. The first line is a name, the rest a move string; the oracle is that no
// content of a record can inject a tag or an ill-formed character into the image.
#include "base/utf8.h"
#include "record/format.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int count(const Str *text, char c) {
    int n = 0;
    for (size_t i = 0; i < text->len; i++)
        n += text->data[i] == c;
    return n;
}

static void draw(Record *r, Str *out) {
    Error err = {0};
    str_clear(out);
    if (!format_svg.write(r, &(WriteOptions){0}, out, &err))
        abort(); // the moves were read, so they can be drawn
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    const char *newline = size ? memchr(text, '\n', size) : NULL;
    if (!newline)
        return 0;
    Error err = {0};
    size_t name_len = (size_t)(newline - text);
    Record *r = format_pos.read(newline, size - name_len, &(ReadOptions){0}, &err);
    if (!r)
        return 0;
    Str plain = {0}, named = {0};
    draw(r, &plain);
    record_set_value(r, r->root, "PB", arena_copy(&r->arena, text, name_len));
    draw(r, &named);
    if (count(&plain, '<') != count(&named, '<') || count(&plain, '>') != count(&named, '>') ||
        !utf8_is_valid(named.data, named.len))
        abort();
    str_release(&plain);
    str_release(&named);
    record_free(r);
    return 0;
}
