// The files of data/weights, inside the program: made by src/engine/eval/embed_weights.sh.
#pragma once

#include <stddef.h>

typedef struct {
    const char *rules; // by name
    const unsigned char *bytes;
    size_t len;
} WeightData;

extern const WeightData weight_data[]; // ends with a row of zeros
