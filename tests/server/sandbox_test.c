#include "server/sandbox/sandbox.h"

#include "base/file.h"
#include "base/number.h"
#include "base/thread.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/mman.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Not in POSIX, so the headers do not declare it.
long syscall(long number, ...);

// ---- What is tried inside: true if it succeeds, otherwise errno says why not

static char folder[] = "/tmp/pentad-sandbox-XXXXXX"; // with `data`, which the server may use
static char path[64];
static int listener, client;

static const char *in(const char *name) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool opens(const char *file, int flags) {
    return open(file, flags, S_IRUSR | S_IWUSR) >= 0;
}

static bool read_passwd(void) {
    return opens("/etc/passwd", O_RDONLY);
}

static bool list_root(void) {
    return opens("/", O_RDONLY | O_DIRECTORY);
}

static bool write_data(void) {
    return opens(in("data/new"), O_RDWR | O_CREAT);
}

static bool remove_data(void) {
    return unlink(in("data/old")) == 0;
}

static bool write_elsewhere(void) {
    return opens(in("new"), O_RDWR | O_CREAT);
}

static bool truncate_elsewhere(void) {
    return opens(in("old"), O_WRONLY | O_TRUNC);
}

static bool remove_elsewhere(void) {
    return unlink(in("old")) == 0;
}

static bool read_page(void) {
    return opens(in("pages/index.html"), O_RDONLY);
}

static bool write_page(void) {
    return opens(in("pages/index.html"), O_RDWR);
}

static bool open_tcp_socket(void) {
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static bool open_unix_socket(void) {
    return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}

static bool connect_open_socket(void) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    return getsockname(listener, (struct sockaddr *)&address, &size) == 0 &&
           connect(client, (struct sockaddr *)&address, size) == 0;
}

static bool bind_open_socket(void) {
    struct sockaddr_in any = {.sin_family = AF_INET};
    return bind(client, (struct sockaddr *)&any, sizeof any) == 0;
}

static bool execute_another(void) {
    char name[] = "true", *argv[] = {name, NULL}, *env[] = {NULL};
    execve("/bin/true", argv, env);
    return false;
}

static bool start_process(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0); // which a worker may not
    return child > 0;
}

static void *do_nothing(void *context) {
    return context;
}

static bool start_thread(void) {
    pthread_t thread;
    return thread_start(&thread, do_nothing, NULL) && pthread_join(thread, NULL) == 0;
}

static bool trace_parent(void) {
    return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0;
}

