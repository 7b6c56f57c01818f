#include "match/engine_info.h"

#include "base/scanner.h"
#include "base/util.h"
#include "engine/engine.h"

#include <ctype.h>
#include <string.h>

static const char *const value_words[] = {"eval", "ev", "val"};

static bool accept_value_word(Scanner *s) {
    for (int i = 0; i < COUNT(value_words); i++) {
        Scanner ahead = *s;
        if (scanner_accept_word(&ahead, value_words[i]) && !isalnum(scanner_peek(&ahead))) {
            *s = ahead;
            return true;
        }
    }
    return false;
}

static void skip_separators(Scanner *s) {
    do
        scanner_skip_blanks(s);
    while (scanner_accept(s, ':') || scanner_accept(s, '='));
}

// "123", "-45"; "+M9" and "-M12" for a win or loss in that many moves, "+M*" if the number is
// unknown.
static bool read_value(Scanner *s, int *out) {
    bool negative = scanner_accept(s, '-');
    if (!negative)
        scanner_accept(s, '+');
    bool decided = scanner_accept_word(s, "M");
    int number = 0;
    if (!scanner_number(s, INT32_MAX, &number) && !(decided && scanner_accept(s, '*')))
        return false;
    number = int_min(number, ENGINE_MATE);
    int value = decided ? ENGINE_MATE - number : number;
    *out = negative ? -value : value;
    return true;
}

static void skip_word(Scanner *s) {
    while (isalnum(scanner_peek(s)))
        scanner_next(s);
    while (!scanner_at_end(s) && !isalnum(scanner_peek(s)))
        scanner_next(s);
}

bool engine_info_value(const char *line, int *value) {
    Scanner s = scanner_over(line, strlen(line));
    for (; !scanner_at_end(&s); skip_word(&s)) {
        if (!accept_value_word(&s))
            continue;
        skip_separators(&s);
        return read_value(&s, value);
    }
    return false;
}
