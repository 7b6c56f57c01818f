// Puzzle JSON: reading, writing and reading again gives the same puzzle.
#include "fuzz.h"
#include "study/puzzle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Puzzle p, again;
    Error err = {0};
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
