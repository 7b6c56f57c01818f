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
    int64_t nodes = 0;
    for (; bench_name(rows); rows++) {
        BenchResult r = bench_run(rows, 1, NULL);
        bool same = rows < COUNT(expected) && !strcmp(expected[rows].name, r.name) &&
                    expected[rows].signature == r.signature;
        if (!same)
            print_message("# %s: the signature is %016llx now\n", r.name,
                          (unsigned long long)r.signature);
        changed += !same;
        nodes += r.nodes;
        CHECK(r.name, r.items > 0 && r.fastest_ns <= r.median_ns);
    }
    CHECK_INT("if the engine is meant to think differently now: "
              "build/pentad bench --signature >tests/engine/bench_signatures.inc; rows that do",
              changed, 0);
    CHECK_INT("rows, and what they looked at in all", COUNT(expected), rows + 1);
    CHECK_TEXT("the last", expected[rows].name, BENCH_NODES);
    CHECK_INT(BENCH_NODES, (int64_t)expected[rows].signature, nodes);
}
