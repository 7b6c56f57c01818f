// The bytes of the files of netembedded.inc, and how many they are.
#if defined(__CET__)
#include <cet.h>
#endif

#if defined(__wasm__)
#define SECTION .section .rodata.netembedded,"",@
#define OBJECT @object
#else
#define SECTION .section .rodata.netembedded,"a",%progbits
#define OBJECT %object
#endif

    .macro net name, file
    .globl netembedded_\name, netembedded_\name\()_length
    .hidden netembedded_\name, netembedded_\name\()_length
    .type netembedded_\name, OBJECT
    .type netembedded_\name\()_length, OBJECT
    .p2align 6
netembedded_\name:
    .incbin "\file"
.L\name\()_end:
    .size netembedded_\name, .L\name\()_end - netembedded_\name
    .p2align 2
netembedded_\name\()_length:
    .long .L\name\()_end - netembedded_\name
    .size netembedded_\name\()_length, 4
    .endm

    SECTION
#define NET(name, file) net name, file
#include "engine/netembedded.inc"

#if defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
