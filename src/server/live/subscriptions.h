// Subscriptions: which WebSocket receives the updates of which game (or study room). A hash table
// of the games that have subscribers.
//
// A preview receives the moves only: it does not count as presence, is not told about it, and gets
// no chat. The home page uses one to show a live game to every visitor.
#pragma once

#include "games/registry.h"

typedef struct WebSocket WebSocket;
typedef struct SubscribedGame SubscribedGame;

typedef struct Subscription Subscription;
struct Subscription {
    Subscription *next, **link;   // of the same game; the pointer to this one
    Subscription *next_of_socket; // of the same socket
    SubscribedGame *of;
    WebSocket *socket;
    UserId user;
    GameId game;
    bool is_preview;
    int seq; // of the snapshot that it got first
};

typedef struct Subscriptions Subscriptions;

Subscriptions *subscriptions_new(void);
void subscriptions_free(Subscriptions *all);

// *first is the head of the socket's own list. False if nothing changed. A preview can become a
// full subscription, never the other way around.
bool subscriptions_add(Subscriptions *all, Subscription **first, WebSocket *socket, UserId user,
                       const GameId *game, bool is_preview);

// The socket has got the snapshot of the game with this sequence number.
void subscriptions_set_seq(Subscription *first, const char *game, int seq);
bool subscriptions_remove(Subscriptions *all, Subscription **first, const char *game);

typedef void SubscriptionVisitor(void *context, const Subscription *s);
void subscriptions_each(const Subscriptions *all, const char *game, SubscriptionVisitor *visit,
                        void *context);

void subscriptions_each_of_all(const Subscriptions *all, SubscriptionVisitor *visit, void *context);

// ---- Presence, without previews

bool subscriptions_has_any(const Subscriptions *all, const char *game); // previews, too
bool subscriptions_has(const Subscriptions *all, UserId user, const char *game);

// Fills in who is connected: which players are subscribed, and how many others.
void subscriptions_fill_presence(const Subscriptions *all, GameView *view);

// Marks the game as due: subscribers came or left, or presence changed in another way.
void subscriptions_mark_presence(Subscriptions *all, const char *game);

// Visits the games that are due, each at most once a second: telling every subscriber about each of
// 10,000 arrivals would take 10^8 messages.
enum { PRESENCE_EVERY_MS = 1000 };

void subscriptions_each_due(Subscriptions *all, int64_t now_ms, GameIdVisitor *visit,
                            void *context);

// ---- Broadcast: after each commit, pushes changes of games, lists, chat and the lobby to the
// subscribers (broadcast.c)

typedef struct Server Server;

void broadcast_changes(Server *s);   // changes of the game registry, and chat
void broadcast_notes(Server *s);     // what other instances have changed; between two rounds
void broadcast_resync(Server *s);    // the same, after notes may have been lost
void broadcast_discard(Server *s);   // the commit failed: reverts the registry and drops the chat
void broadcast_lobby(Server *s);     // if it changed, at most once a second
void broadcast_own_games(Server *s); // to users whose list changed, at most once a second

// An announced restart, milliseconds since 1970; 0: called off. It is kept and told to all sockets,
// also those of other instances, after the commit.
void broadcast_restart(Server *s, int64_t at);
void broadcast_kept_restart(Server *s); // what another instance has announced before the start

// Tells the other instances of a rate limit: see rate_limiter_share.
void broadcast_limit(void *server, const char *note);

void broadcast_presence(Server *s); // of the games where it changed, at most once a second each

// Queues a chat line for all subscribers of a game; it is sent after the commit.
void broadcast_chat(Server *s, const GameId *game, const ChatRow *line);
