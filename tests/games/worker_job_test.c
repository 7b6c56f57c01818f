// Worker commands as jobs: which ones a worker takes from a database, and which answers a server.
#include "games/worker_job.h"

#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <string.h>

TEST(worker_job_commands) {
    static const struct {
        const char *kind, *command;
        bool is_allowed;
    } rows[] = {
        {"move", "think level:3 100 freestyle 15 none h8", true},
        {"move", "mist level:-2 100 5 ", true},
        {"analysis", "analyze 1 100 0 15 freestyle h8", true},
        {"analysis", "prove 100 0 15 freestyle h8", true},
        {"move", "think strong:weights=/etc/passwd 100 freestyle 15 none", false},
        {"move", "mist strong 100 5 ", false},
        {"move", "think  level:3 100 freestyle 15 none", false},
        {"move", "analyze 1 100 0 15 freestyle h8", false},
        {"analysis", "think level:3 100 freestyle 15 none h8", false},
        {"analysis", "analyze 1 100 0 15 freestyle h8\nstop", false},
        {"analysis", "analyze\t1", false},
        {"match", "prove 100 0 15 freestyle h8", false},
        {"move", "stop", false},
        {"move", "", false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK_INT(rows[i].command, worker_job_check(rows[i].kind, rows[i].command, &err),
                  rows[i].is_allowed);
        CHECK(rows[i].command, rows[i].is_allowed == !*err.text);
    }
}

TEST(worker_job_lengths) {
    Error err = {0};
    ScopedStr text = {0};
    str_add_text(&text, "prove ");
    while (text.len < WORKER_ANSWER_MAX - 1)
        str_add_char(&text, 'x');
    CHECK("the longest answer", worker_job_check_answer(str_text(&text), &err));
    str_add_char(&text, 'x');
    CHECK("too long", !worker_job_check_answer(str_text(&text), &err));
    CHECK("as a command", worker_job_check("analysis", str_text(&text), &err));
    while (text.len < 1 << 16)
        str_add_char(&text, 'x');
    CHECK("too long a command", !worker_job_check("analysis", str_text(&text), &err));
    CHECK("empty", !worker_job_check_answer("", &err));
    CHECK("two lines", !worker_job_check_answer("h8\nh9", &err));
}
