// No embedded nets, for WebAssembly: the page fetches the files separately, once for both modules.
#include "engine/net/embedded_nets.h"

#define NET(name, file)                                                                            \
    const unsigned char embedded_net_##name[1] = {0};                                              \
    const uint32_t embedded_net_##name##_length = 0;
#include "engine/net/embedded_nets.inc"
#undef NET
