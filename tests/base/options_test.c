#include "base/number.h"
#include "base/options.h"
#include "test.h"

#include <string.h>

typedef struct {
    bool quiet, loud;
    int64_t level;
    const char *file, *rules;
} Settings;

static const char *const rule_words[] = {"freestyle", "renju", NULL};

static const char *rule_word(int i) {
    return rule_words[i];
}

static const Option table[] = {
    {.name = "quiet",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .offset = offsetof(Settings, quiet),
     .help = "less"},
    {.name = "loud",
     .letter = 'l',
     .kind = OPTION_FLAG,
     .offset = offsetof(Settings, loud),
     .old = "-L --noisy"},
    {.name = "level",
     .letter = 'n',
     .kind = OPTION_INT,
     .offset = offsetof(Settings, level),
     .value = "N",
     .min = -3,
     .max = 10,
     .old = "--rank -r"},
    {.name = "file", .kind = OPTION_TEXT, .offset = offsetof(Settings, file), .value = "FILE"},
    {.name = "rules",
     .kind = OPTION_TEXT,
     .offset = offsetof(Settings, rules),
     .value = "NAME",
     .choices = rule_word},
    {0},
};

enum { WORDS_MAX = 8 };

static const struct {
    const char *name;
    const char *words[WORDS_MAX];
    Settings want;
    const char *rest; // the remaining words, joined by spaces
} good_rows[] = {
    {"nothing", {NULL}, {0}, ""},
    {"a flag", {"--quiet"}, {.quiet = true}, ""},
    {"a short flag", {"-q"}, {.quiet = true}, ""},
    {"flags glued together", {"-ql"}, {.quiet = true, .loud = true}, ""},
    {"a value in the next word", {"--level", "7"}, {.level = 7}, ""},
    {"a value after =", {"--level=7"}, {.level = 7}, ""},
    {"a short value in the next word", {"-n", "7"}, {.level = 7}, ""},
    {"a short value glued on", {"-n7"}, {.level = 7}, ""},
    {"a flag, a letter and its value glued", {"-qn7"}, {.quiet = true, .level = 7}, ""},
    {"a negative value", {"--level", "-3"}, {.level = -3}, ""},
    {"a value that looks like an option", {"--file", "--quiet"}, {.file = "--quiet"}, ""},
    {"an empty value", {"--file="}, {.file = ""}, ""},
    {"a value with = in it", {"--file=a=b"}, {.file = "a=b"}, ""},
    {"one of the choices", {"--rules", "renju"}, {.rules = "renju"}, ""},
    {"a choice in capitals", {"--rules", "RENJU"}, {.rules = "renju"}, ""},
    {"the last one counts", {"-n1", "-n2"}, {.level = 2}, ""},
    {"other words are kept in order",
     {"a", "-q", "b", "-n", "1", "c"},
     {.quiet = true, .level = 1},
     "a b c"},
    {"an old name", {"--noisy"}, {.loud = true}, ""},
    {"an old name with a value", {"--rank=7"}, {.level = 7}, ""},
    {"an old letter among others", {"-qLr7"}, {.quiet = true, .loud = true, .level = 7}, ""},
    {"- is a word", {"-", "-q"}, {.quiet = true}, "-"},
    {"-- ends the options", {"-q", "--", "-l", "--"}, {.quiet = true}, "-l --"},
};

static int load(char *argv[WORDS_MAX], const char *const words[WORDS_MAX]) {
    int n = 0;
    for (; n < WORDS_MAX && words[n]; n++)
        argv[n] = (char *)(uintptr_t)words[n];
    return n;
}

static void check_settings(const char *name, const Settings *got, const Settings *want) {
    CHECK_INT(name, got->quiet, want->quiet);
    CHECK_INT(name, got->loud, want->loud);
    CHECK_INT(name, got->level, want->level);
    CHECK_TEXT(name, got->file ? got->file : "", want->file ? want->file : "");
    CHECK_TEXT(name, got->rules ? got->rules : "", want->rules ? want->rules : "");
}

TEST(options_parse_valid_rows) {
    for (int i = 0; i < COUNT(good_rows); i++) {
        char *argv[WORDS_MAX];
        int argc = load(argv, good_rows[i].words);
        Settings settings = {0};
        Error err = {0};
        CHECK(good_rows[i].name, options_parse(table, &settings, &argc, argv, NULL, &err));
        check_settings(good_rows[i].name, &settings, &good_rows[i].want);
        Str rest = {0};
        for (int k = 0; k < argc; k++)
            str_add(&rest, "%s%s", k ? " " : "", argv[k]);
        CHECK_TEXT(good_rows[i].name, str_text(&rest), good_rows[i].rest);
        str_release(&rest);
    }
}

