// Why the server does not do what it was asked: a code for programs, with the status HTTP has for
// it. The words for people are an Error beside it.
#pragma once

typedef enum {
    REFUSED_NOT, // it was done
    REFUSED_MALFORMED,
    REFUSED_UNKNOWN_MESSAGE,
    REFUSED_BAD_VALUE,
    REFUSED_NO_SESSION,
    REFUSED_WRONG_PASSWORD,
    REFUSED_GUESTS_NOT,
    REFUSED_NOT_YOURS,
    REFUSED_WRONG_ORIGIN,
    REFUSED_IN_THE_MIST,
    REFUSED_NOT_FOUND,
    REFUSED_WRONG_METHOD,
    REFUSED_NAME_TAKEN,
    REFUSED_NOT_WAITING,
    REFUSED_NOT_PLAYING,
    REFUSED_NOT_YOUR_TURN,
    REFUSED_STALE,
    REFUSED_OCCUPIED,
    REFUSED_ILLEGAL_MOVE,
    REFUSED_NOT_NOW,
    REFUSED_TOO_LARGE,
    REFUSED_WRONG_TYPE,
    REFUSED_TOO_MANY,
    REFUSED_UNAVAILABLE,
    REFUSAL_COUNT,
} Refusal;

typedef struct {
    const char *code;
    int status;
    const char *means;
} RefusalRow;

const RefusalRow *refusal_row(Refusal r);
