// Certificates: checking terminates and says why. The input is the lines before the end; a correct
// end line is added, so that the checksum does not stop everything.
#include "fuzz.h"
#include "proof/certificate.h"
#include "token_mutator.h"

static bool enough(void *context) {
    (void)context;
    return true; // called after many positions
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str text = {0};
    int64_t lines = -1;
    str_add_bytes(&text, data, size);
    if (size == 0 || data[size - 1] != '\n')
        str_add_char(&text, '\n');
    for (size_t i = 0; i < text.len; i++)
        lines += text.data[i] == '\n';
    certificate_write_end(&text, lines);
    CertificateCheck check = {.stop = {enough, NULL}};
    Error err = {0};
    DEMAND(certificate_check(text.data, text.len, &check, &err) || *err.text);
    str_release(&check.starts);
    str_release(&text);
    return 0;
}
