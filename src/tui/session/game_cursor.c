#include "tui/session/game_cursor.h"

static Node *main_end(Node *node) {
    while (node->child)
        node = node->child;
    return node;
}

bool game_cursor_open(GameCursor *c, const Record *r, Node *at, Error *err) {
    if (!record_replay(r, at, &c->game, err))
        return false;
    c->record = r;
    c->at = at;
    c->line_end = main_end(at);
    return true;
}

void game_cursor_close(GameCursor *c) {
    *c = (GameCursor){0};
}

// The child of `at` that leads to the end of the line.
static Node *next_on_line(const GameCursor *c) {
    Node *node = c->line_end;
    while (node && node->parent != c->at)
        node = node->parent;
    return node ? node : c->at->child;
}

static Node *sibling_before(Node *node) {
    Node *before = NULL;
    for (Node *n = node->parent ? node->parent->child : node; n != node; n = n->next)
        before = n;
    return before;
}

static Node *target(const GameCursor *c, CursorStep step) {
    switch (step) {
    case STEP_BACK:
        return c->at->parent;
    case STEP_FORWARD:
        return next_on_line(c);
    case STEP_FIRST:
        return c->record->root;
    case STEP_LAST:
        return c->line_end;
    case STEP_PREVIOUS_VARIATION:
        return sibling_before(c->at);
    case STEP_NEXT_VARIATION:
        break;
    }
    return c->at->next;
}

// Does not move to a node that cannot be replayed, which a hand-edited file may contain.
bool game_cursor_step(GameCursor *c, CursorStep step) {
    Node *node = target(c, step);
    Error ignored;
    Game game;
    if (!node || node == c->at || !record_replay(c->record, node, &game, &ignored))
        return false;
    bool leaves_line = step == STEP_PREVIOUS_VARIATION || step == STEP_NEXT_VARIATION;
    c->at = node;
    c->game = game;
    if (leaves_line)
        c->line_end = main_end(node);
    return true;
}

VariationCount game_cursor_variations(const GameCursor *c) {
    VariationCount found = {0};
    for (const Node *n = c->at->parent ? c->at->parent->child : NULL; n; n = n->next) {
        if (n == c->at)
            found.index = found.count;
        found.count++;
    }
    return found;
}
