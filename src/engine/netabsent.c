// No nets inside: a page fetches them as files of their own, once for both modules.
#include "engine/netembedded.h"

const unsigned char netembedded_freestyle[1] = {0}, netembedded_standard[1] = {0};
const uint32_t netembedded_freestyle_size = 0, netembedded_standard_size = 0;
