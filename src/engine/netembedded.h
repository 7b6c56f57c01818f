// The files of the nets that the program has inside, put there by netembedded.S.
#pragma once

#include <stdint.h>

extern const unsigned char netembedded_freestyle[], netembedded_standard[];
extern const uint32_t netembedded_freestyle_size, netembedded_standard_size;
