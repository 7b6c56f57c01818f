// Embeds the net files of net_table.inc.
#if defined(__CET__)
#include <cet.h>
#endif

// Mach-O (macOS) has other names for the same directives, and an underscore before the names of C.
#if defined(__APPLE__)
    .macro net name, file
    .globl _embedded_net_\name
    .globl _embedded_net_\name\()_end
    .private_extern _embedded_net_\name
    .private_extern _embedded_net_\name\()_end
    .p2align 6
_embedded_net_\name:
    .incbin "\file"
_embedded_net_\name\()_end:
    .byte 0
    .endm

    .section __TEXT,__const
#else
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
#endif
#define NET(name, file) net name, file
#define NET_ROW(rules, size_max, name, symbol)
#include "net_table.inc"

#if defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
