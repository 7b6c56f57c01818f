#include "engine/search/params.h"

#include "base/number.h"
#include "test.h"

#include <string.h>

enum { UNTOUCHED = -1 };

static void fill(int values[PARAM_COUNT]) {
    for (int i = 0; i < PARAM_COUNT; i++)
        values[i] = UNTOUCHED;
}

static int place_of(const char *name) {
    int i = 0;
    while (params_name(i) && strcmp(params_name(i), name) != 0)
        i++;
    return i;
}

TEST(params_are_parsed_by_name) {
    int values[PARAM_COUNT];
    Error err = {0};
    fill(values);
    CHECK(err.text, params_parse("RAZOR_MARGIN=75,KILLER_BONUS=0", values, &err));
    for (int i = 0; i < PARAM_COUNT; i++) {
        int want = i == place_of("RAZOR_MARGIN")   ? 75
                   : i == place_of("KILLER_BONUS") ? 0
                                                   : UNTOUCHED;
        CHECK_INT(params_name(i), values[i], want);
    }
    CHECK("an empty list", params_parse("", values, &err));
}

// clang-format off
static const struct {
    const char *text, *error;
} bad[] = {
    {"RAZOR_MARGIN", "expected NAME=VALUE, not 'RAZOR_MARGIN'"},
    {",", "expected NAME=VALUE, not ''"},
    {"RAZOR_MARGIN=60,,", "expected NAME=VALUE, not ''"},
    {"RAZOR_MARGEN=60", "there is no number 'RAZOR_MARGEN'; did you mean 'RAZOR_MARGIN'?"},
    {"RAZOR_MARGIN=", "RAZOR_MARGIN: '' is not a whole number"},
    {"RAZOR_MARGIN=6O", "RAZOR_MARGIN: '6O' is not a whole number"},
    {"RAZOR_MARGIN=60.5", "RAZOR_MARGIN: '60.5' is not a whole number"},
    {"RAZOR_MARGIN=401", "RAZOR_MARGIN: 401 is not between 0 and 400"},
    {"KILLER_BONUS=1,RAZOR_MARGIN=-1", "RAZOR_MARGIN: -1 is not between 0 and 400"},
};
// clang-format on

TEST(params_report_errors) {
    for (int i = 0; i < COUNT(bad); i++) {
        int values[PARAM_COUNT];
        Error err = {0};
        CHECK(bad[i].text, !params_parse(bad[i].text, values, &err));
        CHECK_TEXT(bad[i].text, err.text, bad[i].error);
    }
}

// Setting parameters in a build that cannot use them must fail, not be ignored.
TEST(params_are_fixed_in_an_ordinary_build) {
    Error err = {0};
    CHECK("nothing to set", !params_set("", &err));
    CHECK("names the program to use", strstr(err.text, "pentad-tunable") != NULL);
}

TEST(params_are_listed_with_their_ranges) {
    Str text = {0};
    params_format(&text);
    int lines = 0;
    for (const char *at = str_text(&text); *at; at++)
        lines += *at == '\n';
    CHECK_INT("a line each", lines, PARAM_COUNT);
    CHECK("a whole step", strstr(str_text(&text), "\nKILLER_BONUS ") != NULL);
    CHECK("a fractional step", strstr(str_text(&text), " 1.5\n") != NULL);
    str_release(&text);
}
