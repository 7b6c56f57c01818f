#include "base/command.h"

#include "base/error.h"

#include <string.h>
#include <strings.h>

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
        if (strlen(table->name) == len && !strncasecmp(table->name, word, len))
            return table;
    return NULL;
}

void command_add_help(const char *name, const char *usage, const char *help, Str *out) {
    str_add(out, "  %s%s%s\n      %s\n", name, *usage ? " " : "", usage, help);
}

static bool unknown_command(const Command *table, Call *call) {
    Suggestion suggestion = suggestion_for(call->argv[0]);
    for (; table->name; table++)
        suggestion_consider(&suggestion, table->name);
    if (suggestion.nearest)
        return error_set(&call->err, "unknown command '%.40s'; did you mean '%s'?", call->argv[0],
                         suggestion.nearest);
    return error_set(&call->err, "unknown command '%.40s'", call->argv[0]);
}

bool command_run(const Command *table, void *session, Call *call) {
    const Command *c = command_find(table, call->argv[0], strlen(call->argv[0]));
    if (!c)
        return unknown_command(table, call);
    int given = call->argc - 1;
    if (given < c->min_args || given > c->max_args)
        return error_set(&call->err, "usage: %s %s", c->name, c->usage);
    return c->run(session, call);
}
