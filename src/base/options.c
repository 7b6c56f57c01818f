#include "base/options.h"
#include "base/ascii.h"

#include "base/error.h"
#include "base/number.h"

#include <string.h>

typedef struct {
    char **argv;
    int argc, at; // `at`: index of the next word
    Str *notes;
} Words;

static const Option *find_long(const Option *table, const char *name, size_t len) {
    for (; table && table->name; table++)
        if (strlen(table->name) == len && !memcmp(table->name, name, len))
            return table;
    return NULL;
}

static const Option *find_letter(const Option *table, char letter) {
    for (; table && table->name; table++)
        if (table->letter && table->letter == letter)
            return table;
    return NULL;
}

// Finds a former spelling, with its dashes, and adds the note.
static const Option *find_old(const Option *table, const char *word, size_t len, Str *notes) {
    for (; table && table->name; table++)
        for (const char *old = table->old; old && *old; old += strspn(old, " ")) {
            size_t old_len = strcspn(old, " ");
            if (old_len == len && !memcmp(old, word, len)) {
                if (notes)
                    str_add(notes,
                            "%.*s is now --%s%s%s; the next release will not accept the old "
                            "spelling\n",
                            (int)len, word, table->name, table->value ? " " : "",
                            table->value ? table->value : "");
                return table;
            }
            old += old_len;
        }
    return NULL;
}

// The choice equal to `value`, case-insensitive; NULL if there is none.
static const char *find_choice(WordAt *choices, const char *value) {
    for (int i = 0; choices(i); i++)
        if (ascii_equal(choices(i), value))
            return choices(i);
    return NULL;
}

static bool invalid_choice(const Option *o, const char *value, Error *err) {
    ScopedStr hint = {0};
    did_you_mean_add_hint(value, o->choices, &hint);
    return error_set(err, "option --%s: '%.40s' is not known; %s", o->name, value, str_text(&hint));
}

static bool store(const Option *o, const char *value, void *into, Error *err) {
    void *variable = (char *)into + o->offset;
    Error reason;
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)variable = true;
        return true;
    case OPTION_INT:
        if (number_parse(value, o->min, o->max, variable, &reason))
            return true;
        return error_set(err, "option --%s: %s", o->name, reason.text);
    case OPTION_TEXT:
        *(const char **)variable = o->choices ? find_choice(o->choices, value) : value;
        return *(const char **)variable || invalid_choice(o, value, err);
    }
    return false;
}

static bool take_value(const Option *o, const char *attached, Words *words, void *into,
                       Error *err) {
    if (o->kind == OPTION_FLAG)
        return attached ? error_set(err, "option --%s takes no value", o->name)
                        : store(o, NULL, into, err);
    if (attached)
        return store(o, attached, into, err);
    if (words->at >= words->argc)
        return error_set(err, "option --%s needs a value: --%s %s", o->name, o->name, o->value);
    return store(o, words->argv[words->at++], into, err);
}

static bool unknown_long(const Option *table, const char *name, Error *err) {
    Suggestion suggestion = suggestion_for(name);
    for (; table && table->name; table++)
        if (table->help)
            suggestion_consider(&suggestion, table->name);
    if (suggestion.nearest)
        return error_set(err, "unknown option --%.40s; did you mean --%s?", name,
                         suggestion.nearest);
    return error_set(err, "unknown option --%.40s", name);
}

static bool parse_long(const Option *table, const char *word, Words *words, void *into,
                       Error *err) {
    const char *name = word + 2;
    const char *equals = strchr(name, '=');
    size_t len = equals ? (size_t)(equals - name) : strlen(name);
    const Option *o = find_long(table, name, len);
    if (!o)
        o = find_old(table, word, len + 2, words->notes);
    return o ? take_value(o, equals ? equals + 1 : NULL, words, into, err)
             : unknown_long(table, name, err);
}

// "-vn5": flags may be combined, and a value may follow its letter directly.
static bool parse_short(const Option *table, const char *word, Words *words, void *into,
                        Error *err) {
    for (const char *letter = word + 1; *letter; letter++) {
        const Option *o = find_letter(table, *letter);
        char old[] = {'-', *letter};
        if (!o && !(o = find_old(table, old, sizeof old, words->notes)))
            return error_set(err, "unknown option -%c", *letter);
        if (o->kind != OPTION_FLAG)
            return take_value(o, letter[1] ? letter + 1 : NULL, words, into, err);
        store(o, NULL, into, err);
    }
    return true;
}

bool options_parse(const Option *table, void *into, int *argc, char **argv, Str *notes,
                   Error *err) {
    Words words = {argv, *argc, 0, notes};
    int kept = 0;
    while (words.at < words.argc) {
        char *word = argv[words.at++];
        if (!strcmp(word, "--")) {
            while (words.at < words.argc)
                argv[kept++] = argv[words.at++];
        } else if (!strncmp(word, "--", 2)) {
            if (!parse_long(table, word, &words, into, err))
                return false;
        } else if (word[0] == '-' && word[1]) {
            if (!parse_short(table, word, &words, into, err))
                return false;
        } else {
            argv[kept++] = word;
        }
    }
    *argc = kept;
    return true;
}

// A line: "name value", "name" or nothing.
static bool set_option(const Option *table, const char *not_there, void *into, char *name,
                       Str *notes, Error *err) {
    if (!*name)
        return true;
    char *value = name + strcspn(name, " \t");
    if (*value) {
        *value = '\0';
        value = text_trim(value + 1);
    }
    if (strchr(name, '=')) // its value would point into a text that is released
        return error_set(err, "'%.40s': separate name and value with a space, not =", name);
    if (!strcmp(name, not_there))
        return error_set(err, "%s belongs on the command line", name);
    ScopedStr option = {0};
    str_add(&option, "--%s", name);
    char *words[] = {option.data, value};
    int count = *value ? 2 : 1;
    bool ok = options_parse(table, into, &count, words, notes, err);
    return ok &&
           (count == 0 || error_set(err, "%s takes no value, but '%.40s' follows it", name, value));
}

// A power cut may leave them.
static bool check_nuls(const Str *text, Error *err) {
    size_t len = strlen(str_text(text));
    int number = 1;
    for (size_t i = 0; i < len; i++)
        number += text->data[i] == '\n';
    return len == text->len ||
           error_set(err, "line %d: a NUL byte, so this is not a text file", number);
}

bool options_parse_text(const Option *table, const char *not_there, void *into, Str *text,
                        Str *notes, Error *err) {
    if (!check_nuls(text, err))
        return false;
    int number = 1;
    for (char *line = text->data; line && *line; number++) {
        char *next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        line[strcspn(line, "#")] = '\0';
        Error reason = {0};
        if (!set_option(table, not_there, into, text_trim(line), notes, &reason))
            return error_set(err, "line %d: %s", number, reason.text);
        line = next;
    }
    return true;
}

// True if parse_short would reach an 'h' in `word` that is not an option or part of a value.
static bool has_help_letter(const Option *table, const char *word) {
    const Option *o;
    const char *letter = word + 1;
    while ((o = find_letter(table, *letter)) && o->kind == OPTION_FLAG)
        letter++;
    return *letter == 'h' && !o;
}

bool options_want_help(const Option *table, int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], "--help") || (argv[i][0] == '-' && has_help_letter(table, argv[i])))
            return true;
    return false;
}

void options_format_name(const Option *o, Str *out) {
    if (o->letter)
        str_add(out, "-%c, ", o->letter);
    str_add(out, "--%s", o->name);
    if (o->kind != OPTION_FLAG)
        str_add(out, " %s", o->value);
}
