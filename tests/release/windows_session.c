// Talks to a program through Windows pipes, as Piskvork does; wine cannot look ahead in pipes from
// Unix. windows_session COMMAND STEP... prints what the last step heard, or why it failed. Steps:
//   >LINE           writes a line
//   <TEXT           reads lines up to one that begins with TEXT; <#: with a digit
//   close-input, close-output
//   wait            two seconds
//   ctrl-c          in the console of both
//   exit            waits until the program has exited; hears its status
// Times go to stderr.
#include <ctype.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

static PROCESS_INFORMATION program;
static HANDLE to, from;
static char heard[4096];

static void fail(const char *why, const char *step) {
    printf("%s: %s; last heard: '%s'\n", step, why, heard);
    fflush(stdout);
    ExitProcess(1);
}

// Returns our end; the other is inherited.
static HANDLE open_pipe(HANDLE *theirs, int ours_reads) {
    HANDLE reads, writes;
    if (!CreatePipe(&reads, &writes, NULL, 0))
        fail("CreatePipe", "");
    *theirs = ours_reads ? writes : reads;
    SetHandleInformation(*theirs, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return ours_reads ? reads : writes;
}

static void start(char *command) {
    STARTUPINFOA startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    to = open_pipe(&startup.hStdInput, 0);
    from = open_pipe(&startup.hStdOutput, 1);
    startup.hStdError = startup.hStdOutput;
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &program))
        fail("CreateProcess", command);
    CloseHandle(startup.hStdInput);
    CloseHandle(startup.hStdOutput);
}

// False at the end of the output.
static BOOL hear_line(void) {
    DWORD count;
    size_t len = 0;
    while (len < sizeof heard - 1 && ReadFile(from, heard + len, 1, &count, NULL) && count == 1 &&
           heard[len] != '\n')
        len++;
    BOOL is_line = len > 0 || heard[len] == '\n';
    heard[len] = '\0';
    return is_line;
}

static void do_step(const char *step) {
    DWORD count;
    if (*step == '>') {
        if (!WriteFile(to, step + 1, (DWORD)strlen(step + 1), &count, NULL) ||
            !WriteFile(to, "\r\n", 2, &count, NULL))
            fail("cannot be written", step);
    } else if (*step == '<') {
        do
            if (!hear_line())
                fail("the output ended", step);
        while (step[1] == '#' ? !isdigit(*heard) : strncmp(heard, step + 1, strlen(step + 1)) != 0);
    } else if (!strcmp(step, "wait")) {
        Sleep(2000);
    } else if (!strcmp(step, "close-input")) {
        CloseHandle(to);
    } else if (!strcmp(step, "close-output")) {
        CloseHandle(from);
    } else if (!strcmp(step, "ctrl-c")) {
        SetConsoleCtrlHandler(NULL, TRUE); // we go on
        if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0))
            fail("GenerateConsoleCtrlEvent", step);
    } else if (!strcmp(step, "exit")) {
        while (hear_line()) // a full pipe would stop it
            continue;
        WaitForSingleObject(program.hProcess, INFINITE);
        GetExitCodeProcess(program.hProcess, &count);
        snprintf(heard, sizeof heard, "exit status %lu", count);
    } else {
        fail("no such step", step);
    }
}

int main(int argc, char **argv) {
    _setmode(_fileno(stdout), _O_BINARY);
    start(argv[1]);
    ULONGLONG begin = GetTickCount64();
    for (int i = 2; i < argc; i++) {
        do_step(argv[i]);
        fprintf(stderr, "%6llu ms: %s\n", GetTickCount64() - begin, argv[i]);
    }
    puts(heard);
    return 0;
}
