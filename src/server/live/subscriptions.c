#include "server/live/subscriptions.h"

#include "base/mem.h"

#include <string.h>

enum { BUCKETS = 4096 };

struct SubscribedGame {
    SubscribedGame *next;                    // in the same hash bucket
    SubscribedGame *next_due, **link_of_due; // NULL: not due
    GameId game;
    Subscription *first;
    int64_t broadcast_ms; // when presence was last broadcast, if it was
    bool was_broadcast;
};

struct Subscriptions {
    SubscribedGame *buckets[BUCKETS];
    SubscribedGame *due; // presence is to be broadcast
};

Subscriptions *subscriptions_new(void) {
    return mem_alloc(sizeof(Subscriptions));
}

void subscriptions_free(Subscriptions *all) {
    mem_free(all);
}

// ---- The games

static SubscribedGame **find_link(Subscriptions *all, const char *game) {
    unsigned hash = 0;
    for (const char *at = game; *at; at++)
        hash = hash * 31 + (unsigned char)*at;
    SubscribedGame **link = &all->buckets[hash % BUCKETS];
    while (*link && strcmp((*link)->game.text, game) != 0)
        link = &(*link)->next;
    return link;
}

static const SubscribedGame *find(const Subscriptions *all, const char *game) {
    return *find_link((Subscriptions *)all, game);
}

static SubscribedGame *find_or_add(Subscriptions *all, const GameId *id) {
    SubscribedGame **link = find_link(all, id->text);
    if (!*link) {
        *link = mem_alloc(sizeof **link);
        **link = (SubscribedGame){.game = *id};
    }
    return *link;
}

static void unmark(SubscribedGame *game) {
    if (!game->link_of_due)
        return;
    *game->link_of_due = game->next_due;
    if (game->next_due)
        game->next_due->link_of_due = game->link_of_due;
    game->next_due = NULL;
    game->link_of_due = NULL;
}

static void mark(Subscriptions *all, SubscribedGame *game) {
    if (game->link_of_due)
        return;
    game->next_due = all->due;
    game->link_of_due = &all->due;
    if (game->next_due)
        game->next_due->link_of_due = &game->next_due;
    all->due = game;
}

static void free_if_empty(Subscriptions *all, SubscribedGame *game) {
    if (game->first)
        return;
    unmark(game);
    *find_link(all, game->game.text) = game->next;
    mem_free(game);
}

// ---- Subscriptions

bool subscriptions_add(Subscriptions *all, Subscription **first, WebSocket *socket, UserId user,
                       const GameId *game, bool is_preview) {
    Subscription *s = *first;
    while (s && strcmp(s->game.text, game->text) != 0)
        s = s->next_of_socket;
    if (s && (is_preview || !s->is_preview))
        return false;
    if (!s) {
        SubscribedGame *of = find_or_add(all, game);
        s = mem_alloc(sizeof *s);
        *s = (Subscription){of->first, &of->first, *first, of, socket, user, *game, is_preview};
        if (s->next)
            s->next->link = &s->next;
        of->first = *first = s;
    }
    s->is_preview = is_preview;
    if (!is_preview)
        mark(all, s->of);
    return true;
}

void subscriptions_set_seq(Subscription *first, const char *game, int seq) {
    while (first && strcmp(first->game.text, game) != 0)
        first = first->next_of_socket;
    if (first)
        first->seq = seq;
}

bool subscriptions_remove(Subscriptions *all, Subscription **first, const char *game) {
    while (*first && strcmp((*first)->game.text, game) != 0)
        first = &(*first)->next_of_socket;
    Subscription *s = *first;
    if (!s)
        return false;
    *first = s->next_of_socket;
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    if (!s->is_preview)
        mark(all, s->of);
    free_if_empty(all, s->of);
    mem_free(s);
    return true;
}

void subscriptions_each(const Subscriptions *all, const char *game, SubscriptionVisitor *visit,
                        void *context) {
    const SubscribedGame *found = find(all, game);
    for (const Subscription *s = found ? found->first : NULL, *next; s; s = next) {
        next = s->next;
        visit(context, s);
    }
}

void subscriptions_each_of_all(const Subscriptions *all, SubscriptionVisitor *visit,
                               void *context) {
    for (int i = 0; i < BUCKETS; i++)
        for (const SubscribedGame *game = all->buckets[i]; game; game = game->next)
            for (const Subscription *s = game->first; s; s = s->next)
                visit(context, s);
}

// ---- Presence

bool subscriptions_has_any(const Subscriptions *all, const char *game) {
    return find(all, game) != NULL;
}

bool subscriptions_has(const Subscriptions *all, UserId user, const char *game) {
    const SubscribedGame *found = find(all, game);
    const Subscription *s = found ? found->first : NULL;
    while (s && (s->user != user || s->is_preview))
        s = s->next;
    return s != NULL;
}

static void count(void *context, const Subscription *s) {
    GameView *view = context;
    SeatView *seats = view->summary.seats;
    if (s->is_preview)
        return;
    if (s->user == seats[0].player)
        seats[0].here = true;
    else if (s->user == seats[1].player)
        seats[1].here = true;
    else
        view->watchers++;
}

void subscriptions_fill_presence(const Subscriptions *all, GameView *view) {
    subscriptions_each(all, view->summary.id.text, count, view);
}

void subscriptions_mark_presence(Subscriptions *all, const char *game) {
    SubscribedGame *found = *find_link(all, game);
    if (found)
        mark(all, found);
}

void subscriptions_each_due(Subscriptions *all, int64_t now_ms, GameIdVisitor *visit,
                            void *context) {
    for (SubscribedGame *game = all->due, *next; game; game = next) {
        next = game->next_due;
        if (game->was_broadcast && now_ms - game->broadcast_ms < PRESENCE_EVERY_MS)
            continue;
        unmark(game);
        game->was_broadcast = true;
        game->broadcast_ms = now_ms;
        visit(context, &game->game);
    }
}
