// Preset files: options in a file, one per line, as a name without dashes and a value:
//     time 0.1/move
//     gauntlet
// Skips empty lines and text after #. The command line overrides the preset.
#pragma once

#include "app/subcommand.h"

// Sets the options of FILE if `--preset FILE` is among the arguments. `text` receives the file;
// option values point into it.
bool preset_apply(const Option *table, void *into, int argc, char *const *argv, Str *text,
                  Error *err);

// The same for the text of a file. Modifies the text.
bool preset_parse(const Option *table, void *into, Str *text, Error *err);
