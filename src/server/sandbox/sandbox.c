#include "server/sandbox/sandbox.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "server/sandbox/landlock.h"

#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// ---- System calls

// A call that is allowed if `argument` & mask is `value`; with mask 0 whatever its arguments are.
// Several rows of one call: any of them. Names that the processor or the library does not know are
// left out.
typedef struct {
    const char *call;
    unsigned argument;
    uint64_t mask, value;
} AllowedCall;

#define ALL_BITS 0xffffffffu // of an int
#define NEW_NAMESPACE                                                                              \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |  \
     CLONE_NEWNET)
#define WRITE_AND_EXECUTE (PROT_WRITE | PROT_EXEC)

// clang-format off

// Computing, on open files.
static const AllowedCall common_calls[] = {
    {"read"}, {"write"}, {"readv"}, {"writev"}, {"close"}, {"lseek"}, {"fstat"}, {"poll"},
    {"ppoll"}, {"brk"}, {"munmap"}, {"mremap"}, {"madvise"}, {"futex"}, {"membarrier"},
    {"set_robust_list"}, {"rseq"}, {"sched_yield"}, {"sched_getaffinity"}, {"getcpu"},
    {"clock_gettime"}, {"clock_getres"}, {"clock_nanosleep"}, {"nanosleep"}, {"gettimeofday"},
    {"time"}, {"getrandom"}, {"getpid"}, {"gettid"}, {"getppid"}, {"getrusage"}, {"sysinfo"},
    {"rt_sigaction"}, {"rt_sigprocmask"}, {"rt_sigreturn"}, {"rt_sigpending"}, {"sigaltstack"},
    {"restart_syscall"}, {"tkill"}, {"tgkill"}, {"exit"}, {"exit_group"},
};

// Threads, but no processes; memory, but no new code.
static const AllowedCall worker_calls[] = {
    {"clone", 0, CLONE_THREAD, CLONE_THREAD},
    {"mmap", 2, PROT_EXEC, 0},
    {"mprotect", 2, PROT_EXEC, 0},
};

// Also its workers until they enter their own sandbox: the dynamic linker needs code and files.
static const AllowedCall server_calls[] = {
    // Memory that can be written or executed, not both.
    {"mmap", 2, WRITE_AND_EXECUTE, 0},
    {"mmap", 2, WRITE_AND_EXECUTE, PROT_WRITE},
    {"mmap", 2, WRITE_AND_EXECUTE, PROT_EXEC},
    {"mprotect", 2, WRITE_AND_EXECUTE, 0},
    {"mprotect", 2, WRITE_AND_EXECUTE, PROT_WRITE},
    {"mprotect", 2, WRITE_AND_EXECUTE, PROT_EXEC},
    // Files; Landlock decides which.
    {"open"}, {"openat"}, {"stat"}, {"lstat"}, {"newfstatat"}, {"statx"}, {"fstatfs"}, {"statfs"},
    {"access"}, {"faccessat"}, {"faccessat2"}, {"readlink"}, {"readlinkat"}, {"getdents64"},
    {"getcwd"}, {"pread64"}, {"pwrite64"}, {"preadv"}, {"pwritev"}, {"ftruncate"}, {"fallocate"},
    {"fsync"}, {"fdatasync"}, {"fchmod"}, {"fchown"}, {"unlink"}, {"unlinkat"}, {"rename"},
    {"renameat"}, {"renameat2"}, {"mkdir"}, {"mkdirat"}, {"rmdir"}, {"utimensat"}, {"umask"},
    {"flock"}, {"fcntl"}, {"fadvise64"}, {"msync"}, {"dup"}, {"dup2"}, {"dup3"}, {"pipe"},
    {"pipe2"}, {"eventfd2"},
    {"ioctl", 1, ALL_BITS, FIONBIO}, {"ioctl", 1, ALL_BITS, FIOCLEX},
    {"ioctl", 1, ALL_BITS, FIONREAD}, {"ioctl", 1, ALL_BITS, TCGETS},
    // Connections that clients make. The listening socket is open; pairs are the workers' pipes.
    {"accept"}, {"accept4"}, {"recvfrom"}, {"recvmsg"}, {"sendto"}, {"sendmsg"}, {"sendmmsg"},
    {"sendfile"}, {"shutdown"}, {"getsockopt"}, {"setsockopt"}, {"getsockname"}, {"getpeername"},
    {"socketpair", 0, ALL_BITS, AF_UNIX},
    {"epoll_create1"}, {"epoll_ctl"}, {"epoll_wait"}, {"epoll_pwait"}, {"epoll_pwait2"},
    {"select"}, {"pselect6"},
    // Processes: Landlock allows no program but this one.
    {"clone", 0, NEW_NAMESPACE, 0}, {"fork"}, {"vfork"}, {"execve"}, {"wait4"}, {"waitid"},
    {"kill"}, {"setpgid"}, {"setsid"}, {"arch_prctl"}, {"set_tid_address"}, {"prlimit64"},
    {"getrlimit"}, {"setrlimit"}, {"uname"}, {"getuid"}, {"geteuid"}, {"getgid"}, {"getegid"},
    {"riscv_flush_icache"},
    {"prctl", 0, ALL_BITS, PR_SET_PDEATHSIG}, {"prctl", 0, ALL_BITS, PR_SET_NAME},
    // What a worker needs for its own sandbox.
    {"prctl", 0, ALL_BITS, PR_SET_NO_NEW_PRIVS}, {"prctl", 0, ALL_BITS, PR_GET_NO_NEW_PRIVS},
    {"prctl", 0, ALL_BITS, PR_SET_SECCOMP}, {"prctl", 0, ALL_BITS, PR_GET_SECCOMP}, {"seccomp"},
    {"landlock_create_ruleset"}, {"landlock_add_rule"}, {"landlock_restrict_self"},
};
// clang-format on

