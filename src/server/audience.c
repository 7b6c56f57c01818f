#include "server/audience.h"

#include "base/mem.h"

#include <string.h>

enum { BUCKETS = 4096 };

struct Audience {
    Watch *buckets[BUCKETS];
};

Audience *audience_new(void) {
    return mem_alloc(sizeof(Audience));
}

void audience_free(Audience *a) {
    mem_free(a);
}

static Watch **bucket(Audience *a, const char *game) {
    unsigned hash = 0;
    for (; *game; game++)
        hash = hash * 31 + (unsigned char)*game;
    return &a->buckets[hash % BUCKETS];
}

bool audience_add(Audience *a, Watch **first, Socket *socket, UserId user, const GameId *game) {
    for (const Watch *w = *first; w; w = w->next_of_his)
        if (!strcmp(w->game.text, game->text))
            return false;
    Watch *w = mem_alloc(sizeof *w);
    Watch **at = bucket(a, game->text);
    *w = (Watch){*at, *first, socket, user, *game};
    *at = *first = w;
    return true;
}

static void unlink_from_bucket(Audience *a, const Watch *w) {
    Watch **at = bucket(a, w->game.text);
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
}

bool audience_remove(Audience *a, Watch **first, const char *game) {
    while (*first && strcmp((*first)->game.text, game) != 0)
        first = &(*first)->next_of_his;
    Watch *w = *first;
    if (!w)
        return false;
    *first = w->next_of_his;
    unlink_from_bucket(a, w);
    mem_free(w);
    return true;
}

void audience_each(const Audience *a, const char *game, WatchVisitor *visit, void *context) {
    const Watch *w = *bucket((Audience *)a, game);
    for (const Watch *next; w; w = next) {
        next = w->next;
        if (!strcmp(w->game.text, game))
            visit(context, w);
    }
}

typedef struct {
    const UserId *seats;
    Presence presence;
} Counting;

static void count(void *context, const Watch *w) {
    Counting *c = context;
    if (w->user == c->seats[0])
        c->presence.here[0] = true;
    else if (w->user == c->seats[1])
        c->presence.here[1] = true;
    else
        c->presence.watchers++;
}

Presence audience_presence(const Audience *a, const char *game, const UserId seats[2]) {
    Counting c = {.seats = seats};
    audience_each(a, game, count, &c);
    return c.presence;
}
