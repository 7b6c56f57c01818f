// Study rooms: users analyze a finished game together on one shared board. Members, leader, actions
// and their broadcast.
//
// Rooms exist in memory only, and for a while after the last member left, so that a lost connection
// loses nothing. After a restart a room begins again with the moves of its game.
//
// If instances share the database, a room is a row there, and what an instance has in memory is a
// cache with a version, as with games: an action is applied at once, written at the commit if
// nobody else has written that version, and handled again otherwise. Members are told after the
// commit, those on other instances by its note. So members may be on any instances, and one that
// dies takes nothing with it.
#pragma once

#include "games/shared_study.h"
#include "server/live/subscriptions.h"

typedef struct Server Server;
typedef struct StudyRooms StudyRooms;

enum {
    STUDY_ROOMS_MAX = 256,
    STUDY_ROOMS_PER_ADDRESS = 24, // opened from there
    STUDY_ROOMS_PER_SOCKET = 4,
    STUDY_ROOM_IDLE_S = 600,
    STUDY_ROOM_PEOPLE_MAX = 50,
};

StudyRooms *study_rooms_new(Server *s);
void study_rooms_free(StudyRooms *all);

// Join and leave the room of a game. The reply to joining contains the whole board.
Status study_room_enter(StudyRooms *all, WebSocket *socket, const UserRow *user, const char *game,
                        JsonWriter *reply, Error *err);
void study_room_leave(StudyRooms *all, WebSocket *socket, const char *game);
void study_room_leave_all(StudyRooms *all, WebSocket *socket);

// Tells a new subscriber of a game who is in its room, if anybody is.
void study_room_announce(StudyRooms *all, WebSocket *socket, const char *game);

// What a member can do on the board.
typedef enum { STUDY_ACTION_PLAY, STUDY_ACTION_SHOW, STUDY_ACTION_REMOVE } StudyActionKind;

typedef struct {
    StudyActionKind kind;
    int node;
    const char *points; // for STUDY_ACTION_PLAY
} StudyAction;

Status study_room_act(StudyRooms *all, const UserRow *user, const char *game,
                      const StudyAction *action, Error *err);

// A player of the game becomes the leader, who alone may act while present; or stops leading.
Status study_room_lead(StudyRooms *all, const UserRow *user, const char *game, bool on, Error *err);

// Of a round. study_rooms_write comes before the commit; study_rooms_next_conflict takes the next
// game whose room another instance has changed at the same time, as registry_next_conflict does.
// Then study_rooms_tell, or study_rooms_discard if the commit failed.
void study_rooms_write(StudyRooms *all);
bool study_rooms_next_conflict(StudyRooms *all, GameId *out);
void study_rooms_tell(StudyRooms *all);
void study_rooms_discard(StudyRooms *all);

// Another instance has changed a room: what follows the word "t". study_rooms_resync: notes may
// have been lost.
void study_rooms_hear(StudyRooms *all, const char *note);
void study_rooms_resync(StudyRooms *all);

// Once a second: tells who came and left, and drops rooms that were empty for long.
void study_rooms_tick(StudyRooms *all, int64_t now_ms);
int study_rooms_count(const StudyRooms *all);
