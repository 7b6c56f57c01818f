#include "roundtrip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    roundtrip_check(&format_pos, &(ReadOptions){0}, data, size);
    roundtrip_check(&format_pos_top, &(ReadOptions){.size = BOARD_MAX}, data, size);
    return 0;
}
