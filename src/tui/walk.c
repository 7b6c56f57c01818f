#include "tui/walk.h"

static Node *main_end(Node *node) {
    while (node->child)
        node = node->child;
    return node;
}

bool walk_begin(Walk *w, const Record *r, Node *at, Error *err) {
    if (!record_replay(r, at, &w->game, err))
        return false;
    w->record = r;
    w->at = at;
    w->line_end = main_end(at);
    return true;
}

void walk_end(Walk *w) {
    *w = (Walk){0};
}

// The child of `at` on the way to the end of the line.
static Node *next_on_line(const Walk *w) {
    Node *node = w->line_end;
    while (node && node->parent != w->at)
        node = node->parent;
    return node ? node : w->at->child;
}

static Node *sibling_before(Node *node) {
    Node *before = NULL;
    for (Node *n = node->parent ? node->parent->child : node; n != node; n = n->next)
        before = n;
    return before;
}

static Node *target(const Walk *w, WalkStep step) {
    switch (step) {
    case STEP_BACK:
        return w->at->parent;
    case STEP_ON:
        return next_on_line(w);
    case STEP_FIRST:
        return w->record->root;
    case STEP_LAST:
        return w->line_end;
    case STEP_VARIATION_BEFORE:
        return sibling_before(w->at);
    case STEP_VARIATION_AFTER:
        break;
    }
    return w->at->next;
}

// A place that cannot be replayed, as in a file of somebody's making, is not gone to.
bool walk_step(Walk *w, WalkStep step) {
    Node *node = target(w, step);
    Error ignored;
    Game game;
    if (!node || node == w->at || !record_replay(w->record, node, &game, &ignored))
        return false;
    bool leaves_line = step == STEP_VARIATION_BEFORE || step == STEP_VARIATION_AFTER;
    w->at = node;
    w->game = game;
    if (leaves_line)
        w->line_end = main_end(node);
    return true;
}

VariationCount walk_variations(const Walk *w) {
    VariationCount found = {0};
    for (const Node *n = w->at->parent ? w->at->parent->child : NULL; n; n = n->next) {
        if (n == w->at)
            found.index = found.count;
        found.count++;
    }
    return found;
}
