#include "base/child.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"

#include <string.h>
#include <windows.h>

enum { BUFFER_SIZE = 1 << 14 };

// Our end of a named pipe, and the transfer in progress (overlapped I/O: anonymous pipes can
// neither be waited for nor written without blocking).
typedef struct {
    HANDLE handle;
    OVERLAPPED transfer;
    bool pending;
    char buffer[BUFFER_SIZE];
} PipeEnd;

struct Child {
    HANDLE process;
    HANDLE job; // its processes, killed when this is closed
    PipeEnd to, from;
    bool ended;   // end of its output
    bool closing; // close its input after the write in progress
};

// ---- Errors

static bool failed(Error *err, const char *what) {
    char *text = NULL;
    DWORD code = GetLastError();
    FormatMessageA(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM |
                       FORMAT_MESSAGE_IGNORE_INSERTS,
                   NULL, code, 0, (char *)&text, 0, NULL);
    if (text)
        error_set(err, "%.100s: %s", what, text_trim(text));
    else
        error_set(err, "%.100s: error %lu", what, code);
    LocalFree(text);
    return false;
}

// ---- Starting

// Quotes a word as CommandLineToArgv reads it: backslashes count only before a quote.
static void add_word(Str *line, const char *word) {
    if (line->len > 0)
        str_add_char(line, ' ');
    str_add_char(line, '"');
    int backslashes = 0;
    for (; *word; word++) {
        if (*word == '"')
            str_add_repeated(line, '\\', backslashes + 1);
        backslashes = *word == '\\' ? backslashes + 1 : 0;
        str_add_char(line, *word);
    }
    str_add_repeated(line, '\\', backslashes);
    str_add_char(line, '"');
}

// In the name of the program Windows wants backslashes.
static void add_command_line(Str *line, const char *const *argv) {
    add_word(line, argv[0]);
    for (size_t i = 0; i < line->len; i++)
        if (line->data[i] == '/')
            line->data[i] = '\\';
    for (int i = 1; argv[i]; i++)
        add_word(line, argv[i]);
}

static const SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};

// Returns the child's end; INVALID_HANDLE_VALUE on error. `access` is ours.
static HANDLE open_pipe(PipeEnd *ours, DWORD access, Error *err) {
    ScopedStr name = {0};
    str_add(&name, "\\\\.\\pipe\\pentad-%lu-%016llx", GetCurrentProcessId(),
            (unsigned long long)rng_fresh_seed());
    ours->transfer.hEvent = CreateEventA(NULL, TRUE, FALSE, NULL);
    ours->handle =
        CreateNamedPipeA(name.data, access | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                         PIPE_TYPE_BYTE, 1, BUFFER_SIZE, BUFFER_SIZE, 0, NULL);
    if (ours->handle == INVALID_HANDLE_VALUE)
        return failed(err, "pipe"), INVALID_HANDLE_VALUE;
    SECURITY_ATTRIBUTES attributes = inherited;
    HANDLE theirs =
        CreateFileA(name.data, access == PIPE_ACCESS_INBOUND ? GENERIC_WRITE : GENERIC_READ, 0,
                    &attributes, OPEN_EXISTING, 0, NULL);
    if (theirs == INVALID_HANDLE_VALUE)
        failed(err, "pipe");
    return theirs;
}

// An inheritable copy of our stderr; NULL if there is none, as in a program with windows. The
// invalid handle must not be copied: as a number it is also the handle of this process.
static HANDLE own_stderr(void) {
    HANDLE self = GetCurrentProcess(), ours = GetStdHandle(STD_ERROR_HANDLE), copy = NULL;
    if (!ours || ours == INVALID_HANDLE_VALUE ||
        !DuplicateHandle(self, ours, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS))
        return NULL;
    return copy;
}

// The child inherits only these handles, not those of a child that another thread is starting.
static LPPROC_THREAD_ATTRIBUTE_LIST handle_list(HANDLE *handles, int count) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = mem_alloc(size);
    InitializeProcThreadAttributeList(list, 1, 0, &size);
    UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
                              (size_t)count * sizeof handles[0], NULL, NULL);
    return list;
}

// Suspended, until it is in its job.
static bool create_process(const char *const *argv, const char *folder, STARTUPINFOEXA *startup,
                           PROCESS_INFORMATION *info) {
    enum { FLAGS = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT };
    ScopedStr line = {0};
    add_command_line(&line, argv);
    return CreateProcessA(NULL, line.data, NULL, NULL, TRUE, FLAGS, NULL, folder,
                          &startup->StartupInfo, info);
}

static void put_into_job(Child *c) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    c->job = CreateJobObjectA(NULL, NULL);
    SetInformationJobObject(c->job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    AssignProcessToJobObject(c->job, c->process);
}

static bool start(Child *c, const char *const *argv, const char *folder, HANDLE in, HANDLE out,
                  Error *err) {
    HANDLE handles[] = {in, out, own_stderr()};
    STARTUPINFOEXA startup = {
        .StartupInfo = {.cb = sizeof startup,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = in,
                        .hStdOutput = out,
                        .hStdError = handles[2]},
        .lpAttributeList = handle_list(handles, handles[2] ? 3 : 2),
    };
    PROCESS_INFORMATION info;
    bool ok = create_process(argv, folder, &startup, &info);
    if (ok) {
        c->process = info.hProcess;
        put_into_job(c);
        ResumeThread(info.hThread);
        CloseHandle(info.hThread);
    } else {
        failed(err, argv[0]);
        error_prefix(err, "cannot start");
    }
    DeleteProcThreadAttributeList(startup.lpAttributeList);
    mem_free(startup.lpAttributeList);
    if (handles[2])
        CloseHandle(handles[2]);
    return ok;
}

