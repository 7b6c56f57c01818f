// In builds without ncurses: there is no full screen, so `pentad play` runs in line mode.
#include "tui/play.h"

bool terminal_is_capable(void) {
    return false;
}

int terminal_play(const PlayOptions *options, Error *err) {
    (void)options;
    error_set(err, "this build has no full screen; --plain works without one");
    return 2;
}
