#include "base/input.h"

#include "base/clock.h"

#include <io.h>
#include <windows.h>

// Reading a console blocks until Enter. Its queue also has other events, such as released keys.
static bool console_has_line(HANDLE console) {
    enum { EVENTS = 256 };
    INPUT_RECORD events[EVENTS];
    DWORD count;
    if (!PeekConsoleInputA(console, events, EVENTS, &count))
        return true; // not a console, such as NUL
    for (DWORD i = 0; i < count; i++) {
        const KEY_EVENT_RECORD *key = &events[i].Event.KeyEvent;
        if (events[i].EventType == KEY_EVENT && key->bKeyDown && key->uChar.AsciiChar == '\r')
            return true;
    }
    return false;
}

static bool is_ready(HANDLE input) {
    DWORD available;
    switch (GetFileType(input)) {
    case FILE_TYPE_PIPE:
        return !PeekNamedPipe(input, NULL, 0, NULL, &available, NULL) || available > 0;
    case FILE_TYPE_CHAR:
        return console_has_line(input);
    default:
        return true;
    }
}

// A pipe cannot be waited for, so this polls.
bool input_wait(int fd, int timeout_ms) {
    enum { POLL_MS = 2 };
    HANDLE input = (HANDLE)_get_osfhandle(fd);
    int64_t deadline_ms = clock_now_ms() + timeout_ms;
    while (!is_ready(input)) {
        if (clock_now_ms() >= deadline_ms)
            return false;
        Sleep(POLL_MS);
    }
    return true;
}
