#include "tui/config.h"

#include "base/file.h"
#include "base/scanner.h"
#include "base/utf8.h"

#include <string.h>
#include <unistd.h>

static bool find_setting(const char *key, Setting *out) {
    for (Setting s = 0; s < SETTING_COUNT; s++)
        if (!strcmp(setting_row(s)->key, key)) {
            *out = s;
            return true;
        }
    return false;
}

// Maps values of older versions to current ones.
static const char *current_value(Setting s, const char *value) {
    return s == SETTING_SIGNS && !strcmp(value, "unicode") ? "auto" : value;
}

static bool read_line(char *line, Settings *all, Error *err) {
    char *text = text_trim(line);
    if (!*text || *text == '#')
        return true;
    char *equals = strchr(text, '=');
    if (!equals)
        return error_set(err, "a line is 'key = value', not '%.40s'", text);
    *equals = '\0';
    Setting s;
    if (!find_setting(text_trim(text), &s))
        return error_set(err, "there is no setting '%.40s'", text_trim(text));
    return settings_set(all, s, current_value(s, text_trim(equals + 1)), err);
}

void config_parse(const char *text, size_t len, Settings *all, Str *notes) {
    Scanner whole = scanner_over(text, len), line;
    while (scanner_line(&whole, &line)) {
        Str copy = {0};
        str_add_bytes(&copy, line.text + line.at, line.len - line.at);
        str_remove_nuls(&copy);
        Error err = {0};
        bool is_text = utf8_is_valid(str_text(&copy), copy.len);
        if (copy.len > 0 &&
            !(is_text ? read_line(copy.data, all, &err) : error_set(&err, "this is not UTF-8")))
            str_add(notes, "line %d: %s\n", line.line, err.text);
        str_release(&copy);
    }
}

void config_format(const Settings *all, Str *out) {
    str_add_text(out, "# Settings of `pentad play`, written by it.\n");
    for (Setting s = 0; s < SETTING_COUNT; s++)
        str_add(out, "%s = %s\n", setting_row(s)->key, all->values[s]);
}

void config_load(const char *path, Settings *all, Str *notes) {
    Str text = {0}, found = {0};
    Error err = {0};
    if (!path || access(path, F_OK) != 0)
        return;
    if (file_read(path, &text, &err))
        config_parse(str_text(&text), text.len, all, &found);
    else
        str_add_text(&found, err.text);
    if (found.len > 0)
        str_add(notes, "%s: %s", path, str_text(&found));
    str_release(&text);
    str_release(&found);
}

bool config_save(const char *path, const Settings *all, Error *err) {
    file_make_parents(path);
    Str text = {0};
    config_format(all, &text);
    bool ok = file_write(path, str_text(&text), text.len, err);
    str_release(&text);
    return ok;
}
