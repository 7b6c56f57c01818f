#include "base/command.h"
#include "base/ascii.h"

#include <string.h>

static const char blanks[] = " \t\r\n\v\f";

void call_split(Call *call, char *line) {
    call->argc = 0;
    line += strspn(line, blanks);
    while (*line) {
        call->argv[call->argc++] = line;
        line += strcspn(line, blanks);
        if (!*line || call->argc == CALL_WORDS_MAX)
            return;
        *line++ = '\0';
        line += strspn(line, blanks);
    }
}

const Command *command_find(const Command *table, const char *word, size_t len) {
    for (; table->name; table++)
        if (strlen(table->name) == len && !memcmp(table->name, word, len))
            return table;
    return NULL;
}

const Command *command_find_any_case(const Command *table, const char *word, size_t len) {
    for (; table->name; table++)
        if (strlen(table->name) == len && ascii_equal_part(table->name, word, len))
            return table;
    return NULL;
}

void command_add_help(const char *name, const char *usage, const char *help, Str *out) {
    str_add(out, "  %s%s%s\n      %s\n", name, *usage ? " " : "", usage, help);
}
