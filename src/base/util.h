// Three small words used everywhere.
#pragma once

// The length of an array, as an int because that is what loops count with.
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static inline int int_min(int a, int b) {
    return a < b ? a : b;
}

static inline int int_max(int a, int b) {
    return a > b ? a : b;
}
