// base/process.h on Windows: an engine that reads slowly, and says something after each piece, gets
// every byte once. Without an argument starts itself as that engine.
#include "base/clock.h"
#include "base/process.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

// More than the pipe and one write hold. Pieces end within a write.
enum { LEN = 100000, PIECE = 3001, PATIENCE_MS = 30000 };

static char byte_at(int i) {
    return (char)('!' + i % 89);
}

// Up to a newline.
static void read_slowly(void) {
    char piece[PIECE] = {0};
    DWORD count = 1;
    int read = 0, wrong = 0;
    while (count > 0 && piece[count - 1] != '\n' &&
           ReadFile(GetStdHandle(STD_INPUT_HANDLE), piece, PIECE, &count, NULL)) {
        for (DWORD i = 0; i < count; i++)
            wrong += piece[i] != byte_at(read++) && piece[i] != '\n';
        puts("more");
        fflush(stdout);
        Sleep(5);
    }
    printf("%d bytes, %d wrong\n", read, wrong);
}

static void write_text(Process *p) {
    static char text[LEN];
    for (int i = 0; i < LEN - 1; i++)
        text[i] = byte_at(i);
    text[LEN - 1] = '\n';
    ScopedStr line = {0};
    int64_t deadline_ms = clock_now_ms() + PATIENCE_MS;
    if (process_write(p, text, LEN, deadline_ms) != PROCESS_OK)
        puts("cannot be written");
    while (process_read_line(p, deadline_ms, &line) == PROCESS_OK)
        if (strcmp(str_text(&line), "more") != 0)
            puts(str_text(&line));
    process_stop(p, deadline_ms, NULL);
}

int main(int argc, char **argv) {
    const char *const command[] = {argv[0], "slowly", NULL};
    Error err = {0};
    _setmode(_fileno(stdout), _O_BINARY);
    if (argc > 1) {
        read_slowly();
        return 0;
    }
    Process *p = process_start(command, NULL, &err);
    if (p)
        write_text(p);
    else
        puts(err.text);
    return 0;
}
