// Round-trip fuzzing oracle for formats with a reader and a writer: a record that was read can be
// written (or fails with an error), the output can be read, and writing that gives the same bytes.
#pragma once

#include "record/format.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void roundtrip_fail(const Format *format, const char *what, const Error *err) {
    fprintf(stderr, "%s: %s: %s\n", format->name, what, err->text);
    abort();
}

static inline void roundtrip_check(const Format *format, const ReadOptions *options,
                                   const uint8_t *data, size_t size) {
    Error err = {0};
    Record *first = format->read((const char *)data, size, options, &err);
    if (!first)
        return;
    Str once = {0}, twice = {0};
    const WriteOptions plain = {0};
    if (format->write(first, &plain, &once, &err)) {
        Record *second = format->read(str_text(&once), once.len, options, &err);
        if (!second)
            roundtrip_fail(format, "what was written cannot be read", &err);
        else if (!format->write(second, &plain, &twice, &err))
            roundtrip_fail(format, "what was read again cannot be written", &err);
        if (once.len != twice.len || memcmp(str_text(&once), str_text(&twice), once.len) != 0)
            roundtrip_fail(format, "the second writing differs", &err);
        record_free(second);
    }
    str_release(&once);
    str_release(&twice);
    record_free(first);
}
