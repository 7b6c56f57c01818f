// Logs of projects: replaying any text terminates, and a fact that was read survives writing.
#include "fuzz.h"
#include "project/project_log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Fact fact, again;
    Tree tree;
    LogCount count;
    Error err = {0};
    const char *text = (const char *)data;
    if (!log_replay(text, size, &tree, &count, &err)) {
        DEMAND(*err.text);
        return 0;
    }
    DEMAND(count.whole <= size);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        if (log_read_fact(text + at, length, &tree.goal, &fact, &err)) {
            Str line = {0};
            log_write_fact(&fact, &line);
            DEMAND(log_read_fact(line.data, line.len, &tree.goal, &again, &err));
            DEMAND(fact.kind == again.kind && fact.move == again.move &&
                   fact.open_count == again.open_count);
            str_release(&line);
        }
        at += length + 1;
    }
    TreeJob job = tree_take_job(&tree);
    if (job.kind != JOB_NONE)
        tree_end_job(&tree, &job);
    tree_release(&tree);
    return 0;
}
