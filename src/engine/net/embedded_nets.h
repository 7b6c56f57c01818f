// The bytes of the embedded net files, defined in embedded_nets.S.
#pragma once

#include <stdint.h>

#define NET(name, file)                                                                            \
    extern const unsigned char embedded_net_##name[];                                              \
    extern const uint32_t embedded_net_##name##_length;
#include "engine/net/embedded_nets.inc"
#undef NET
