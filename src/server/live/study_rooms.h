// Boards around which people look at a game together: who is there, who may move the stones, and
// what everybody is told.
//
// They are kept in memory alone, and for a while after the last one left, so that a broken line
// breaks nothing. They are talk, not a result: who wants to keep what was found takes it along as
// a file, and after a restart of the server a board begins again with its game.
#pragma once

#include "games/shared_study.h"
#include "server/live/subscriptions.h"

typedef struct Server Server;
typedef struct StudyRooms StudyRooms;

enum {
    STUDY_ROOMS_MAX = 256,
    STUDY_ROOMS_PER_SOCKET = 4, // times LIMIT_SOCKETS_PER_ADDRESS no more than a part of all
    STUDY_ROOM_IDLE_S = 600,
    STUDY_ROOM_PEOPLE_MAX = 50,
};

StudyRooms *study_rooms_new(Server *s);
void study_rooms_free(StudyRooms *g);

// Somebody comes to the board of a game; the answer has the whole board. And goes.
Status study_room_enter(StudyRooms *g, WebSocket *socket, const UserRow *user, const char *game,
                        JsonWriter *reply, Error *err);
void study_room_leave(StudyRooms *g, WebSocket *socket, const char *game);
void study_room_leave_all(StudyRooms *g, WebSocket *socket);

// Tells somebody who begins to watch a game that people look at it together, if some do.
void study_room_announce(StudyRooms *g, WebSocket *socket, const char *game);

// What can be done to a board by who has come to it.
typedef enum { STUDY_ACTION_PLAY, STUDY_ACTION_SHOW, STUDY_ACTION_REMOVE } StudyActionKind;

typedef struct {
    StudyActionKind kind;
    int node;
    const char *points; // of STUDY_ACTION_PLAY
} StudyAction;

Status study_room_act(StudyRooms *g, const UserRow *user, const char *game, const StudyAction *deed,
                      Error *err);

// A player of the game keeps the stones to himself, while he is there; or no longer.
Status study_room_lead(StudyRooms *g, const UserRow *user, const char *game, bool on, Error *err);

void study_rooms_tick(StudyRooms *g, int64_t now_ms);
int study_rooms_count(const StudyRooms *g);
