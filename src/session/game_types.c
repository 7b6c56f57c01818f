#include "session/game_types.h"

#include "base/number.h"

#include <string.h>

static int index_of(const char *word, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], word))
            return i;
    return -1;
}

static const char *const states[] = {
    [GAME_WAITING] = "waiting",
    [GAME_PLAYING] = "playing",
    [GAME_OVER] = "over",
    [GAME_ABORTED] = "aborted",
};

const char *game_state_word(GameState state) {
    return states[state];
}

bool game_state_parse(const char *word, GameState *out) {
    int i = index_of(word, states, COUNT(states));
    if (i >= 0)
        *out = (GameState)i;
    return i >= 0;
}

static const char *const actions[GAME_ACTION_COUNT] = {
    [GAME_ACTION_JOIN] = "join",           [GAME_ACTION_PLAY] = "play",
    [GAME_ACTION_RESIGN] = "resign",       [GAME_ACTION_DRAW] = "draw",
    [GAME_ACTION_TAKEBACK] = "takeback",   [GAME_ACTION_DECLINE] = "decline",
    [GAME_ACTION_ABORT] = "abort",         [GAME_ACTION_REMATCH] = "rematch",
    [GAME_ACTION_CLAIM_WIN] = "claim_win", [GAME_ACTION_CLAIM_DRAW] = "claim_draw",
};

const char *game_action_word(GameActionKind kind) {
    return actions[kind];
}

bool game_action_parse(const char *word, GameActionKind *out) {
    int i = index_of(word, actions, COUNT(actions));
    if (i >= 0)
        *out = (GameActionKind)i;
    return i >= 0;
}
