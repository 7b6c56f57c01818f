// Rule sets (freestyle, standard, renju, caro): what wins and what is forbidden, as table rows.
#pragma once

#include "base/error.h"

#include <stdbool.h>

// The rules for one color.
typedef struct {
    bool overline_wins;     // six or more in a row win like five
    bool blocked_five_wins; // a five with opposing stones at both ends wins (the edge never blocks)
    bool has_fouls;         // overline, double four and double three are forbidden
} SideRules;

typedef struct {
    const char *name, *summary;
    SideRules black, white;
    const char *pool; // rule sets with the same pool share a rating
    int gomocup_code; // the value of Gomocup's INFO rule
} Rules;

extern const Rules rules_freestyle, rules_standard, rules_renju, rules_caro, rules_caro_overline;

// The i-th rule set and its name. NULL after the last.
const Rules *rules_at(int i);
const char *rules_name(int i);

// By name, case-insensitive.
const Rules *rules_find(const char *name, Error *err);

// By Gomocup's number; NULL if unknown.
const Rules *rules_from_gomocup(int code);
