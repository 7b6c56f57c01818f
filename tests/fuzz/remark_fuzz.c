// Lines that programs say: a value is in the range of values, and is found again in a longer line.
#include "fuzz.h"
#include "match/remark.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    Opinion o = remark_opinion(text);
    DEMAND(o.is_known || o.value == 0);
    DEMAND(o.value >= -OPINION_WIN && o.value <= OPINION_WIN);
    if (o.is_known) {
        Str longer = {0};
        str_add(&longer, "MESSAGE | %s", text);
        Opinion again = remark_opinion(str_text(&longer));
        DEMAND(again.is_known && again.value == o.value);
        str_release(&longer);
    }
    mem_free(text);
    return 0;
}
