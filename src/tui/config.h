// The file that remembers settings: `key = value` lines, below the XDG folder for configuration.
#pragma once

#include "tui/settings.h"

// $XDG_CONFIG_HOME/pentad/play.conf, or below ~/.config. The caller frees it; NULL: there is no
// such place.
char *config_path(void);

// Reads what is there over what `all` has. A line that cannot be read is left out, and noted for a
// person to know: the rest counts all the same.
void config_parse(const char *text, size_t len, Settings *all, Str *notes);
void config_format(const Settings *all, Str *out);

// A file that is not there is none to complain about.
void config_load(const char *path, Settings *all, Str *notes);
bool config_save(const char *path, const Settings *all, Error *err);
