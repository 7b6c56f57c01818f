#include "record/format.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/file.h"

#include <string.h>

const Format *format_at(int i) {
    return format_table[i];
}

const char *format_name(int i) {
    return format_table[i] ? format_table[i]->name : NULL;
}

const char *format_readable_name(int i) {
    for (const Format *const *f = format_table; *f; f++)
        if ((*f)->read && i-- == 0)
            return (*f)->name;
    return NULL;
}

const Format *format_find(const char *name, Error *err) {
    if (error_not_built(err, name, formats_not_built))
        return NULL;
    int i = word_find(name, "format", format_name, err);
    return i < 0 ? NULL : format_table[i];
}

static bool has_extension(const char *extensions, const char *extension) {
    size_t len = strlen(extension);
    while (*extensions) {
        size_t word = strcspn(extensions, " ");
        if (word == len && ascii_equal_part(extensions, extension, len))
            return true;
        extensions += word + strspn(extensions + word, " ");
    }
    return false;
}

static const Format *find_by_extension(const char *path) {
    const char *dot = strrchr(file_name(path), '.');
    for (int i = 0; dot && format_table[i]; i++)
        if (has_extension(format_table[i]->extensions, dot + 1) ||
            ascii_equal(format_table[i]->name, dot + 1))
            return format_table[i];
    return NULL;
}

typedef bool FormatTest(const Format *f);

static bool can_write(const Format *f) {
    return f->write != NULL;
}

static bool can_read(const Format *f) {
    return f->read != NULL;
}

static const Format *unknown_extension(const char *path, FormatTest *test, Error *err) {
    const char *dot = strrchr(file_name(path), '.');
    ScopedStr endings = {0};
    for (int i = 0; format_table[i]; i++) {
        const Format *f = format_table[i];
        if (test(f))
            str_add(&endings, "%s.%s", i ? ", " : "", *f->extensions ? f->extensions : f->name);
    }
    if (!dot || !error_not_built(err, dot + 1, formats_not_built))
        error_set(err, "cannot tell the format from the file name; it may end with %s",
                  str_text(&endings));
    error_prefix(err, path);
    return NULL;
}

const Format *format_for_path(const char *path, Error *err) {
    const Format *format = find_by_extension(path);
    return format ? format : unknown_extension(path, can_write, err);
}

const Format *format_for_input(const char *path, Error *err) {
    const Format *format = find_by_extension(path);
    if (format || !file_can_be_read(path, err))
        return format;
    return unknown_extension(path, can_read, err);
}

Record *record_for_reader(int size, const ReadOptions *options) {
    const Rules *rules = options->rules ? options->rules : &rules_freestyle;
    int chosen = size ? size : options->size ? options->size : 15;
    Record *r = record_new(chosen, rules);
    if (!size && !options->size)
        record_note(r, "the file does not specify the board size; read as %dx%d", chosen, chosen);
    if (!options->rules)
        record_note(r, "the file does not specify the rules; read as %s", rules->name);
    return r;
}

Record *record_load(const char *path, const Format *format, const ReadOptions *options,
                    Error *err) {
    if (!format && !(format = format_for_input(path, err)))
        return NULL;
    if (!format->read) {
        error_set(err, "format %s can be written but not read", format->name);
        error_prefix(err, path);
        return NULL;
    }
    ScopedStr text = {0};
    if (!file_read(path, &text, err))
        return NULL;
    Record *r = format->read(str_text(&text), text.len, options, err);
    if (!r)
        error_prefix(err, strcmp(path, "-") ? path : "standard input");
    return r;
}

bool record_save(const Record *r, const char *path, const Format *format,
                 const WriteOptions *options, Error *err) {
    if (!format && !(format = format_for_path(path, err)))
        return false;
    ScopedStr text = {0};
    return format->write(r, options, &text, err) &&
           file_write(path, str_text(&text), text.len, err);
}
