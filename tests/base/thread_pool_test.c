#include "base/thread.h"

#include "test.h"

#include <stdatomic.h>

enum { PARTS = 200 };

typedef struct {
    atomic_int times[PARTS];
} Tally;

static void count(void *context, int part) {
    atomic_fetch_add(&((Tally *)context)->times[part], 1);
}

TEST(thread_pool_runs_every_part_once) {
    static const int threads[] = {1, 2, 5};
    for (int i = 0; i < 3; i++) {
        ThreadPool *pool = thread_pool_new(threads[i]);
        Tally tally = {0};
        for (int round = 1; round <= 20; round++) {
            thread_pool_run(pool, PARTS, count, &tally);
            for (int k = 0; k < PARTS; k++)
                CHECK_INT("times", atomic_load(&tally.times[k]), round);
        }
        thread_pool_run(pool, 0, count, &tally);
        CHECK_INT("nothing to do", atomic_load(&tally.times[0]), 20);
        thread_pool_free(pool);
    }
    thread_pool_free(NULL);
}
