// A game that is over, looked at together: a tree of moves that grows from the game's own, and the
// place in it that everybody sees.
//
// Nodes are numbered in the order in which they come, from 0, the board before the first move; no
// number is used again. Moves obey the rules. Whoever carries out the same commands in the same
// order has the same tree: the page's web/js/study is the other side of this.
#pragma once

#include "games/registry.h"

enum { SHARED_STUDY_NODES_MAX = 1000, SHARED_STUDY_LINE_MAX = 64 };

typedef struct SharedStudy SharedStudy;

// The board of a game that is over, with its moves as the main line, looked at from the end.
Status registry_new_shared_study(GameRegistry *h, const char *game, SharedStudy **out, Error *err);
void shared_study_free(SharedStudy *t);

// From a node on the moves `points`, "h8i9"; those that are there already are not made again. The
// last is what everybody sees then. All of them, or none.
Status shared_study_play(SharedStudy *t, int at, const char *points, Error *err);
Status shared_study_show(SharedStudy *t, int node, Error *err);

// A node with all below it, unless it is of the game itself.
Status shared_study_remove(SharedStudy *t, int node, Error *err);

int shared_study_current(const SharedStudy *t);     // the node that everybody sees
int shared_study_next_number(const SharedStudy *t); // the number of the next one
int shared_study_main_end(const SharedStudy *t);    // the last node of the game itself
const char *shared_study_rules(const SharedStudy *t);
int shared_study_size(const SharedStudy *t);

// Parents before their children, without the root.
typedef void SharedStudyVisitor(void *context, int node, int parent, const char *point);
void shared_study_each(const SharedStudy *t, SharedStudyVisitor *visit, void *context);
