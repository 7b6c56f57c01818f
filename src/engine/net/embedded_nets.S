// Embeds the net files of net_table.inc.
#if defined(__CET__)
#include <cet.h>
#endif

    .macro net name, file
    .globl embedded_net_\name, embedded_net_\name\()_end
#if defined(__ELF__)
    .hidden embedded_net_\name, embedded_net_\name\()_end
    .type embedded_net_\name, %object
    .size embedded_net_\name, embedded_net_\name\()_end - embedded_net_\name
#endif
    .p2align 6
embedded_net_\name:
    .incbin "\file"
embedded_net_\name\()_end:
    .endm

#if defined(__ELF__)
    .section .rodata.embedded_nets,"a",%progbits
#else
    .section .rdata,"dr"
#endif
#define NET(name, file) net name, file
#define NET_ROW(rules, size_max, name, symbol)
#include "net_table.inc"

#if defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
