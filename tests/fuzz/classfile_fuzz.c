#include "roundtrip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    roundtrip_check(&format_classroom, &(ReadOptions){0}, data, size);
    return 0;
}
