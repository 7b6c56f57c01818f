// Broadcast: after each commit, pushes changes of games, lists, chat and the lobby to subscribed
// WebSockets.
#pragma once

#include "server/http/http.h"

void broadcast_changes(Server *s); // changes of the game registry, and chat
void broadcast_discard(Server *s); // the commit failed: reverts the registry and drops the chat
void broadcast_lobby(Server *s);   // if it changed, at most once a second

void broadcast_presence(Server *s); // of the games where it changed, at most once a second each

// Queues a chat line for all subscribers of a game; it is sent after the commit.
void broadcast_chat(Server *s, const GameId *game, const ChatRow *line);
