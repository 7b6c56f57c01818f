// Embeds the net files of embedded_nets.inc and their lengths.
#if defined(__CET__)
#include <cet.h>
#endif

#if defined(__wasm__)
#define SECTION .section .rodata.embedded_nets,"",@
#define OBJECT @object
#else
#define SECTION .section .rodata.embedded_nets,"a",%progbits
#define OBJECT %object
#endif

    .macro net name, file
    .globl embedded_net_\name, embedded_net_\name\()_length
    .hidden embedded_net_\name, embedded_net_\name\()_length
    .type embedded_net_\name, OBJECT
    .type embedded_net_\name\()_length, OBJECT
    .p2align 6
embedded_net_\name:
    .incbin "\file"
.L\name\()_end:
    .size embedded_net_\name, .L\name\()_end - embedded_net_\name
    .p2align 2
embedded_net_\name\()_length:
    .long .L\name\()_end - embedded_net_\name
    .size embedded_net_\name\()_length, 4
    .endm

    SECTION
#define NET(name, file) net name, file
#include "engine/net/embedded_nets.inc"

#if defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
