#include "server/live/remote_presence.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

// A user online, or a user at a game or in its study room.
typedef struct {
    UserId user;
    GameId game; // "": online
    int flags;   // PresenceFlags, if online
    bool in_room;
} PresenceItem;

typedef struct RemoteItem RemoteItem;
struct RemoteItem {
    RemoteItem *next; // in its bucket
    RemoteItem *next_member;
    int64_t instance;
    PresenceItem item;
};

// Thousands may watch one game: they are counted, and only found by user and game.
typedef struct RemoteGame RemoteGame;
struct RemoteGame {
    RemoteGame *next; // in its bucket
    GameId id;
    int count;           // items of the game
    RemoteItem *members; // those that are in its study room
};

typedef struct {
    PresenceItem *items; // sorted
    int count, capacity;
} ItemList;

struct RemotePresence {
    Presence *presence;
    Subscriptions *subscriptions, *rooms;
    RoomVisitor *room_changed;
    void *room_context;
    RemoteItem *buckets[BUCKETS];
    RemoteGame *games[BUCKETS];
    ItemList sent; // what the other instances know of this one
};

RemotePresence *remote_presence_new(Presence *presence, Subscriptions *subscriptions) {
    RemotePresence *r = mem_alloc(sizeof *r);
    r->presence = presence;
    r->subscriptions = subscriptions;
    return r;
}

void remote_presence_add_rooms(RemotePresence *r, Subscriptions *rooms, RoomVisitor *changed,
                               void *context) {
    r->rooms = rooms;
    r->room_changed = changed;
    r->room_context = context;
}

// ---- What other instances have noted

static RemoteItem **bucket_of(const RemotePresence *r, const PresenceItem *item) {
    uint64_t game = bytes_fnv1a(item->game.text, strlen(item->game.text));
    return (RemoteItem **)&r->buckets[rng_mix((uint64_t)item->user ^ game << 32) % BUCKETS];
}

static RemoteGame **link_of(const RemotePresence *r, const char *game) {
    RemoteGame **link = (RemoteGame **)&r->games[bytes_fnv1a(game, strlen(game)) % BUCKETS];
    while (*link && strcmp((*link)->id.text, game) != 0)
        link = &(*link)->next;
    return link;
}

static bool is_same(const PresenceItem *a, const PresenceItem *b) {
    return a->user == b->user && a->in_room == b->in_room && !strcmp(a->game.text, b->game.text);
}

static void note_change(RemotePresence *r, const PresenceItem *item) {
    if (item->in_room)
        r->room_changed(r->room_context, item->game.text);
    else
        subscriptions_mark_presence(r->subscriptions, item->game.text);
}

static void add_to_game(RemotePresence *r, RemoteItem *new) {
    RemoteGame **link = link_of(r, new->item.game.text);
    if (!*link) {
        *link = mem_alloc(sizeof **link);
        **link = (RemoteGame){.id = new->item.game};
    }
    (*link)->count++;
    if (!new->item.in_room)
        return;
    new->next_member = (*link)->members;
    (*link)->members = new;
}

static void remove_from_game(RemotePresence *r, const RemoteItem *old) {
    RemoteGame **link = link_of(r, old->item.game.text), *game = *link;
    RemoteItem **member = &game->members;
    while (old->item.in_room && *member != old)
        member = &(*member)->next_member;
    if (old->item.in_room)
        *member = old->next_member;
    if (--game->count > 0)
        return;
    *link = game->next;
    mem_free(game);
}

static void remove_at(RemotePresence *r, RemoteItem **at) {
    RemoteItem *old = *at;
    *at = old->next;
    if (!*old->item.game.text) {
        presence_remove_remote(r->presence, old->item.user, old->item.flags);
    } else {
        remove_from_game(r, old);
        note_change(r, &old->item);
    }
    mem_free(old);
}

static void remove_item(RemotePresence *r, int64_t instance, const PresenceItem *item) {
    RemoteItem **at = bucket_of(r, item);
    while (*at && ((*at)->instance != instance || !is_same(&(*at)->item, item)))
        at = &(*at)->next;
    if (*at)
        remove_at(r, at);
}

static void add_item(RemotePresence *r, int64_t instance, const PresenceItem *item) {
    RemoteItem **first = bucket_of(r, item), *new = mem_alloc(sizeof *new);
    remove_item(r, instance, item);
    *new = (RemoteItem){.next = *first, .instance = instance, .item = *item};
    *first = new;
    if (!*item->game.text) {
        presence_add_remote(r->presence, item->user, item->flags);
        return;
    }
    add_to_game(r, new);
    note_change(r, item);
}

// 0: of all instances. With a store: of those that are gone.
static void forget(RemotePresence *r, int64_t instance, const Store *store) {
    for (int i = 0; i < BUCKETS; i++)
        for (RemoteItem **at = &r->buckets[i]; *at;) {
            bool is_gone = store ? !store_instance_is_alive(store, (*at)->instance)
                                 : !instance || (*at)->instance == instance;
            if (is_gone)
                remove_at(r, at);
            else
                at = &(*at)->next;
        }
}

void remote_presence_free(RemotePresence *r) {
    if (!r)
        return;
    forget(r, 0, NULL);
    mem_free(r->sent.items);
    mem_free(r);
}

