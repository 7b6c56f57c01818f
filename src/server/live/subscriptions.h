// Subscriptions: which WebSocket receives the updates of which game (or study room). A hash table
// by game id.
#pragma once

#include "server/json/encode.h"

typedef struct WebSocket WebSocket;

typedef struct Subscription Subscription;
struct Subscription {
    Subscription *next;           // in the same hash bucket
    Subscription *next_of_socket; // of the same socket
    WebSocket *socket;
    UserId user;
    GameId game;
};

typedef struct Subscriptions Subscriptions;

Subscriptions *subscriptions_new(void);
void subscriptions_free(Subscriptions *all);

// *first is the head of the socket's own list. False if the subscription already exists (add) or
// does not exist (remove).
bool subscriptions_add(Subscriptions *all, Subscription **first, WebSocket *socket, UserId user,
                       const GameId *game);
bool subscriptions_remove(Subscriptions *all, Subscription **first, const char *game);

typedef void SubscriptionVisitor(void *context, const Subscription *s);
void subscriptions_each(const Subscriptions *all, const char *game, SubscriptionVisitor *visit,
                        void *context);

bool subscriptions_has(const Subscriptions *all, UserId user, const char *game);

// Fills in who is connected: which players are subscribed, and how many others.
void subscriptions_fill_presence(const Subscriptions *all, GameView *view);
