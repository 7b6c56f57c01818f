// What wins and what is forbidden, as rows.
#pragma once

#include "base/error.h"

#include <stdbool.h>

// One colour's half of a rule set.
typedef struct {
    bool overline_wins;     // six or more in a row is as good as five
    bool blocked_five_wins; // a five with opposing stones at both ends counts (an edge never holds)
    bool has_fouls;         // overline, double four and double three are forbidden
} SideRules;

typedef struct {
    const char *name, *summary;
    SideRules black, white;
    int gomocup_code; // the value of Gomocup's INFO rule
} Rules;

extern const Rules rules_freestyle, rules_standard, rules_renju, rules_caro, rules_caro_overline;

// The i-th rule set, NULL after the last; its name, likewise.
const Rules *rules_at(int i);
const char *rules_name(int i);

// By name, letter case ignored.
const Rules *rules_find(const char *name, Error *err);

// By Gomocup's number; NULL if it is none of ours.
const Rules *rules_from_gomocup(int code);
