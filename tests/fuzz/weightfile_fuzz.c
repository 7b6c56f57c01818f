// Files of weights: what is read, written again, is the same but for bytes that mean nothing.
#include "engine/eval/weight_file.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Weights w, twice;
    Error err = {0};
    Str again = {0};
    if (weight_file_parse((const char *)data, size, &rules_freestyle, &w, &err)) {
        weight_file_format(&w, &rules_freestyle, &again);
        DEMAND(weight_file_parse(again.data, again.len, &rules_freestyle, &twice, &err));
        DEMAND(again.len == size && !memcmp(&w, &twice, sizeof w));
    } else {
        DEMAND(*err.text);
    }
    str_release(&again);
    return 0;
}
