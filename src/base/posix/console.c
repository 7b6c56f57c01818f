#include "base/console.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void console_init(void) {
}

bool console_can_move_cursor(FILE *out) {
    const char *term = getenv("TERM");
    return isatty(fileno(out)) && term && strcmp(term, "dumb") != 0;
}

ConsoleSize console_size(FILE *out) {
    struct winsize size = {0};
    if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return (ConsoleSize){80, 24};
    return (ConsoleSize){size.ws_col, size.ws_row};
}
