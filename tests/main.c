// Runs every test that was linked in, or those whose names contain the words given. Reports in TAP.
#include "test.h"

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

static bool wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strstr(name, argv[i]))
            return true;
    return argc < 2;
}

int main(int argc, char **argv) {
    size_t kept = 0;
    for (size_t i = 0; i < test_count; i++)
        if (wanted(tests[i].name, argc, argv))
            tests[kept++] = tests[i];
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("pentad", tests, kept, NULL, NULL) ? 1 : 0;
}
