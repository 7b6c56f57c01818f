// Self-play game as a job for another machine: the options of the run and the number of the game as
// text. Its result is the packed game in hexadecimal digits.
//
// Both texts may come from a database that others can write to, and are checked like any input.
#pragma once

#include "train/selfplay.h"

#include <stddef.h>

// One line of JSON. Files (weights, nets) are not among the options.
void selfplay_job_format(const SelfplayOptions *options, int number, Str *out);
bool selfplay_job_parse(const char *text, size_t len, SelfplayOptions *out, int *number,
                        Error *err);

void selfplay_job_write_result(const PackedGame *g, Str *out);

// Reads a result: one legal game of such a run. That the engine chose its moves is not checked.
bool selfplay_job_read_result(const SelfplayOptions *options, const char *text, PackedGame *out,
                              Error *err);
