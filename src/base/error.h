// The reason an operation failed, as one line of text for a person.
//
// A function that can fail for reasons outside the program (bad input, a missing file) takes
// `Error *err` last and returns false or NULL. It writes *err only when it fails, so calls can be
// chained with `||` and `&&`. The text never holds control characters, whatever input it quotes,
// so a face may print it to a terminal as it is.
#pragma once

#include <stdbool.h>

typedef struct {
    char text[240];
} Error;

// Both return false, so that `return error_set(err, ...)` is the whole error path. The macro lets
// the compiler see it: without, it fears that a caller goes on with what was never set.
#define error_set(...) (error_write(__VA_ARGS__), error_is_set())

void error_write(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline bool error_is_set(void) {
    return false;
}

// Puts "context: " before the text that is there. A long context, such as the path of a file, loses
// its middle, so that the reason keeps its room.
bool error_prefix(Error *err, const char *context);
