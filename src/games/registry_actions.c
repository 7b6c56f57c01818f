// The actions of players in the games of the registry, as a dispatch table; and chat.
#include "games/registry_internal.h"

#include "base/utf8.h"
#include "base/util.h"
#include "games/username.h"

#include <string.h>

static Status fail(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

typedef struct {
    GameRegistry *registry;
    GameEntry *entry;
    const UserRow *user;
    int seat; // the user's, or SEAT_NONE
    const GameAction *action;
} ActionContext;

// ---- Actions

static bool is_invitation(const GameRow *row) {
    return strncmp(row->opponent, "user:", 5) == 0;
}

static bool is_invited(const GameRow *row, const UserRow *user) {
    Str invited = {0}, name = {0};
    username_fold(row->opponent + 5, &invited);
    username_fold(user->name, &name);
    bool same = is_invitation(row) && !strcmp(str_text(&invited), str_text(&name));
    str_release(&invited);
    str_release(&name);
    return same;
}

static Status check_may_join(const ActionContext *context, Error *err) {
    const GameRow *row = &context->entry->row;
    if (row->rated && context->user->kind != USER_ACCOUNT)
        return fail(STATUS_GUESTS_NOT, err, "a rated game: only accounts can join");
    if (!is_invitation(row) || row->state != GAME_WAITING || is_invited(row, context->user))
        return STATUS_OK;
    return fail(STATUS_NOT_YOURS, err, "this game is for somebody else");
}

static Status join(ActionContext *context, Error *err) {
    Status status = context->seat == SEAT_NONE ? check_may_join(context, err) : STATUS_OK;
    return status ? status
                  : session_join(context->entry->session, context->user->id, context->registry->now,
                                 err);
}

static Status resign(ActionContext *context, Error *err) {
    return session_resign(context->entry->session, context->seat, context->registry->now, err);
}

static int opposing_level(const ActionContext *context) {
    return context->seat != SEAT_NONE
               ? registry_level_at(context->registry, &context->entry->row, 1 - context->seat)
               : 0;
}

static Status draw(ActionContext *context, Error *err) {
    if (opposing_level(context))
        return fail(STATUS_NOT_NOW, err, "levels do not agree to draws");
    return session_offer_draw(context->entry->session, context->seat, context->registry->now, err);
}

// A level accepts at once.
static Status takeback(ActionContext *context, Error *err) {
    GameSession *session = context->entry->session;
    Status status = session_offer_takeback(session, context->seat, context->action->plies,
                                           context->registry->now, err);
    if (!status && opposing_level(context) && session->row.takeback_offer == context->seat)
        status = session_offer_takeback(session, 1 - context->seat, context->action->plies,
                                        context->registry->now, err);
    return status;
}

// Declines the opponent's offer, or the invitation to the game.
static Status decline(ActionContext *context, Error *err) {
    if (context->seat == SEAT_NONE && is_invited(&context->entry->row, context->user))
        return session_decline_invitation(context->entry->session, context->registry->now, err);
    return session_decline_offer(context->entry->session, context->seat, context->registry->now,
                                 err);
}

static Status abort_game(ActionContext *context, Error *err) {
    return session_abort(context->entry->session, context->user->id, context->registry->now, err);
}

// The same game again with the seats swapped.
static GameRow rematch_of(const GameRow *row) {
    GameRow next = *row;
    next.seats[0] = row->seats[1];
    next.seats[1] = row->seats[0];
    next.seq = next.ply = next.line = next.rematch = next.takeback_plies = 0;
    next.ended = -1;
    next.winner = next.draw_offer = next.takeback_offer = SEAT_NONE;
    next.reason[0] = next.next.text[0] = next.key[0] = '\0';
    return next;
}

static Status rematch(ActionContext *context, Error *err) {
    GameSession *session = context->entry->session;
    int level = opposing_level(context);
    Status status = STATUS_OK;
    if (context->seat != SEAT_NONE && session->row.state == GAME_OVER && !*session->row.next.text)
        status = registry_check_quota(context->registry, context->user->id, level, false, err);
    if (!status)
        status = session_offer_rematch(session, context->seat, err);
    bool both = session->row.rematch == 3 || (session->row.rematch && level);
    if (status || !both || *session->row.next.text)
        return status;
    GameRow next = rematch_of(&session->row);
    status = registry_start_game(context->registry, &next, err);
    session->row.next = next.id;
    return status;
}

// ---- Dispatch

static const struct {
    Status (*run)(ActionContext *context, Error *err);
} actions[] = {
    [GAME_ACTION_JOIN] = {join},       [GAME_ACTION_RESIGN] = {resign},
    [GAME_ACTION_DRAW] = {draw},       [GAME_ACTION_TAKEBACK] = {takeback},
    [GAME_ACTION_DECLINE] = {decline}, [GAME_ACTION_ABORT] = {abort_game},
    [GAME_ACTION_REMATCH] = {rematch},
};

static Status play(GameRegistry *registry, GameEntry *entry, int seat, const GameAction *action,
                   Error *err) {
    bool repeated = false;
    int seq = entry->session->row.seq, tries = entry->session->try_count;
    Status status = session_play(entry->session, seat, &action->at, action->move, registry->now,
                                 &repeated, err);
    registry_save_try(registry, entry, tries);
    if (!status && !repeated)
        registry_save_move(registry, entry);
    else if (entry->session->row.seq != seq)
        registry_save_state(registry, entry); // the flag had fallen
    return status;
}

Status registry_apply_action(GameRegistry *registry, const UserRow *user, const char *game,
                             const GameAction *action, Error *err) {
    GameEntry *entry = registry_open_game(registry, game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    int seat = session_seat_of(entry->session, user->id);
    if (action->kind == GAME_ACTION_PLAY)
        return play(registry, entry, seat, action, err);
    int seq = entry->session->row.seq, line = entry->session->row.line;
    // A fallen flag ends the game before the action.
    session_check_flag(entry->session, registry->now);
    ActionContext context = {registry, entry, user, seat, action};
    Status status = actions[action->kind].run(&context, err);
    if (entry->session->row.line != line)
        registry_save_takeback(registry, entry);
    else if (entry->session->row.seq != seq)
        registry_save_state(registry, entry);
    return status;
}

// ---- Chat

enum { CHAT_CHARACTERS_MAX = 200 };

static bool check_chat_text(const char *text, Error *err) {
    size_t left = strlen(text);
    if (text[strspn(text, " ")] == '\0' || !utf8_is_printable(text, left))
        return error_set(err, "a line of chat has 1 to %d characters and no control characters",
                         CHAT_CHARACTERS_MAX);
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
        return fail(STATUS_NOT_NOW, err, "chat is off in this game");
    if (session_seat_of(entry->session, user->id) == SEAT_NONE)
        return fail(STATUS_NOT_YOURS, err, "only the players can chat");
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
