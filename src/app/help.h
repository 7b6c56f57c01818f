// Help texts, man pages and shell completion, generated from the subcommand table.
#pragma once

#include "app/subcommand.h"

void help_overview(Str *out);
void help_subcommand(const Subcommand *c, Str *out);
void help_print(const Subcommand *c); // to standard output

// In roff. NULL: the page of the whole program.
void help_man_page(const Subcommand *c, Str *out);

void help_bash_completion(Str *out);
