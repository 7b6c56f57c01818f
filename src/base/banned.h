// Functions nobody here may call, and what to use instead. Every file is compiled with this header
// in front (see meson.build), so a use is a compile error rather than a matter for review.
#pragma once

// The system headers must be read before their names are poisoned. Assembler has no use for them.
#ifndef __ASSEMBLER__
    #include <stdio.h>  // IWYU pragma: keep
    #include <stdlib.h> // IWYU pragma: keep
    #include <string.h> // IWYU pragma: keep
    #ifdef PENTAD_USES_UV
        #include <uv.h> // IWYU pragma: keep: it has a field of such a name
    #endif
#endif

// With clang and _FORTIFY_SOURCE these two are macros, and a macro cannot be poisoned.
#undef sprintf
#undef vsprintf

// Instead: str_add, or memcpy with a length.
#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf
// Instead: line_read, call_split.
#pragma GCC poison gets strtok
// Instead: number_parse.
#pragma GCC poison atoi atol atoll atof
// Instead: base/rng.h, seeded and the same everywhere.
#pragma GCC poison rand srand random srandom
// No shell, no unbounded stack.
#pragma GCC poison system popen alloca
