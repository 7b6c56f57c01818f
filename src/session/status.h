// Status codes of the games API: STATUS_OK, or why a request failed. Each has a code for programs
// and an HTTP status; the message for people is an Error beside it.
#pragma once

typedef enum {
    STATUS_OK,
    STATUS_MALFORMED,
    STATUS_UNKNOWN_MESSAGE,
    STATUS_BAD_VALUE,
    STATUS_NO_SESSION,
    STATUS_WRONG_PASSWORD,
    STATUS_GUESTS_NOT,
    STATUS_NOT_YOURS,
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
    STATUS_TOO_LARGE,
    STATUS_WRONG_TYPE,
    STATUS_TOO_MANY,
    STATUS_UNAVAILABLE,
    STATUS_COUNT,
} Status;

typedef struct {
    const char *code;
    int status; // HTTP
    const char *means;
} StatusInfo;

const StatusInfo *status_info(Status status);

// The reason code of an error text, so that a page can say it in another language; NULL if the
// status says enough.
const char *status_reason(const char *text);
