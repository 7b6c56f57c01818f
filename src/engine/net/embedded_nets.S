// Embeds files: the nets of net_table.inc and the strategies of strategy_table.inc.
#if defined(__CET__)
#include <cet.h>
#endif

// Mach-O (macOS) has other names for the same directives, and an underscore before the names of C.
#if defined(__APPLE__)
    .macro embed name, file
    .globl _embedded_\name
    .globl _embedded_\name\()_end
    .private_extern _embedded_\name
    .private_extern _embedded_\name\()_end
    .p2align 6
_embedded_\name:
    .incbin "\file"
_embedded_\name\()_end:
    .byte 0
    .endm

    .section __TEXT,__const
#else
    .macro embed name, file
    .globl embedded_\name, embedded_\name\()_end
#if defined(__ELF__)
    .hidden embedded_\name, embedded_\name\()_end
    .type embedded_\name, %object
    .size embedded_\name, embedded_\name\()_end - embedded_\name
#endif
    .p2align 6
embedded_\name:
    .incbin "\file"
embedded_\name\()_end:
    .endm

#if defined(__ELF__)
    .section .rodata.embedded,"a",%progbits
#else
    .section .rdata,"dr"
#endif
#endif
#define NET(name, file) embed net_##name, file
#define NET_ROW(rules, size_max, name, symbol)
#include "net_table.inc"
#define STRATEGY(name, file) embed strategy_##name, file
#define STRATEGY_ROW(rules, size, side, is_whole, name, symbol)
#include "strategy_table.inc"

#if defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
