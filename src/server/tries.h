// Tries at the password of an account: how many wrong ones are heard, and from where.
//
// Wrong ones count for the address, for the account from that address, and for the account from
// everywhere. A device that has logged in to the account before has a count of its own instead: so
// nobody who guesses, from one address or from many, keeps the owner out.
#pragma once

#include "server/limits.h"

typedef struct {
    const char *name;    // of the account, however it is written
    const char *network; // of the address
    const char *device;  // what makes it known to the account; NULL: nothing
} Trier;

enum { TRY_KEY_SIZE = 160 };

typedef struct {
    int count;
    struct {
        BucketKind kind;
        char key[TRY_KEY_SIZE];
    } taken[3];
} Tries;

// Counts a try as a wrong one, before it is looked at, so that many at once are counted too; false
// if there were too many, which counts nothing.
bool tries_take(Limiter *l, const Trier *who, int64_t now_ms, Tries *out);

// It was the right password, or nobody looked.
void tries_give_back(Limiter *l, const Tries *t, int64_t now_ms);