static int allow(scmp_filter_ctx filter, const AllowedCall *row) {
    int number = seccomp_syscall_resolve_name(row->call);
    if (number < 0)
        return 0;
    struct scmp_arg_cmp condition = {row->argument, SCMP_CMP_MASKED_EQ, row->mask, row->value};
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, row->mask ? 1 : 0, &condition);
}

static int allow_all(scmp_filter_ctx filter, const AllowedCall *rows, int count) {
    int result = 0;
    for (int i = 0; i < count && result == 0; i++)
        result = allow(filter, &rows[i]);
    return result;
}

// Other calls fail as if the kernel did not have them: the C library then uses an older one.
// Killing the process instead would let a new version of a library end a game.
static bool enter_seccomp(const AllowedCall *rows, int count, Error *err) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    int result = filter ? 0 : -ENOMEM;
    if (result == 0)
        result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1); // all threads
    if (result == 0)
        result = allow_all(filter, common_calls, COUNT(common_calls));
    if (result == 0)
        result = allow_all(filter, rows, count);
    if (result == 0)
        result = seccomp_load(filter);
    seccomp_release(filter);
    return result == 0 || error_set(err, "seccomp: %s", strerror(-result));
}

static Sandbox enter(const LandlockRule *rules, int rule_count, const AllowedCall *rows,
                     int count) {
    Sandbox s = {0};
    s.landlock = landlock_enter(rules, rule_count, &s.why);
    s.seccomp = enter_seccomp(rows, count, &s.why);
    return s;
}

Sandbox sandbox_enter_worker(void) {
    return enter(NULL, 0, worker_calls, COUNT(worker_calls));
}

// ---- Files of the server

typedef struct {
    Arena arena;
    LandlockRule *rules;
    int count, capacity;
} Rules;

static void add(Rules *r, const char *path, LandlockAccess access) {
    r->rules = mem_grow(r->rules, r->count, 1, &r->capacity, sizeof *r->rules);
    r->rules[r->count++] = (LandlockRule){arena_copy(&r->arena, path, strlen(path)), access};
}

// A mapping of this process, as a line of /proc/self/maps: "5581-5599 r--p 0 fe:00 12   /usr/...".
// The file mapped at the base of the dynamic linker is what the kernel executes first in a worker.
// The folders of the libraries, not the files, because an update replaces those.
static void add_mapping(Rules *r, char *line) {
    char *path = strchr(line, '/');
    if (!path || strstr(path, " (deleted)"))
        return;
    if (strtoul(line, NULL, 16) == getauxval(AT_BASE))
        add(r, path, LANDLOCK_EXECUTE);
    *strrchr(path, '/') = '\0';
    bool is_new = r->count == 0 || strcmp(r->rules[r->count - 1].path, path) != 0;
    if (is_new && *path)
        add(r, path, LANDLOCK_READ);
}

static void add_libraries(Rules *r) {
    ScopedStr maps = {0};
    if (!file_read("/proc/self/maps", &maps, NULL))
        return;
    for (char *line = maps.data, *end; line && *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        add_mapping(r, line);
    }
    add(r, "/etc/ld.so.cache", LANDLOCK_READ);
}

Sandbox sandbox_enter_server(const char *program, const char *data, const char *const *readable) {
    Rules r = {0};
    add_libraries(&r);
    add(&r, program, LANDLOCK_EXECUTE);
    add(&r, data, LANDLOCK_WRITE);
    for (; *readable; readable++)
        add(&r, *readable, LANDLOCK_READ);
    Sandbox s = enter(r.rules, r.count, server_calls, COUNT(server_calls));
    mem_free(r.rules);
    arena_release(&r.arena);
    return s;
}

const char *sandbox_own_program(const char *program) {
    static const char running[] = "/proc/self/exe";
    return access(running, X_OK) == 0 ? running : program;
}
