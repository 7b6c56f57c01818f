#include "base/process.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct Process {
    pid_t pid;
    int to, from; // our ends of the pipes to its stdin and stdout
    Str unread;
    size_t read;   // bytes of `unread` already returned
    bool after_cr; // the last line ended with CR: skip an LF that follows
    bool ended;    // end of its output
};

// ---- Starting

typedef struct {
    int read, write;
} Pipe;

static const Pipe NO_PIPE = {-1, -1};

// Closing -1 does nothing.
static void close_pipe(Pipe p) {
    close(p.read);
    close(p.write);
}

// In POSIX only since 2024, so the headers do not declare it.
int pipe2(int ends[2], int flags);

// Close-on-exec: child processes get the ends only by dup2. A child that another thread starts at
// the same time does not inherit them.
static bool open_pipe(Pipe *out, Error *err) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(err, "pipe: %s", strerror(errno));
    *out = (Pipe){ends[0], ends[1]};
    return true;
}

// Runs in the child: executes the program, or writes errno to `failure`. Uses only
// async-signal-safe functions.
static _Noreturn void exec_child(const char *const *argv, const char *folder, Pipe in, Pipe out,
                                 int failure) {
    setpgid(0, 0); // its own process group, so that its children can be killed with it
    // Do not inherit our signal dispositions and mask.
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if ((!folder || chdir(folder) == 0) && dup2(in.read, STDIN_FILENO) >= 0 &&
        dup2(out.write, STDOUT_FILENO) >= 0)
        execvp(argv[0], (char *const *)argv); // execvp does not modify argv
    int reason = errno;
    ssize_t ignored = write(failure, &reason, sizeof reason);
    (void)ignored;
    _exit(127);
}

// Waits for the exec in the child. Returns 0, or the errno of its failure.
static int wait_for_exec(int failure) {
    int reason = 0;
    ssize_t n;
    do
        n = read(failure, &reason, sizeof reason);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof reason ? reason : 0;
}

static bool start(Process *p, const char *const *argv, const char *folder, Pipe in, Pipe out,
                  Pipe failure, Error *err) {
    p->pid = fork();
    if (p->pid == 0)
        exec_child(argv, folder, in, out, failure.write);
    close(in.read);
    close(out.write);
    close(failure.write);
    p->to = in.write;
    p->from = out.read;
    int reason = p->pid < 0 ? errno : wait_for_exec(failure.read);
    close(failure.read);
    fcntl(p->to, F_SETFL, O_NONBLOCK);
    if (reason == 0)
        return true;
    if (p->pid > 0)
        waitpid(p->pid, NULL, 0);
    close(p->to);
    close(p->from);
    return error_set(err, "cannot start %.100s: %s", argv[0], strerror(reason));
}

Process *process_start(const char *const *argv, const char *folder, Error *err) {
    Pipe in = NO_PIPE, out = NO_PIPE, failure = NO_PIPE;
    if (!open_pipe(&in, err) || !open_pipe(&out, err) || !open_pipe(&failure, err)) {
        close_pipe(in);
        close_pipe(out);
        return NULL;
    }
    Process *p = mem_alloc(sizeof *p);
    if (start(p, argv, folder, in, out, failure, err))
        return p;
    mem_free(p);
    return NULL;
}

// ---- Reading and writing

static int wait_ms(int64_t deadline_ms) {
    int64_t left = deadline_ms - clock_now_ms();
    return left <= 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

// Drops the bytes already returned from the buffer.
static void drop_read(Process *p) {
    size_t left = p->unread.len - p->read;
    if (p->read > 0 && left > 0)
        memmove(p->unread.data, p->unread.data + p->read, left);
    str_cut(&p->unread, left);
    p->read = 0;
}

// Reads into the buffer. Call when poll reports input.
static ProcessResult read_output(Process *p) {
    char buffer[1 << 14];
    ssize_t n = read(p->from, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR)
        return PROCESS_OK;
    if (n <= 0) {
        p->ended = true;
        return PROCESS_ENDED;
    }
    drop_read(p);
    if (p->unread.len > PROCESS_UNREAD_MAX)
        return PROCESS_TOO_LONG;
    str_add_bytes(&p->unread, buffer, (size_t)n);
    return PROCESS_OK;
}

// write() with EPIPE instead of SIGPIPE, whatever the disposition of SIGPIPE: blocks the signal and
// consumes it if this write raised it.
static ssize_t write_without_sigpipe(int fd, const char *bytes, size_t len) {
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);
    ssize_t n = write(fd, bytes, len);
    int reason = errno;
    if (n < 0 && reason == EPIPE && !was_pending)
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return n;
}

