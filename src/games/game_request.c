#include "games/game_request.h"

#include "core/mist_history.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/timer.h"
#include "games/rating.h"

#include <string.h>

const char *color_option_at(int i) {
    static const char *const names[] = {"black", "white", "random", NULL};
    return names[i];
}

static bool is_color(const char *text) {
    for (int i = 0; color_option_at(i); i++)
        if (!strcmp(color_option_at(i), text))
            return true;
    return false;
}

static bool refuse_opponent(Error *err) {
    ScopedStr levels = {0};
    for (int i = 0; i < LEVEL_COUNT; i++)
        str_add(&levels, "%s, ", level_at(i)->player);
    return error_set(err, "opponent is one of: %sanyone, link, user:NAME", str_text(&levels));
}

static bool validate_opponent(const char *text, GameRow *out, Error *err) {
    if (!text || !(level_parse(text) || !strcmp(text, "anyone") || !strcmp(text, "link") ||
                   (!strncmp(text, "user:", 5) && text[5])))
        return refuse_opponent(err);
    if (strlen(text) >= sizeof out->opponent)
        return error_set(err, "no user has a name that long");
    snprintf(out->opponent, sizeof out->opponent, "%s", text);
    return true;
}

static bool validate_time(const char *text, GameRow *out, Error *err) {
    TimeControl time;
    if (!time_control_parse(text ? text : "none", &time, err))
        return error_prefix(err, "time");
    ScopedStr canonical = {0};
    time_control_format(&time, &canonical);
    bool fits = canonical.len < sizeof out->time;
    snprintf(out->time, sizeof out->time, "%s", str_text(&canonical));
    return fits || error_set(err, "time: too long");
}

static bool validate_board(const GameRequest *request, GameRow *out, Error *err) {
    const Rules *rules = request->rules ? rules_find(request->rules, err) : &rules_freestyle;
    const OpeningRule *opening = !rules             ? NULL
                                 : request->opening ? opening_rule_find(request->opening, err)
                                                    : &opening_none;
    if (!opening)
        return false;
    out->size = request->size ? request->size : request->mist ? MIST_BOARD_SIZE : 15;
    if (out->size < GAME_REQUEST_SIZE_MIN || out->size > GAME_REQUEST_SIZE_MAX)
        return error_set(err, "size is a number from %d to %d", GAME_REQUEST_SIZE_MIN,
                         GAME_REQUEST_SIZE_MAX);
    if (request->mist &&
        (rules != &rules_freestyle || opening != &opening_none || out->size != MIST_BOARD_SIZE))
        return error_set(err, "games in the mist are always freestyle, size %d, without an opening",
                         MIST_BOARD_SIZE);
    snprintf(out->rules, sizeof out->rules, "%s", rules->name);
    snprintf(out->opening, sizeof out->opening, "%s", opening->name);
    return true;
}

static bool validate_key(const char *key, GameRow *out, Error *err) {
    if (key && (strlen(key) >= sizeof out->key || !*key))
        return error_set(err, "key has 1 to %d bytes", KEY_SIZE - 1);
    snprintf(out->key, sizeof out->key, "%s", key ? key : "");
    return true;
}

bool game_request_validate(const GameRequest *request, GameRow *out, Error *err) {
    *out = (GameRow){
        .mist = request->mist,
        .rated = request->rated,
        .chat = !request->no_chat,
        .started = -1,
        .ended = -1,
        .draw_offer = -1,
        .takeback_offer = -1,
        .winner = -1,
    };
    if (request->color && !is_color(request->color))
        return error_set(err, "color is one of: black, white, random");
    return validate_opponent(request->opponent, out, err) && validate_board(request, out, err) &&
           validate_time(request->time, out, err) && validate_key(request->key, out, err);
}
