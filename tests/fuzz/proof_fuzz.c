// Proofs as JSON: a proof that was read survives writing and reading, and checking it terminates.
#include "fuzz.h"
#include "proof/proof.h"

static bool enough(void *context) {
    (void)context;
    return true; // called after a thousand positions
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Proof p, again;
    Error err = {0};
    if (!proof_read_json((const char *)data, size, &p, &err)) {
        DEMAND(*err.text);
        return 0;
    }
    Str one = {0}, two = {0};
    ProofCheck check = {.stop = {enough, NULL}};
    proof_write_json(&p, &one);
    DEMAND(proof_read_json(one.data, one.len, &again, &err));
    proof_write_json(&again, &two);
    DEMAND(one.len == two.len && !memcmp(one.data, two.data, one.len));
    DEMAND(proof_check(&p, &check, &err) || *err.text);
    str_release(&one);
    str_release(&two);
    proof_release(&p);
    proof_release(&again);
    return 0;
}
