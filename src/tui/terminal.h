// Terminal back end of the full-screen game, with ncurses: turns key and mouse input into Events
// and shows a Screen. Knows nothing about the game.
#pragma once

#include "tui/fullscreen/ui.h"

// Plays until the player quits. Returns the exit status, as line_mode_play does; sets *err for 1
// and
// 2. Detects `colors` and `unicode` itself.
int terminal_play(const UiOptions *options, Error *err);

// True if stdin and stdout are a terminal that can show a full screen.
bool terminal_is_capable(void);
