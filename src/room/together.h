// A game that is over, looked at together: a tree of moves that grows from the game's own, and the
// place in it that everybody sees.
//
// Nodes are numbered in the order in which they come, from 0, the board before the first move; no
// number is used again. Moves obey the rules. Whoever carries out the same commands in the same
// order has the same tree: the page's web/js/study is the other side of this.
#pragma once

#include "room/hall.h"

enum { TOGETHER_NODES_MAX = 1000, TOGETHER_LINE_MAX = 64 };

typedef struct Together Together;

// The board of a game that is over, with its moves as the main line, looked at from the end.
Refusal hall_look_together(Hall *h, const char *game, Together **out, Error *err);
void together_free(Together *t);

// From a node on the moves `points`, "h8i9"; those that are there already are not made again. The
// last is what everybody sees then. All of them, or none.
Refusal together_play(Together *t, int at, const char *points, Error *err);
Refusal together_show(Together *t, int node, Error *err);

// A node with all below it, unless it is of the game itself.
Refusal together_remove(Together *t, int node, Error *err);

int together_at(const Together *t);   // the node that everybody sees
int together_next(const Together *t); // the number of the next one
int together_main(const Together *t); // the last node of the game itself
const char *together_rules(const Together *t);
int together_size(const Together *t);

// Parents before their children, without the root.
typedef void TogetherVisitor(void *context, int node, int parent, const char *point);
void together_each(const Together *t, TogetherVisitor *visit, void *context);
