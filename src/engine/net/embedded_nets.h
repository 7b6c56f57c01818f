// Embedded NNUE nets: the bytes of their files, defined in embedded_nets.S.
#pragma once

#define NET(symbol, file)                                                                          \
    extern const unsigned char embedded_net_##symbol[], embedded_net_##symbol##_end[];
#define NET_ROW(rules, size_max, name, symbol)
#include "net_table.inc"
#undef NET
#undef NET_ROW
