// Array length, minimum and maximum: COUNT, int_min, int_max.
#pragma once

// The number of elements of an array, as an int for use in loops.
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static inline int int_min(int a, int b) {
    return a < b ? a : b;
}

static inline int int_max(int a, int b) {
    return a > b ? a : b;
}
