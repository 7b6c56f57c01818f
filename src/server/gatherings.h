// Boards around which people look at a game together: who is there, who may move the stones, and
// what everybody is told.
//
// They are kept in memory alone, and for a while after the last one left, so that a broken line
// breaks nothing. They are talk, not a result: who wants to keep what was found takes it along as
// a file, and after a restart of the server a board begins again with its game.
#pragma once

#include "room/together.h"
#include "server/audience.h"

typedef struct Server Server;
typedef struct Gatherings Gatherings;

enum {
    GATHERINGS_MAX = 256,
    GATHERINGS_OF_SOCKET = 4, // times LIMIT_SOCKETS_PER_ADDRESS no more than a part of all
    GATHERING_EMPTY_S = 600,
    GATHERING_PEOPLE = 50,
};

Gatherings *gatherings_new(Server *s);
void gatherings_free(Gatherings *g);

// Somebody comes to the board of a game; the answer has the whole board. And goes.
Refusal gathering_enter(Gatherings *g, Socket *socket, const UserRow *user, const char *game,
                        Writer *reply, Error *err);
void gathering_leave(Gatherings *g, Socket *socket, const char *game);
void gathering_leave_all(Gatherings *g, Socket *socket);

// Tells somebody who begins to watch a game that people look at it together, if some do.
void gathering_tell(Gatherings *g, Socket *socket, const char *game);

// What can be done to a board by who has come to it.
typedef enum { DEED_PLAY, DEED_SHOW, DEED_REMOVE } DeedKind;

typedef struct {
    DeedKind kind;
    int node;
    const char *points; // of DEED_PLAY
} Deed;

Refusal gathering_do(Gatherings *g, const UserRow *user, const char *game, const Deed *deed,
                     Error *err);

// A player of the game keeps the stones to himself, while he is there; or no longer.
Refusal gathering_lead(Gatherings *g, const UserRow *user, const char *game, bool on, Error *err);

void gatherings_tick(Gatherings *g, int64_t now_ms);
int gatherings_count(const Gatherings *g);
