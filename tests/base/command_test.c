#include "base/command.h"
#include "base/util.h"
#include "test.h"

#include <string.h>

static bool run_echo(void *session, Call *call) {
    *(int *)session += call->argc - 1;
    for (int i = 1; i < call->argc; i++)
        str_add(&call->reply, "<%s>", call->argv[i]);
    return true;
}

static bool run_fail(void *session, Call *call) {
    (void)session;
    return error_set(&call->err, "it failed");
}

static const Command table[] = {
    {"echo", 1, 2, run_echo, "WORD [WORD]", "say it again"},
    {"fail", 0, 0, run_fail, "", "never works"},
    {0},
};

static const struct {
    const char *name, *line;
    bool ok;
    const char *answer; // the reply, or the error
} rows[] = {
    {"one argument", "echo a", true, "<a>"},
    {"two, with all kinds of blanks", " \techo  a\v\fb\r\n", true, "<a><b>"},
    {"too few", "echo", false, "usage: echo WORD [WORD]"},
    {"too many", "echo a b c", false, "usage: echo WORD [WORD]"},
    {"the handler's error", "fail", false, "it failed"},
    {"unknown", "xyzzy", false, "unknown command 'xyzzy'"},
    {"unknown, but near one", "ehco", false, "unknown command 'ehco'; did you mean 'echo'?"},
    {"names are exact", "Echo a", false, "unknown command 'Echo'; did you mean 'echo'?"},
    {"control characters are not echoed", "\x1b[2J", false, "unknown command '?[2J'"},
};

TEST(command_run_rows) {
    for (int i = 0; i < COUNT(rows); i++) {
        char line[64] = "";
        memcpy(line, rows[i].line, strlen(rows[i].line));
        Call call = {0};
        int said = 0;
        call_split(&call, line);
        bool ok = command_run(table, &said, &call);
        CHECK_INT(rows[i].name, ok, rows[i].ok);
        CHECK_TEXT(rows[i].name, ok ? str_text(&call.reply) : call.err.text, rows[i].answer);
        CHECK_INT(rows[i].name, said, ok ? call.argc - 1 : 0);
        str_release(&call.reply);
    }
}

TEST(call_split_of_nothing) {
    char empty[] = "", blank[] = " \t ";
    Call call = {.argc = 7};
    call_split(&call, empty);
    CHECK_INT("empty", call.argc, 0);
    call_split(&call, blank);
    CHECK_INT("blank", call.argc, 0);
}

TEST(call_split_keeps_words_beyond_the_limit_in_the_last) {
    char line[200] = "";
    for (int i = 0; i < CALL_WORDS_MAX + 2; i++)
        memcpy(line + 2 * i, "x ", 2);
    Call call = {0};
    call_split(&call, line);
    CHECK_INT("words", call.argc, CALL_WORDS_MAX);
    CHECK_TEXT("the last", call.argv[CALL_WORDS_MAX - 1], "x x x ");
}

TEST(command_find_by_name) {
    CHECK("there", command_find(table, "fail", 4) == &table[1]);
    CHECK("not there", command_find(table, "fai", 3) == NULL);
    CHECK("by its length", command_find(table, "failure", 4) == &table[1]);
    CHECK("exactly", command_find(table, "Fail", 4) == NULL);
    CHECK("in any case", command_find_any_case(table, "Fail", 4) == &table[1]);
    CHECK("in any case, not there", command_find_any_case(table, "fails", 5) == NULL);
}
