// Engine info lines: an evaluation is in range, and is found again in a longer line.
#include "base/str.h"
#include "engine/engine.h"
#include "fuzz.h"
#include "match/engine_process.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    int value = 0, again = 0;
    if (engine_info_value(text, &value)) {
        DEMAND(value >= -ENGINE_MATE && value <= ENGINE_MATE);
        Str longer = {0};
        str_add(&longer, "MESSAGE | %s", text);
        DEMAND(engine_info_value(str_text(&longer), &again) && again == value);
        str_release(&longer);
    }
    mem_free(text);
    return 0;
}
