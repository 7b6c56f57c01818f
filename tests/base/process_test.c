#include "base/process.h"

#include "base/clock.h"
#include "test.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static Process *start_shell(const char *script, const char *folder) {
    const char *argv[] = {"sh", "-c", script, NULL};
    Error err = {0};
    Process *p = process_start(argv, folder, &err);
    CHECK(script, p != NULL);
    return p;
}

// Long enough for a busy machine; processes that these tests leave sleeping sleep longer.
enum { PATIENCE_MS = 30000 };

static int64_t soon(void) {
    return clock_now_ms() + PATIENCE_MS;
}

TEST(process_reads_line_by_line) {
    Process *p = start_shell("while read -r x; do echo \"<$x>\"; done; printf end", NULL);
    Str line = {0}, how = {0};
    for (int i = 0; i < 100; i++) {
        CHECK_INT("write", process_write(p, "one\ntwo\n", 8, soon()), PROCESS_OK);
        CHECK_INT("read", process_read_line(p, soon(), &line), PROCESS_OK);
        CHECK_TEXT("first", str_text(&line), "<one>");
        CHECK_INT("read", process_read_line(p, soon(), &line), PROCESS_OK);
        CHECK_TEXT("second", str_text(&line), "<two>");
    }
    process_stop(p, soon(), &how);
    CHECK_TEXT("it ends when its input does", str_text(&how), "exit status 0");
    str_release(&line);
    str_release(&how);
}

TEST(process_stop_reports_exit_status) {
    static const struct {
        const char *script, *how;
    } rows[] = {{"exit 3", "exit status 3"}, {"kill -9 $$", "killed by signal 9"}};
    for (int i = 0; i < 2; i++) {
        Process *p = start_shell(rows[i].script, NULL);
        Str line = {0}, how = {0};
        CHECK_INT(rows[i].script, process_read_line(p, soon(), &line), PROCESS_ENDED);
        process_stop(p, soon(), &how);
        CHECK_TEXT(rows[i].script, str_text(&how), rows[i].how);
        str_release(&line);
        str_release(&how);
    }
}

TEST(process_last_line_needs_no_newline) {
    Process *p = start_shell("printf 'one\\r\\ntwo'", NULL);
    Str line = {0};
    CHECK_INT("first", process_read_line(p, soon(), &line), PROCESS_OK);
    CHECK_TEXT("first", str_text(&line), "one");
    CHECK_INT("second", process_read_line(p, soon(), &line), PROCESS_OK);
    CHECK_TEXT("second", str_text(&line), "two");
    CHECK_INT("end", process_read_line(p, soon(), &line), PROCESS_ENDED);
    process_stop(p, soon(), NULL);
    str_release(&line);
}

// The LF of a CR LF may arrive later.
TEST(process_lines_end_with_lf_crlf_or_cr) {
    Process *p =
        start_shell("printf 'a\\rb\\r\\r\\nc\\r'; sleep 0.1; printf '\\n\\nd\\n\\re\\r\\n'", NULL);
    static const char *const lines[] = {"a", "b", "", "c", "", "d", "", "e"};
    Str line = {0};
    for (int i = 0; i < 8; i++) {
        CHECK_INT("read", process_read_line(p, soon(), &line), PROCESS_OK);
        CHECK_TEXT("line", str_text(&line), lines[i]);
    }
    CHECK_INT("end", process_read_line(p, soon(), &line), PROCESS_ENDED);
    process_stop(p, soon(), NULL);
    str_release(&line);
}

// All its child processes hold the write end of `alive`, so we read its end only when all have
// exited.
TEST(process_that_hangs_is_killed_with_its_children) {
    int alive[2];
    CHECK("pipe", pipe(alive) == 0);
    Process *p = start_shell("sleep 600 & echo up; wait", NULL);
    close(alive[1]);
    Str line = {0}, how = {0};
    CHECK_INT("up", process_read_line(p, soon(), &line), PROCESS_OK);
    int64_t begin = clock_now_ms();
    CHECK_INT("no answer", process_read_line(p, begin + 50, &line), PROCESS_TIMEOUT);
    CHECK("in time", clock_now_ms() - begin >= 50);
    process_stop(p, clock_now_ms(), &how);
    CHECK_TEXT("killed", str_text(&how), "");
    CHECK_INT("and its child",
              poll(&(struct pollfd){.fd = alive[0], .events = POLLIN}, 1, PATIENCE_MS), 1);
    close(alive[0]);
    str_release(&line);
    str_release(&how);
}

