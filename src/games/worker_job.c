#include "games/worker_job.h"

#include "base/line_reader.h"
#include "base/number.h"

#include <string.h>

static const struct {
    const char *kind, *begins;
} commands[] = {
    {JOB_KIND_MOVE, "think level:"}, // other players may open files
    {JOB_KIND_MOVE, "mist level:"},
    {JOB_KIND_ANALYSIS, "analyze "},
    {JOB_KIND_ANALYSIS, "prove "},
};

static bool is_line(const char *text, size_t limit) {
    size_t len = strlen(text);
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < ' ')
            return false;
    return len > 0 && len < limit;
}

bool worker_job_check(const char *kind, const char *command, Error *err) {
    if (!is_line(command, LINE_COMMAND_MAX))
        return error_set(err, "a command is a line of words, at most 64 KiB");
    for (int i = 0; i < COUNT(commands); i++)
        if (!strcmp(commands[i].kind, kind) &&
            !strncmp(commands[i].begins, command, strlen(commands[i].begins)))
            return true;
    return error_set(err, "'%.20s' is no command for a job of the kind %.20s", command, kind);
}

bool worker_job_check_answer(const char *answer, Error *err) {
    return is_line(answer, WORKER_ANSWER_MAX) ||
           error_set(err, "an answer is a line, at most 16 KiB");
}
