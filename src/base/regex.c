#include "base/regex.h"

#include "base/mem.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

enum {
    GROUPS_MAX = 9,      // for \1 to \9; more groups are not remembered
    NESTING_MAX = 100,   // of groups
    REPEATS_MAX = 10000, // in braces
    PROGRAM_MAX = 50000, // instructions
    STEPS_MAX = 1000000, // of a match: about 10 ms
    STEP_BYTES = 64,     // in a row are a step, too
};

// ---- The program that a pattern becomes

typedef enum {
    OP_SET,       // one byte of a set
    OP_REPEAT,    // so many bytes of a set
    OP_SPLIT,     // continue at the next instruction; if that fails, at `to`
    OP_JUMP,      // to `to`
    OP_OPEN,      // group `n` begins
    OP_CLOSE,     // group `n` ends
    OP_AGAIN,     // what group `n` matched
    OP_MARK,      // an iteration of loop `n` begins
    OP_LOOP,      // it ends: back to `to`, unless it matched nothing
    OP_BEGIN,     // at the start of the text
    OP_END,       // at its end
    OP_BOUNDARY,  // between a word and something else
    OP_INSIDE,    // not there
    OP_AHEAD,     // what follows matches the instructions up to `to`, which begin after this one
    OP_NOT_AHEAD, // it does not
    OP_ATOMIC,    // it does, and is consumed
    OP_ACCEPT,
} Op;

typedef enum { GREEDY, LAZY, POSSESSIVE } Mode;

// `to` counts from the instruction itself, so code can be copied and moved.
typedef struct {
    Op op;
    int n; // number of a set, group or loop
    int to;
    int min, max; // of OP_REPEAT; max may be INT_MAX
    Mode mode;
    bool folded; // of OP_AGAIN: ignores case
} Instruction;

typedef struct {
    uint64_t bits[4];
} ByteSet;

struct Regex {
    Instruction *code;
    int count, capacity;
    ByteSet *sets;
    int set_count, set_capacity;
    int loop_count;
};

static bool set_has(const ByteSet *set, unsigned char c) {
    return set->bits[c / 64] >> (c % 64) & 1;
}

static void set_add(ByteSet *set, int first, int last) {
    for (int c = first; c <= last; c++)
        set->bits[c / 64] |= (uint64_t)1 << (c % 64);
}

static void set_invert(ByteSet *set) {
    for (int i = 0; i < 4; i++)
        set->bits[i] = ~set->bits[i];
}

static void set_merge(ByteSet *set, const ByteSet *other) {
    for (int i = 0; i < 4; i++)
        set->bits[i] |= other->bits[i];
}

static void set_ignore_case(ByteSet *set) {
    for (int c = 'a'; c <= 'z'; c++)
        if (set_has(set, (unsigned char)c) || set_has(set, (unsigned char)(c - 32))) {
            set_add(set, c, c);
            set_add(set, c - 32, c - 32);
        }
}

// ---- Compiling

typedef struct {
    Regex *r;
    const char *at;
    Error *err;
    int depth, groups;
    int closed; // groups that are complete, as bits
    bool ignores_case;
} Parser;

static bool alternatives(Parser *p);

static bool emit(Parser *p, Instruction i) {
    Regex *r = p->r;
    if (r->count >= PROGRAM_MAX)
        return error_set(p->err, "it is too large");
    r->code = mem_grow(r->code, r->count, 1, &r->capacity, sizeof r->code[0]);
    r->code[r->count++] = i;
    return true;
}

static bool emit_at(Parser *p, int at, Instruction i) {
    if (!emit(p, i))
        return false;
    Instruction *code = p->r->code;
    memmove(code + at + 1, code + at, (size_t)(p->r->count - 1 - at) * sizeof code[0]);
    code[at] = i;
    return true;
}

static bool emit_set(Parser *p, ByteSet set) {
    Regex *r = p->r;
    if (p->ignores_case)
        set_ignore_case(&set);
    r->sets = mem_grow(r->sets, r->set_count, 1, &r->set_capacity, sizeof r->sets[0]);
    r->sets[r->set_count] = set;
    return emit(p, (Instruction){.op = OP_SET, .n = r->set_count++});
}

