// Who watches which game.
#pragma once

#include "server/encode.h"

typedef struct Socket Socket;

typedef struct Watch Watch;
struct Watch {
    Watch *next;        // of the same bucket
    Watch *next_of_his; // of the same socket
    Socket *socket;
    UserId user;
    GameId game;
};

typedef struct Audience Audience;

Audience *audience_new(void);
void audience_free(Audience *a);

// The list of a socket's watches starts at *first. False if it is there already.
bool audience_add(Audience *a, Watch **first, Socket *socket, UserId user, const GameId *game);
bool audience_remove(Audience *a, Watch **first, const char *game);

typedef void WatchVisitor(void *context, const Watch *w);
void audience_each(const Audience *a, const char *game, WatchVisitor *visit, void *context);

Presence audience_presence(const Audience *a, const char *game, const UserId seats[2]);
