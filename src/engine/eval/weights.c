#include "engine/eval/weights.h"

#include "base/file.h"
#include "base/str.h"
#include "engine/board/patterns.h"

#include <string.h>

// Values of shapes in quiet positions; the classical evaluation is their sum. Steeper values were
// stronger: tests/strength/results.md.
static const int shape_values[SHAPE_COUNT] = {
    [SHAPE_ONE] = 1,
    [SHAPE_OPEN_ONE] = 2,
    [SHAPE_TWO] = 5,
    [SHAPE_OPEN_TWO_NARROW] = 13,
    [SHAPE_OPEN_TWO] = 13,
    [SHAPE_OPEN_TWO_WIDE] = 13,
    [SHAPE_THREE] = 18,
    [SHAPE_OPEN_THREE] = 56,
    [SHAPE_OPEN_THREE_WIDE] = 56,
    [SHAPE_FOUR] = 80,
    [SHAPE_DOUBLE_FOUR] = 240,
    [SHAPE_OPEN_FOUR] = 240,
    [SHAPE_FIVE] = 400,
};

enum { TEMPO = 170 }; // for the side to move

// Move ordering scores of a category, for the side that makes it. Small enough that an attack plus
// a defense fits 16 bits.
static const int urgency[CATEGORY_COUNT] = {
    [CATEGORY_OPEN_TWO] = 30,     [CATEGORY_THREE] = 40,       [CATEGORY_TWO_OPEN_TWOS] = 90,
    [CATEGORY_THREE_PLUS] = 90,   [CATEGORY_OPEN_THREE] = 220, [CATEGORY_OPEN_THREE_PLUS] = 300,
    [CATEGORY_OPEN_THREES] = 900, [CATEGORY_FOUR] = 200,       [CATEGORY_FOUR_PLUS] = 400,
    [CATEGORY_FOUR_THREE] = 2000, [CATEGORY_OPEN_FOUR] = 8000, [CATEGORY_FIVE] = 16000,
};

static void set_row(Weights *w, int c, const SideRules *side, const Shape shapes[static 4]) {
    int code = pattern_code(shapes);
    int value = 0;
    for (int i = 0; i < 4; i++)
        value += shape_values[shapes[i]];
    int attack = urgency[pattern_category(side, shapes)];
    w->value[c][code] = (int16_t)value;
    w->attack[c][code] = (int16_t)attack;
    // Denying a shape is worth a little less than making it.
    w->defense[c][code] = (int16_t)(attack * 3 / 4);
}

static void set_color(Weights *w, int c, const SideRules *side) {
    for (Shape i = 0; i < SHAPE_COUNT; i++)
        for (Shape j = i; j < SHAPE_COUNT; j++)
            for (Shape k = j; k < SHAPE_COUNT; k++)
                for (Shape l = k; l < SHAPE_COUNT; l++)
                    set_row(w, c, side, (Shape[]){i, j, k, l});
}

void weights_by_hand(const Rules *rules, Weights *w) {
    set_color(w, 0, &rules->black);
    set_color(w, 1, &rules->white);
    for (int i = 0; i < WEIGHTS_THREATS; i++)
        w->threat[i] = TEMPO;
}

void weights_default(const Rules *rules, Weights *w) {
    for (const WeightData *d = weight_data; d->rules; d++) {
        if (strcmp(d->rules, rules->name) == 0 &&
            weight_file_parse((const char *)d->bytes, d->len, rules, w, NULL))
            return;
    }
    weights_by_hand(rules, w);
}

static const char magic[8] = {'p', 'e', 'n', 't', 'a', 'd', 'W', '1'};

enum {
    HEAD_BYTES = sizeof magic + 4, // the rules, and three bytes of zero
    CHECK_BYTES = 4,
    NUMBERS = (6 * WEIGHTS_CODES) + WEIGHTS_THREATS,
    FILE_BYTES = HEAD_BYTES + 2 * NUMBERS + CHECK_BYTES,
};

_Static_assert(sizeof(Weights) == 2 * NUMBERS, "the tables are 16-bit numbers without padding");

void weight_file_format(const Weights *w, const Rules *rules, Str *out) {
    size_t start = out->len;
    int16_t numbers[NUMBERS];
    memcpy(numbers, w, sizeof numbers);
    str_add_bytes(out, magic, sizeof magic);
    str_add_char(out, (char)rules->gomocup_code);
    str_add_repeated(out, 0, HEAD_BYTES - (int)sizeof magic - 1);
    for (int i = 0; i < NUMBERS; i++)
        bytes_add_u16(out, (uint16_t)numbers[i]);
    bytes_add_u32(out, bytes_fnv1a(out->data + start, out->len - start));
}

static bool check(const unsigned char *bytes, size_t len, const Rules *rules, Error *err) {
    if (len < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(err, "not a file of weights: it does not begin with 'pentadW1'");
    if (len != FILE_BYTES)
        return error_set(err, "%zu bytes long; expected %d", len, FILE_BYTES);
    const unsigned char *stored = bytes + FILE_BYTES - CHECK_BYTES;
    if (bytes_u32_at(stored) != bytes_fnv1a(bytes, FILE_BYTES - CHECK_BYTES))
        return error_set(err, "damaged: the checksum is wrong");
    const Rules *of = rules_from_gomocup(bytes[sizeof magic]);
    if (of != rules)
        return error_set(err, "weights for %s, not for %s", of ? of->name : "unknown rules",
                         rules->name);
    return true;
}

bool weight_file_parse(const char *text, size_t len, const Rules *rules, Weights *out, Error *err) {
    const unsigned char *bytes = (const unsigned char *)text;
    if (!check(bytes, len, rules, err))
        return false;
    int16_t numbers[NUMBERS];
    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = (int16_t)bytes_u16_at(bytes + HEAD_BYTES + 2 * i);
    memcpy(out, numbers, sizeof numbers);
    return true;
}

bool weight_file_load(const char *path, const Rules *rules, Weights *out, Error *err) {
    ScopedStr bytes = {0};
    return file_read(path, &bytes, err) &&
           (weight_file_parse(str_text(&bytes), bytes.len, rules, out, err) ||
            error_prefix(err, path));
}
