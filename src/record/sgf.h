// SGF FF[4] parser and writer: sgf_scan.c is the tokenizer, sgf.c the parser and the format's table
// row, sgf_write.c the writer. All use loops instead of recursion, because a tree can be as deep as
// its file is long.
#pragma once

#include "base/scanner.h"
#include "proof/proof.h"
#include "record/format.h"
#include "record/record.h"

enum { SGF_ID_MAX = 64 }; // letters of a property's id; FF[4] itself needs two

// sgf_is_at_id returns true if a property id begins here; sgf_read_id reads it. Drops lowercase
// letters, because FF[3] and older may write "Black" for "B".
bool sgf_is_at_id(const Scanner *s);
bool sgf_read_id(Scanner *s, char id[static SGF_ID_MAX + 1], Error *err);

// Reads a value up to ']', with escapes resolved. The scanner is after the '['.
bool sgf_read_value(Scanner *s, Str *out, Error *err);

// Moves to the '(' of the next game. Sets *skipped to true if it skipped any text.
bool sgf_find_game(Scanner *s, bool *skipped);

// Skips a whole game without parsing it.
bool sgf_skip_game(Scanner *s, Str *scratch, Error *err);

// The value of CA in the root of the first game, and its position. False if there is none.
bool sgf_find_charset(Scanner s, Str *out, Scanner *at);

// True for root properties that say how to read the file (FF, GM, CA, AP, SZ, RU). They become
// fields of the Record, from which the writer regenerates them, so the root does not keep them,
// except for RU if something follows the name of the rule set, as in "Standard; Swap2".
bool sgf_is_header(const char *id);

// Reads the games of a file in one pass. (With ReadOptions.game each would need a pass of its own.)
typedef struct SgfGames SgfGames;
SgfGames *sgf_games_open(const char *bytes, size_t len, Error *err);
Record *sgf_games_next(SgfGames *games, Error *err); // NULL after the last, and on error
void sgf_games_close(SgfGames *games);

bool sgf_write(const Record *r, const WriteOptions *options, Str *out, Error *err);

// Converts a proof to a game record with commented variations, for viewing in any SGF editor.

enum { PROOF_SGF_NODES_MAX = 200000 };

// A shared node of the proof is written once per parent. Nodes beyond the limit are left out, which
// is noted in the record. For a draw, shows both players' strategies.
Record *record_from_proof(const Proof *p);
