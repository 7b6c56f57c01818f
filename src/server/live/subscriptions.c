#include "server/live/subscriptions.h"

#include "base/mem.h"

#include <string.h>

enum { BUCKETS = 4096 };

struct Subscriptions {
    Subscription *buckets[BUCKETS];
};

Subscriptions *subscriptions_new(void) {
    return mem_alloc(sizeof(Subscriptions));
}

void subscriptions_free(Subscriptions *all) {
    mem_free(all);
}

static Subscription **bucket(Subscriptions *all, const char *game) {
    unsigned hash = 0;
    for (; *game; game++)
        hash = hash * 31 + (unsigned char)*game;
    return &all->buckets[hash % BUCKETS];
}

bool subscriptions_add(Subscriptions *all, Subscription **first, WebSocket *socket, UserId user,
                       const GameId *game) {
    for (const Subscription *s = *first; s; s = s->next_of_socket)
        if (!strcmp(s->game.text, game->text))
            return false;
    Subscription *s = mem_alloc(sizeof *s);
    Subscription **at = bucket(all, game->text);
    *s = (Subscription){*at, *first, socket, user, *game};
    *at = *first = s;
    return true;
}

static void unlink_from_bucket(Subscriptions *all, const Subscription *s) {
    Subscription **at = bucket(all, s->game.text);
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
}

bool subscriptions_remove(Subscriptions *all, Subscription **first, const char *game) {
    while (*first && strcmp((*first)->game.text, game) != 0)
        first = &(*first)->next_of_socket;
    Subscription *s = *first;
    if (!s)
        return false;
    *first = s->next_of_socket;
    unlink_from_bucket(all, s);
    mem_free(s);
    return true;
}

void subscriptions_each(const Subscriptions *all, const char *game, SubscriptionVisitor *visit,
                        void *context) {
    const Subscription *s = *bucket((Subscriptions *)all, game);
    for (const Subscription *next; s; s = next) {
        next = s->next;
        if (!strcmp(s->game.text, game))
            visit(context, s);
    }
}

bool subscriptions_has(const Subscriptions *all, UserId user, const char *game) {
    const Subscription *s = *bucket((Subscriptions *)all, game);
    while (s && (s->user != user || strcmp(s->game.text, game) != 0))
        s = s->next;
    return s != NULL;
}

static void count(void *context, const Subscription *s) {
    GameView *view = context;
    SeatView *seats = view->summary.seats;
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
