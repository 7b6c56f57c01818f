// Whatever can be read as a RenLib library is written as SGF and read back: the same bytes again.
#include "record/format.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_sgf(const Record *r, Str *out) {
    Error err = {0};
    if (!format_sgf.write(r, &(WriteOptions){0}, out, &err))
        abort();
}

static void must_read_back_the_same(const Str *text) {
    Str again = {0};
    Error err = {0};
    Record *r = format_sgf.read(str_text(text), text->len, &(ReadOptions){0}, &err);
    if (!r)
        abort();
    write_sgf(r, &again);
    if (again.len != text->len || memcmp(again.data, text->data, text->len) != 0)
        abort();
    str_release(&again);
    record_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Error err = {0};
    Record *r = format_renlib.read((const char *)data, size, &(ReadOptions){0}, &err);
    if (!r && !err.text[0])
        abort(); // refused without a reason
    if (!r)
        return 0;
    Str text = {0};
    write_sgf(r, &text);
    must_read_back_the_same(&text);
    str_release(&text);
    record_free(r);
    return 0;
}
