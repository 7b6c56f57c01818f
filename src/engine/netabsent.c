// No nets inside: a page fetches them as files of their own, once for both modules.
#include "engine/netembedded.h"

#define NET(name, file)                                                                            \
    const unsigned char netembedded_##name[1] = {0};                                               \
    const uint32_t netembedded_##name##_length = 0;
#include "engine/netembedded.inc"
#undef NET
