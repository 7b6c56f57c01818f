// Match state files: games that are parsed, written and parsed again are the same.
#include "fuzz.h"
#include "match/match_output.h"

static const char heading[] = "h";

static void write_again(void *context, int number, const PlayedGame *played) {
    DEMAND(game_result(&played->game).reason != END_NONE);
    match_state_format(number, played, context);
}

static int copy(const char *text, size_t len, const OpeningRule *opening, Str *out) {
    MatchStateReader reader = {
        heading, {.rules = &rules_renju, .opening = opening}, out, write_again};
    Error err = {0};
    str_add(out, "%s\n", heading);
    int count = match_state_parse(text, len, &reader, &err);
    DEMAND(count >= 0 || *err.text);
    return count;
}

static void check(const char *text, size_t size, const OpeningRule *opening) {
    Str once = {0}, twice = {0};
    int count = copy(text, size, opening, &once);
    if (count >= 0) {
        DEMAND(copy(once.data, once.len, opening, &twice) == count);
        DEMAND(once.len == twice.len && !memcmp(once.data, twice.data, once.len));
    }
    str_release(&once);
    str_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check((const char *)data, size, &opening_none);
    check((const char *)data, size, &opening_swap2);
    return 0;
}
