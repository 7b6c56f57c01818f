#include "base/error.h"
#include "base/ascii.h"

#include "base/number.h"
#include "base/utf8.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void error_write(Error *err, const char *format, ...) {
    if (!err)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    utf8_make_printable(err->text);
}

enum { CONTEXT_PART = 48 }; // bytes kept at the start and at the end of a long context

bool error_prefix(Error *err, const char *context) {
    if (!err)
        return false;
    Error reason = *err;
    int len = (int)strnlen(context, INT_MAX);
    if (len <= 2 * CONTEXT_PART)
        return error_set(err, "%s: %s", context, reason.text);
    int start = CONTEXT_PART, end = len - CONTEXT_PART;
    while (start > 0 && utf8_is_continuation(context[start]))
        start--;
    while (end < len && utf8_is_continuation(context[end]))
        end++;
    return error_set(err, "%.*s...%s: %s", start, context, context + end, reason.text);
}

void error_write_errno(Error *err, const char *path) {
    error_write(err, "%s", strerror(errno));
    error_prefix(err, path);
}

bool error_locate(Error *err, int line, int column) {
    char place[64];
    snprintf(place, sizeof place, "line %d, column %d", line, column);
    return error_prefix(err, place);
}

bool error_not_built(Error *err, const char *name, const NotBuilt *table) {
    for (; table->name; table++) {
        if (!ascii_equal(table->name, name))
            continue;
        if (table->program)
            error_set(err, "'%s' needs the program %s, which is not installed", name,
                      table->program);
        else
            error_set(err, "'%s': this build has no %s; meson setup -D%s=enabled adds it", name,
                      table->feature, table->feature);
        return true;
    }
    return false;
}

enum { WORD_MAX = 40 };

static bool same(char a, char b) {
    return ascii_lower(a) == ascii_lower(b);
}

// Damerau-Levenshtein distance (optimal string alignment): the number of insertions, deletions,
// substitutions and swaps of adjacent letters that turn one word into the other.
static int distance(const char *a, const char *b) {
    int rows[3][WORD_MAX + 1];
    int *before = rows[0], *last = rows[1], *now = rows[2];
    int len = (int)strlen(b);
    for (int j = 0; j <= len; j++)
        last[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        now[0] = i;
        for (int j = 1; j <= len; j++) {
            int changed = !same(a[i - 1], b[j - 1]);
            now[j] = int_min(last[j - 1] + changed, int_min(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                now[j] = int_min(now[j], before[j - 2] + 1);
        }
        int *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[len];
}

Suggestion suggestion_for(const char *typed) {
    int at_least_half_right = (int)strlen(typed) / 2 + 1;
    return (Suggestion){.typed = typed, .limit = int_min(3, at_least_half_right)};
}

void suggestion_consider(Suggestion *s, const char *word) {
    if (strlen(s->typed) > WORD_MAX || strlen(word) > WORD_MAX)
        return;
    int edits = distance(s->typed, word);
    if (edits < s->limit) {
        s->limit = edits;
        s->nearest = word;
    }
}

void did_you_mean_add_hint(const char *typed, WordAt *words, Str *out) {
    Suggestion suggestion = suggestion_for(typed);
    for (int i = 0; words(i); i++)
        suggestion_consider(&suggestion, words(i));
    if (suggestion.nearest) {
        str_add(out, "did you mean '%s'?", suggestion.nearest);
        return;
    }
    str_add_text(out, "it is one of: ");
    for (int i = 0; words(i); i++)
        str_add(out, "%s%s", i ? ", " : "", words(i));
}

bool did_you_mean_error(Error *err, const char *kind, const char *typed, WordAt *words) {
    ScopedStr hint = {0};
    did_you_mean_add_hint(typed, words, &hint);
    return error_set(err, "there is no %s '%.40s'; %s", kind, typed, str_text(&hint));
}

int word_find(const char *typed, const char *kind, WordAt *words, Error *err) {
    for (int i = 0; words(i); i++)
        if (ascii_equal(words(i), typed))
            return i;
    did_you_mean_error(err, kind, typed, words);
    return -1;
}
