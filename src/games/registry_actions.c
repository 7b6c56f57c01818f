// Actions of players in the games of the registry, and chat.
#include "games/registry_internal.h"

#include "base/number.h"
#include "base/utf8.h"
#include "store/users.h"

#include <string.h>

static Status fail(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

// ---- Joining and invitations

static bool is_invitation(const GameRow *row) {
    return strncmp(row->opponent, "user:", 5) == 0;
}

static bool is_invited(const GameRow *row, const UserRow *user) {
    ScopedStr invited = {0}, name = {0};
    username_fold(row->opponent + 5, &invited);
    username_fold(user->name, &name);
    return is_invitation(row) && !strcmp(str_text(&invited), str_text(&name));
}

static Status check_may_join(const GameRow *row, const UserRow *user, Error *err) {
    if (row->rated && user->kind != USER_ACCOUNT)
        return status_fail(STATUS_RATED_NEEDS_ACCOUNT, err);
    if (row->rated && user->is_bot && !strcmp(row->opponent, "anyone"))
        return status_fail(STATUS_BOT_NOT_INVITED, err);
    if (!is_invitation(row) || row->state != GAME_WAITING || is_invited(row, user))
        return STATUS_OK;
    return status_fail(STATUS_FOR_ANOTHER, err);
}

static Status join(GameRegistry *registry, GameEntry *entry, const UserRow *user, Error *err) {
    bool seated = session_seat_of(entry->session, user->id) != SEAT_NONE;
    Status status = seated ? STATUS_OK : check_may_join(&entry->row, user, err);
    if (!status && !seated && entry->session->state == GAME_WAITING)
        status = registry_check_quota(registry, user->id, 0, false, err);
    return status ? status : session_join(entry->session, user->id, registry->now, err);
}

// The actions that the session does not know; true if this was one of them.
static bool act_from_outside(GameRegistry *registry, GameEntry *entry, const UserRow *user,
                             const GameAction *action, Status *status, Error *err) {
    int seq = entry->session->seq;
    if (action->kind == GAME_ACTION_JOIN)
        *status = join(registry, entry, user, err);
    else if (action->kind == GAME_ACTION_DECLINE &&
             session_seat_of(entry->session, user->id) == SEAT_NONE &&
             is_invited(&entry->row, user))
        *status = session_decline_invitation(entry->session, registry->now, err);
    else
        return false;
    if (entry->session->seq != seq)
        registry_save_state(registry, entry);
    return true;
}

// ---- Rematches

// The same game again with the seats swapped.
static GameRow rematch_of(const GameRow *row) {
    GameRow next = *row;
    next.seats[0] = row->seats[1];
    next.seats[1] = row->seats[0];
    next.seq = next.ply = next.line = next.rematch = next.takeback_plies = 0;
    next.ended = -1;
    next.swapped = false;
    next.winner = next.draw_offer = next.takeback_offer = SEAT_NONE;
    next.reason[0] = next.next.text[0] = next.key[0] = '\0';
    return next;
}

// A rematch is a new game, and counts as one.
static Status check_rematch(GameRegistry *registry, const GameEntry *entry, const UserRow *user,
                            int seat, Error *err) {
    if (seat == SEAT_NONE || entry->session->state != GAME_OVER || *entry->row.next.text)
        return STATUS_OK;
    int level = registry_level_at(registry, &entry->row, 1 - seat);
    Status status = registry_check_quota(registry, user->id, level, false, err);
    if (status || level || !(entry->session->rematch & 1 << (1 - seat)))
        return status;
    if (registry_check_quota(registry, entry->row.seats[1 - seat], 0, false, err)) // it begins now
        return fail(STATUS_NOT_NOW, err, "the other player has too many games at the moment");
    return STATUS_OK;
}

static Status start_rematch(GameRegistry *registry, GameEntry *entry, Error *err) {
    if (*entry->row.next.text || !session_rematch_agreed(entry->session))
        return STATUS_OK;
    GameRow next = rematch_of(&entry->row);
    registry_save_state(registry, entry); // queued, so that the new game cannot evict it
    Status status = registry_start_game(registry, &next, err);
    if (!status) {
        entry->row.next = next.id;
        game_table_find(&registry->games, next.id.text)->parent = entry->row.id;
    }
    registry_save_state(registry, entry);
    return status;
}

// ---- All actions

static Status apply(GameRegistry *registry, const UserRow *user, const char *game,
                    const GameAction *action, Error *err) {
    Status status;
    GameEntry *entry = registry_open_game(registry, game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    if (act_from_outside(registry, entry, user, action, &status, err))
        return status;
    int seat = session_seat_of(entry->session, user->id);
    bool is_rematch = action->kind == GAME_ACTION_REMATCH;
    if (is_rematch && session_tick(entry->session, registry->now))
        registry_save_state(registry, entry);
    status = is_rematch ? check_rematch(registry, entry, user, seat, err) : STATUS_OK;
    if (!status)
        status = registry_act(registry, entry, seat, action, err);
    return status || !is_rematch ? status : start_rematch(registry, entry, err);
}

// A refusal is tried again if another instance has changed the game: the client may know it from
// there, and this one not yet.
Status registry_apply_action(GameRegistry *registry, const UserRow *user, const char *game,
                             const GameAction *action, Error *err) {
    Status status = apply(registry, user, game, action, err);
    if (!status || !store_is_shared(registry->store))
        return status;
    registry_refresh(registry, game);
    const GameEntry *entry = game_table_find(&registry->games, game);
    if (!entry || !entry->is_stale)
        return status;
    err->text[0] = '\0';
    return apply(registry, user, game, action, err);
}

// ---- Chat

enum { CHAT_CHARACTERS_MAX = 200 };

static bool check_chat_text(const char *text, Error *err) {
    size_t left = strlen(text);
    if (text[strspn(text, " ")] == '\0' || !utf8_is_printable(text, left))
        return error_set(err, "a line of chat has 1 to %d characters and no control characters",
                         CHAT_CHARACTERS_MAX);
    if (utf8_has_invisible(text, left))
        return error_set(err, "a line of chat must not contain invisible characters");
    if (utf8_stacks_marks(text, left))
        return error_set(err, "a line of chat must not stack combining characters");
    int count = 0;
    for (int len; left > 0; text += len, left -= (size_t)len, count++)
        len = utf8_length(text, left);
    return count <= CHAT_CHARACTERS_MAX ||
           error_set(err, "a line of chat has at most %d characters", CHAT_CHARACTERS_MAX);
}

Status registry_post_chat(GameRegistry *registry, const UserRow *user, const char *game,
                          const char *text, const char *key, ChatRow *out, bool *repeated,
                          Error *err) {
    const GameEntry *entry = registry_open_game(registry, game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    if (!entry->row.chat)
        return status_fail(STATUS_CHAT_OFF, err);
    if (session_seat_of(entry->session, user->id) == SEAT_NONE)
        return status_fail(STATUS_PLAYERS_CHAT, err);
    if (!check_chat_text(text, err))
        return STATUS_BAD_VALUE;
    if (key && (!*key || strlen(key) >= KEY_SIZE))
        return fail(STATUS_BAD_VALUE, err, "key has 1 to 40 bytes");
    *out = (ChatRow){.user = user->id, .at = registry->now.wall_ms};
    snprintf(out->text, sizeof out->text, "%s", text);
    return game_store_add_chat(registry->store, &entry->row.id, out, key, repeated, err)
               ? STATUS_OK
               : STATUS_UNAVAILABLE;
}
