#include "session/status.h"

// clang-format off
static const StatusInfo rows[STATUS_COUNT] = {
    [STATUS_OK] = {"ok", 200, "success"},
    [STATUS_MALFORMED] = {"malformed", 400, "not the expected JSON; the text says where"},
    [STATUS_UNKNOWN_MESSAGE] = {"unknown_message", 400, "unknown `do`"},
    [STATUS_BAD_VALUE] = {"bad_value", 400, "invalid value of a field"},
    [STATUS_PASSWORD_LENGTH] = {"bad_value", 400, "the password is too short or too long; the text gives the limits", "password_length"},
    [STATUS_PASSWORD_WEAK] = {"bad_value", 400, "that password is too easy to guess", "password_weak"},
    [STATUS_NAME_LETTERS] = {"bad_value", 400, "a name has letters, digits, - and _, no spaces", "name_letters"},
    [STATUS_NAME_LENGTH] = {"bad_value", 400, "the name is too short or too long; the text gives the limits", "name_length"},
    [STATUS_YOURSELF] = {"bad_value", 400, "that is you", "yourself"},
    [STATUS_NO_SESSION] = {"no_session", 401, "no session; `POST /api/session` first"},
    [STATUS_WRONG_PASSWORD] = {"wrong_password", 401, "wrong name or password"},
    [STATUS_GUESTS_NOT] = {"guests_not", 403, "this needs an account"},
    [STATUS_RATED_NEEDS_ACCOUNT] = {"guests_not", 403, "a rated game: only accounts can join", "rated_needs_account"},
    [STATUS_RATED_ACCOUNTS] = {"guests_not", 403, "only games between accounts and levels are rated", "rated_accounts"},
    [STATUS_TOKENS_NOT] = {"tokens_not", 403, "a token cannot do this; log in with the password"},
    [STATUS_BANNED] = {"banned", 403, "this account is banned"},
    [STATUS_LINK_EXPIRED] = {"link_expired", 403, "the link was used before, or has expired"},
    [STATUS_NOT_YOURS] = {"not_yours", 403, "the game, or the seat, is somebody else's"},
    [STATUS_FOR_ANOTHER] = {"not_yours", 403, "this game is for somebody else", "for_another"},
    [STATUS_PLAYERS_CHAT] = {"not_yours", 403, "only the players can chat", "players_chat"},
    [STATUS_BOT_NOT_INVITED] = {"not_yours", 403, "a bot can join a rated game only by its link or an invitation", "bot_not_invited"},
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
    [STATUS_CHAT_OFF] = {"not_now", 409, "chat is off in this game", "chat_off"},
    [STATUS_LEVEL_DRAW] = {"not_now", 409, "levels do not agree to draws", "level_draw"},
    [STATUS_NO_TAKEBACK] = {"not_now", 409, "there are no takebacks in the mist or in rated games", "no_takeback"},
    [STATUS_NOT_YOUR_MOVE] = {"not_now", 409, "that move was not yours to take back", "not_your_move"},
    [STATUS_OWN_GAME] = {"not_now", 409, "this is your own game: it is waiting for somebody else", "own_game"},
    [STATUS_ABORT_LATE] = {"not_now", 409, "after the second move, resign or offer a draw", "abort_late"},
    [STATUS_STUDY_GAME_MOVE] = {"not_now", 409, "moves of the game itself cannot be removed", "study_game_move"},
    [STATUS_TOO_LARGE] = {"too_large", 413, "larger than the limit"},
    [STATUS_WRONG_TYPE] = {"wrong_type", 415, "the content type is not `application/json`"},
    [STATUS_TOO_MANY] = {"too_many", 429, "rate limit exceeded; try again later"},
    [STATUS_GAMES_WAITING] = {"too_many", 429, "five of your games are already waiting; withdraw one first", "games_waiting"},
    [STATUS_LEVEL_GAMES] = {"too_many", 429, "you already have two games against levels; finish or resign one first", "level_games"},
    [STATUS_GAMES_MAX] = {"too_many", 429, "you already have fifty games; finish some first", "games_max"},
    [STATUS_INVITED_ALREADY] = {"too_many", 429, "you have already invited that user", "invited_already"},
    [STATUS_INVITATIONS_MAX] = {"too_many", 429, "that user has too many invitations; try again later", "invitations_max"},
    [STATUS_DECLINED_OFTEN] = {"too_many", 429, "that user has declined; try again in an hour", "declined_often"},
    [STATUS_ADDRESS_WAITING] = {"too_many", 429, "too many games from your address are already waiting; join one, or try again later", "address_waiting"},
    [STATUS_STUDY_FULL] = {"too_many", 429, "the study is full; remove some moves", "study_full"},
    [STATUS_TRIES_USED] = {"too_many", 429, "no more tries this turn: choose a point you can see", "tries_used"},
    [STATUS_UNAVAILABLE] = {"unavailable", 503, "the server cannot write, is short of memory, or is shutting down; nothing was changed"},
};
// clang-format on

const StatusInfo *status_info(Status status) {
    return &rows[status];
}

Status status_fail(Status why, Error *err) {
    error_set(err, "%s", rows[why].means);
    return why;
}

void status_write(JsonWriter *w, Status status, const char *text) {
    const StatusInfo *info = status_info(status);
    write_text(w, "code", info->code);
    if (info->reason)
        write_text(w, "reason", info->reason);
    write_text(w, "text", text);
}
