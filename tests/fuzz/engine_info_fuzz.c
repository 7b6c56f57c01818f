// Engine info lines: an evaluation is in range, and is found again in a longer line.
#include "fuzz.h"
#include "match/engine_info.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    Evaluation o = engine_info_evaluation(text);
    DEMAND(o.is_known || o.value == 0);
    DEMAND(o.value >= -EVALUATION_WIN && o.value <= EVALUATION_WIN);
    if (o.is_known) {
        Str longer = {0};
        str_add(&longer, "MESSAGE | %s", text);
        Evaluation again = engine_info_evaluation(str_text(&longer));
        DEMAND(again.is_known && again.value == o.value);
        str_release(&longer);
    }
    mem_free(text);
    return 0;
}
