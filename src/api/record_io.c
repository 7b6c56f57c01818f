// C API: reading and writing game records, in files and in memory (pentad_game_load, _save and so
// on).
#include "api/api_internal.h"

#include "base/utf8.h"
#include "record/format.h"
#include "record/game_in_tree.h"

#include <string.h>

// To an application, "-" is a file, not the standard input or output.
static const char *path_of(const char *path) {
    return strcmp(path, "-") != 0 ? path : "./-";
}

typedef struct {
    const Format *format; // NULL: by the file name
    ReadOptions options;
} Reading;

static bool parse_options(const PentadReadOptions *options, Reading *out, Error *err) {
    static const PentadReadOptions nothing;
    if (!options)
        options = &nothing;
    *out = (Reading){.options.size = options->size};
    if (options->size != 0 && (options->size < BOARD_MIN || options->size > BOARD_MAX))
        return error_set(err, "board size %d is not between %d and %d", options->size, BOARD_MIN,
                         BOARD_MAX);
    if (options->format && !(out->format = format_find(options->format, err)))
        return false;
    return !options->rules || (out->options.rules = rules_find(options->rules, err));
}

// As pentad_game_set_name would accept it: the file can have anything.
static void copy_name(const Record *r, const char *id, Str *name) {
    const char *text = node_value(r->root, id);
    if (!text)
        return;
    str_add_text(name, text);
    for (size_t i = 0; i < name->len; i++)
        if (name->data[i] == '\n')
            name->data[i] = ' ';
    if (name->len > 0) {
        utf8_make_printable(name->data);
        str_cut(name, strlen(name->data));
    }
}

// Takes ownership of the record, which may be NULL.
static PentadGame *game_from(Record *r, Error *err) {
    PentadGame *game = r ? api_new_game() : NULL;
    if (r && !record_replay(r, record_last(r), &game->game, err)) {
        pentad_game_free(game);
        game = NULL;
    }
    if (game) {
        copy_name(r, "PB", &game->names[0]);
        copy_name(r, "PW", &game->names[1]);
    }
    record_free(r);
    return game;
}

static PentadGame *load_file(const char *path, const PentadReadOptions *options, Error *err) {
    Reading reading;
    if (!parse_options(options, &reading, err))
        return NULL;
    Record *r = record_load(path, reading.format, &reading.options, err);
    PentadGame *game = game_from(r, err);
    if (r && !game)
        error_prefix(err, path);
    return game;
}

static PentadGame *read_bytes(const char *bytes, size_t length, const PentadReadOptions *options,
                              Error *err) {
    Reading reading;
    if (!parse_options(options, &reading, err))
        return NULL;
    if (reading.format && reading.format->read)
        return game_from(reading.format->read(bytes, length, &reading.options, err), err);
    error_set(err, reading.format ? "format %s can be written but not read" : "%s",
              reading.format ? reading.format->name : "the format of the text is not named");
    return NULL;
}

PentadGame *pentad_game_load(const char *path, const PentadReadOptions *options,
                             PentadError *error) {
    if (!path)
        api_error_set(error, "no path is given");
    return path ? load_file(path_of(path), options, api_error(error)) : NULL;
}

PentadGame *pentad_game_read(const char *bytes, size_t length, const PentadReadOptions *options,
                             PentadError *error) {
    if (!bytes)
        api_error_set(error, "no text is given");
    return bytes ? read_bytes(bytes, length, options, api_error(error)) : NULL;
}

PentadGame *pentad_game_from_picture(const char *rules, const char *picture, PentadError *error) {
    PentadReadOptions options = {.format = format_picture.name, .rules = rules};
    return pentad_game_read(picture, picture ? strlen(picture) : 0, &options, error);
}

static Record *record_of(const PentadGame *game) {
    Record *r = record_from_game(&game->game);
    record_set_value(r, r->root, "PB", str_text(&game->names[0]));
    record_set_value(r, r->root, "PW", str_text(&game->names[1]));
    return r;
}

static const WriteOptions write_options = {.notation = NOTATION_POS};

bool pentad_game_save(const PentadGame *game, const char *path, const char *format,
                      PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    if (!path)
        return api_error_set(error, "no path is given");
    const Format *kind = format ? format_find(format, api_error(error)) : NULL;
    if (format && !kind)
        return false;
    Record *r = record_of(game);
    bool ok = record_save(r, path_of(path), kind, &write_options, api_error(error));
    record_free(r);
    return ok;
}

static bool write_bytes(const PentadGame *game, const Format *format, Str *out, Error *err) {
    Record *r = record_of(game);
    bool ok = format->write(r, &write_options, out, err);
    record_free(r);
    return ok;
}

const char *pentad_game_write(PentadGame *game, const char *format, size_t *length,
                              PentadError *error) {
    if (!api_has_game(game, error))
        return NULL;
    if (!format)
        api_error_set(error, "no format is named");
    const Format *kind = format ? format_find(format, api_error(error)) : NULL;
    str_clear(&game->written);
    if (!kind || !write_bytes(game, kind, &game->written, api_error(error)))
        return NULL;
    if (length)
        *length = game->written.len;
    return str_text(&game->written);
}
