// Test framework: cmocka, with tests that register themselves. A test file is a few TEST()
// functions; linking it is enough. A failed check names the row of the test table.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>

void test_register(const char *name, void (*run)(void **state));

// The number of random cases to try: `full`, a twentieth of that in `./run quick`
// (PENTAD_TEST_EFFORT is "quick"), and twenty times as many in `./run soak` ("soak").
// A build with sanitizers tries a fifth of them: the other builds compare all.
int random_cases(int full);

// The number in the environment variable `name`; default: random_cases(full).
int counted_cases(const char *name, int full);

#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void register_##name(void) {                               \
        test_register(#name, name);                                                                \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))

void check_int(long long got, long long want, const char *row, const char *what, const char *file,
               int line);
void check_text(const char *got, const char *want, const char *row, const char *what,
                const char *file, int line);
void check_true(bool got, const char *row, const char *what, const char *file, int line);

// `row` names the row of a test table, so that a failure shows which one.
#define CHECK_INT(row, got, want) check_int((got), (want), (row), #got, __FILE__, __LINE__)
#define CHECK_TEXT(row, got, want) check_text((got), (want), (row), #got, __FILE__, __LINE__)
#define CHECK(row, condition) check_true((condition), (row), #condition, __FILE__, __LINE__)
