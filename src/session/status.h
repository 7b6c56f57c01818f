// Status codes of the games API: STATUS_OK, or why a request failed. Each has a code for programs
// and an HTTP status; the message for people is a separate Error. Statuses that share a code have a
// reason, from which the page chooses its own, translated text.
#pragma once

#include "base/error.h"
#include "base/json_writer.h"

typedef enum {
    STATUS_OK,
    STATUS_MALFORMED,
    STATUS_UNKNOWN_MESSAGE,
    STATUS_BAD_VALUE,
    STATUS_PASSWORD_LENGTH,
    STATUS_PASSWORD_WEAK,
    STATUS_NAME_LETTERS,
    STATUS_NAME_LENGTH,
    STATUS_YOURSELF,
    STATUS_NO_SESSION,
    STATUS_WRONG_PASSWORD,
    STATUS_GUESTS_NOT,
    STATUS_RATED_NEEDS_ACCOUNT,
    STATUS_RATED_ACCOUNTS,
    STATUS_TOKENS_NOT,
    STATUS_BANNED,
    STATUS_LINK_EXPIRED,
    STATUS_NOT_YOURS,
    STATUS_FOR_ANOTHER,
    STATUS_PLAYERS_CHAT,
    STATUS_BOT_NOT_INVITED,
    STATUS_WRONG_ORIGIN,
    STATUS_IN_THE_MIST,
    STATUS_NOT_FOUND,
    STATUS_WRONG_METHOD,
    STATUS_NAME_TAKEN,
    STATUS_NOT_WAITING,
    STATUS_NOT_PLAYING,
    STATUS_NOT_YOUR_TURN,
    STATUS_STALE,
    STATUS_OCCUPIED,
    STATUS_ILLEGAL_MOVE,
    STATUS_NOT_NOW,
    STATUS_CHAT_OFF,
    STATUS_LEVEL_DRAW,
    STATUS_NO_TAKEBACK,
    STATUS_NOT_YOUR_MOVE,
    STATUS_OWN_GAME,
    STATUS_ABORT_LATE,
    STATUS_STUDY_GAME_MOVE,
    STATUS_TOO_LARGE,
    STATUS_WRONG_TYPE,
    STATUS_TOO_MANY,
    STATUS_GAMES_WAITING,
    STATUS_LEVEL_GAMES,
    STATUS_GAMES_MAX,
    STATUS_INVITED_ALREADY,
    STATUS_INVITATIONS_MAX,
    STATUS_DECLINED_OFTEN,
    STATUS_ADDRESS_WAITING,
    STATUS_STUDY_FULL,
    STATUS_TRIES_USED,
    STATUS_UNAVAILABLE,
    STATUS_COUNT,
} Status;

typedef struct {
    const char *code;
    int status; // HTTP
    const char *means;
    const char *reason; // more specific than the code; NULL: the code is enough
} StatusInfo;

const StatusInfo *status_info(Status status);

// Sets the error to what the status means. Returns the status.
Status status_fail(Status why, Error *err);

// The fields of an error for clients: code, reason if there is one, text.
void status_write(JsonWriter *w, Status status, const char *text);
