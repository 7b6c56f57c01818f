#include "session/status.h"

#include "base/number.h"

#include <string.h>

// clang-format off
static const StatusInfo rows[STATUS_COUNT] = {
    [STATUS_OK] = {"ok", 200, "success"},
    [STATUS_MALFORMED] = {"malformed", 400, "not the expected JSON; the text says where"},
    [STATUS_UNKNOWN_MESSAGE] = {"unknown_message", 400, "unknown `do`"},
    [STATUS_BAD_VALUE] = {"bad_value", 400, "invalid value of a field"},
    [STATUS_NO_SESSION] = {"no_session", 401, "no session; `POST /api/session` first"},
    [STATUS_WRONG_PASSWORD] = {"wrong_password", 401, "wrong name or password"},
    [STATUS_GUESTS_NOT] = {"guests_not", 403, "this needs an account"},
    [STATUS_NOT_YOURS] = {"not_yours", 403, "the game, or the seat, is somebody else's"},
    [STATUS_WRONG_ORIGIN] = {"wrong_origin", 403, "the request comes from another site"},
    [STATUS_IN_THE_MIST] = {"in_the_mist", 403, "hidden until the game is over"},
    [STATUS_NOT_FOUND] = {"not_found", 404, "not found"},
    [STATUS_WRONG_METHOD] = {"wrong_method", 405, "this path does not support the method"},
    [STATUS_NAME_TAKEN] = {"name_taken", 409, "the name is taken"},
    [STATUS_NOT_WAITING] = {"not_waiting", 409, "the game has begun, or was withdrawn"},
    [STATUS_NOT_PLAYING] = {"not_playing", 409, "the game is not in progress"},
    [STATUS_NOT_YOUR_TURN] = {"not_your_turn", 409, "it is the other side's turn"},
    [STATUS_STALE] = {"stale", 409, "`ply` and `line` are not those of the next move; load the game again"},
    [STATUS_OCCUPIED] = {"occupied", 409, "the point is occupied"},
    [STATUS_ILLEGAL_MOVE] = {"illegal_move", 409, "the rules or the opening do not allow it; the text says why"},
    [STATUS_NOT_NOW] = {"not_now", 409, "not possible now; the text says why"},
    [STATUS_TOO_LARGE] = {"too_large", 413, "larger than the limit"},
    [STATUS_WRONG_TYPE] = {"wrong_type", 415, "the content type is not `application/json`"},
    [STATUS_TOO_MANY] = {"too_many", 429, "rate limit exceeded; try again later"},
    [STATUS_UNAVAILABLE] = {"unavailable", 503, "the server cannot write, or is shutting down; nothing was changed"},
};
// clang-format on

// A text is recognized by its first words: the rest may have numbers.
// clang-format off
static const struct {
    const char *reason, *start;
} reasons[] = {
    {"password_length", "a password has "},
    {"password_weak", "that password is among"},
    {"name_letters", "a name has letters"},
    {"name_length", "a name has "},
    {"rated_needs_account", "a rated game: only"},
    {"for_another", "this game is for somebody else"},
    {"chat_off", "chat is off in this game"},
    {"players_chat", "only the players can chat"},
    {"games_waiting", "five of your games"},
    {"level_games", "you already have two games against levels"},
    {"games_max", "you already have fifty games"},
    {"invited_already", "you have already invited"},
    {"invitations_max", "that user has too many"},
    {"rated_accounts", "only games between accounts"},
    {"yourself", "that is you"},
    {"address_waiting", "too many games from your address"},
    {"study_full", "the study is full"},
    {"study_game_move", "moves of the game itself"},
    {"tries_used", "no more tries this turn"},
    {"level_draw", "levels do not agree"},
    {"no_takeback", "there are no takebacks"},
    {"not_your_move", "that move was not yours"},
    {"own_game", "this is your own game"},
    {"abort_late", "after the second move, resign"},
};
// clang-format on

const char *status_reason(const char *text) {
    for (int i = 0; i < COUNT(reasons); i++)
        if (!strncmp(text, reasons[i].start, strlen(reasons[i].start)))
            return reasons[i].reason;
    return NULL;
}

const StatusInfo *status_info(Status status) {
    return &rows[status];
}
