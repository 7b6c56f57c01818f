#include "app/subcommand.h"
#include "player/player.h"

#include <string.h>

enum { OPTION_COLUMN = 26 };

static void add_summary(const Subcommand *c, Str *out) {
    const char *program = subcommand_separate_program(c->name);
    str_add_text(out, c->summary);
    if (program)
        str_add(out, " (in %s)", program);
}

void help_overview(Str *out) {
    str_add_text(out, "pentad: play, study and check five in a row\n\n"
                      "usage: pentad COMMAND [OPTIONS] ...\n\n"
                      "commands:\n");
    for (int i = 0; subcommand_at(i); i++) {
        str_add(out, "  %-10s ", subcommand_at(i)->name);
        add_summary(subcommand_at(i), out);
        str_add_char(out, '\n');
    }
    str_add_text(out, "\n'pentad COMMAND --help' describes a command; "
                      "'pentad --version' (or -V) prints the version.\n");
}

// Wraps text with one paragraph per line at blanks. Keeps lines that start with a blank.
static void add_wrapped(Str *out, const char *text, int width) {
    int column = 0;
    while (*text) {
        if (column == 0 && *text == ' ') {
            size_t line = strcspn(text, "\n");
            str_add_bytes(out, text, line);
            text += line;
        }
        size_t word = strcspn(text, " \n");
        if (column > 0 && column + 1 + (int)word > width) {
            str_add_char(out, '\n');
            column = 0;
        }
        if (column > 0 && word > 0)
            str_add_char(out, ' ');
        column += (int)word + (column > 0);
        str_add_bytes(out, text, word);
        text += word;
        if (*text == '\n') {
            str_add_char(out, '\n');
            column = 0;
        }
        text += *text != '\0';
    }
}

static void add_choices(WordAt *choices, Str *out) {
    for (int i = 0; choices(i); i++)
        str_add(out, "%s%s", i ? ", " : "", choices(i));
}

static void add_option(const Option *o, Str *out) {
    if (!o->help)
        return;
    ScopedStr name = {0};
    str_add_text(&name, o->letter ? "  " : "      ");
    options_format_name(o, &name);
    str_add(out, "%-*s", OPTION_COLUMN, str_text(&name));
    if ((int)name.len >= OPTION_COLUMN)
        str_add(out, "\n%*s", OPTION_COLUMN, "");
    str_add(out, "%s\n", o->help);
    if (o->choices) {
        str_add_repeated(out, ' ', OPTION_COLUMN);
        add_choices(o->choices, out);
        str_add_char(out, '\n');
    }
}

static const Option help_option = {
    .name = "help", .letter = 'h', .help = "print this help and exit"};

static const char *status_of(const Subcommand *c) {
    return c && c->status ? c->status : "0 for success, 1 for a failure, 2 for a usage error.";
}

void help_subcommand(const Subcommand *c, Str *out) {
    str_add(out, "pentad %s: %s\n\nusage: pentad %s [OPTIONS]%s%s\n\n", c->name, c->summary,
            c->name, *c->operands ? " " : "", c->operands);
    add_wrapped(out, c->description, 80);
    str_add_char(out, '\n');
    if (c->details) {
        str_add_char(out, '\n');
        c->details(out);
    }
    str_add_text(out, "\noptions:\n");
    for (const Option *o = c->options; o && o->name; o++)
        add_option(o, out);
    add_option(&help_option, out);
    str_add_text(out, "\nexamples:\n");
    for (const Example *e = c->examples; e->command; e++)
        str_add(out, "  %s\n      %s\n", e->command, e->effect);
    ScopedStr status = {0};
    str_add(&status, "exit status: %s", status_of(c));
    str_add_char(out, '\n');
    add_wrapped(out, str_text(&status), 80);
    str_add_char(out, '\n');
}

void help_add_players(Str *out) {
    str_add_text(out, "players:\n");
    for (int i = 0; player_kind_at(i); i++) {
        const PlayerKind *kind = player_kind_at(i);
        str_add(out, "  %-10s %s", kind->name, kind->summary);
        if (kind->options)
            str_add(out, " (%s:%s)", kind->name, kind->options);
        str_add_char(out, '\n');
    }
}

