#include "record/sgf.h"

#include <string.h>

static bool is_capital(int c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); // RenLib has a property 5A
}

static bool is_small(int c) {
    return c >= 'a' && c <= 'z';
}

bool sgf_is_at_id(const Scanner *s) {
    return is_capital(scanner_peek(s)) || is_small(scanner_peek(s));
}

bool sgf_read_id(Scanner *s, char id[static SGF_ID_MAX + 1], Error *err) {
    Scanner start = *s;
    int len = 0;
    for (; sgf_is_at_id(s); scanner_next(s)) {
        if (!is_capital(scanner_peek(s)))
            continue;
        if (len == SGF_ID_MAX)
            return scanner_error(&start, err, "a property's id has more than %d letters",
                                 SGF_ID_MAX);
        id[len++] = (char)scanner_peek(s);
    }
    id[len] = '\0';
    return len > 0 || scanner_error(&start, err, "a property's id needs a capital letter");
}

// CR, LF, CR LF and LF CR are all one newline. Consumes the second half.
static void skip_rest_of_newline(Scanner *s, int first) {
    scanner_accept(s, first == '\r' ? '\n' : '\r');
}

bool sgf_read_value(Scanner *s, Str *out, Error *err) {
    Scanner start = *s;
    str_clear(out);
    for (int c; (c = scanner_next(s)) != ']';) {
        bool escaped = c == '\\';
        if (escaped)
            c = scanner_next(s);
        if (c < 0)
            return scanner_error(&start, err,
                                 "the value that begins here does not end: ']' missing");
        bool newline = c == '\n' || c == '\r';
        if (newline)
            skip_rest_of_newline(s, c);
        if (!newline)
            str_add_char(out, (char)c);
        else if (!escaped)
            str_add_char(out, '\n');
    }
    return true;
}

bool sgf_find_game(Scanner *s, bool *skipped) {
    for (; !scanner_at_end(s); scanner_next(s)) {
        Scanner ahead = *s;
        if (scanner_accept(&ahead, '(')) {
            scanner_skip_blanks(&ahead);
            if (scanner_peek(&ahead) == ';')
                return true;
        }
        *skipped = *skipped || !scanner_is_blank(scanner_peek(s));
    }
    return false;
}

bool sgf_skip_game(Scanner *s, Str *scratch, Error *err) {
    Scanner start = *s;
    int depth = 0;
    do {
        int c = scanner_next(s);
        if (c < 0)
            return scanner_error(&start, err,
                                 "the game that begins here does not end: ')' missing");
        if (c == '[' && !sgf_read_value(s, scratch, err))
            return false;
        depth += (c == '(') - (c == ')');
    } while (depth > 0);
    return true;
}

bool sgf_find_charset(Scanner s, Str *out, Scanner *at) {
    char id[SGF_ID_MAX + 1];
    bool skipped = false;
    if (!sgf_find_game(&s, &skipped))
        return false;
    scanner_accept(&s, '(');
    scanner_skip_blanks(&s);
    scanner_accept(&s, ';');
    for (scanner_skip_blanks(&s); sgf_is_at_id(&s); scanner_skip_blanks(&s)) {
        if (!sgf_read_id(&s, id, NULL))
            return false;
        for (scanner_skip_blanks(&s); scanner_accept(&s, '['); scanner_skip_blanks(&s)) {
            *at = s;
            if (!sgf_read_value(&s, out, NULL))
                return false;
            if (!strcmp(id, "CA"))
                return true;
        }
    }
    return false;
}