void remote_presence_hear(RemotePresence *r, const char *note, bool in_room) {
    PresenceItem item = {.in_room = in_room};
    int64_t instance, came, flags;
    if (!note_number(&note, &instance) || !note_number(&note, &came) ||
        !note_number(&note, &item.user) || !note_number(&note, &flags) || item.user <= 0)
        return;
    note_word(&note, item.game.text, sizeof item.game.text);
    item.flags = (int)flags;
    if (in_room && !*item.game.text)
        return;
    if (came)
        add_item(r, instance, &item);
    else
        remove_item(r, instance, &item);
}

void remote_presence_hear_question(RemotePresence *r, const char *note) {
    int64_t instance;
    if (!note_number(&note, &instance))
        return;
    forget(r, instance, NULL);
    r->sent.count = 0; // notes all of it again
}

// ---- What this instance notes

static void add_to(ItemList *list, const PresenceItem *item) {
    list->items = mem_grow(list->items, list->count, 1, &list->capacity, sizeof *list->items);
    list->items[list->count++] = *item;
}

static void add_online(void *context, UserId user, int flags) {
    add_to(context, &(PresenceItem){.user = user, .flags = flags});
}

static void add_subscription(void *context, const Subscription *s) {
    if (!s->is_preview)
        add_to(context, &(PresenceItem){.user = s->user, .game = s->game});
}

static void add_member(void *context, const Subscription *s) {
    add_to(context, &(PresenceItem){.user = s->user, .game = s->game, .in_room = true});
}

static int compare_items(const void *a, const void *b) {
    const PresenceItem *x = a, *y = b;
    if (x->user != y->user)
        return x->user < y->user ? -1 : 1;
    int games = strcmp(x->game.text, y->game.text);
    return games ? games : x->in_room != y->in_room ? x->in_room - y->in_room : x->flags - y->flags;
}

static void remove_repeated(ItemList *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (kept == 0 || compare_items(&list->items[kept - 1], &list->items[i]) != 0)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

static void send_item(Store *store, const PresenceItem *item, bool came) {
    char note[NOTE_MAX];
    snprintf(note, sizeof note, "%s %lld %d %lld %d %s", item->in_room ? "r" : "p",
             (long long)store_instance(store), came, (long long)item->user, item->flags,
             item->game.text);
    store_send_note(store, note);
}

// Both are sorted. Who left first: a user whose flags have changed leaves and comes.
static void send_difference(Store *store, const ItemList *old, const ItemList *new) {
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0, j = 0; i < old->count || j < new->count;) {
            int order = i == old->count   ? 1
                        : j == new->count ? -1
                                          : compare_items(&old->items[i], &new->items[j]);
            if (order < 0 && pass == 0)
                send_item(store, &old->items[i], false);
            if (order > 0 && pass == 1)
                send_item(store, &new->items[j], true);
            i += order <= 0;
            j += order >= 0;
        }
}

void remote_presence_tick(RemotePresence *r, Store *store, int64_t now_ms) {
    if (!store_is_shared(store))
        return;
    ItemList now = {0};
    presence_each_local(r->presence, now_ms, add_online, &now);
    subscriptions_each_of_all(r->subscriptions, add_subscription, &now);
    subscriptions_each_of_all(r->rooms, add_member, &now);
    if (now.count > 0)
        qsort(now.items, (size_t)now.count, sizeof *now.items, compare_items);
    remove_repeated(&now);
    if (store_was_taken_for_gone(store))
        r->sent.count = 0; // the others have forgotten all of it
    send_difference(store, &r->sent, &now);
    mem_free(r->sent.items);
    r->sent = now;
    forget(r, 0, store);
}

void remote_presence_ask(RemotePresence *r, Store *store) {
    char note[32];
    if (!store_is_shared(store))
        return;
    forget(r, 0, NULL);
    r->sent.count = 0;
    snprintf(note, sizeof note, "h %lld", (long long)store_instance(store));
    store_send_note(store, note);
}

// ---- Queries

bool remote_presence_has(const RemotePresence *r, UserId user, const char *game) {
    PresenceItem item = {.user = user};
    snprintf(item.game.text, sizeof item.game.text, "%s", game);
    const RemoteItem *at = *bucket_of(r, &item);
    while (at && !is_same(&at->item, &item))
        at = at->next;
    return at != NULL;
}

void remote_presence_each_in_room(const RemotePresence *r, const char *game, MemberVisitor *visit,
                                  void *context) {
    const RemoteGame *found = *link_of(r, game);
    for (const RemoteItem *at = found ? found->members : NULL; at; at = at->next_member)
        visit(context, at->item.user);
}

// On how many instances the user is at the game.
static int count_user(const RemotePresence *r, UserId user, const GameId *game) {
    PresenceItem item = {.user = user, .game = *game};
    int count = 0;
    for (const RemoteItem *at = *bucket_of(r, &item); at; at = at->next)
        count += is_same(&at->item, &item);
    return count;
}

void remote_presence_fill(const RemotePresence *r, GameView *view) {
    const RemoteGame *game = *link_of(r, view->summary.id.text);
    if (!game)
        return;
    int watchers = game->count;
    for (const RemoteItem *at = game->members; at; at = at->next_member)
        watchers--;
    for (int i = 0; i < 2; i++) {
        SeatView *seat = &view->summary.seats[i];
        int count = seat->player ? count_user(r, seat->player, &game->id) : 0;
        seat->here |= count > 0;
        watchers -= count;
    }
    view->watchers += watchers;
}
