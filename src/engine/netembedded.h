// The files of the nets that the program has inside, put there by netembedded.S.
#pragma once

#include <stdint.h>

#define NET(name, file)                                                                            \
    extern const unsigned char netembedded_##name[];                                               \
    extern const uint32_t netembedded_##name##_length;
#include "engine/netembedded.inc"
#undef NET
