// Study rooms that instances share: their rows, and what the instances tell each other.
#include "server/live/study_rooms_internal.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void study_rooms_add_game(GameId **games, int *count, int *capacity, const char *game) {
    *games = mem_grow(*games, *count, 1, capacity, sizeof **games);
    snprintf((*games)[(*count)++].text, GAME_ID_SIZE, "%s", game);
}

// ---- Reading

// Reads the room: the moves of its game, and what instances that share it have written.
Status study_room_load(const StudyRooms *all, StudyRoom *room, Error *err) {
    Server *s = all->server;
    SharedStudy *study = NULL;
    ScopedStr tree = {0};
    StudyRow row = {0};
    Error read = {0};
    Status status = registry_new_shared_study(s->registry, room->game.text, &study, err);
    if (status)
        return status;
    if (study_rooms_are_shared(all) &&
        study_store_find(s->store, room->game.text, &row, &tree, &read))
        shared_study_read(study, str_text(&tree), &read);
    if (*read.text) {
        shared_study_free(study);
        *err = read;
        return STATUS_UNAVAILABLE;
    }
    shared_study_free(room->study);
    room->study = study;
    room->version = row.version;
    room->leader = row.leader;
    room->is_stale = false;
    return STATUS_OK;
}

// True if another instance has changed the room, which this one may not have heard of yet.
bool study_room_is_outdated(const StudyRooms *all, const StudyRoom *room) {
    Error ignored = {0}; // fails the round
    return study_rooms_are_shared(all) && room->pending == 0 &&
           (room->is_stale ||
            study_store_version(all->server->store, room->game.text, &ignored) != room->version);
}

// ---- Changes

// A change that is to be written and told at the end of the round; without other instances there is
// nothing to write.
void study_room_add_update(StudyRooms *all, StudyRoom *room, const Str *action) {
    PendingUpdate update = {room->game, room->version + ++room->pending, room->leader, {0}};
    str_add_bytes(&update.action, str_text(action), action->len);
    if (study_rooms_are_shared(all)) {
        store_begin(all->server->store);
        all->updates = mem_grow(all->updates, all->update_count, 1, &all->update_capacity,
                                sizeof *all->updates);
        all->updates[all->update_count++] = update;
        return;
    }
    room->pending = 0;
    room->version++;
    study_room_tell(all, room, &update);
    str_release(&update.action);
}

// ---- Several instances: the end of a round

// In the order of their games, so that two instances do not wait for each other.
static int compare_rooms(const void *a, const void *b) {
    return strcmp((*(StudyRoom *const *)a)->game.text, (*(StudyRoom *const *)b)->game.text);
}

static void drop_updates(StudyRooms *all, const char *game) {
    int kept = 0;
    for (int i = 0; i < all->update_count; i++) {
        if (!game || !strcmp(all->updates[i].game.text, game))
            str_release(&all->updates[i].action);
        else
            all->updates[kept++] = all->updates[i];
    }
    all->update_count = kept;
}

static void write_room_row(StudyRooms *all, StudyRoom *room) {
    Server *s = all->server;
    Error reported_by_commit = {0};
    int64_t now = server_now(s).wall_ms;
    room->used_ms = server_ms(s);
    room->is_in_use = false;
    if (room->pending == 0) {
        study_store_use(s->store, room->game.text, now, &reported_by_commit);
        return;
    }
    ScopedStr tree = {0};
    StudyRow row = {room->version + room->pending, room->leader};
    shared_study_write(room->study, &tree);
    bool is_written = study_store_put(s->store, room->game.text, &row, room->version,
                                      str_text(&tree), now, &reported_by_commit);
    if (is_written) {
        room->version = row.version;
    } else {
        study_rooms_add_game(&all->conflicts, &all->conflict_count, &all->conflict_capacity,
                             room->game.text);
        drop_updates(all, room->game.text);
        room->is_stale = true;
    }
    room->pending = 0;
}

static void send_notes(const StudyRooms *all) {
    for (int i = 0; i < all->update_count; i++) {
        const PendingUpdate *u = &all->updates[i];
        char note[NOTE_MAX];
        snprintf(note, sizeof note, "t %s %lld %lld %s", u->game.text, (long long)u->version,
                 (long long)u->leader, str_text(&u->action));
        store_send_note(all->server->store, note);
    }
}

void study_rooms_write(StudyRooms *all) {
    StudyRoom *changed[STUDY_ROOMS_MAX];
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (all->rooms[i].pending > 0 || all->rooms[i].is_in_use)
            changed[count++] = &all->rooms[i];
    qsort(changed, (size_t)count, sizeof *changed, compare_rooms);
    for (int i = 0; i < count; i++)
        write_room_row(all, changed[i]);
    send_notes(all);
}

void study_rooms_release_updates(StudyRooms *all) {
    drop_updates(all, NULL);
}

bool study_rooms_next_conflict(StudyRooms *all, GameId *out) {
    if (all->conflict_count == 0)
        return false;
    *out = all->conflicts[--all->conflict_count];
    return true;
}

void study_rooms_tell(StudyRooms *all) {
    for (int i = 0; i < all->update_count; i++) {
        StudyRoom *room = study_room_find(all, all->updates[i].game.text);
        if (room)
            study_room_tell(all, room, &all->updates[i]);
    }
    study_rooms_release_updates(all);
}

void study_rooms_discard(StudyRooms *all) {
    for (int i = 0; i < all->update_count; i++) {
        StudyRoom *room = study_room_find(all, all->updates[i].game.text);
        if (room) {
            room->pending = 0;
            room->is_stale = true;
        }
    }
    study_rooms_release_updates(all);
    all->conflict_count = 0;
}

// ---- Several instances: what the others do

void study_rooms_hear(StudyRooms *all, const char *note) {
    PendingUpdate update = {0};
    if (!note_word(&note, update.game.text, sizeof update.game.text) ||
        !note_number(&note, &update.version) || !note_number(&note, &update.leader))
        return;
    StudyRoom *room = study_room_find(all, update.game.text);
    if (!room)
        return;
    str_add_text(&update.action, note);
    if (update.version > room->version) {
        room->is_stale = !study_room_apply(room, &update);
        room->leader = update.leader;
    }
    study_room_tell(all, room, &update);
    str_release(&update.action);
}

void study_rooms_resync(StudyRooms *all) {
    Error ignored = {0}; // fails the round
    for (int i = 0; i < all->count; i++) {
        StudyRoom *room = &all->rooms[i];
        room->told = study_store_version(all->server->store, room->game.text, &ignored);
        room->seq++; // left out
        room->is_stale = room->people_changed = true;
    }
}

// The rows of rooms without members are deleted, by one instance.
void study_rooms_keep_rows(StudyRooms *all, int64_t now_ms) {
    enum { USE_MS = 60 * 1000 };
    Server *s = all->server;
    Error reported_by_commit = {0};
    if (!study_rooms_are_shared(all) || s->is_disconnected)
        return;
    for (int i = 0; i < all->count; i++) {
        StudyRoom *room = &all->rooms[i];
        room->is_in_use |=
            !room->idle_since_ms && room->version > 0 && now_ms - room->used_ms > USE_MS;
        if (room->is_in_use)
            store_begin(s->store);
    }
    if (store_is_leader(s->store) && now_ms - all->cleaned_ms > USE_MS) {
        all->cleaned_ms = now_ms;
        study_store_delete_unused(s->store,
                                  server_now(s).wall_ms - STUDY_ROOM_IDLE_S * 1000 - USE_MS,
                                  &reported_by_commit);
    }
}
