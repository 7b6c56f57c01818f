#include "base/error.h"
#include "base/number.h"
#include "test.h"

#include <string.h>

static const char *const words[] = {"freestyle", "standard", "renju", "caro", "who", NULL};

static const char *word_at(int i) {
    return words[i];
}

static const struct {
    const char *name, *typed, *nearest;
} rows[] = {
    {"the word itself", "renju", "renju"},
    {"a letter missing", "renj", "renju"},
    {"a letter too many", "carro", "caro"},
    {"a letter changed", "standart", "standard"},
    {"two letters swapped", "reniu", "renju"},
    {"two letters swapped in a short word", "hwo", "who"},
    {"two letters swapped, in capitals", "HWO", "who"},
    {"letter case is not an edit", "FREESTYLE", "freestyle"},
    {"two edits", "freestlye!", "freestyle"},
    {"three edits are another word", "standing", NULL},
    {"short words need half of them right", "xx", NULL},
    {"nothing typed", "", NULL},
};

static const char *nearest_to(const char *typed) {
    Suggestion s = suggestion_for(typed);
    for (int i = 0; words[i]; i++)
        suggestion_consider(&s, words[i]);
    return s.nearest;
}

TEST(suggestion_finds_the_nearest_word) {
    for (int i = 0; i < COUNT(rows); i++) {
        const char *nearest = nearest_to(rows[i].typed);
        CHECK_TEXT(rows[i].name, nearest ? nearest : "none",
                   rows[i].nearest ? rows[i].nearest : "none");
    }
}

TEST(suggestion_ignores_very_long_words) {
    char text[5000];
    memset(text, 'r', sizeof text);
    for (int len = 30; len < 60; len++) {
        text[len] = '\0';
        CHECK("none", nearest_to(text) == NULL);
        text[len] = 'r';
    }
    text[sizeof text - 1] = '\0';
    CHECK("none", nearest_to(text) == NULL);
}

TEST(did_you_mean_error_suggests_or_lists_words) {
    Error err = {0};
    CHECK("false", !did_you_mean_error(&err, "rule set", "renjo", word_at));
    CHECK_TEXT("near", err.text, "there is no rule set 'renjo'; did you mean 'renju'?");
    CHECK("false", !did_you_mean_error(&err, "rule set", "chess960", word_at));
    CHECK_TEXT("far", err.text,
               "there is no rule set 'chess960'; it is one of: freestyle, standard, renju, caro, "
               "who");
}
