// Puzzle JSON: reading, writing and reading again gives the same puzzle.
#include "fuzz.h"
#include "study/mist_puzzle.h"
#include "study/puzzle.h"

// A puzzle that passes its check is the one that the moves give.
static void read_mist_puzzle(const uint8_t *data, size_t size) {
    static MistPuzzle p, again;
    Error err = {0};
    if (!mist_puzzle_read_json((const char *)data, size, &p, &err)) {
        DEMAND(*err.text);
        return;
    }
    Str one = {0};
    mist_puzzle_write_json(&p, &one);
    DEMAND(mist_puzzle_read_json(one.data, one.len, &again, &err));
    if (mist_puzzle_check(&p, &err))
        DEMAND(mist_puzzle_examine(p.moves, p.count, &again) && again.answer == p.answer);
    str_release(&one);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Puzzle p, again;
    Error err = {0};
    read_mist_puzzle(data, size);
    if (!puzzle_read_json((const char *)data, size, &p, &err)) {
        DEMAND(*err.text);
        return 0;
    }
    Str one = {0}, two = {0};
    puzzle_write_json(&p, &one);
    DEMAND(puzzle_read_json(one.data, one.len, &again, &err));
    puzzle_write_json(&again, &two);
    DEMAND(one.len == two.len && !memcmp(one.data, two.data, one.len));
    str_release(&one);
    str_release(&two);
    return 0;
}
