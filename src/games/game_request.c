#include "games/game_request.h"

#include "core/mist_view.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/timer.h"
#include "games/levels.h"

#include <string.h>

bool rules_option_at(int i, NamedOption *out) {
    const Rules *r = rules_at(i);
    if (r)
        *out = (NamedOption){r->name, r->summary};
    return r != NULL;
}

bool opening_option_at(int i, NamedOption *out) {
    const OpeningRule *o = opening_rule_at(i);
    if (o)
        *out = (NamedOption){o->name, o->summary};
    return o != NULL;
}

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

static bool read_opponent(const char *text, GameRow *out, Error *err) {
    if (!text || !(level_parse(text) || !strcmp(text, "anyone") || !strcmp(text, "link") ||
                   (!strncmp(text, "user:", 5) && text[5])))
        return error_set(err, "opponent is one of: level:1 to level:%d, anyone, link, user:NAME",
                         LEVEL_COUNT);
    if (strlen(text) >= sizeof out->opponent)
        return error_set(err, "there is no user with such a long name");
    snprintf(out->opponent, sizeof out->opponent, "%s", text);
    return true;
}

static bool read_time(const char *text, GameRow *out, Error *err) {
    TimeControl time;
    if (!time_control_parse(text ? text : "none", &time, err))
        return error_prefix(err, "time");
    Str words = {0};
    time_control_format(&time, &words);
    bool fits = words.len < sizeof out->time;
    snprintf(out->time, sizeof out->time, "%s", str_text(&words));
    str_release(&words);
    return fits || error_set(err, "time: too long");
}

static bool read_board(const GameRequest *q, GameRow *out, Error *err) {
    const Rules *rules = q->rules ? rules_find(q->rules, err) : &rules_freestyle;
    const OpeningRule *opening = !rules       ? NULL
                                 : q->opening ? opening_rule_find(q->opening, err)
                                              : &opening_none;
    if (!opening)
        return false;
    out->size = q->size ? q->size : q->mist ? MIST_BOARD_SIZE : 15;
    if (out->size < GAME_REQUEST_SIZE_MIN || out->size > GAME_REQUEST_SIZE_MAX)
        return error_set(err, "size is a number from %d to %d", GAME_REQUEST_SIZE_MIN,
                         GAME_REQUEST_SIZE_MAX);
    if (q->mist &&
        (rules != &rules_freestyle || opening != &opening_none || out->size != MIST_BOARD_SIZE))
        return error_set(err, "in the mist it is always freestyle, size %d, without an opening",
                         MIST_BOARD_SIZE);
    snprintf(out->rules, sizeof out->rules, "%s", rules->name);
    snprintf(out->opening, sizeof out->opening, "%s", opening->name);
    return true;
}

static bool read_key(const char *key, GameRow *out, Error *err) {
    if (key && (strlen(key) >= sizeof out->key || !*key))
        return error_set(err, "key has 1 to %d bytes", KEY_SIZE - 1);
    snprintf(out->key, sizeof out->key, "%s", key ? key : "");
    return true;
}

bool game_request_validate(const GameRequest *q, GameRow *out, Error *err) {
    *out = (GameRow){
        .mist = q->mist,
        .rated = q->rated,
        .chat = !q->no_chat,
        .started = -1,
        .ended = -1,
        .draw_offer = -1,
        .takeback_offer = -1,
        .winner = -1,
    };
    if (q->color && !is_color(q->color))
        return error_set(err, "color is one of: black, white, random");
    return read_opponent(q->opponent, out, err) && read_board(q, out, err) &&
           read_time(q->time, out, err) && read_key(q->key, out, err);
}
