// SGF FF[4], in three files: sgf_scan.c knows how names, values and games are written, sgf.c reads
// a game from them and has the row of the format table, sgf_write.c writes one. All are loops, not
// recursions: a tree may be as deep as its file is long.
#pragma once

#include "base/scanner.h"
#include "record/format.h"

enum { SGF_ID_MAX = 64 }; // letters of a property's name; FF[4] itself needs two

// Does a property's name begin here? And reads it. Small letters in it are for the eye only: FF[3]
// and older may write "Black" for "B".
bool sgf_is_at_id(const Scanner *s);
bool sgf_read_id(Scanner *s, char id[static SGF_ID_MAX + 1], Error *err);

// Reads what stands between '[' and ']', with the escapes resolved. The scanner is behind the '['.
bool sgf_read_value(Scanner *s, Str *out, Error *err);

// Steps to the '(' of the next game. *skipped becomes true if there was anything on the way.
bool sgf_find_game(Scanner *s, bool *skipped);

// Steps over a whole game without understanding it.
bool sgf_skip_game(Scanner *s, Str *scratch, Error *err);

// The value of CA in the root of the first game, and where it stands. False if there is none.
bool sgf_find_charset(Scanner s, Str *out, Scanner *at);

// Properties of the root that say how to read the rest. They become fields of the Record and are
// written anew, so the root does not keep them; but RU stays if something follows the rule set's
// name, as in "Standard; Swap2".
bool sgf_is_header(const char *id);

bool sgf_write(const Record *r, const WriteOptions *options, Str *out, Error *err);
