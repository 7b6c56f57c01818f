// Line mode: handles any input and ends. The first byte selects the game.
#include "base/ascii.h"
#include "tui/play.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Searches take real time and are tested elsewhere.
static bool needs_search(const uint8_t *data, size_t size) {
    static const char *const words[] = {"analy", "strong", "level"};
    for (size_t at = 0; at < size; at++)
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            size_t len = strlen(words[i]);
            if (size - at >= len && ascii_equal_part((const char *)data + at, words[i], len))
                return true;
        }
    return false;
}

static int64_t no_time(void) {
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || needs_search(data, size))
        return 0;
    PlayOptions options = {0};
    options.session.game.rules = rules_at(data[0] % 5);
    options.session.game.opening = opening_rule_at(data[0] / 5 % 5);
    options.session.game.size = 5 + data[0] / 25 % 3;
    options.session.players[SEAT_SECOND] = data[0] / 75 % 2 ? "easy" : "human";
    options.session.no_files = true;
    options.session.now_ms = no_time;
    options.echo = true;
    FILE *in = fmemopen((void *)(uintptr_t)(data + 1), size - 1, "r");
    FILE *out = fopen("/dev/null", "w");
    Error err = {0};
    line_mode_play(&options, in, out, &err);
    fclose(in);
    fclose(out);
    return 0;
}
