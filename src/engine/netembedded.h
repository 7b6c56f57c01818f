// The file of the net that the program has inside, put there by netembedded.S.
#pragma once

#include <stdint.h>

extern const unsigned char netembedded[];
extern const uint32_t netembedded_size;
