// The bytes of the files that NET_FREESTYLE and NET_STANDARD name (see meson.build), and how many
// they are.
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

#define DECLARE(name) .globl name; .hidden name; .type name, OBJECT

    SECTION
    DECLARE(netembedded_freestyle)
    .p2align 6
netembedded_freestyle:
    .incbin NET_FREESTYLE
.Lfreestyle_end:
    .size netembedded_freestyle, .Lfreestyle_end - netembedded_freestyle

    DECLARE(netembedded_freestyle_size)
    .p2align 2
netembedded_freestyle_size:
    .long .Lfreestyle_end - netembedded_freestyle
    .size netembedded_freestyle_size, 4

    DECLARE(netembedded_standard)
    .p2align 6
netembedded_standard:
    .incbin NET_STANDARD
.Lstandard_end:
    .size netembedded_standard, .Lstandard_end - netembedded_standard

    DECLARE(netembedded_standard_size)
    .p2align 2
netembedded_standard_size:
    .long .Lstandard_end - netembedded_standard
    .size netembedded_standard_size, 4

#if defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
