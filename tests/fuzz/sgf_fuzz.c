// Everything that can be read as SGF is written, read and written again: the same bytes, and the
// main line can be replayed or not as before. An unchanged game adds nothing to its record.
#include "record/format.h"
#include "record/game_in_tree.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Record *read_sgf(const char *text, size_t len) {
    Error err = {0};
    Record *r = format_sgf.read(text, len, &(ReadOptions){0}, &err);
    if (!r && !err.text[0])
        abort(); // refused without a reason
    return r;
}

static void write_sgf(const Record *r, const Node *end, Str *out) {
    Error err = {0};
    if (!format_sgf.write(r, &(WriteOptions){.end = end}, out, &err))
        abort();
}

static void must_read_back_the_same(const Str *text) {
    Str again = {0};
    Record *r = read_sgf(str_text(text), text->len);
    if (!r || r->notes.len > 0)
        abort(); // our own output must need no assumptions
    write_sgf(r, NULL, &again);
    if (again.len != text->len || memcmp(again.data, text->data, text->len) != 0)
        abort();
    str_release(&again);
    record_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Record *r = read_sgf((const char *)data, size);
    if (!r)
        return 0;
    Str text = {0};
    write_sgf(r, NULL, &text);
    must_read_back_the_same(&text);
    str_clear(&text);
    write_sgf(r, record_last(r), &text);
    must_read_back_the_same(&text);
    str_release(&text);

    static Game game; // too large for a fuzzer's stack
    Error err = {0};
    bool plays = record_replay(r, record_last(r), &game, &err);
    if (!plays && !err.text[0])
        abort();
    GameInTree line = game_in_tree_from(r, record_last(r));
    if (plays && (!game_in_tree_update(&line, &game) || line.added))
        abort();
    record_free(r);
    return 0;
}
