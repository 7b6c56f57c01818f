// Jobs for a worker: whatever the payload is, a worker refuses it or answers with one line that a
// server takes; and what a server takes as an answer has no second line.
#include "fuzz.h"

#include "base/str.h"
#include "games/worker.h"
#include "games/worker_job.h"

static bool interrupt_at_once(void *context) {
    (void)context;
    return true;
}

static void carry_out(const char *kind, char *command) {
    EngineWorker worker = {.callbacks = {.stop = {interrupt_at_once, NULL}}};
    ScopedStr answer = {0};
    Error err = {0};
    DEMAND(!strchr(command, '\n'));
    DEMAND(strcmp(kind, JOB_KIND_MOVE) != 0 || strstr(command, " level:"));
    // Slow levels are not what is tested here.
    const char *level = strstr(command, "level:");
    if (level && level[6] != '-' && level[6] != '1' && level[6] != '2')
        return;
    worker_execute(&worker, command, &answer);
    DEMAND(worker_job_check_answer(str_text(&answer), &err));
    worker_release(&worker);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const kinds[] = {JOB_KIND_MOVE, JOB_KIND_ANALYSIS};
    char *text = fuzz_text(data, size);
    Error err = {0};
    for (int i = 0; i < 2; i++) {
        char *copy = mem_copy_text(text);
        if (worker_job_check(kinds[i], copy, &err))
            carry_out(kinds[i], copy);
        else
            DEMAND(*err.text);
        mem_free(copy);
    }
    DEMAND(!worker_job_check_answer(text, &err) || !strchr(text, '\n'));
    mem_free(text);
    return 0;
}
