// Preloaded into the server (LD_PRELOAD), makes chosen allocations fail. The file that
// FAILING_MALLOC names is memory that the server shares with tests/server/memory_test.py, which
// chooses them.
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The names under which glibc keeps its own functions.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// The allocations are numbered from 1 since the test last set `count` to 0; those from `first` to
// `last` fail.
typedef struct {
    _Atomic int64_t count, first, last, failed;
} Plan;

static Plan *plan;

__attribute__((constructor)) static void share_plan(void) {
    const char *path = getenv("FAILING_MALLOC");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *shared =
        fd >= 0 ? mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    plan = shared == MAP_FAILED ? NULL : shared;
    close(fd);
}

static bool fails(void) {
    if (!plan)
        return false;
    int64_t number = atomic_fetch_add(&plan->count, 1) + 1;
    if (number < atomic_load(&plan->first) || number > atomic_load(&plan->last))
        return false;
    atomic_fetch_add(&plan->failed, 1);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return fails() ? NULL : __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    *out = memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}
