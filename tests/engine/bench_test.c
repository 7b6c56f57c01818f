#include "base/util.h"
#include "engine/bench.h"
#include "test.h"

#include <string.h>

static const struct {
    const char *name;
    uint64_t signature;
} expected[] = {
#include "engine/bench_signatures.inc"
};

// By every compiler, with sanitizers and without.
TEST(bench_computes_what_it_did_when_last_agreed_on) {
    int changed = 0, rows = 0;
    for (; bench_name(rows); rows++) {
        BenchResult r = bench_run(rows, 1);
        bool same = rows < COUNT(expected) && !strcmp(expected[rows].name, r.name) &&
                    expected[rows].signature == r.signature;
        if (!same)
            print_message("# %s: the signature is %016llx now\n", r.name,
                          (unsigned long long)r.signature);
        changed += !same;
        CHECK(r.name, r.items > 0 && r.fastest_ns <= r.median_ns);
    }
    CHECK_INT("if the engine is meant to think differently now: "
              "build/pentad bench --signature >tests/engine/bench_signatures.inc; rows that do",
              changed, 0);
    CHECK_INT("rows", COUNT(expected), rows);
}
