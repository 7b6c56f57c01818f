// Mist controller: any input gives the output of the reference model, however the bytes are
// buffered (tried with one of 8).
#include "fuzz.h"
#include "protocol/mist_model.h"
#include "protocol/mist_session.h"

static int session(const uint8_t *data, size_t size, size_t buffer, Str *output) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "r");
    DEMAND(setvbuf(in, NULL, buffer ? _IOFBF : _IONBF, buffer) == 0);
    int status = mist_session_run(in, out);
    fclose(in);
    fclose(out);
    str_add_bytes(output, text, len);
    free(text);
    return status;
}

static void demand_equal(const Str *a, const Str *b) {
    DEMAND(a->len == b->len && memcmp(str_text(a), str_text(b), a->len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    Str want, whole = {0}, chunked = {0};
    int status = model_session((const char *)data, size, &want);
    DEMAND(session(data, size, 4096, &whole) == status);
    demand_equal(&whole, &want);
    if (fuzz_one_of(8, data, size)) {
        DEMAND(session(data, size, data[0] % 8, &chunked) == status);
        demand_equal(&chunked, &want);
    }
    str_release(&want);
    str_release(&whole);
    str_release(&chunked);
    return 0;
}
