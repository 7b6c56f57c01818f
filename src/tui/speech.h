// What the line mode says, in words that a screen reader can read out. Everything is appended to
// `out`, as whole lines except for the prompt.
#pragma once

#include "core/notation.h"
#include "tui/sitting.h"

// Somebody's text, its lines as they are, without anything that could act on a terminal.
void speech_lines(const char *text, Str *out);

// The rules, the board, the opening and the time.
void speech_rules(const Sitting *s, Str *out);

// "you", "level 3", or by the seat where "you" could be either.
void speech_name(const Sitting *s, Seat seat, Str *out);

bool speech_has_clock(const Sitting *s);

// "4:59", "8.5 s"
void speech_clock(int64_t ms, Str *out);

// "Black: you. White: greedy."
void speech_players(const Sitting *s, Str *out);

// What the opening protocol wants from the person to act; nothing in ordinary play.
void speech_opening(const Sitting *s, Str *out);

// "Black (you) > "
void speech_prompt(const Sitting *s, Str *out);

// "White plays h9." for the last move.
void speech_last_move(const Sitting *s, Notation notation, Str *out);

// "h9", "swap": without a line's end.
void speech_point(Point p, Notation notation, int size, Str *out);

void speech_moves(const Game *g, Notation notation, Str *out);

// What is seen of a board in the mist, by whoever is to act.
void speech_mist(const Sitting *s, Notation notation, Str *out);

void speech_clocks(const Sitting *s, Str *out);

// "White is thinking ..."
void speech_thinking(const Sitting *s, Str *out);

// One unfinished game, without a line's end. False if it cannot be read: then it says why.
bool speech_waiting_game(const WaitingGame *game, Str *out);

// The unfinished games that wait, numbered, a line each. False, and nothing, if there is none.
bool speech_waiting(const Sitting *s, Str *out);

// Who won and how, or who is to move.
void speech_result(const Sitting *s, Notation notation, Str *out);
