#include "server/sandbox/landlock.h"

#include "base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Not in POSIX, so the headers do not declare it.
long syscall(long number, ...);

// Rights to files.
enum {
    FILE_EXECUTE = 1 << 0,
    FILE_WRITE = 1 << 1,
    FILE_READ = 1 << 2,
    FOLDER_LIST = 1 << 3,
    FILE_REMOVE = 1 << 5,
    FILE_MAKE = 1 << 8,
    FILE_TRUNCATE = 1 << 14,
    OF_FILES = FILE_EXECUTE | FILE_WRITE | FILE_READ | FILE_TRUNCATE, // the others are of folders
};

static const uint64_t rights_of[] = {
    [LANDLOCK_READ] = FILE_READ | FOLDER_LIST,
    [LANDLOCK_WRITE] =
        FILE_READ | FOLDER_LIST | FILE_WRITE | FILE_REMOVE | FILE_MAKE | FILE_TRUNCATE,
    [LANDLOCK_EXECUTE] = FILE_READ | FILE_EXECUTE,
};

// What a ruleset forbids: the kernel's struct landlock_ruleset_attr.
typedef struct {
    uint64_t files, network, scopes;
} Ruleset;

// The rights that each version of the interface added: the kernel's userspace-api/landlock.rst.
// Headers are often older than the kernel, so the numbers are here.
enum { LANDLOCK_NEWEST = 6 };

static const Ruleset added[LANDLOCK_NEWEST + 1] = {
    [1] = {.files = (1 << 13) - 1},
    [2] = {.files = 1 << 13},       // to another folder
    [3] = {.files = FILE_TRUNCATE}, //
    [4] = {.network = 3},           // bind and connect TCP
    [5] = {.files = 1 << 15},       // ioctl of devices
    [6] = {.scopes = 3},            // abstract sockets, signals
};

static Ruleset ruleset_of(int version) {
    Ruleset all = {0};
    for (int i = 1; i <= version && i <= LANDLOCK_NEWEST; i++) {
        all.files |= added[i].files;
        all.network |= added[i].network;
        all.scopes |= added[i].scopes;
    }
    return all;
}

// The kernel's struct landlock_path_beneath_attr.
typedef struct {
    uint64_t rights;
    int32_t folder;
} __attribute__((packed)) PathBeneath;

static bool add_rule(int ruleset, uint64_t handled, const LandlockRule *rule) {
    enum { PATH_BENEATH = 1 };
    struct stat info;
    int fd = open(rule->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT || errno == EACCES;
    uint64_t fitting = fstat(fd, &info) == 0 && S_ISDIR(info.st_mode) ? UINT64_MAX : OF_FILES;
    PathBeneath beneath = {rights_of[rule->access] & handled & fitting, fd};
    bool ok = syscall(SYS_landlock_add_rule, ruleset, PATH_BENEATH, &beneath, 0) == 0;
    close(fd);
    return ok;
}

static bool restrict_self(int ruleset, uint64_t handled, const LandlockRule *rules, int count) {
    for (int i = 0; i < count; i++)
        if (!add_rule(ruleset, handled, &rules[i]))
            return false;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}

int landlock_enter(const LandlockRule *rules, int count, Error *err) {
    enum { ASK_VERSION = 1 };
    int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    Ruleset handled = ruleset_of(version);
    int ruleset =
        version > 0 ? (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0) : -1;
    bool ok = ruleset >= 0 && restrict_self(ruleset, handled.files, rules, count);
    if (!ok)
        error_set(err, "Landlock: %s", strerror(errno));
    if (ruleset >= 0)
        close(ruleset);
    return ok ? version : 0;
}
