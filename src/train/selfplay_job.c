#include "train/selfplay_job.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

enum { NODES_MAX = 200000000, BALANCE_MAX = 30000, STRAY_MAX = 1000000 };

// ---- The job as text

void selfplay_job_format(const SelfplayOptions *o, int number, Str *out) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "rules", o->rules->name);
    write_number(&w, "size", o->size);
    write_number(&w, "nodes_min", o->nodes_min);
    write_number(&w, "nodes_max", o->nodes_max);
    write_number(&w, "stones_min", o->stones_min);
    write_number(&w, "stones_max", o->stones_max);
    write_number(&w, "balance", o->balance);
    write_number(&w, "stray", o->stray);
    write_number(&w, "seed", (int64_t)o->seed);
    write_number(&w, "number", number);
    write_end_object(&w);
}

static bool read_number(const Json *object, const char *key, int64_t min, int64_t max, int64_t *out,
                        Error *err) {
    const Json *j = json_member(object, key, JSON_NUMBER, err);
    return j && json_integer(j, key, min, max, out, err);
}

static bool read_job(const Json *object, SelfplayOptions *o, int *number, Error *err) {
    int64_t size, least, most, balance, stray, seed, n;
    const Json *rules = json_member(object, "rules", JSON_STRING, err);
    if (!rules || !(o->rules = rules_find(rules->text, err)) ||
        !read_number(object, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err) ||
        !read_number(object, "nodes_min", 1, NODES_MAX, &o->nodes_min, err) ||
        !read_number(object, "nodes_max", o->nodes_min, NODES_MAX, &o->nodes_max, err) ||
        !read_number(object, "stones_min", 0, SELFPLAY_STONES_MAX, &least, err) ||
        !read_number(object, "stones_max", least, SELFPLAY_STONES_MAX, &most, err) ||
        !read_number(object, "balance", 1, BALANCE_MAX, &balance, err) ||
        !read_number(object, "stray", 0, STRAY_MAX, &stray, err) ||
        !read_number(object, "seed", 0, INT64_MAX, &seed, err) ||
        !read_number(object, "number", 0, INT32_MAX, &n, err))
        return false;
    o->size = (int)size;
    o->stones_min = (int)least;
    o->stones_max = (int)most;
    o->balance = (int)balance;
    o->stray = (int)stray;
    o->seed = (uint64_t)seed;
    *number = (int)n;
    return true;
}

bool selfplay_job_parse(const char *text, size_t len, SelfplayOptions *out, int *number,
                        Error *err) {
    Arena arena = {0};
    *out = (SelfplayOptions){.games = 1, .threads = 1};
    const Json *object = json_parse_object(&arena, text, len, err);
    bool ok = object && read_job(object, out, number, err);
    arena_release(&arena);
    return ok;
}

// ---- The result as text

void selfplay_job_write_result(const PackedGame *g, Str *out) {
    ScopedStr bytes = {0};
    packed_add_game(g, &bytes);
    for (size_t i = 0; i < bytes.len; i++)
        str_add(out, "%02x", (unsigned char)bytes.data[i]);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool add_bytes(const char *text, Str *out) {
    for (; *text; text += 2) {
        int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
        if (low < 0)
            return false;
        str_add_char(out, (char)(high << 4 | low));
    }
    return true;
}

bool selfplay_job_read_result(const SelfplayOptions *o, const char *text, PackedGame *out,
                              Error *err) {
    ScopedStr file = {0};
    PackedReader reader;
    Error why = {0};
    packed_add_heading(&file);
    if (!add_bytes(text, &file))
        return error_set(err, "not hexadecimal digits");
    if (!packed_open(&reader, file.data, file.len, err))
        return false;
    if (!packed_next(&reader, out, &why))
        return error_set(err, "%s", *why.text ? why.text : "the game is missing");
    if (reader.at != reader.len)
        return error_set(err, "more than one game");
    return (out->rules == o->rules && out->size == o->size && out->opening >= o->stones_min &&
            out->opening <= o->stones_max) ||
           error_set(err, "a game of another run");
}
