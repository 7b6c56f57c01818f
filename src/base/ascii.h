// Letter case of ASCII letters only, whatever the locale: for names, protocol words, file
// extensions, header fields. strcasecmp follows the locale: in Turkish, "GIF" is not "gif".
#pragma once

#include <stdbool.h>
#include <stddef.h>

static inline char ascii_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// True if the first `len` bytes are equal but for letter case. Texts may end earlier.
static inline bool ascii_equal_part(const char *a, const char *b, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (ascii_lower(a[i]) != ascii_lower(b[i]))
            return false;
        if (!a[i])
            break;
    }
    return true;
}

// True if the texts are equal but for letter case.
static inline bool ascii_equal(const char *a, const char *b) {
    return ascii_equal_part(a, b, (size_t)-1);
}
