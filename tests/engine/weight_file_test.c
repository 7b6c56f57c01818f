#include "engine/eval/weights.h"

#include "base/number.h"
#include "test.h"

#include <string.h>

static void fill(Weights *w, Rng *rng) {
    int16_t *numbers = (int16_t *)w;
    for (size_t i = 0; i < sizeof *w / sizeof *numbers; i++)
        numbers[i] = (int16_t)rng_next(rng);
}

TEST(weight_file_reads_what_it_writes) {
    Rng rng = {3};
    for (int i = 0; rules_at(i); i++) {
        Weights w, again;
        Str bytes = {0};
        Error err = {0};
        fill(&w, &rng);
        weight_file_format(&w, rules_at(i), &bytes);
        CHECK(err.text, weight_file_parse(bytes.data, bytes.len, rules_at(i), &again, &err));
        CHECK(rules_at(i)->name, !memcmp(&w, &again, sizeof w));
        str_release(&bytes);
    }
}

// clang-format off
static const struct {
    const char *name;
    int at;   // the byte to change; -1: none
    int less; // bytes missing at the end
    const char *error;
} rows[] = {
    {"another kind of file", 0, 0, "not a file of weights: it does not begin with 'pentadW1'"},
    {"another version", 7, 0, "not a file of weights: it does not begin with 'pentadW1'"},
    {"one bit wrong", 5000, 0, "damaged: the checksum is wrong"},
    {"the checksum itself", 44927, 0, "damaged: the checksum is wrong"},
    {"cut off", -1, 1, "44927 bytes long; expected 44928"},
    {"cut off in the header", -1, 44924, "not a file of weights: it does not begin with 'pentadW1'"},
};
// clang-format on

TEST(weight_file_reports_errors) {
    for (int i = 0; i < COUNT(rows); i++) {
        Weights w;
        Str bytes = {0};
        Error err = {0};
        weights_by_hand(&rules_renju, &w);
        weight_file_format(&w, &rules_renju, &bytes);
        if (rows[i].at >= 0)
            bytes.data[rows[i].at] ^= 16;
        size_t len = bytes.len - (size_t)rows[i].less;
        CHECK(rows[i].name, !weight_file_parse(bytes.data, len, &rules_renju, &w, &err));
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
        str_release(&bytes);
    }
}

TEST(weight_file_rejects_other_rules) {
    Weights w;
    Str bytes = {0};
    Error err = {0};
    weights_by_hand(&rules_renju, &w);
    weight_file_format(&w, &rules_renju, &bytes);
    CHECK("other rules", !weight_file_parse(bytes.data, bytes.len, &rules_standard, &w, &err));
    CHECK_TEXT("reason", err.text, "weights for renju, not for standard");
    str_release(&bytes);
}

// The embedded weights are those of data/weights, not the hand-written defaults.
TEST(embedded_weights_match_the_files) {
    static const struct {
        const Rules *rules;
        const char *path;
    } files[] = {
        {&rules_freestyle, "data/weights/freestyle.weights"},
        {&rules_standard, "data/weights/standard.weights"},
        {&rules_renju, "data/weights/renju.weights"},
    };
    for (int i = 0; i < COUNT(files); i++) {
        Weights inside, file, hand;
        Error err = {0};
        weights_default(files[i].rules, &inside);
        weights_by_hand(files[i].rules, &hand);
        CHECK(err.text, weight_file_load(files[i].path, files[i].rules, &file, &err));
        CHECK(files[i].path, !memcmp(&inside, &file, sizeof inside));
        CHECK(files[i].path, memcmp(&inside, &hand, sizeof inside) != 0);
    }
}
