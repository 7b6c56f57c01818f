// Options kept in a file: an option a line, its name without dashes and its value, as in
//     time 0.1/move
//     gauntlet
// Empty lines and what follows # are skipped. What the command line says counts more.
#pragma once

#include "app/subcommand.h"

// If there is a `--preset FILE` among the words, sets what that file says. `text` keeps the file,
// from which the options borrow.
bool preset_apply(const Option *table, void *into, int argc, char *const *argv, Str *text,
                  Error *err);

// The same for a file that was read. Cuts the text into words.
bool preset_parse(const Option *table, void *into, Str *text, Error *err);
