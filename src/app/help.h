// What the subcommand table looks like to a person: help texts, man pages, shell completion.
#pragma once

#include "app/subcommand.h"

void help_overview(Str *out);
void help_subcommand(const Subcommand *c, Str *out);
void help_print(const Subcommand *c); // to standard output

// In roff. NULL: the page about the program as a whole.
void help_man_page(const Subcommand *c, Str *out);

void help_bash_completion(Str *out);
