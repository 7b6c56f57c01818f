// Configuration file of `pentad play`: `key = value` lines in the XDG configuration folder.
#pragma once

#include "tui/settings.h"

// Overwrites the settings that `text` names. An invalid line is skipped and reported in `notes`.
void config_parse(const char *text, size_t len, Settings *all, Str *notes);
void config_format(const Settings *all, Str *out);

// A missing file is not an error. `path` may be NULL when loading.
void config_load(const char *path, Settings *all, Str *notes);
bool config_save(const char *path, const Settings *all, Error *err);
