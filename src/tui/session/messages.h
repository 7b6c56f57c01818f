// Messages for the player, as plain sentences that a screen reader can read aloud. Each function
// appends whole lines to `out`, unless its comment says otherwise.
#pragma once

#include "tui/session/terminal_session.h"

// Text from a file. Keeps its line breaks and removes terminal control characters.
void message_add_lines(const char *text, Str *out);

// The rules, the board, the opening and the time control.
void message_add_rules(const TerminalSession *s, Str *out);

// "you", "level 3"; "the first player" if there are two people. No newline.
void message_add_player_name(const TerminalSession *s, Seat seat, Str *out);

// "4:59", "8.5 s". No newline.
void message_add_clock(int64_t ms, Str *out);

// "Black: you. White: greedy."
void message_add_players(const TerminalSession *s, Str *out);

// What the opening protocol expects from the side to act; nothing once the opening is over.
void message_add_opening(const TerminalSession *s, Str *out);

// "Black (you) > ". No newline.
void message_add_prompt(const TerminalSession *s, Str *out);

// "White plays h9." for the last move.
void message_add_last_move(const TerminalSession *s, Str *out);

// "h9", "swap". No newline.
void message_add_point(const TerminalSession *s, Point p, Str *out);

// ", which stops five", if there is such a reason for the move. No newline.
void message_add_reason(const TerminalSession *s, Point move, Str *out);

// "After move 4, White h9, variation 1 of 2". No newline.
void message_add_review_position(const TerminalSession *s, Str *out);

// What the published strategies prove about the position shown.
void message_add_proved(const TerminalSession *s, Str *out);

// The moves of the game shown.
void message_add_moves(const TerminalSession *s, Str *out);

// The board in the mist as the side to move sees it.
void message_add_mist(const TerminalSession *s, Str *out);

// In the review of a game in the mist: what `mist_side` knew and could have known, in sentences,
// and with a board.
void message_add_knowledge(const TerminalSession *s, Str *out);
void message_add_known_board(const TerminalSession *s, Str *out);

void message_add_clocks(const TerminalSession *s, Str *out);

// One unfinished game. No newline. False if the file cannot be read; the text then says why.
bool message_add_saved_game(const SavedGameEntry *game, Str *out);

// A numbered list of the unfinished games. False, and no text, if there are none.
bool message_add_saved_games(const TerminalSession *s, Str *out);

// Warns, once, if the game could not be saved after a move. Returns true if it warned.
bool message_add_warning(TerminalSession *s, Str *out);

// Who won and how, or who is to move.
void message_add_result(const TerminalSession *s, Str *out);
