// What tests/main.c and the tests of the engine use of cmocka, for machines that are only compiled
// for: Debian has no cmocka for a cross compiler. The first failed check ends the program.
#pragma once

#include <stdio.h>
#include <stdlib.h>

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
};

#define print_error(...) fprintf(stderr, __VA_ARGS__)
#define print_message(...) printf(__VA_ARGS__)

enum { CM_OUTPUT_TAP };

static inline void cmocka_set_message_output(int format) {
    (void)format;
}

static inline void _fail(const char *file, int line) {
    (void)file, (void)line; // printed by the check
    printf("not ok - a check failed\n");
    exit(1);
}

static inline int _cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests,
                                          size_t count, void *set_up, void *tear_down) {
    (void)group, (void)set_up, (void)tear_down;
    printf("1..%zu\n", count);
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        tests[i].test_func(&state);
        printf("ok %zu - %s\n", i + 1, tests[i].name);
        fflush(stdout);
    }
    return 0;
}
