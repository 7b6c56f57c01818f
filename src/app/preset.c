#include "app/subcommand.h"

#include "base/file.h"

#include <string.h>

static const char option_name[] = "--preset";

// The value of --preset, as options_parse would find it; NULL if it is missing.
static const char *find_path(int argc, char *const *argv) {
    const char *path = NULL;
    size_t len = strlen(option_name);
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], option_name) && i + 1 < argc)
            path = argv[++i];
        else if (!strncmp(argv[i], option_name, len) && argv[i][len] == '=')
            path = argv[i] + len + 1;
    return path;
}

static char *skip_blanks(char *at) {
    return at + strspn(at, " \t");
}

static void trim_end(char *text) {
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r", text[len - 1]))
        text[--len] = '\0';
}

static bool set_option(const Option *table, void *into, char *name, Error *err) {
    trim_end(name);
    if (!*name)
        return true;
    char *value = name + strcspn(name, " \t");
    if (*value) {
        *value = '\0';
        value = skip_blanks(value + 1);
    }
    Str option = {0};
    str_add(&option, "--%s", name);
    char *words[] = {option.data, value};
    int count = *value ? 2 : 1;
    bool ok = options_parse(table, into, &count, words, err);
    str_release(&option);
    return ok &&
           (count == 0 || error_set(err, "%s takes no value, but '%.40s' follows it", name, value));
}

static bool preset_parse(const Option *table, void *into, Str *text, Error *err) {
    str_remove_nuls(text);
    int number = 1;
    for (char *line = text->data; line && *line; number++) {
        char *next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        line[strcspn(line, "#")] = '\0';
        Error reason = {0};
        if (!set_option(table, into, skip_blanks(line), &reason))
            return error_set(err, "line %d: %s", number, reason.text);
        line = next;
    }
    return true;
}

bool preset_apply(const Option *table, void *into, int argc, char *const *argv, Str *text,
                  Error *err) {
    const char *path = find_path(argc, argv);
    if (!path)
        return true;
    return file_read(path, text, err) &&
           (preset_parse(table, into, text, err) || error_prefix(err, path));
}
