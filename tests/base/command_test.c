#include "base/command.h"
#include "test.h"

#include <string.h>

static const Command table[] = {
    {.name = "echo", .usage = "WORD [WORD]", .help = "say it again"},
    {.name = "fail", .usage = "", .help = "never works"},
    {0},
};

TEST(call_split_at_all_kinds_of_blanks) {
    char line[] = " \techo  a\v\fb\r\n";
    Call call = {0};
    call_split(&call, line);
    CHECK_INT("words", call.argc, 3);
    CHECK_TEXT("command", call.argv[0], "echo");
    CHECK_TEXT("first", call.argv[1], "a");
    CHECK_TEXT("second", call.argv[2], "b");
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
