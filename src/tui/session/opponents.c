#include "tui/session/opponents.h"

#include "base/number.h"
#include "base/util.h"
#include "core/timer.h"
#include "player/player.h"

#include <string.h>
#include <strings.h>

static const char *const choices[] = {
    "human",       "level:1",     "level:2",     "level:3",      "level:4",  "level:5",
    "level:6",     "level:7",     "level:8",     "level:9",      "level:10", "strong:500",
    "strong:1000", "strong:2000", "strong:5000", "strong:15000", NULL,
};

const char *opponent_at(int i) {
    return choices[i];
}

static const char *after_prefix(const char *text, const char *start) {
    size_t len = strlen(start);
    return strncasecmp(text, start, len) ? NULL : text + len;
}

bool opponent_is_program(const char *description) {
    return after_prefix(description, "gomocup:") || after_prefix(description, "gtp:");
}

void opponent_format(const char *description, Str *out) {
    const char *level = after_prefix(description, "level:");
    const char *ms = after_prefix(description, "strong:");
    int64_t time;
    Error ignored;
    if (!strcasecmp(description, "human")) {
        str_add_text(out, "a person");
    } else if (level) {
        str_add(out, "level %s", level);
    } else if (ms && number_parse(ms, 1, INT32_MAX, &time, &ignored)) {
        str_add_text(out, "engine, ");
        seconds_format(time, out);
        str_add_text(out, " s a move");
    } else {
        str_add_text(out, description);
    }
}

bool opponent_is_kind_name(const char *name) {
    size_t len = strcspn(name, ":");
    bool known = !strcasecmp(name, "human") || opponent_is_program(name);
    for (int i = 0; player_kind_name(i) && !known; i++)
        known = strlen(player_kind_name(i)) == len && !strncasecmp(player_kind_name(i), name, len);
    return known;
}

bool opponent_check(const char *description, Error *err) {
    if (!strcasecmp(description, "human"))
        return true;
    if (opponent_is_program(description))
        return strchr(description, ':')[1] || error_set(err, "which program? gomocup:PROGRAM");
    Player player = {0};
    bool ok = player_open(description, &player, err);
    player_close(&player);
    return ok;
}
