// What the line mode says, in words that a screen reader can read out. Everything is appended to
// `out`, as whole lines except for the prompt.
#pragma once

#include "core/notation.h"
#include "tui/session/terminal_session.h"

// Somebody's text, its lines as they are, without anything that could act on a terminal.
void message_add_lines(const char *text, Str *out);

// The rules, the board, the opening and the time.
void message_add_rules(const TerminalSession *s, Str *out);

// "you", "level 3", or by the seat where "you" could be either.
void message_add_player_name(const TerminalSession *s, Seat seat, Str *out);

bool terminal_session_has_clock(const TerminalSession *s);

// "4:59", "8.5 s"
void message_add_clock(int64_t ms, Str *out);

// "Black: you. White: greedy."
void message_add_players(const TerminalSession *s, Str *out);

// What the opening protocol wants from the person to act; nothing in ordinary play.
void message_add_opening(const TerminalSession *s, Str *out);

// "Black (you) > "
void message_add_prompt(const TerminalSession *s, Str *out);

// "White plays h9." for the last move.
void message_add_last_move(const TerminalSession *s, Notation notation, Str *out);

// "h9", "swap": without a line's end.
void message_add_point(Point p, Notation notation, int size, Str *out);

void message_add_moves(const Game *g, Notation notation, Str *out);

// What is seen of a board in the mist, by whoever is to act.
void message_add_mist(const TerminalSession *s, Notation notation, Str *out);

void message_add_clocks(const TerminalSession *s, Str *out);

// "White is thinking ..."
void message_add_thinking(const TerminalSession *s, Str *out);

// One unfinished game, without a line's end. False if it cannot be read: then it says why.
bool message_add_unfinished_game(const SavedGameEntry *game, Str *out);

// The unfinished games that wait, numbered, a line each. False, and nothing, if there is none.
bool message_add_unfinished_games(const TerminalSession *s, Str *out);

// Who won and how, or who is to move.
void message_add_result(const TerminalSession *s, Notation notation, Str *out);