static void close_end(PipeEnd *end) {
    if (end->handle && end->handle != INVALID_HANDLE_VALUE) {
        DWORD count;
        if (end->pending) {
            CancelIoEx(end->handle, &end->transfer);
            GetOverlappedResult(end->handle, &end->transfer, &count, TRUE);
        }
        CloseHandle(end->handle);
    }
    if (end->transfer.hEvent)
        CloseHandle(end->transfer.hEvent);
    *end = (PipeEnd){0};
}

static void close_handle(HANDLE handle) {
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
}

Child *child_start(const char *const *argv, const char *folder, Error *err) {
    Child *c = mem_alloc(sizeof *c);
    HANDLE in = open_pipe(&c->to, PIPE_ACCESS_OUTBOUND, err), out = INVALID_HANDLE_VALUE;
    bool ok = in != INVALID_HANDLE_VALUE &&
              (out = open_pipe(&c->from, PIPE_ACCESS_INBOUND, err)) != INVALID_HANDLE_VALUE &&
              start(c, argv, folder, in, out, err);
    close_handle(in);
    close_handle(out);
    if (ok)
        return c;
    close_end(&c->to);
    close_end(&c->from);
    mem_free(c);
    return NULL;
}

// ---- Reading and writing

static bool is_started(BOOL completed) {
    return completed || GetLastError() == ERROR_IO_PENDING;
}

static void start_read(Child *c) {
    PipeEnd *end = &c->from;
    if (end->pending || c->ended)
        return;
    end->pending =
        is_started(ReadFile(end->handle, end->buffer, BUFFER_SIZE, NULL, &end->transfer));
    c->ended = !end->pending;
}

// Takes the next bytes of `input`. False if the child has closed its input.
static bool start_write(Child *c, ChildInput *input) {
    PipeEnd *end = &c->to;
    DWORD len = (DWORD)(input->len < BUFFER_SIZE ? input->len : BUFFER_SIZE);
    memcpy(end->buffer, input->bytes, len);
    end->pending = is_started(WriteFile(end->handle, end->buffer, len, NULL, &end->transfer));
    input->bytes += len;
    input->len -= len;
    return end->pending;
}

// Does not wait. True if the transfer has succeeded or is still in progress.
static bool finish(PipeEnd *end, DWORD *count) {
    *count = 0;
    if (GetOverlappedResult(end->handle, &end->transfer, count, FALSE)) {
        end->pending = false;
        return true;
    }
    end->pending = GetLastError() == ERROR_IO_INCOMPLETE;
    return end->pending;
}

static void finish_read(Child *c, Str *output) {
    DWORD count;
    c->ended = !finish(&c->from, &count);
    str_add_bytes(output, c->from.buffer, count);
}

// False if the child has closed its input.
static bool finish_write(Child *c) {
    DWORD count;
    bool ok = finish(&c->to, &count);
    if (c->closing && !c->to.pending)
        close_end(&c->to);
    return ok;
}

// A read and a write may stay in progress between calls, in buffers of their own. A write is not
// canceled to be started again: Windows may not tell how much of it has been read.
ChildEvent child_transfer(Child *c, Str *output, ChildInput *input, int64_t deadline_ms) {
    bool writes = input && input->len > 0;
    start_read(c);
    if (writes && !c->to.pending && !start_write(c, input))
        return CHILD_CLOSED;
    HANDLE events[2];
    DWORD count = 0;
    if (c->from.pending)
        events[count++] = c->from.transfer.hEvent;
    if (c->to.pending)
        events[count++] = c->to.transfer.hEvent;
    if (count == 0)
        return CHILD_READY; // the output has just ended
    bool timeout = WaitForMultipleObjects(count, events, FALSE,
                                          (DWORD)clock_ms_until(deadline_ms)) == WAIT_TIMEOUT;
    if (c->from.pending)
        finish_read(c, output);
    if (c->to.pending && !finish_write(c) && writes)
        return CHILD_CLOSED;
    return timeout ? CHILD_TIMEOUT : CHILD_READY;
}

bool child_output_has_ended(const Child *c) {
    return c->ended;
}

// ---- Stopping

void child_close_input(Child *c) {
    c->closing = true;
    if (!c->to.pending)
        close_end(&c->to);
}

bool child_has_exited(const Child *c) {
    return WaitForSingleObject(c->process, 0) == WAIT_OBJECT_0;
}

// A crash has the code of its exception, such as 0xC0000005.
static void add_status(DWORD status, Str *how) {
    enum { EXCEPTION_BITS = 30 };
    if (status >> EXCEPTION_BITS == 3)
        str_add(how, "exception 0x%08lX", status);
    else
        str_add(how, "exit status %lu", status);
}

void child_stop(Child *c, int64_t deadline_ms, Str *how) {
    close_end(&c->to);
    close_end(&c->from);
    DWORD status;
    bool by_itself =
        WaitForSingleObject(c->process, (DWORD)clock_ms_until(deadline_ms)) == WAIT_OBJECT_0;
    if (by_itself && how && GetExitCodeProcess(c->process, &status))
        add_status(status, how);
    if (!by_itself)
        TerminateProcess(c->process, 1);
    CloseHandle(c->job);
    WaitForSingleObject(c->process, INFINITE);
    CloseHandle(c->process);
    mem_free(c);
}
