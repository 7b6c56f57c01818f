#include "base/input.h"

#include "base/clock.h"
#include "base/mem.h"

#include <errno.h>
#include <io.h>
#include <windows.h>

// Reading a console blocks until Enter. Its queue also has other events, such as released keys.
static bool console_has_line(HANDLE console) {
    DWORD count;
    if (!GetNumberOfConsoleInputEvents(console, &count))
        return true;                                                // not a console, such as NUL
    INPUT_RECORD *events = mem_alloc((count + 1) * sizeof *events); // it may be 0
    bool found = !PeekConsoleInputA(console, events, count + 1, &count);
    for (DWORD i = 0; i < count && !found; i++) {
        const KEY_EVENT_RECORD *key = &events[i].Event.KeyEvent;
        found = events[i].EventType == KEY_EVENT && key->bKeyDown && key->uChar.AsciiChar == '\r';
    }
    mem_free(events);
    return found;
}

// A pipe that wine got from Unix, which it can only read. Then commands are not seen during a
// search.
static bool is_foreign_pipe(HANDLE input) {
    DWORD available;
    return GetFileType(input) == FILE_TYPE_PIPE &&
           !PeekNamedPipe(input, NULL, 0, NULL, &available, NULL) &&
           GetLastError() == ERROR_NOT_SUPPORTED;
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
    if (is_foreign_pipe(input))
        return timeout_ms > 0;
    int64_t deadline_ms = clock_now_ms() + timeout_ms;
    while (!is_ready(input)) {
        if (clock_now_ms() >= deadline_ms)
            return false;
        Sleep(POLL_MS);
    }
    return true;
}

bool output_is_closed(int fd) {
    (void)fd;
    return false;
}

// For a pipe that comes from Unix, wine's read waits until the buffer is full. So this reads one
// byte, and then what is there.
static ssize_t read_pipe(HANDLE pipe, char *bytes, size_t size) {
    DWORD available = 0, first = 0, more = 0;
    if (!ReadFile(pipe, bytes, 1, &first, NULL) || first == 0)
        return 0;
    PeekNamedPipe(pipe, NULL, 0, NULL, &available, NULL);
    if (available > size - 1)
        available = (DWORD)size - 1;
    if (available > 0)
        ReadFile(pipe, bytes + 1, available, &more, NULL);
    return (ssize_t)first + more;
}

// Ctrl-C ends the read without bytes. Its handler runs on another thread, maybe a little later.
static ssize_t read_console(HANDLE console, char *bytes, size_t size) {
    enum { HANDLER_MS = 100 };
    DWORD count = 0;
    SetLastError(ERROR_SUCCESS);
    bool ok = ReadFile(console, bytes, (DWORD)size, &count, NULL);
    if (count > 0 || GetLastError() != ERROR_OPERATION_ABORTED)
        return ok ? (ssize_t)count : 0;
    Sleep(HANDLER_MS);
    errno = EINTR;
    return -1;
}

ssize_t input_read(int fd, char *bytes, size_t size) {
    DWORD mode;
    HANDLE input = (HANDLE)_get_osfhandle(fd);
    if (GetFileType(input) == FILE_TYPE_PIPE)
        return read_pipe(input, bytes, size);
    if (GetConsoleMode(input, &mode))
        return read_console(input, bytes, size);
    return _read(fd, bytes, (unsigned)size);
}
