// Everything that can be read as SGF is written, read and written again: the same bytes, and the
// main line can be replayed or not as before. An unchanged game adds nothing to its record.
#include "record/format.h"
#include "record/game_in_tree.h"
#include "record/sgf.h"

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

// A file that can be read at all gives the same games one after the other.
static void must_read_all_games(const char *text, size_t len, int count) {
    Error err = {0};
    SgfGames *games = sgf_games_open(text, len, &err);
    Record *r = games ? sgf_games_next(games, &err) : NULL;
    int found = 0;
    for (; r; r = sgf_games_next(games, &err), found++)
        record_free(r);
    if (count > 0 && (found == 0 || (found < count && !err.text[0]) || found > count))
        abort();
    if (count == 0 && !err.text[0] && found == 0)
        abort(); // refused without a reason
    sgf_games_close(games);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Record *r = read_sgf((const char *)data, size);
    must_read_all_games((const char *)data, size, r ? r->games : 0);
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
