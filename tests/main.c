// Test runner: runs all linked tests, or those whose names contain one of the given words. Prints
// TAP. With PENTAD_TEST_SHARD=I/N it runs only the Ith of N shards, so that several processes can
// share the work.
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTS_MAX = 2000 };

static struct CMUnitTest tests[TESTS_MAX];
static size_t test_count;

void test_register(const char *name, void (*run)(void **state)) {
    if (test_count == TESTS_MAX)
        abort();
    tests[test_count++] = (struct CMUnitTest){.name = name, .test_func = run};
}

void check_int(long long got, long long want, const char *row, const char *what, const char *file,
               int line) {
    if (got == want)
        return;
    print_error("%s:%d: %s: %s is %lld, not %lld\n", file, line, row, what, got, want);
    _fail(file, line);
}

void check_text(const char *got, const char *want, const char *row, const char *what,
                const char *file, int line) {
    if (got && want && !strcmp(got, want))
        return;
    print_error("%s:%d: %s: %s is \"%s\", not \"%s\"\n", file, line, row, what,
                got ? got : "(null)", want ? want : "(null)");
    _fail(file, line);
}

void check_true(bool got, const char *row, const char *what, const char *file, int line) {
    if (got)
        return;
    print_error("%s:%d: %s: not true: %s\n", file, line, row, what);
    _fail(file, line);
}

#if defined(__has_feature)
    #define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
    #define IS_SANITIZED 0
#endif

int random_cases(int full) {
    if (IS_SANITIZED)
        full /= 5;
    const char *effort = getenv("PENTAD_TEST_EFFORT");
    if (effort && !strcmp(effort, "quick"))
        return full / 20;
    return effort && !strcmp(effort, "soak") ? full * 20 : full;
}

int counted_cases(const char *name, int full) {
    const char *text = getenv(name);
    return text ? (int)strtol(text, NULL, 10) : random_cases(full);
}

// Reads PENTAD_TEST_SHARD; default: shard 0 of 1.
static bool read_shard(size_t *shard, size_t *shards) {
    const char *text = getenv("PENTAD_TEST_SHARD");
    char *end = NULL;
    *shard = 0;
    *shards = 1;
    if (!text)
        return true;
    *shard = strtoul(text, &end, 10) - 1;
    *shards = *end == '/' ? strtoul(end + 1, &end, 10) : 0;
    return !*end && *shard < *shards;
}

static bool wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strstr(name, argv[i]))
            return true;
    return argc < 2;
}

int main(int argc, char **argv) {
    size_t kept = 0, shard, shards, found = 0;
    if (!read_shard(&shard, &shards)) {
        fprintf(stderr, "PENTAD_TEST_SHARD: expected I/N with 1 <= I <= N\n");
        return 2;
    }
    for (size_t i = 0; i < test_count; i++)
        if (wanted(tests[i].name, argc, argv) && found++ % shards == shard)
            tests[kept++] = tests[i];
    // The background job of a shell ignores these, and tests that send them would wait forever.
    signal(SIGINT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("pentad", tests, kept, NULL, NULL) ? 1 : 0;
}
