// The full-screen game in a real terminal, by ncurses: keys and clicks become events, a Screen
// becomes what is seen. Nothing about the game is here.
#pragma once

#include "tui/fullscreen/ui.h"

// Plays until the person leaves. Returns the program's exit status, as line_mode_play does; *err is
// set for 1 and 2. `colours` and `unicode` of the options are found out here.
int terminal_play(const UiOptions *options, Error *err);

// Can a full screen be shown here at all?
bool terminal_is_capable(void);
