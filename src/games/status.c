#include "games/status.h"

// clang-format off
static const StatusInfo rows[STATUS_COUNT] = {
    [STATUS_OK] = {"ok", 200, "it was done"},
    [STATUS_MALFORMED] = {"malformed", 400, "not the JSON that is asked for; the text says where"},
    [STATUS_UNKNOWN_MESSAGE] = {"unknown_message", 400, "there is no such `do`"},
    [STATUS_BAD_VALUE] = {"bad_value", 400, "a field has a value it cannot have"},
    [STATUS_NO_SESSION] = {"no_session", 401, "who is asking? `POST /api/session` first"},
    [STATUS_WRONG_PASSWORD] = {"wrong_password", 401, "name and password do not fit"},
    [STATUS_GUESTS_NOT] = {"guests_not", 403, "this needs an account"},
    [STATUS_NOT_YOURS] = {"not_yours", 403, "the game, or the seat, is somebody else's"},
    [STATUS_WRONG_ORIGIN] = {"wrong_origin", 403, "the request comes from another site"},
    [STATUS_IN_THE_MIST] = {"in_the_mist", 403, "not before the game is over"},
    [STATUS_NOT_FOUND] = {"not_found", 404, "no such thing"},
    [STATUS_WRONG_METHOD] = {"wrong_method", 405, "not with this method"},
    [STATUS_NAME_TAKEN] = {"name_taken", 409, "somebody has that name"},
    [STATUS_NOT_WAITING] = {"not_waiting", 409, "the game has begun, or was withdrawn"},
    [STATUS_NOT_PLAYING] = {"not_playing", 409, "the game is not going on"},
    [STATUS_NOT_YOUR_TURN] = {"not_your_turn", 409, "the other side is to act"},
    [STATUS_STALE] = {"stale", 409, "`ply` and `line` are not those of the next move; look at the game again"},
    [STATUS_OCCUPIED] = {"occupied", 409, "a stone stands there"},
    [STATUS_ILLEGAL_MOVE] = {"illegal_move", 409, "the rules or the opening do not allow it; the text says why"},
    [STATUS_NOT_NOW] = {"not_now", 409, "that cannot be done at this moment; the text says why"},
    [STATUS_TOO_LARGE] = {"too_large", 413, "more than the limit"},
    [STATUS_WRONG_TYPE] = {"wrong_type", 415, "a body that does not say it is `application/json`"},
    [STATUS_TOO_MANY] = {"too_many", 429, "too often; later again"},
    [STATUS_UNAVAILABLE] = {"unavailable", 503, "the server cannot write, or is ending; nothing was changed"},
};
// clang-format on

const StatusInfo *status_info(Status status) {
    return &rows[status];
}