TEST(process_has_ended_while_its_output_is_open) {
    Process *p = start_shell("sleep 60 & echo hello; exit 3", NULL);
    Str line = {0}, how = {0};
    CHECK_INT("heard", process_read_line(p, soon(), &line), PROCESS_OK);
    while (!process_has_ended(p))
        poll(NULL, 0, 1);
    CHECK_INT("open", process_read_line(p, clock_now_ms() + 10, &line), PROCESS_TIMEOUT);
    process_stop(p, clock_now_ms() + 10, &how);
    CHECK_TEXT("how", str_text(&how), "exit status 3");
    str_release(&line);
    str_release(&how);
}

TEST(process_output_can_be_dropped) {
    Process *p = start_shell("echo unasked; echo 'and more'; read -r x; echo \"<$x>\"", NULL);
    Str line = {0};
    CHECK_INT("there", process_read_line(p, soon(), &line), PROCESS_OK);
    CHECK("not ended", !process_has_ended(p));
    process_drop_output(p);
    process_write(p, "asked\n", 6, soon());
    do // what came after the dropping is heard
        CHECK_INT("heard", process_read_line(p, soon(), &line), PROCESS_OK);
    while (!strcmp(str_text(&line), "and more"));
    CHECK_TEXT("the answer", str_text(&line), "<asked>");
    process_drop_output(p);
    CHECK_INT("nothing left", process_read_line(p, soon(), &line), PROCESS_ENDED);
    process_drop_output(p);
    process_stop(p, soon(), NULL);
    str_release(&line);
}

TEST(process_exit_raises_no_sigpipe) {
    Process *p = start_shell("exec <&- ; exec >&-; sleep 0.05", NULL);
    Str line = {0};
    char block[4096];
    memset(block, 'x', sizeof block);
    CHECK_INT("closed", process_read_line(p, soon(), &line), PROCESS_ENDED);
    CHECK_INT("write", process_write(p, block, sizeof block, soon()), PROCESS_ENDED);
    sigset_t pending;
    sigpending(&pending);
    CHECK("nothing left over", !sigismember(&pending, SIGPIPE));
    process_stop(p, soon(), NULL);
    str_release(&line);
}

// It fills both pipes before it reads: a caller that only writes would deadlock.
TEST(process_that_writes_before_it_reads_does_not_deadlock) {
    Process *p =
        start_shell("head -c 300000 /dev/zero | tr '\\0' y; echo; cat >/dev/null; echo done", NULL);
    Str line = {0}, text = {0};
    for (int i = 0; i < 300000; i++)
        str_add_char(&text, 'x');
    CHECK_INT("write", process_write(p, text.data, text.len, soon()), PROCESS_OK);
    CHECK_INT("read", process_read_line(p, soon(), &line), PROCESS_OK);
    CHECK_INT("all of it", (long long)line.len, 300000);
    process_stop(p, soon(), NULL);
    str_release(&line);
    str_release(&text);
}

TEST(process_that_never_reads_times_out) {
    Process *p = start_shell("sleep 600", NULL);
    Str text = {0};
    for (int i = 0; i < 300000; i++)
        str_add_char(&text, 'x');
    CHECK_INT("write", process_write(p, text.data, text.len, clock_now_ms() + 50), PROCESS_TIMEOUT);
    process_stop(p, clock_now_ms(), NULL);
    str_release(&text);
}

TEST(process_output_without_end_is_bounded) {
    Process *p = start_shell("exec tr '\\0' y </dev/zero", NULL);
    Str line = {0};
    CHECK_INT("read", process_read_line(p, soon(), &line), PROCESS_TOO_LONG);
    process_stop(p, clock_now_ms(), NULL);
    str_release(&line);
}

TEST(process_runs_in_its_folder) {
    Process *p = start_shell("pwd", "/usr");
    Str line = {0};
    CHECK_INT("read", process_read_line(p, soon(), &line), PROCESS_OK);
    CHECK_TEXT("folder", str_text(&line), "/usr");
    process_stop(p, soon(), NULL);
    str_release(&line);
}

TEST(process_start_reports_exec_failure) {
    static const struct {
        const char *program, *folder, *error;
    } rows[] = {
        {"/nonexistent/program", NULL,
         "cannot start /nonexistent/program: No such file or directory"},
        {"no-such-program-anywhere", NULL,
         "cannot start no-such-program-anywhere: No such file or directory"},
        {"/etc/passwd", NULL, "cannot start /etc/passwd: Permission denied"},
        {"sh", "/nonexistent", "cannot start sh: No such file or directory"},
    };
    for (int i = 0; i < 4; i++) {
        const char *argv[] = {rows[i].program, NULL};
        Error err = {0};
        CHECK(rows[i].program, !process_start(argv, rows[i].folder, &err));
        CHECK_TEXT(rows[i].program, err.text, rows[i].error);
    }
}
