// Banned functions, and what to use instead. Every file is compiled with -include banned.h (see
// meson.build), so calling one is a compile error.
#pragma once

// The system headers must be included before their names are poisoned. Assembler cannot read them.
#ifndef __ASSEMBLER__
    #include <stdio.h>   // IWYU pragma: keep
    #include <stdlib.h>  // IWYU pragma: keep
    #include <string.h>  // IWYU pragma: keep
    #include <strings.h> // IWYU pragma: keep
    #ifdef _WIN32
        #include <io.h> // IWYU pragma: keep: it has functions that call these
        #undef popen
    #endif
    #ifdef PENTAD_USES_WINDOWS
        #include <windows.h> // IWYU pragma: keep: as above
    #endif
    #ifdef PENTAD_USES_UV
        #include <uv.h> // IWYU pragma: keep: it has a field with one of these names
    #endif
#endif

// On some systems these are macros, and a macro cannot be poisoned: on macOS all of them, with
// _FORTIFY_SOURCE.
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef sprintf
#undef vsprintf
#undef alloca

// Instead: str_add, or memcpy with a length.
#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf
// Instead: line_read, call_split.
#pragma GCC poison gets strtok
// Instead: number_parse, decimal_parse.
#pragma GCC poison atoi atol atoll atof strtod
// Instead: ascii_equal, whatever the locale.
#pragma GCC poison strcasecmp strncasecmp
// Instead: base/number.h, which is seeded and gives the same numbers on every machine.
#pragma GCC poison rand srand random srandom
// No shell, no unbounded stack.
#pragma GCC poison system popen alloca
