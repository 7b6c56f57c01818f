// SharedStudy: a finished game that several users analyze together. A tree of variations that grows
// from the moves of the game, and the node that everybody sees.
//
// Nodes are numbered from 0 (the board before the first move) in the order they are added; numbers
// are not reused. Moves obey the rules. The tree is deterministic: replicas that apply the same
// commands in the same order are equal. The browser's side is web/js/study.
#pragma once

#include "games/registry.h"

enum { SHARED_STUDY_NODES_MAX = 1000, SHARED_STUDY_LINE_MAX = 64 };

typedef struct SharedStudy SharedStudy;

// A study of a finished game: its moves are the main line, the last one is shown.
Status registry_new_shared_study(GameRegistry *registry, const char *game, SharedStudy **out,
                                 Error *err);
void shared_study_free(SharedStudy *study);

// What a study has besides the moves of its game, as a text, and back into a new study of that
// game. If it cannot be read, the study must be freed.
void shared_study_write(const SharedStudy *study, Str *out);
bool shared_study_read(SharedStudy *study, const char *text, Error *err);

// Plays the moves `points`, such as "h8i9", from the node `at`, and shows the last one. Reuses
// existing nodes. If it fails, nothing changes.
Status shared_study_play(SharedStudy *study, int at, const char *points, Error *err);
Status shared_study_show(SharedStudy *study, int node, Error *err);

// Removes a node and everything below it. Fails for the moves of the game itself.
Status shared_study_remove(SharedStudy *study, int node, Error *err);

int shared_study_current(const SharedStudy *study);     // the node that everybody sees
int shared_study_next_number(const SharedStudy *study); // of the next node
int shared_study_main_end(const SharedStudy *study);    // the last node of the game itself
const char *shared_study_rules(const SharedStudy *study);
int shared_study_size(const SharedStudy *study);

// Visits every node but the root, parents before children.
typedef void SharedStudyVisitor(void *context, int node, int parent, const char *point);
void shared_study_each(const SharedStudy *study, SharedStudyVisitor *visit, void *context);
