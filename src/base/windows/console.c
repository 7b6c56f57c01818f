#include "base/console.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

static HANDLE handle_of(FILE *stream) {
    return (HANDLE)_get_osfhandle(_fileno(stream));
}

// Windows 10 and later understand escape sequences if asked to.
static void use_escape_sequences(FILE *out) {
    DWORD mode;
    if (GetConsoleMode(handle_of(out), &mode))
        SetConsoleMode(handle_of(out), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void console_init(void) {
    _fmode = _O_BINARY;
    FILE *const streams[] = {stdin, stdout, stderr};
    for (int i = 0; i < 3; i++)
        _setmode(_fileno(streams[i]), _O_BINARY);
    SetConsoleCP(CP_UTF8);
    SetConsoleOutputCP(CP_UTF8);
    use_escape_sequences(stdout);
    use_escape_sequences(stderr);
}

bool console_can_move_cursor(FILE *out) {
    DWORD mode;
    return GetConsoleMode(handle_of(out), &mode) && mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING;
}

ConsoleSize console_size(FILE *out) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(out), &info))
        return (ConsoleSize){80, 24};
    return (ConsoleSize){info.srWindow.Right - info.srWindow.Left + 1,
                         info.srWindow.Bottom - info.srWindow.Top + 1};
}
