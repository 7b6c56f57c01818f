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

void subscriptions_free(Subscriptions *a) {
    mem_free(a);
}

static Subscription **bucket(Subscriptions *a, const char *game) {
    unsigned hash = 0;
    for (; *game; game++)
        hash = hash * 31 + (unsigned char)*game;
    return &a->buckets[hash % BUCKETS];
}

bool subscriptions_add(Subscriptions *a, Subscription **first, WebSocket *socket, UserId user,
                       const GameId *game) {
    for (const Subscription *w = *first; w; w = w->next_of_his)
        if (!strcmp(w->game.text, game->text))
            return false;
    Subscription *w = mem_alloc(sizeof *w);
    Subscription **at = bucket(a, game->text);
    *w = (Subscription){*at, *first, socket, user, *game};
    *at = *first = w;
    return true;
}

static void unlink_from_bucket(Subscriptions *a, const Subscription *w) {
    Subscription **at = bucket(a, w->game.text);
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
}

bool subscriptions_remove(Subscriptions *a, Subscription **first, const char *game) {
    while (*first && strcmp((*first)->game.text, game) != 0)
        first = &(*first)->next_of_his;
    Subscription *w = *first;
    if (!w)
        return false;
    *first = w->next_of_his;
    unlink_from_bucket(a, w);
    mem_free(w);
    return true;
}

void subscriptions_each(const Subscriptions *a, const char *game, SubscriptionVisitor *visit,
                        void *context) {
    const Subscription *w = *bucket((Subscriptions *)a, game);
    for (const Subscription *next; w; w = next) {
        next = w->next;
        if (!strcmp(w->game.text, game))
            visit(context, w);
    }
}

typedef struct {
    const UserId *seats;
    Presence presence;
} Counting;

static void count(void *context, const Subscription *w) {
    Counting *c = context;
    if (w->user == c->seats[0])
        c->presence.here[0] = true;
    else if (w->user == c->seats[1])
        c->presence.here[1] = true;
    else
        c->presence.watchers++;
}

Presence subscriptions_presence(const Subscriptions *a, const char *game, const UserId seats[2]) {
    Counting c = {.seats = seats};
    subscriptions_each(a, game, count, &c);
    return c.presence;
}
