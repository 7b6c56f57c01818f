// The console or terminal of the program: posix/console.c, windows/console.c.
#pragma once

#include <stdbool.h>
#include <stdio.h>

// Call first in main. On Windows: UTF-8 in the console, and the same bytes in files and pipes as on
// other systems (no CR LF).
void console_init(void);

// True if `out` is a terminal that understands escape sequences.
bool console_can_move_cursor(FILE *out);

typedef struct {
    int columns, rows;
} ConsoleSize;

// 80 x 24 if it is unknown.
ConsoleSize console_size(FILE *out);
