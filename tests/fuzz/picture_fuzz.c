#include "roundtrip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    roundtrip_check(&format_picture, &(ReadOptions){0}, data, size);
    roundtrip_check(&format_picture, &(ReadOptions){.rules = &rules_renju}, data, size);
    return 0;
}
