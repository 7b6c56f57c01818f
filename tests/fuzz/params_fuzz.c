// Search parameters from the environment: what is accepted survives a round trip.
#include "engine/search/params.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    int values[PARAM_COUNT] = {0}, again[PARAM_COUNT] = {0};
    Error err = {0};
    if (params_parse(text, values, &err)) {
        Str written = {0};
        for (int i = 0; i < PARAM_COUNT; i++)
            if (values[i] != 0)
                str_add(&written, "%s=%d,", params_name(i), values[i]);
        DEMAND(params_parse(str_text(&written), again, &err));
        DEMAND(!memcmp(values, again, sizeof values));
        str_release(&written);
    } else {
        DEMAND(*err.text);
    }
    mem_free(text);
    return 0;
}