static const struct {
    const char *name;
    const char *words[WORDS_MAX];
    const char *error;
} bad_rows[] = {
    {"unknown, but near one", {"--quite"}, "unknown option --quite; did you mean --quiet?"},
    {"unknown", {"--xyzzy"}, "unknown option --xyzzy"},
    {"unknown letter", {"-x"}, "unknown option -x"},
    {"unknown letter after a flag", {"-qx"}, "unknown option -x"},
    {"a flag with a value", {"--quiet=1"}, "option --quiet takes no value"},
    {"the value is missing", {"--level"}, "option --level needs a value: --level N"},
    {"the short one's value is missing", {"-n"}, "option --level needs a value: --level N"},
    {"no number", {"--level", "high"}, "option --level: 'high' is not a whole number"},
    {"out of range", {"--level", "11"}, "option --level: 11 is not between -3 and 10"},
    {"none of the choices",
     {"--rules", "renjo"},
     "option --rules: 'renjo' is not known; did you mean 'renju'?"},
    {"far from all choices",
     {"--rules", "chess960"},
     "option --rules: 'chess960' is not known; it is one of: freestyle, renju"},
    {"an empty choice",
     {"--rules="},
     "option --rules: '' is not known; it is one of: freestyle, renju"},
    {"a part of an old name", {"--ran"}, "unknown option --ran"},
    {"an old name's value is missing", {"--rank"}, "option --level needs a value: --level N"},
    {"a part of a name", {"--qui"}, "unknown option --qui"},
};

TEST(options_parse_errors) {
    for (int i = 0; i < COUNT(bad_rows); i++) {
        char *argv[WORDS_MAX];
        int argc = load(argv, bad_rows[i].words);
        Settings settings = {0};
        Error err = {0};
        CHECK(bad_rows[i].name, !options_parse(table, &settings, &argc, argv, NULL, &err));
        CHECK_TEXT(bad_rows[i].name, err.text, bad_rows[i].error);
    }
}

static const struct {
    const char *name;
    const char *words[WORDS_MAX];
    const char *notes;
} note_rows[] = {
    {"none for the new ones", {"--level", "7", "-l"}, ""},
    {"an old name",
     {"--rank", "7"},
     "--rank is now --level N; the next release will not accept the old spelling\n"},
    {"an old name with =",
     {"--noisy", "--rank=7"},
     "--noisy is now --loud; the next release will not accept the old spelling\n"
     "--rank is now --level N; the next release will not accept the old spelling\n"},
    {"old letters",
     {"-qLr7"},
     "-L is now --loud; the next release will not accept the old spelling\n"
     "-r is now --level N; the next release will not accept the old spelling\n"},
    {"not as a value", {"--file", "--rank"}, ""},
};

TEST(options_notes_on_old_spellings) {
    for (int i = 0; i < COUNT(note_rows); i++) {
        char *argv[WORDS_MAX];
        int argc = load(argv, note_rows[i].words);
        Settings settings = {0};
        Error err = {0};
        Str notes = {0};
        CHECK(note_rows[i].name, options_parse(table, &settings, &argc, argv, &notes, &err));
        CHECK_TEXT(note_rows[i].name, str_text(&notes), note_rows[i].notes);
        str_release(&notes);
    }
}

static const struct {
    const char *name;
    const char *words[WORDS_MAX];
    bool want;
} help_rows[] = {
    {"nothing", {NULL}, false},
    {"--help", {"a", "--help"}, true},
    {"-h", {"-h"}, true},
    {"after flags", {"-qlh"}, true},
    {"before a flag", {"-hq"}, true},
    {"a glued value", {"-nh"}, false},
    {"after an unknown letter", {"-xh"}, false},
    {"a word", {"h"}, false},
    {"only a dash", {"-"}, false},
    {"after --", {"--", "-h"}, false},
};

TEST(options_want_help_rows) {
    for (int i = 0; i < COUNT(help_rows); i++) {
        char *argv[WORDS_MAX];
        int argc = load(argv, help_rows[i].words);
        CHECK_INT(help_rows[i].name, options_want_help(table, argc, argv), help_rows[i].want);
    }
}

TEST(options_without_a_table) {
    char word[] = "word", option[] = "--any";
    char *argv[] = {word};
    int argc = 1;
    Error err = {0};
    CHECK("words pass", options_parse(NULL, NULL, &argc, argv, NULL, &err));
    CHECK_INT("kept", argc, 1);
    argv[0] = option;
    CHECK("options do not", !options_parse(NULL, NULL, &argc, argv, NULL, &err));
}

TEST(options_format_name_rows) {
    static const char *const want[] = {"-q, --quiet", "-l, --loud", "-n, --level N", "--file FILE"};
    for (int i = 0; i < COUNT(want); i++) {
        Str out = {0};
        options_format_name(&table[i], &out);
        CHECK_TEXT(table[i].name, str_text(&out), want[i]);
        str_release(&out);
    }
}