static bool maps(int protection) {
    return mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static bool map_code(void) {
    return maps(PROT_READ | PROT_EXEC);
}

static bool map_writable_code(void) {
    return maps(PROT_WRITE | PROT_EXEC);
}

static bool make_code(void) {
    void *page = mmap(NULL, 4096, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, 4096, PROT_WRITE | PROT_EXEC) == 0;
}

static bool type_into_terminal(void) {
    return ioctl(STDIN_FILENO, TIOCSTI, "x") == 0;
}

static bool make_dumpable(void) {
    return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}

// The kernel's larger doors: with arguments that would only say EFAULT or EINVAL outside.
static bool call_rare(void) {
    static const long numbers[] = {
        SYS_unshare,
        SYS_mount,
        SYS_bpf,
        SYS_keyctl,
        SYS_io_uring_setup,
        SYS_perf_event_open,
        SYS_memfd_create,
        SYS_userfaultfd,
        SYS_setns,
        SYS_chroot,
        SYS_pivot_root,
        SYS_init_module,
        SYS_kexec_load,
        SYS_swapon,
        SYS_reboot,
        SYS_personality,
        SYS_setuid,
        SYS_capset,
        SYS_pidfd_getfd,
        SYS_open_by_handle_at,
        SYS_ptrace,
        SYS_process_vm_readv,
        SYS_process_vm_writev,
        SYS_acct,
        SYS_clone3,
        SYS_execveat,
        SYS_symlinkat,
        SYS_linkat,
        SYS_mknodat,
        SYS_fchmodat,
        SYS_fchownat,
        SYS_syslog,
    };
    for (int i = 0; i < COUNT(numbers); i++)
        if (syscall(numbers[i], -1, -1, -1, -1, -1, -1) >= 0 || errno != ENOSYS)
            return true;
    return false;
}

static bool compute(void) {
    char *block = malloc(64 << 20), bytes[16];
    int ends[2];
    memset(block, 1, 64 << 20);
    free(block);
    return getrandom(bytes, sizeof bytes, 0) > 0 && write(STDERR_FILENO, "", 0) == 0 &&
           (pipe(ends) == 0 || errno == ENOSYS);
}

typedef enum { MAY_NOT, WORKERS_MAY = 1, SERVER_MAY = 2, BOTH_MAY = 3 } Permission;

static const struct {
    const char *name;
    bool (*attempt)(void);
    Permission permission;
} attempts[] = {
    {"compute", compute, BOTH_MAY},
    {"start a thread", start_thread, BOTH_MAY},
    {"start a process", start_process, SERVER_MAY},
    {"read /etc/passwd", read_passwd, MAY_NOT},
    {"list /", list_root, MAY_NOT},
    {"write below the data folder", write_data, SERVER_MAY},
    {"remove below the data folder", remove_data, SERVER_MAY},
    {"write elsewhere", write_elsewhere, MAY_NOT},
    {"truncate elsewhere", truncate_elsewhere, MAY_NOT},
    {"remove elsewhere", remove_elsewhere, MAY_NOT},
    {"read a page", read_page, SERVER_MAY},
    {"write a page", write_page, MAY_NOT},
    {"open a TCP socket", open_tcp_socket, MAY_NOT},
    {"open a Unix socket", open_unix_socket, MAY_NOT},
    {"connect a socket", connect_open_socket, MAY_NOT},
    {"bind a socket", bind_open_socket, MAY_NOT},
    {"execute another program", execute_another, MAY_NOT},
    {"trace the parent", trace_parent, MAY_NOT},
    {"map code", map_code, SERVER_MAY},
    {"map writable code", map_writable_code, MAY_NOT},
    {"make memory executable", make_code, MAY_NOT},
    {"type into a terminal", type_into_terminal, MAY_NOT},
    {"become dumpable", make_dumpable, MAY_NOT},
    {"call what a game server never needs", call_rare, MAY_NOT},
};

// ---- In child processes

static Sandbox enter_server(void) {
    char data[64], pages[64];
    const char *folders[] = {pages, NULL};
    ScopedStr program = {0};
    snprintf(data, sizeof data, "%s/data", folder);
    snprintf(pages, sizeof pages, "%s/pages", folder);
    file_program_path(&program, NULL);
    return sandbox_enter_server(str_text(&program), data, folders);
}

static int run_in_child(int (*run)(int argument), int argument) {
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(run(argument));
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// 0: it succeeded, otherwise errno.
static int attempt(int i) {
    errno = 0;
    return attempts[i].attempt() ? 0 : errno;
}

static int attempt_in_worker(int i) {
    sandbox_enter_worker();
    return attempt(i);
}

static int attempt_in_server(int i) {
    enter_server();
    return attempt(i);
}

static bool is_refusal(int reason) {
    return reason == ENOSYS || reason == EACCES || reason == EPERM;
}

// 0: nothing; 1: no Landlock; 2: everything.
static int probe(int ignored) {
    (void)ignored;
    Sandbox s = sandbox_enter_worker();
    return !s.seccomp ? 0 : !s.landlock ? 1 : 2;
}

static int gives_reason(int ignored) {
    (void)ignored;
    return *sandbox_enter_worker().why.text != '\0';
}

// False if this build or the kernel has less than that, such as a build with sanitizers: then the
// reason is checked.
static bool has_sandbox(int needed) {
    int found = run_in_child(probe, 0);
    CHECK_INT("a reason if a part is missing", run_in_child(gives_reason, 0), found < 2);
    return found >= needed;
}

static void make_file(const char *name) {
    int fd = open(in(name), O_RDWR | O_CREAT, S_IRUSR | S_IWUSR);
    close(fd);
}

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/pentad-sandbox-XXXXXX");
    assert_non_null(mkdtemp(folder));
    mkdir(in("data"), S_IRWXU);
    mkdir(in("pages"), S_IRWXU);
    make_file("pages/index.html");
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    listener = socket(AF_INET, SOCK_STREAM, 0);
    bind(listener, (struct sockaddr *)&any, sizeof any);
    listen(listener, 5);
}

static void tear_down(void) {
    static const char *const left[] = {"data/new", "data/old", "new", "old", "pages/index.html"};
    for (int i = 0; i < COUNT(left); i++)
        unlink(in(left[i]));
    rmdir(in("data"));
    rmdir(in("pages"));
    rmdir(folder);
    close(listener);
}

// In a child of its own, with new files and a new socket.
static int run_attempt(int (*run)(int i), int i) {
    make_file("old");
    make_file("data/old");
    client = socket(AF_INET, SOCK_STREAM, 0);
    int reason = run_in_child(run, i);
    close(client);
    return reason;
}

static void check_attempts(int (*run)(int i), Permission who) {
    set_up();
    for (int i = 0; i < COUNT(attempts); i++) {
        int reason = run_attempt(run, i);
        if (attempts[i].permission & who)
            CHECK_INT(attempts[i].name, reason, 0);
        else
            CHECK(attempts[i].name, is_refusal(reason));
    }
    tear_down();
}

// Without Landlock, seccomp alone cannot tell one file from another.
TEST(sandbox_of_a_worker_refuses_everything_but_computing) {
    if (has_sandbox(1))
        check_attempts(attempt_in_worker, WORKERS_MAY);
}

TEST(sandbox_of_the_server_has_its_folders_only) {
    if (has_sandbox(2))
        check_attempts(attempt_in_server, SERVER_MAY);
}

// Outside, all but the kernel's doors succeed, so that the tests above see the sandbox.
TEST(sandbox_attempts_succeed_outside) {
    set_up();
    for (int i = 0; i < COUNT(attempts); i++) {
        bool may_fail =
            attempts[i].attempt == trace_parent || attempts[i].attempt == type_into_terminal;
        if (!may_fail)
            CHECK_INT(attempts[i].name, run_attempt(attempt, i), 0);
    }
    tear_down();
}

// A worker runs in the sandbox of the server that started it.
static int nest(int ignored) {
    (void)ignored;
    Sandbox server = enter_server(), worker = sandbox_enter_worker();
    return server.seccomp && worker.seccomp && !*server.why.text && !*worker.why.text ? 0 : 1;
}

TEST(sandbox_of_a_worker_can_be_entered_in_that_of_the_server) {
    if (!has_sandbox(2))
        return;
    set_up();
    CHECK_INT("both", run_in_child(nest, 0), 0);
    tear_down();
}

// A kernel without Landlock, played by seccomp.
static int enter_without_landlock(int ignored) {
    (void)ignored;
    struct sock_filter code[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, 0},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_landlock_create_ruleset},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EOPNOTSUPP},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
    };
    struct sock_fprog program = {COUNT(code), code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    Sandbox s = sandbox_enter_worker();
    return s.seccomp && s.landlock == 0 && strstr(s.why.text, "Landlock") && !open_tcp_socket() ? 0
                                                                                                : 1;
}

TEST(sandbox_says_what_the_kernel_lacks) {
    if (has_sandbox(1))
        CHECK_INT("without Landlock", run_in_child(enter_without_landlock, 0), 0);
}
