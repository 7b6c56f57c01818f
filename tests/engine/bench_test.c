#include "base/number.h"
#include "engine/bench.h"
#include "test.h"

#include <string.h>

static const struct {
    const char *name;
    uint64_t signature;
} expected[] = {
#include "engine/bench_signatures.inc"
};

// The same for every compiler, with and without sanitizers.
TEST(bench_signatures_are_unchanged) {
    int changed = 0, rows = 0;
    int64_t nodes = 0;
    for (; bench_name(rows); rows++) {
        BenchResult r = bench_run(rows, 1, NULL);
        bool same = rows < COUNT(expected) && !strcmp(expected[rows].name, r.name) &&
                    expected[rows].signature == r.signature;
        if (!same)
            print_message("# %s: the signature is now %016llx\n", r.name,
                          (unsigned long long)r.signature);
        changed += !same;
        nodes += r.nodes;
        CHECK(r.name, r.items > 0 && r.fastest_ns <= r.median_ns);
    }
    CHECK_INT("changed rows; if the engine is meant to search differently: "
              "build/pentad bench --signature >tests/engine/bench_signatures.inc",
              changed, 0);
    CHECK_INT("rows, and the total of nodes", COUNT(expected), rows + 1);
    CHECK_TEXT("the last row", expected[rows].name, BENCH_NODES);
    CHECK_INT(BENCH_NODES, (int64_t)expected[rows].signature, nodes);
}
