#include "match/expectation.h"

#include "base/str.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 2000, DEPTH_MAX = 20 };

// ---- Translating Java regular expressions to POSIX

static const struct {
    char letter;
    const char *members; // as written inside brackets
    bool complement;     // all other characters
} classes[] = {
    {'d', "0-9", false},       {'D', "0-9", true},          {'w', "A-Za-z0-9_", false},
    {'W', "A-Za-z0-9_", true}, {'s', " \t\n\v\f\r", false}, {'S', " \t\n\v\f\r", true},
    {'n', "\n", false},        {'t', "\t", false},          {'r', "\r", false},
};

// regcomp copies a part that is repeated by a count, recursively, so a short pattern can use up all
// memory. So the translation counts the expanded size: of the complete parts of a group, and of the
// last part, which a count may still follow.
typedef struct {
    long complete, last;
} Size;

typedef struct {
    const char *at;
    Str *out;
    bool repeatable; // a quantifier may follow
    int depth;       // of groups
    Size sizes[DEPTH_MAX + 1];
    Error *err;
} Translation;

static void add_part(Translation *t, long size) {
    Size *s = &t->sizes[t->depth];
    s->complete += s->last;
    s->last = size;
    t->repeatable = true;
}

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static int class_of(char letter) {
    for (int i = 0; i < COUNT(classes); i++)
        if (classes[i].letter == letter)
            return i;
    return -1;
}

static bool reject_escape(const Translation *t, char c) {
    return c ? error_set(t->err, "\\%c is not supported", c)
             : error_set(t->err, "trailing backslash");
}

static bool escape(Translation *t) {
    char c = t->at[1];
    int class = class_of(c);
    if (class < 0 && (!c || is_alphanumeric(c)))
        return reject_escape(t, c);
    if (class >= 0)
        str_add(t->out, "[%s%s]", classes[class].complement ? "^" : "", classes[class].members);
    else
        str_add(t->out, strchr(".[]{}()*+?|^$\\", c) ? "\\%c" : "%c", c);
    t->at += 2;
    add_part(t, 1);
    return true;
}

// A bracket expression. POSIX has no backslash escapes there, so special characters are moved to
// positions where they are literal.
typedef struct {
    Str others;
    bool bracket, caret, dash, complement;
} Set;

static bool add_escaped_member(Translation *t, Set *set) {
    char c = *++t->at;
    int class = class_of(c);
    if ((class < 0 && (!c || is_alphanumeric(c))) || (class >= 0 && classes[class].complement))
        return reject_escape(t, c);
    if (class >= 0)
        str_add_text(&set->others, classes[class].members);
    else if (c == ']')
        set->bracket = true;
    else if (c == '^')
        set->caret = true;
    else if (c == '-')
        set->dash = true;
    else
        str_add_char(&set->others, c);
    t->at++;
    return true;
}

static bool read_set(Translation *t, Set *set) {
    t->at++;
    if (*t->at == '^') {
        set->complement = true;
        t->at++;
    }
    const char *first = t->at;
    while (*t->at != ']' || t->at == first) {
        char c = *t->at;
        if (!c)
            return error_set(t->err, "[ without ]");
        if (c == '[' || (c == '&' && t->at[1] == '&') || (c == ']' && t->at == first))
            return error_set(t->err, "'%c' inside brackets must be written \\%c", c, c);
        if (c == '\\') {
            if (!add_escaped_member(t, set))
                return false;
            continue;
        }
        if (c == '-' && (t->at == first || t->at[1] == ']'))
            set->dash = true;
        else if (c == '^')
            set->caret = true;
        else
            str_add_char(&set->others, c);
        t->at++;
    }
    t->at++;
    return true;
}

static bool bracket(Translation *t) {
    Set set = {0};
    bool ok = read_set(t, &set);
    bool lone_caret = set.caret && !set.complement && !set.bracket && !set.dash && !set.others.len;
    if (ok && lone_caret)
        str_add_text(t->out, "\\^");
    else if (ok)
        str_add(t->out, "[%s%s%s%s%s]", set.complement ? "^" : "", set.bracket ? "]" : "",
                str_text(&set.others), set.caret ? "^" : "", set.dash ? "-" : "");
    str_release(&set.others);
    add_part(t, 1);
    return ok;
}

static bool group(Translation *t) {
    if (t->depth == DEPTH_MAX)
        return error_set(t->err, "groups nested more than %d deep", DEPTH_MAX);
    if (t->at[1] == '?' && t->at[2] != ':')
        return error_set(t->err, "groups of the form (?%c are not supported", t->at[2]);
    t->at += t->at[1] == '?' ? 3 : 1;
    str_add_char(t->out, '(');
    t->sizes[++t->depth] = (Size){0};
    t->repeatable = false;
    return true;
}

