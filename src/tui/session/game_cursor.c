#include "tui/session/game_cursor.h"

static Node *main_end(Node *node) {
    while (node->child)
        node = node->child;
    return node;
}

bool game_cursor_open(GameCursor *w, const Record *r, Node *at, Error *err) {
    if (!record_replay(r, at, &w->game, err))
        return false;
    w->record = r;
    w->at = at;
    w->line_end = main_end(at);
    return true;
}

void game_cursor_close(GameCursor *w) {
    *w = (GameCursor){0};
}

// The child of `at` on the way to the end of the line.
static Node *next_on_line(const GameCursor *w) {
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

static Node *target(const GameCursor *w, CursorStep step) {
    switch (step) {
    case STEP_BACK:
        return w->at->parent;
    case STEP_FORWARD:
        return next_on_line(w);
    case STEP_FIRST:
        return w->record->root;
    case STEP_LAST:
        return w->line_end;
    case STEP_PREVIOUS_VARIATION:
        return sibling_before(w->at);
    case STEP_NEXT_VARIATION:
        break;
    }
    return w->at->next;
}

// A place that cannot be replayed, as in a file of somebody's making, is not gone to.
bool game_cursor_step(GameCursor *w, CursorStep step) {
    Node *node = target(w, step);
    Error ignored;
    Game game;
    if (!node || node == w->at || !record_replay(w->record, node, &game, &ignored))
        return false;
    bool leaves_line = step == STEP_PREVIOUS_VARIATION || step == STEP_NEXT_VARIATION;
    w->at = node;
    w->game = game;
    if (leaves_line)
        w->line_end = main_end(node);
    return true;
}

VariationCount game_cursor_variations(const GameCursor *w) {
    VariationCount found = {0};
    for (const Node *n = w->at->parent ? w->at->parent->child : NULL; n; n = n->next) {
        if (n == w->at)
            found.index = found.count;
        found.count++;
    }
    return found;
}
