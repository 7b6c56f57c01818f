// Internals shared by the files of the study rooms: study_rooms.c, and study_rooms_sync.c for
// instances that share the database.
#pragma once

#include "server/live/study_rooms.h"
#include "server/server_internal.h"

typedef struct {
    GameId game;
    SharedStudy *study;
    int seq;          // number of the last broadcast
    uint32_t network; // of whoever opened it (presence_network)
    UserId players[2];
    UserId leader;         // 0: everybody may act
    int64_t idle_since_ms; // when the last member left; 0: not empty
    bool people_changed;   // and were not broadcast yet

    int64_t version; // of `study`: counts its changes, also by other instances
    int64_t told;    // the last version that the members here know of
    int pending;     // changes of this round
    int64_t used_ms; // when its row was last marked as used
    bool is_stale;   // another instance has changed it since it was read
    bool is_in_use;  // to be marked as used at the commit
} StudyRoom;

// A change of this round, to be told after the commit.
typedef struct {
    GameId game;
    int64_t version;
    UserId leader;
    Str action; // as JSON; "": somebody leads, or stops leading
} PendingUpdate;

struct StudyRooms {
    Server *server;
    Subscriptions *subscriptions; // members of each room
    PendingUpdate *updates;
    int update_count, update_capacity;
    GameId *conflicts;
    int conflict_count, conflict_capacity;
    GameId *gathered; // games without a room here, whose members elsewhere have changed
    int gathered_count, gathered_capacity;
    int64_t cleaned_ms;
    int count;
    StudyRoom rooms[STUDY_ROOMS_MAX];
};

static inline bool study_rooms_are_shared(const StudyRooms *all) {
    return store_is_shared(all->server->store);
}

StudyRoom *study_room_find(StudyRooms *all, const char *game);

// Appends a game to a list.
void study_rooms_add_game(GameId **games, int *count, int *capacity, const char *game);

// Reads the room: the moves of its game, and what instances that share it have written.
Status study_room_load(const StudyRooms *all, StudyRoom *room, Error *err);

// True if another instance has changed the room, which this one may not have heard of yet.
bool study_room_is_outdated(const StudyRooms *all, const StudyRoom *room);

// Does what another instance has done, if that is the next version: reading the room would take
// longer. False if the room must be read.
bool study_room_apply(StudyRoom *room, const PendingUpdate *update);

// Tells the members here of a change.
void study_room_tell(const StudyRooms *all, StudyRoom *room, const PendingUpdate *update);

// A change that is to be written and told at the end of the round; without other instances there is
// nothing to write. `action` is what members did, as JSON; empty: lead, or no longer.
void study_room_add_update(StudyRooms *all, StudyRoom *room, const Str *action);

// Once a second: keeps the rows of rooms in use, and deletes the others.
void study_rooms_keep_rows(StudyRooms *all, int64_t now_ms);
void study_rooms_release_updates(StudyRooms *all);
