#include "base/child.h"

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

struct Child {
    pid_t pid;
    int to, from; // our ends of the pipes to its stdin and stdout; -1: closed
    bool ended;   // end of its output
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

#if defined(__APPLE__)
// macOS has none. A child that another thread starts in between inherits the ends.
static int pipe2(int ends[2], int flags) {
    if (pipe(ends) != 0)
        return -1;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, flags & O_CLOEXEC ? FD_CLOEXEC : 0);
    return 0;
}
#else
// In POSIX only since 2024, so the headers do not declare it.
int pipe2(int ends[2], int flags);
#endif

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

static bool start(Child *c, const char *const *argv, const char *folder, Pipe in, Pipe out,
                  Pipe failure, Error *err) {
    c->pid = fork();
    if (c->pid == 0)
        exec_child(argv, folder, in, out, failure.write);
    close(in.read);
    close(out.write);
    close(failure.write);
    c->to = in.write;
    c->from = out.read;
    int reason = c->pid < 0 ? errno : wait_for_exec(failure.read);
    close(failure.read);
    fcntl(c->to, F_SETFL, O_NONBLOCK);
    if (reason == 0)
        return true;
    if (c->pid > 0)
        waitpid(c->pid, NULL, 0);
    close(c->to);
    close(c->from);
    return error_set(err, "cannot start %.100s: %s", argv[0], strerror(reason));
}

Child *child_start(const char *const *argv, const char *folder, Error *err) {
    Pipe in = NO_PIPE, out = NO_PIPE, failure = NO_PIPE;
    if (!open_pipe(&in, err) || !open_pipe(&out, err) || !open_pipe(&failure, err)) {
        close_pipe(in);
        close_pipe(out);
        return NULL;
    }
    Child *c = mem_alloc(sizeof *c);
    if (start(c, argv, folder, in, out, failure, err))
        return c;
    mem_free(c);
    return NULL;
}

// ---- Reading and writing

// Call when poll reports output.
static void read_output(Child *c, Str *output) {
    char buffer[1 << 14];
    ssize_t n = read(c->from, buffer, sizeof buffer);
    if (n > 0)
        str_add_bytes(output, buffer, (size_t)n);
    else if (n == 0 || errno != EINTR)
        c->ended = true;
}

static bool sigpipe_is_pending(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
}

// write() with EPIPE instead of SIGPIPE, whatever the disposition of SIGPIPE: blocks the signal and
// consumes it if this write raised it. (sigtimedwait would do it at once, but macOS has none.)
static ssize_t write_without_sigpipe(int fd, const char *bytes, size_t len) {
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    bool was_pending = sigpipe_is_pending();
    ssize_t n = write(fd, bytes, len);
    int reason = errno, consumed;
    if (n < 0 && reason == EPIPE && !was_pending && sigpipe_is_pending())
        sigwait(&pipe_signal, &consumed);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return n;
}

ChildEvent child_transfer(Child *c, Str *output, ChildInput *input, int64_t deadline_ms) {
    struct pollfd ends[] = {{.fd = input && input->len > 0 ? c->to : -1, .events = POLLOUT},
                            {.fd = c->ended ? -1 : c->from, .events = POLLIN}};
    int ready = poll(ends, COUNT(ends), clock_ms_until(deadline_ms));
    if (ready == 0)
        return CHILD_TIMEOUT;
    if (ready < 0)
        return errno == EINTR ? CHILD_READY : CHILD_CLOSED;
    if (ends[1].revents)
        read_output(c, output);
    if (!ends[0].revents)
        return CHILD_READY;
    ssize_t n = write_without_sigpipe(c->to, input->bytes, input->len);
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        return CHILD_CLOSED;
    if (n > 0) {
        input->bytes += n;
        input->len -= (size_t)n;
    }
    return CHILD_READY;
}

bool child_output_has_ended(const Child *c) {
    return c->ended;
}

// ---- Stopping

void child_close_input(Child *c) {
    close(c->to);
    c->to = -1;
}

bool child_has_exited(const Child *c) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == c->pid;
}

// POSIX has no waitpid with a timeout, so this polls.
static bool wait_until(const Child *c, int64_t deadline_ms) {
    while (!child_has_exited(c)) {
        if (clock_now_ms() >= deadline_ms)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return true;
}

static void add_status(int status, Str *how) {
    if (WIFEXITED(status))
        str_add(how, "exit status %d", WEXITSTATUS(status));
    else
        str_add(how, "killed by signal %d", WTERMSIG(status));
}

void child_stop(Child *c, int64_t deadline_ms, Str *how) {
    close(c->to);
    close(c->from);
    int status = 0;
    bool by_itself = wait_until(c, deadline_ms);
    kill(-c->pid, SIGKILL); // its process group, whose id is not reused before waitpid
    waitpid(c->pid, &status, 0);
    if (by_itself && how)
        add_status(status, how);
    mem_free(c);
}
