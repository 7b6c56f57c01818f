// Weight files: an accepted file survives a round trip, except for unused bytes.
#include "engine/eval/weights.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Weights w, reread;
    Error err = {0};
    Str written = {0};
    if (weight_file_parse((const char *)data, size, &rules_freestyle, &w, &err)) {
        weight_file_format(&w, &rules_freestyle, &written);
        DEMAND(weight_file_parse(written.data, written.len, &rules_freestyle, &reread, &err));
        DEMAND(written.len == size && !memcmp(&w, &reread, sizeof w));
    } else {
        DEMAND(*err.text);
    }
    str_release(&written);
    return 0;
}