ProcessResult process_write(Process *p, const char *bytes, size_t len, int64_t deadline_ms) {
    while (len > 0) {
        struct pollfd ends[] = {{.fd = p->to, .events = POLLOUT},
                                {.fd = p->ended ? -1 : p->from, .events = POLLIN}};
        int ready = poll(ends, COUNT(ends), wait_ms(deadline_ms));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0)
            return PROCESS_TIMEOUT;
        if (ends[1].revents && read_output(p) == PROCESS_TOO_LONG)
            return PROCESS_TOO_LONG;
        if (!ends[0].revents)
            continue;
        ssize_t n = write_without_sigpipe(p->to, bytes, len);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return PROCESS_ENDED;
        if (n > 0) {
            bytes += n;
            len -= (size_t)n;
        }
    }
    return PROCESS_OK;
}

// Stops after PROCESS_UNREAD_MAX bytes, because a program may write without end.
void process_drop_output(Process *p) {
    size_t dropped = 0;
    struct pollfd from = {.fd = p->from, .events = POLLIN};
    while (!p->ended && dropped < PROCESS_UNREAD_MAX && poll(&from, 1, 0) > 0) {
        p->read = p->unread.len;
        read_output(p);
        dropped += p->unread.len - p->read;
    }
    p->read = p->unread.len;
    p->after_cr = false;
}

// After a CR that ended a line, skips an LF, which may arrive in a later read.
static void skip_lf_after_cr(Process *p) {
    if (!p->after_cr || p->read == p->unread.len)
        return;
    p->after_cr = false;
    if (p->unread.data[p->read] == '\n')
        p->read++;
}

// The index of the first line ending at or after `at`; `len` if there is none.
static size_t find_ending(const char *text, size_t len, size_t at) {
    while (at < len && text[at] != '\n' && text[at] != '\r')
        at++;
    return at;
}

static void take_line(Process *p, size_t len, Str *line) {
    str_clear(line);
    str_add_bytes(line, p->unread.data + p->read, len);
    p->read += len;
    if (p->read == p->unread.len)
        return;
    p->after_cr = p->unread.data[p->read] == '\r';
    p->read++;
}

ProcessResult process_read_line(Process *p, int64_t deadline_ms, Str *line) {
    size_t searched = 0; // unread bytes known to have no line ending
    for (;;) {
        skip_lf_after_cr(p);
        const char *text = str_text(&p->unread) + p->read;
        size_t len = p->unread.len - p->read;
        size_t end = find_ending(text, len, searched);
        if (end < len || (p->ended && len > 0)) {
            take_line(p, end, line);
            return PROCESS_OK;
        }
        if (p->ended)
            return PROCESS_ENDED;
        searched = len;
        struct pollfd wait = {.fd = p->from, .events = POLLIN};
        int ready = poll(&wait, 1, wait_ms(deadline_ms));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0)
            return PROCESS_TIMEOUT;
        if (read_output(p) == PROCESS_TOO_LONG)
            return PROCESS_TOO_LONG;
    }
}

// ---- Stopping

bool process_has_ended(const Process *p) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == p->pid;
}

// POSIX has no waitpid with a timeout, so this polls.
static bool wait_until(const Process *p, int64_t deadline_ms) {
    while (!process_has_ended(p)) {
        if (clock_now_ms() >= deadline_ms)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return true;
}

// Discards its last output. Closing the pipe instead would kill it with SIGPIPE.
static void read_to_end(Process *p, int64_t deadline_ms) {
    while (!p->ended && clock_now_ms() <= deadline_ms) {
        struct pollfd end = {.fd = p->from, .events = POLLIN};
        int ready = poll(&end, 1, wait_ms(deadline_ms));
        if (ready == 0)
            return;
        p->read = p->unread.len;
        if (ready > 0)
            read_output(p);
    }
}

static void add_status(int status, Str *how) {
    if (WIFEXITED(status))
        str_add(how, "exit status %d", WEXITSTATUS(status));
    else
        str_add(how, "killed by signal %d", WTERMSIG(status));
}

void process_stop(Process *p, int64_t deadline_ms, Str *how) {
    if (!p)
        return;
    close(p->to);
    read_to_end(p, deadline_ms);
    close(p->from);
    int status = 0;
    bool by_itself = wait_until(p, deadline_ms);
    kill(-p->pid, SIGKILL); // its process group, whose id is not reused before waitpid
    waitpid(p->pid, &status, 0);
    if (by_itself && how)
        add_status(status, how);
    str_release(&p->unread);
    mem_free(p);
}
