// The bytes of the file that NET_EMBEDDED names (see meson.build), and how many they are.
#if defined(__CET__)
#include <cet.h>
#endif

#if defined(__wasm__)
    .section .rodata.netembedded,"",@
    .type netembedded,@object
    .type netembedded_size,@object
#else
    .section .rodata.netembedded,"a",%progbits
    .type netembedded,%object
    .type netembedded_size,%object
#endif
    .globl netembedded
    .hidden netembedded
    .p2align 6
netembedded:
    .incbin NET_EMBEDDED
.Lend:
    .size netembedded, .Lend - netembedded

    .globl netembedded_size
    .hidden netembedded_size
    .p2align 2
netembedded_size:
    .long .Lend - netembedded
    .size netembedded_size, 4

#if defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
