#include "base/number.h"
#include "test.h"

#define WHOLE INT64_MIN, INT64_MAX

static const struct {
    const char *name, *text;
    int64_t min, max, want;
    const char *error; // NULL: a number
} rows[] = {
    {"zero", "0", WHOLE, 0, NULL},
    {"minus zero", "-0", WHOLE, 0, NULL},
    {"a plus sign", "+7", WHOLE, 7, NULL},
    {"negative", "-12", WHOLE, -12, NULL},
    {"leading zeroes", "007", WHOLE, 7, NULL},
    {"the largest", "9223372036854775807", WHOLE, INT64_MAX, NULL},
    {"the smallest", "-9223372036854775808", WHOLE, INT64_MIN, NULL},
    {"at the lower bound", "5", 5, 19, 5, NULL},
    {"at the upper bound", "19", 5, 19, 19, NULL},
    {"below", "4", 5, 19, 0, "4 is not between 5 and 19"},
    {"above", "20", 5, 19, 0, "20 is not between 5 and 19"},
    {"one beyond the largest", "9223372036854775808", 0, INT64_MAX, 0,
     "9223372036854775808 is more than 9223372036854775807"},
    {"one beyond the smallest", "-9223372036854775809", INT64_MIN, 0, 0,
     "-9223372036854775809 is not between -9223372036854775808 and 0"},
    {"far beyond, quoted in part", "99999999999999999999999999999999999999999999999999", 0, 9, 0,
     "9999999999999999999999999999999999999999 is not between 0 and 9"},
    {"empty", "", WHOLE, 0, "'' is not a whole number"},
    {"only a sign", "-", WHOLE, 0, "'-' is not a whole number"},
    {"two signs", "--5", WHOLE, 0, "'--5' is not a whole number"},
    {"a blank before", " 5", WHOLE, 0, "' 5' is not a whole number"},
    {"a space after it", "5 ", WHOLE, 0, "'5 ' is not a whole number"},
    {"a decimal point", "1.5", WHOLE, 0, "'1.5' is not a whole number"},
    {"hexadecimal", "0x10", WHOLE, 0, "'0x10' is not a whole number"},
    {"a letter", "12a", WHOLE, 0, "'12a' is not a whole number"},
};

TEST(number_parse_rows) {
    for (int i = 0; i < COUNT(rows); i++) {
        int64_t value = -777;
        Error err = {0};
        bool ok = number_parse(rows[i].text, rows[i].min, rows[i].max, &value, &err);
        CHECK_INT(rows[i].name, ok, !rows[i].error);
        CHECK_INT(rows[i].name, value, ok ? rows[i].want : -777);
        CHECK_TEXT(rows[i].name, err.text, ok ? "" : rows[i].error);
    }
}

static const struct {
    const char *name, *text;
    double want;
    const char *error; // NULL: a number
} decimals[] = {
    {"whole", "3", 3, NULL},
    {"a fraction", "0.05", 0.05, NULL},
    {"negative", "-2.5", -2.5, NULL},
    {"a plus sign", "+0.125", 0.125, NULL},
    {"at the bound", "10", 10, NULL},
    {"beyond it", "10.01", 0, "10.01 is not between -10 and 10"},
    {"below", "-11", 0, "-11 is not between -10 and 10"},
    {"nothing", "", 0, "'' is not a number such as 0.05"},
    {"no digit before the point", ".5", 0, "'.5' is not a number such as 0.05"},
    {"nor after it", "5.", 0, "'5.' is not a number such as 0.05"},
    {"too many decimals", "0.0123456789", 0, "'0.0123456789' is not a number such as 0.05"},
    {"an exponent", "1e3", 0, "'1e3' is not a number such as 0.05"},
    {"a comma", "0,5", 0, "'0,5' is not a number such as 0.05"},
    {"not a number", "nan", 0, "'nan' is not a number such as 0.05"},
};

TEST(decimal_parse_rows) {
    for (int i = 0; i < COUNT(decimals); i++) {
        double value = 0;
        Error err = {0};
        bool ok = decimal_parse(decimals[i].text, -10, 10, &value, &err);
        CHECK_INT(decimals[i].name, ok, !decimals[i].error);
        CHECK_TEXT(decimals[i].name, err.text, decimals[i].error ? decimals[i].error : "");
        CHECK(decimals[i].name, value == decimals[i].want);
    }
}