static bool group_end(Translation *t) {
    if (t->depth == 0)
        return error_set(t->err, ") without (");
    Size inner = t->sizes[t->depth--];
    add_part(t, inner.complete + inner.last + 1);
    str_add_char(t->out, *t->at++);
    return true;
}

// {2}, {2,} or {2,5}
static bool braces(Translation *t) {
    const char *end = strchr(t->at, '}');
    if (!end || strspn(t->at + 1, "0123456789,") != (size_t)(end - t->at - 1) ||
        !strspn(t->at + 1, "0123456789"))
        return error_set(t->err, "a literal { must be written \\{");
    const char *comma = memchr(t->at, ',', (size_t)(end - t->at));
    long most = strtol(comma && comma + 1 < end ? comma + 1 : t->at + 1, NULL, 10);
    Size *size = &t->sizes[t->depth];
    if (most > PARTS_MAX || (size->last *= most > 0 ? most : 1) > PARTS_MAX)
        return error_set(t->err, "the repetition counts multiply to more than %d", PARTS_MAX);
    str_add_bytes(t->out, t->at, (size_t)(end + 1 - t->at));
    t->at = end + 1;
    return true;
}

// Only whole answers match, so lazy quantifiers are the same as greedy ones; possessive ones are
// not. Java rejects a quantifier after a quantifier. regcomp would accept it, with exponential run
// time.
static bool repetition(Translation *t) {
    char sign = *t->at;
    if (sign != '{')
        str_add_char(t->out, *t->at++);
    else if (!braces(t))
        return false;
    if (!t->repeatable)
        return error_set(t->err, "nothing to repeat before %c", sign);
    t->repeatable = false;
    if (*t->at == '+')
        return error_set(t->err, "possessive quantifiers are not supported");
    t->at += *t->at == '?';
    return true;
}

static bool translate(const char *java, Str *out, Error *err) {
    Translation t = {.at = java, .out = out, .err = err};
    bool ok = true;
    while (ok && *t.at) {
        switch (*t.at) {
        case '\\':
            ok = escape(&t);
            break;
        case '[':
            ok = bracket(&t);
            break;
        case '(':
            ok = group(&t);
            break;
        case ')':
            ok = group_end(&t);
            break;
        case '*':
        case '+':
        case '?':
        case '{':
            ok = repetition(&t);
            break;
        case '|':
            add_part(&t, 1);
            str_add_char(out, *t.at++);
            t.repeatable = false;
            break;
        default:
            add_part(&t, 1);
            str_add_char(out, *t.at++);
        }
    }
    return ok;
}

// ---- Expectations

static bool compile(Expectation *e, const char *java, Error *err) {
    Str posix = {0};
    str_add_text(&posix, "^(");
    bool ok = translate(java, &posix, err);
    str_add_text(&posix, ")$");
    if (ok) {
        int code = regcomp(&e->regex, str_text(&posix), REG_EXTENDED | REG_NOSUB);
        char reason[100];
        ok = code == 0;
        if (!ok) {
            regerror(code, NULL, reason, sizeof reason);
            error_set(err, "%s", reason);
        }
    }
    str_release(&posix);
    return ok || error_prefix(err, "bad pattern");
}

static bool read_pattern(Expectation *e, const char *text, size_t len, Error *err) {
    if (text[len - 1] == '*') {
        e->known_failure = true;
        len--;
    }
    if (len == 0 || text[0] != '[')
        return error_set(err, "the expectation '%.40s' does not start with [", text);
    if (len < 2 || text[len - 1] != ']')
        return error_set(err, "the expectation '%.40s' does not end with ]", text);
    Str inner = {0};
    str_add_bytes(&inner, text + 1, len - 2);
    str_trim(&inner);
    const char *java = str_text(&inner);
    e->negated = *java == '!';
    bool ok = compile(e, java + e->negated, err);
    str_release(&inner);
    return ok;
}

bool expectation_init(Expectation *e, const char *text, Error *err) {
    *e = (Expectation){0};
    Str trimmed = {0};
    str_add_text(&trimmed, text);
    str_trim(&trimmed);
    e->any_answer = trimmed.len == 0;
    bool ok = e->any_answer || read_pattern(e, str_text(&trimmed), trimmed.len, err);
    str_release(&trimmed);
    return ok;
}

void expectation_release(Expectation *e) {
    if (!e->any_answer)
        regfree(&e->regex);
}

bool expectation_meets(const Expectation *e, const char *text) {
    return e->any_answer || (regexec(&e->regex, text, 0, NULL, 0) == 0) != e->negated;
}
