// Packed games: games that are parsed and written again give the same bytes.
#include "fuzz.h"
#include "train/packed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    PackedReader r;
    PackedGame g;
    Error err = {0};
    Str again = {0};
    if (packed_open(&r, (const char *)data, size, &err)) {
        packed_add_heading(&again);
        while (packed_next(&r, &g, &err))
            packed_add_game(&g, &again);
        DEMAND(again.len == r.at && !memcmp(again.data, data, again.len));
        DEMAND(r.at == size || *err.text);
    }
    str_release(&again);
    return 0;
}