// Pairs of first and last bytes. Those with a name of one letter are written \d, the others
// \p{Alpha}.
static const struct {
    const char *name, *ranges;
} classes[] = {
    {"d", "09"},         {"w", "azAZ09__"},    {"s", "  \t\r"},       {"Digit", "09"},
    {"Alpha", "azAZ"},   {"L", "azAZ"},        {"Alnum", "azAZ09"},   {"Lower", "az"},
    {"Upper", "AZ"},     {"Ll", "az"},         {"Lu", "AZ"},          {"Space", "  \t\r"},
    {"Blank", "  \t\t"}, {"XDigit", "09afAF"}, {"Punct", "!/:@[`{~"}, {"ASCII", "\1\x7f"},
};

static bool class_named(const char *name, size_t len, ByteSet *set) {
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strlen(classes[i].name) == len && !strncmp(classes[i].name, name, len)) {
            for (const char *pair = classes[i].ranges; *pair; pair += 2)
                set_add(set, (unsigned char)pair[0], (unsigned char)pair[1]);
            return true;
        }
    return false;
}

// \p{Alpha} or \P{Alpha}, at the letter.
static bool property(Parser *p, ByteSet *set) {
    const char *end = p->at[1] == '{' ? strchr(p->at, '}') : NULL;
    size_t len = end ? (size_t)(end - p->at) - 2 : 0;
    if (len < 2 && !(len == 1 && p->at[2] == 'L'))
        return error_set(p->err, "after \\%c a name is needed, such as {Alpha}", *p->at);
    if (!class_named(p->at + 2, len, set))
        return error_set(p->err, "there is no \\%c{%.*s}", *p->at, (int)(len < 20 ? len : 20),
                         p->at + 2);
    if (*p->at == 'P')
        set_invert(set);
    p->at = end + 1;
    return true;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// \x41 or \x{41}, at the x.
static bool hexadecimal(Parser *p, ByteSet *set) {
    const char *at = p->at + 1;
    bool braced = *at == '{';
    at += braced;
    int value = 0, digits = 0;
    for (; digits < 2 && hex_digit(*at) >= 0; digits++)
        value = value * 16 + hex_digit(*at++);
    if (braced ? digits == 0 || *at != '}' : digits < 2)
        return error_set(p->err, "after \\x two digits are needed, such as \\x41");
    set_add(set, value, value);
    p->at = at + braced;
    return true;
}

// An escape that stands for bytes, after its backslash. *is_class: not for a single one.
static bool escape(Parser *p, ByteSet *set, bool *is_class) {
    static const char letters[] = "tnrfae", bytes[] = "\t\n\r\f\a\033";
    char c = *p->at, lower = (char)(c | 32);
    *is_class = false;
    if (!c)
        return error_set(p->err, "it ends with a backslash");
    if (c == 'x')
        return hexadecimal(p, set);
    if (lower == 'p' || strchr("dws", lower)) {
        *is_class = true;
        if (lower == 'p')
            return property(p, set);
        class_named(&lower, 1, set);
        if (c != lower)
            set_invert(set);
    } else if (strchr(letters, c)) {
        char byte = bytes[strchr(letters, c) - letters];
        set_add(set, byte, byte);
    } else if (hex_digit(c) >= 0 || (lower >= 'a' && lower <= 'z')) {
        return error_set(p->err, "\\%c has no meaning here", c);
    } else {
        set_add(set, (unsigned char)c, (unsigned char)c);
    }
    p->at++;
    return true;
}

// One member of a bracket expression. *byte: -1 if it is a class.
static bool member(Parser *p, ByteSet *set, int *byte) {
    char c = *p->at;
    if (c == '[' || (c == '&' && p->at[1] == '&'))
        return error_set(p->err, "'%c' inside brackets must be written \\%c", c, c);
    p->at++;
    *byte = (unsigned char)c;
    if (c == '\\') {
        ByteSet one = {0};
        bool is_class;
        if (!escape(p, &one, &is_class))
            return false;
        set_merge(set, &one);
        *byte = -1;
        for (int b = 0; b < 256 && !is_class; b++)
            if (set_has(&one, (unsigned char)b))
                *byte = b;
    } else {
        set_add(set, *byte, *byte);
    }
    return true;
}

static bool members(Parser *p, ByteSet *set) {
    int first, last;
    if (!member(p, set, &first))
        return false;
    if (p->at[0] != '-' || p->at[1] == ']' || !p->at[1])
        return true;
    p->at++;
    if (!member(p, set, &last))
        return false;
    if (first < 0 || last < first)
        return error_set(
            p->err, "a - inside brackets must stand between two characters, the lower one first");
    set_add(set, first, last);
    return true;
}

// At the [.
static bool brackets(Parser *p) {
    ByteSet set = {0};
    p->at++;
    bool inverted = *p->at == '^';
    p->at += inverted;
    if (*p->at == ']')
        return error_set(p->err, "']' inside brackets must be written \\]");
    while (*p->at && *p->at != ']')
        if (!members(p, &set))
            return false;
    if (!*p->at)
        return error_set(p->err, "a [ has no ]");
    p->at++;
    if (p->ignores_case)
        set_ignore_case(&set);
    if (inverted)
        set_invert(&set);
    return emit_set(p, set);
}

// At the letter or digit after a backslash. False if it is anything else.
static bool is_position(char c, Op *op) {
    static const char letters[] = "AzbB";
    static const Op ops[] = {OP_BEGIN, OP_END, OP_BOUNDARY, OP_INSIDE};
    const char *found = c ? strchr(letters, c) : NULL;
    if (found)
        *op = ops[found - letters];
    return found;
}

static bool back_reference(Parser *p) {
    int group = *p->at++ - '0';
    if (!(p->closed >> group & 1) || (*p->at >= '0' && *p->at <= '9'))
        return error_set(p->err,
                         "\\%d must stand after the end of group %d, which must be one of 1 to %d",
                         group, group, GROUPS_MAX);
    return emit(p, (Instruction){.op = OP_AGAIN, .n = group, .folded = p->ignores_case});
}

// ( to ), with OP_OPEN and OP_CLOSE around it.
static bool remembered_group(Parser *p) {
    int group = ++p->groups;
    bool remembered = group <= GROUPS_MAX;
    if (remembered && !emit(p, (Instruction){.op = OP_OPEN, .n = group}))
        return false;
    if (!alternatives(p))
        return false;
    if (!remembered)
        return true;
    p->closed |= 1 << group;
    return emit(p, (Instruction){.op = OP_CLOSE, .n = group});
}

// After the ( and its mark.
static bool enclosed(Parser *p, Op op) {
    int start = p->r->count;
    if (!alternatives(p) || !emit(p, (Instruction){.op = OP_ACCEPT}))
        return false;
    return emit_at(p, start, (Instruction){.op = op, .to = p->r->count - start + 1});
}

static const struct {
    const char *mark;
    Op op; // OP_ACCEPT: none
} group_kinds[] = {
    {"?:", OP_ACCEPT},
    {"?=", OP_AHEAD},
    {"?!", OP_NOT_AHEAD},
    {"?>", OP_ATOMIC},
};

static bool group_content(Parser *p) {
    if (*p->at != '?')
        return remembered_group(p);
    for (size_t i = 0; i < sizeof group_kinds / sizeof group_kinds[0]; i++)
        if (!strncmp(p->at, group_kinds[i].mark, 2)) {
            p->at += 2;
            return group_kinds[i].op == OP_ACCEPT ? alternatives(p)
                                                  : enclosed(p, group_kinds[i].op);
        }
    return error_set(p->err, "(%.2s has no meaning here; there are (?: (?= (?! (?> and (?i)",
                     p->at);
}

// At the (. *repeatable: false for a lookahead.
static bool group(Parser *p, bool *repeatable) {
    p->at++;
    if (!strncmp(p->at, "?i)", 3)) {
        p->ignores_case = true;
        p->at += 3;
        *repeatable = false;
        return true;
    }
    *repeatable = strncmp(p->at, "?=", 2) && strncmp(p->at, "?!", 2);
    bool ignores_case = p->ignores_case;
    if (++p->depth > NESTING_MAX)
        return error_set(p->err, "more than %d groups inside each other", NESTING_MAX);
    if (!group_content(p))
        return false;
    p->depth--;
    p->ignores_case = ignores_case;
    if (*p->at != ')')
        return error_set(p->err, "a ( has no )");
    p->at++;
    return true;
}

// One item, without what repeats it.
static bool item(Parser *p, bool *repeatable) {
    ByteSet set = {0};
    bool is_class;
    Op op;
    char c = *p->at;
    *repeatable = true;
    switch (c) {
    case '(':
        return group(p, repeatable);
    case '[':
        return brackets(p);
    case '*':
    case '+':
    case '?':
        return error_set(p->err, "there is nothing that '%c' could repeat", c);
    case '{':
        return error_set(p->err, "a literal { must be written \\{");
    case '^':
    case '$':
        p->at++;
        *repeatable = false;
        return emit(p, (Instruction){.op = c == '^' ? OP_BEGIN : OP_END});
    case '.':
        p->at++;
        set_invert(&set);
        return emit_set(p, set);
    case '\\':
        p->at++;
        if (*p->at >= '1' && *p->at <= '9')
            return back_reference(p);
        if (is_position(*p->at, &op)) {
            p->at++;
            *repeatable = false;
            return emit(p, (Instruction){.op = op});
        }
        return escape(p, &set, &is_class) && emit_set(p, set);
    default:
        p->at++;
        set_add(&set, (unsigned char)c, (unsigned char)c);
        return emit_set(p, set);
    }
}

// A number in braces. At most one more than allowed.
static int repeat_count(Parser *p) {
    int n = 0;
    for (; *p->at >= '0' && *p->at <= '9'; p->at++)
        n = n > REPEATS_MAX ? n : n * 10 + (*p->at - '0');
    return n < REPEATS_MAX + 1 ? n : REPEATS_MAX + 1;
}

// {2}, {2,} or {2,5}, at the {.
static bool braces(Parser *p, int *min, int *max) {
    p->at++;
    if (*p->at < '0' || *p->at > '9')
        return error_set(p->err, "a literal { must be written \\{");
    *min = *max = repeat_count(p);
    if (*p->at == ',') {
        p->at++;
        *max = *p->at == '}' ? INT_MAX : repeat_count(p);
    }
    if (*p->at != '}')
        return error_set(p->err, "a literal { must be written \\{");
    p->at++;
    if (*min > REPEATS_MAX || (*max > REPEATS_MAX && *max != INT_MAX))
        return error_set(p->err, "more than %d repetitions", REPEATS_MAX);
    return *min <= *max || error_set(p->err, "the second number in braces is the smaller one");
}

static bool is_quantifier(char c) {
    return c && strchr("*+?{", c);
}

static bool quantifier(Parser *p, int *min, int *max, Mode *mode) {
    char c = *p->at;
    *min = c == '+' ? 1 : 0;
    *max = c == '?' ? 1 : INT_MAX;
    if (c == '{') {
        if (!braces(p, min, max))
            return false;
    } else {
        p->at++;
    }
    *mode = *p->at == '?' ? LAZY : *p->at == '+' ? POSSESSIVE : GREEDY;
    p->at += *mode != GREEDY;
    return true;
}

static bool emit_copy(Parser *p, const Instruction *code, int len) {
    for (int i = 0; i < len; i++)
        if (!emit(p, code[i]))
            return false;
    return true;
}

// Continues at the next instruction first, or at `to` first if it is lazy.
static Instruction optional(int to, Mode mode) {
    return (Instruction){.op = OP_SPLIT, .to = to, .mode = mode};
}

// `min` copies, and then a loop, or as many optional copies as are left.
static bool emit_repeated(Parser *p, const Instruction *code, int len, int min, int max,
                          Mode mode) {
    for (int i = 0; i < min; i++)
        if (!emit_copy(p, code, len))
            return false;
    if (max == INT_MAX) {
        int loop = p->r->loop_count++;
        return emit(p, optional(len + 3, mode)) &&
               emit(p, (Instruction){.op = OP_MARK, .n = loop}) && emit_copy(p, code, len) &&
               emit(p, (Instruction){.op = OP_LOOP, .n = loop, .to = -len - 2});
    }
    for (int left = max - min; left > 0; left--)
        if (left > PROGRAM_MAX / (len + 1) || !emit(p, optional(left * (len + 1), mode)) ||
            !emit_copy(p, code, len))
            return error_set(p->err, "it is too large");
    return true;
}

// Repeats the instructions from `start` on.
static bool repeat(Parser *p, int start) {
    int min, max, len = p->r->count - start;
    Mode mode;
    if (!quantifier(p, &min, &max, &mode))
        return false;
    if (len == 0) // an empty group
        return true;
    Instruction *first = &p->r->code[start];
    if (len == 1 && first->op == OP_SET) {
        *first =
            (Instruction){.op = OP_REPEAT, .n = first->n, .min = min, .max = max, .mode = mode};
        return true;
    }
    Instruction *code = mem_alloc((size_t)len * sizeof code[0]);
    memcpy(code, first, (size_t)len * sizeof code[0]);
    p->r->count = start;
    bool ok = emit_repeated(p, code, len, min, max, mode);
    mem_free(code);
    if (ok && mode == POSSESSIVE)
        ok = emit(p, (Instruction){.op = OP_ACCEPT}) &&
             emit_at(p, start, (Instruction){.op = OP_ATOMIC, .to = p->r->count - start + 1});
    return ok;
}

static bool sequence(Parser *p) {
    while (*p->at && *p->at != '|' && *p->at != ')') {
        int start = p->r->count;
        bool repeatable;
        if (!item(p, &repeatable))
            return false;
        if (!is_quantifier(*p->at))
            continue;
        if (repeatable && !repeat(p, start))
            return false;
        if (is_quantifier(*p->at))
            return error_set(p->err, "there is nothing that '%c' could repeat", *p->at);
    }
    return true;
}

// Each alternative but the last becomes OP_SPLIT, its code, and OP_JUMP to the end of all.
static bool alternatives(Parser *p) {
    int first_jump = -1, start = p->r->count;
    if (!sequence(p))
        return false;
    while (*p->at == '|') {
        p->at++;
        if (!emit_at(p, start, optional(p->r->count - start + 2, GREEDY)) ||
            !emit(p, (Instruction){.op = OP_JUMP, .n = first_jump}))
            return false;
        first_jump = p->r->count - 1; // a list, in `n`, until the end is known
        start = p->r->count;
        if (!sequence(p))
            return false;
    }
    for (int i = first_jump, next; i >= 0; i = next) {
        next = p->r->code[i].n;
        p->r->code[i].to = p->r->count - i;
        p->r->code[i].n = 0;
    }
    return true;
}

Regex *regex_new(const char *pattern, Error *err) {
    Parser p = {.r = mem_alloc(sizeof *p.r), .at = pattern, .err = err};
    bool ok = alternatives(&p);
    if (ok && *p.at == ')')
        ok = error_set(err, "a ) has no (");
    if (ok && emit(&p, (Instruction){.op = OP_END}) && emit(&p, (Instruction){.op = OP_ACCEPT}))
        return p.r;
    regex_free(p.r);
    return NULL;
}

void regex_free(Regex *r) {
    if (!r)
        return;
    mem_free(r->code);
    mem_free(r->sets);
    mem_free(r);
}

// ---- Matching

// What to do when the way that was taken fails.
typedef struct {
    enum {
        TRY,     // continue with instruction `pc` at `at`
        SHORTER, // the same, with one byte less each time, down to `end`
        LONGER,  // the same, with one byte more of the set of `pc - 1` each time, up to `end`
        RESTORE, // a variable gets its old value
    } kind;
    int pc; // or the variable's number
    size_t at, end;
} Choice;

typedef struct {
    const Regex *r;
    const char *text;
    size_t len;
    Choice *stack;
    int count, capacity;
    int steps;
    size_t *variables; // positions plus 1; 0: none
} Match;

// Of a group: where it was opened, begins and ends. Then the loops.
enum { OPENED, BEGIN, END, GROUP_VARIABLES, FIRST_LOOP = (GROUPS_MAX + 1) * GROUP_VARIABLES };

static void push(Match *m, Choice choice) {
    m->stack = mem_grow(m->stack, m->count, 1, &m->capacity, sizeof m->stack[0]);
    m->stack[m->count++] = choice;
}

static void set_variable(Match *m, int variable, size_t value) {
    push(m, (Choice){RESTORE, variable, m->variables[variable], 0});
    m->variables[variable] = value;
}

// Back to the last choice above `base`. False if no choice is left.
static bool backtrack(Match *m, int base, int *pc, size_t *at) {
    while (m->count > base) {
        Choice *c = &m->stack[m->count - 1];
        m->steps++;
        if (c->kind == RESTORE) {
            m->variables[c->pc] = c->at;
            m->count--;
            continue;
        }
        *pc = c->pc;
        if (c->kind == LONGER) {
            const Instruction *i = &m->r->code[c->pc - 1];
            bool fits = c->at < c->end && set_has(&m->r->sets[i->n], (unsigned char)m->text[c->at]);
            *at = ++c->at;
            if (fits)
                return true;
            m->count--;
            continue;
        }
        *at = c->at;
        if (c->kind == SHORTER && c->at > c->end)
            c->at--;
        else
            m->count--;
        return true;
    }
    return false;
}

// Forgets the choices above `base`, but not what must be restored.
static void commit(Match *m, int base) {
    int kept = base;
    for (int i = base; i < m->count; i++)
        if (m->stack[i].kind == RESTORE)
            m->stack[kept++] = m->stack[i];
    m->count = kept;
}

static bool is_word_at(const Match *m, size_t at) {
    char c = at < m->len ? m->text[at] : ' ', lower = (char)(c | 32);
    return (c >= '0' && c <= '9') || c == '_' || (lower >= 'a' && lower <= 'z');
}

static bool is_boundary(const Match *m, size_t at) {
    return (at > 0 && is_word_at(m, at - 1)) != is_word_at(m, at);
}

static char folded(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// False if group `n` has not matched, or something else follows.
static bool match_again(Match *m, const Instruction *i, size_t *at) {
    const size_t *group = &m->variables[i->n * GROUP_VARIABLES];
    size_t len = group[END] - group[BEGIN];
    if (group[END] == 0 || len > m->len - *at)
        return false;
    const char *was = m->text + group[BEGIN] - 1, *is = m->text + *at;
    for (size_t k = 0; k < len; k++)
        if (was[k] != is[k] && !(i->folded && folded(was[k]) == folded(is[k])))
            return false;
    m->steps += (int)(len / STEP_BYTES);
    *at += len;
    return true;
}

static bool match_repeat(Match *m, const Instruction *i, int pc, size_t *at) {
    const ByteSet *set = &m->r->sets[i->n];
    size_t room = m->len - *at, least = (size_t)i->min,
           most = room < (size_t)i->max ? room : (size_t)i->max, taken = 0;
    size_t wanted = i->mode == LAZY ? least : most;
    while (taken < wanted && taken < room && set_has(set, (unsigned char)m->text[*at + taken]))
        taken++;
    m->steps += (int)(taken / STEP_BYTES);
    if (taken < least)
        return false;
    if (i->mode == LAZY)
        push(m, (Choice){LONGER, pc + 1, *at + taken, *at + most});
    else if (i->mode == GREEDY && taken > least)
        push(m, (Choice){SHORTER, pc + 1, *at + taken - 1, *at + least});
    *at += taken;
    return true;
}

static RegexResult run(Match *m, int pc, size_t *at);

// The instructions after `pc`, which end with OP_ACCEPT, for themselves.
static RegexResult match_enclosed(Match *m, const Instruction *i, int pc, size_t *at) {
    int base = m->count;
    size_t end = *at;
    RegexResult result = run(m, pc + 1, &end);
    if (result == REGEX_TOO_MANY_STEPS)
        return result;
    if (i->op == OP_NOT_AHEAD) {
        for (; m->count > base; m->count--)
            if (m->stack[m->count - 1].kind == RESTORE)
                m->variables[m->stack[m->count - 1].pc] = m->stack[m->count - 1].at;
        return result == REGEX_MATCHES ? REGEX_DIFFERS : REGEX_MATCHES;
    }
    commit(m, base);
    if (i->op == OP_ATOMIC)
        *at = end;
    return result;
}

// One instruction, which moves on *pc and *at. REGEX_DIFFERS: this way has failed.
static RegexResult step(Match *m, int *pc, size_t *at) {
    const Instruction *i = &m->r->code[*pc];
    int here = (*pc)++;
    bool ok = true;
    switch (i->op) {
    case OP_SET:
        ok = *at < m->len && set_has(&m->r->sets[i->n], (unsigned char)m->text[(*at)++]);
        break;
    case OP_REPEAT:
        ok = match_repeat(m, i, here, at);
        break;
    case OP_SPLIT:
        push(m, (Choice){TRY, i->mode == LAZY ? here + 1 : here + i->to, *at, 0});
        if (i->mode == LAZY)
            *pc = here + i->to;
        break;
    case OP_JUMP:
        *pc = here + i->to;
        break;
    case OP_OPEN:
        set_variable(m, i->n * GROUP_VARIABLES + OPENED, *at + 1);
        break;
    case OP_CLOSE:
        set_variable(m, i->n * GROUP_VARIABLES + BEGIN,
                     m->variables[i->n * GROUP_VARIABLES + OPENED]);
        set_variable(m, i->n * GROUP_VARIABLES + END, *at + 1);
        break;
    case OP_AGAIN:
        ok = match_again(m, i, at);
        break;
    case OP_MARK:
        set_variable(m, FIRST_LOOP + i->n, *at + 1);
        break;
    case OP_LOOP:
        if (m->variables[FIRST_LOOP + i->n] != *at + 1)
            *pc = here + i->to;
        break;
    case OP_BEGIN:
        ok = *at == 0;
        break;
    case OP_END:
        ok = *at == m->len;
        break;
    case OP_BOUNDARY:
        ok = is_boundary(m, *at);
        break;
    case OP_INSIDE:
        ok = !is_boundary(m, *at);
        break;
    case OP_AHEAD:
    case OP_NOT_AHEAD:
    case OP_ATOMIC: {
        RegexResult result = match_enclosed(m, i, here, at);
        *pc = here + i->to;
        return result;
    }
    case OP_ACCEPT:
        break;
    }
    return ok ? REGEX_MATCHES : REGEX_DIFFERS;
}

// From an instruction up to the next OP_ACCEPT. Leaves the choices that were not tried.
static RegexResult run(Match *m, int pc, size_t *at) {
    int base = m->count;
    while (m->r->code[pc].op != OP_ACCEPT) {
        if (m->steps++ > STEPS_MAX)
            return REGEX_TOO_MANY_STEPS;
        RegexResult result = step(m, &pc, at);
        if (result == REGEX_TOO_MANY_STEPS)
            return result;
        if (result == REGEX_DIFFERS && !backtrack(m, base, &pc, at))
            return REGEX_DIFFERS;
    }
    return REGEX_MATCHES;
}

RegexResult regex_match(const Regex *r, const char *text) {
    Match m = {.r = r, .text = text, .len = strlen(text)};
    m.variables = mem_alloc((size_t)(FIRST_LOOP + r->loop_count) * sizeof m.variables[0]);
    size_t at = 0;
    RegexResult result = run(&m, 0, &at);
    mem_free(m.variables);
    mem_free(m.stack);
    return result;
}
