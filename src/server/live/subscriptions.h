// Who watches which game.
#pragma once

#include "server/json/encode.h"

typedef struct WebSocket WebSocket;

typedef struct Subscription Subscription;
struct Subscription {
    Subscription *next;        // of the same bucket
    Subscription *next_of_his; // of the same socket
    WebSocket *socket;
    UserId user;
    GameId game;
};

typedef struct Subscriptions Subscriptions;

Subscriptions *subscriptions_new(void);
void subscriptions_free(Subscriptions *a);

// The list of a socket's watches starts at *first. False if it is there already.
bool subscriptions_add(Subscriptions *a, Subscription **first, WebSocket *socket, UserId user,
                       const GameId *game);
bool subscriptions_remove(Subscriptions *a, Subscription **first, const char *game);

typedef void SubscriptionVisitor(void *context, const Subscription *w);
void subscriptions_each(const Subscriptions *a, const char *game, SubscriptionVisitor *visit,
                        void *context);

Presence subscriptions_presence(const Subscriptions *a, const char *game, const UserId seats[2]);