// Escapes for roff: a dot or an apostrophe at the start of a line is a request, a backslash an
// escape, and a plain minus becomes a hyphen that cannot be searched for or pasted.
static void add_roff(Str *out, const char *text) {
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            str_add_text(out, "\\&");
        if (*text == '\\' || *text == '-')
            str_add_char(out, '\\');
        str_add_char(out, *text == '\\' ? 'e' : *text);
        line_start = *text == '\n';
    }
}

static void add_man_title(const char *name, Str *out) {
    str_add(out, ".TH %s 1 \"\" \"pentad %s\" \"Pentad manual\"\n.SH NAME\n", name, PENTAD_VERSION);
}

// NULL: the whole program.
static void add_man_status(const Subcommand *c, Str *out) {
    str_add_text(out, ".SH EXIT STATUS\n");
    add_roff(out, status_of(c));
    str_add_char(out, '\n');
}

static void add_man_option(const Option *o, Str *out) {
    if (!o->help)
        return;
    ScopedStr name = {0};
    options_format_name(o, &name);
    str_add_text(out, ".TP\n.B ");
    add_roff(out, str_text(&name));
    str_add_char(out, '\n');
    add_roff(out, o->help);
    if (o->choices) {
        str_add_text(out, " (");
        add_choices(o->choices, out);
        str_add_char(out, ')');
    }
    str_add_char(out, '\n');
}

// Empty lines separate paragraphs in our texts, but should not be used in roff.
static void add_man_paragraphs(const char *text, Str *out) {
    while (*text) {
        const char *end = strstr(text, "\n\n");
        ScopedStr paragraph = {0};
        str_add_bytes(&paragraph, text, end ? (size_t)(end - text) : strlen(text));
        str_add_text(out, ".PP\n");
        add_roff(out, str_text(&paragraph));
        str_add_char(out, '\n');
        text = end ? end + 2 : "";
    }
}

static void add_subcommand_page(const Subcommand *c, Str *out) {
    Str name = {0};
    str_add(&name, "pentad-%s", c->name);
    add_man_title(str_text(&name), out);
    str_release(&name);
    str_add(out, "pentad\\-%s \\- %s\n.SH SYNOPSIS\n.B pentad %s\n[OPTIONS] %s\n", c->name,
            c->summary, c->name, c->operands);
    str_add_text(out, ".SH DESCRIPTION\n");
    add_man_paragraphs(c->description, out);
    if (c->details) {
        ScopedStr details = {0};
        c->details(&details);
        str_add_text(out, ".PP\n.nf\n");
        add_roff(out, str_text(&details));
        str_add_text(out, ".fi\n");
    }
    str_add_text(out, ".SH OPTIONS\n");
    for (const Option *o = c->options; o && o->name; o++)
        add_man_option(o, out);
    add_man_option(&help_option, out);
    str_add_text(out, ".SH EXAMPLES\n");
    for (const Example *e = c->examples; e->command; e++) {
        str_add_text(out, ".TP\n.B ");
        add_roff(out, e->command);
        str_add_char(out, '\n');
        add_roff(out, e->effect);
        str_add_char(out, '\n');
    }
    add_man_status(c, out);
    str_add_text(out, ".SH SEE ALSO\n.BR pentad (1)\n");
}

static void add_program_page(Str *out) {
    add_man_title("pentad", out);
    str_add_text(out, "pentad \\- play, study and check five in a row\n"
                      ".SH SYNOPSIS\n.B pentad\nCOMMAND [OPTIONS] ...\n"
                      ".SH DESCRIPTION\n"
                      "Each command has its own man page.\n"
                      ".SH COMMANDS\n");
    for (int i = 0; subcommand_at(i); i++) {
        str_add(out, ".TP\n.BR pentad\\-%s (1)\n", subcommand_at(i)->name);
        ScopedStr summary = {0};
        add_summary(subcommand_at(i), &summary);
        add_roff(out, str_text(&summary));
        str_add_char(out, '\n');
    }
    str_add_text(out, ".SH OPTIONS\n.TP\n.B \\-V, \\-\\-version\n"
                      "print version, commit, compiler and SIMD level\n"
                      ".TP\n.B \\-h, \\-\\-help\nlist the commands\n");
    add_man_status(NULL, out);
}

void help_man_page(const Subcommand *c, Str *out) {
    if (c)
        add_subcommand_page(c, out);
    else
        add_program_page(out);
}
