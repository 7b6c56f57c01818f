#include "engine/eval/weight_file.h"

#include "base/bytes.h"
#include "base/file.h"

#include <string.h>

static const char magic[8] = "pentadW1";

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
    Str bytes = {0};
    bool ok = file_read(path, &bytes, err);
    if (ok && !weight_file_parse(str_text(&bytes), bytes.len, rules, out, err))
        ok = error_prefix(err, path);
    str_release(&bytes);
    return ok;
}
