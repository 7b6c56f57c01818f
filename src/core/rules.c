#include "core/rules.h"

#include "base/error.h"

#include <stddef.h>

// clang-format off
const Rules rules_freestyle = {
    .name = "freestyle", .summary = "five or more in a row win",
    .black = {.overline_wins = true, .blocked_five_wins = true},
    .white = {.overline_wins = true, .blocked_five_wins = true},
    .pool = "gomoku", .gomocup_code = 0,
};
const Rules rules_standard = {
    .name = "standard", .summary = "exactly five in a row win; six or more do not count",
    .black = {.blocked_five_wins = true},
    .white = {.blocked_five_wins = true},
    .pool = "gomoku", .gomocup_code = 1,
};
const Rules rules_renju = {
    .name = "renju", .summary = "Black needs exactly five and may not make an overline, double four or double three",
    .black = {.blocked_five_wins = true, .has_fouls = true},
    .white = {.blocked_five_wins = true, .overline_wins = true},
    .pool = "renju", .gomocup_code = 4,
};
const Rules rules_caro = {
    .name = "caro", .summary = "exactly five win unless the opponent blocks both ends",
    .pool = "caro", .gomocup_code = 9,
};
const Rules rules_caro_overline = {
    .name = "caro-overline", .summary = "like caro, but six or more always win",
    .black = {.overline_wins = true},
    .white = {.overline_wins = true},
    .pool = "caro", .gomocup_code = 8,
};
// clang-format on

static const Rules *const table[] = {
    &rules_freestyle, &rules_standard, &rules_renju, &rules_caro, &rules_caro_overline, NULL,
};

const Rules *rules_at(int i) {
    return table[i];
}

const char *rules_name(int i) {
    return table[i] ? table[i]->name : NULL;
}

const Rules *rules_find(const char *name, Error *err) {
    int i = word_find(name, "rule set", rules_name, err);
    return i < 0 ? NULL : table[i];
}

const Rules *rules_from_gomocup(int code) {
    for (int i = 0; table[i]; i++)
        if (table[i]->gomocup_code == code)
            return table[i];
    return NULL;
}
