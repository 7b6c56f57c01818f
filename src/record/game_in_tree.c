#include "record/game_in_tree.h"

#include "record/record.h"

GameInTree game_in_tree_from(Record *r, Node *end) {
    Node *start = end;
    while (start->parent && !node_sets_up_stones(start))
        start = start->parent;
    return (GameInTree){.record = r, .start = start, .stated = node_value(r->root, "RE")};
}

static const Opening *opening_before(const Game *g, int i) {
    return i < g->count ? &g->moves[i].opening_before : &g->opening;
}

// True if record_replay plays a move at this node. Other nodes only annotate.
static bool has_move(const Node *n, const Opening *o) {
    return n->point != POINT_NONE || (opening_step(o) && node_answer(n) != POINT_NONE);
}

static bool is_same_move(const Node *n, const Move *m) {
    if (n->point == POINT_NONE)
        return node_answer(n) == m->point;
    return n->point == m->point && n->color == m->color;
}

// The node of the game's i-th move below `at`; NULL if there is none.
static Node *find_move(const Node *at, const Game *g, int i) {
    const Opening *o = opening_before(g, i);
    for (Node *child = at->child; child; child = child->next) {
        Node *n = child;
        while (n && !has_move(n, o) && !node_sets_up_stones(n))
            n = n->child;
        if (n && !node_sets_up_stones(n) && is_same_move(n, &g->moves[i]))
            return n;
    }
    return NULL;
}

// Skips nodes that only annotate: the next move goes after them.
static Node *skip_annotations(Node *at, const Opening *o) {
    while (at->child && !at->child->next && !has_move(at->child, o) &&
           !node_sets_up_stones(at->child))
        at = at->child;
    return at;
}

// True if `n` was added for this game.
static bool is_added(const GameInTree *t, const Node *n) {
    while (n && n != t->added)
        n = n->parent;
    return n != NULL;
}

static void detach_last_child(Node *parent) {
    Node *before = NULL;
    for (Node *n = parent->child; n != parent->last_child; n = n->next)
        before = n;
    parent->last_child = before;
    if (before)
        before->next = NULL;
    else
        parent->child = NULL;
}

// The nodes added for the game are a single line. Removes the part of it that is not above `at`,
// where the game now continues or ends: those moves were taken back.
static void remove_undone(GameInTree *t, Node *at) {
    if (!t->added)
        return;
    if (is_added(t, at)) {
        at->child = at->last_child = NULL;
    } else {
        detach_last_child(t->added->parent);
        t->added = NULL;
    }
}

static Node *add_move(GameInTree *t, Node *at, const Game *g, int i) {
    const Move *m = &g->moves[i];
    at = skip_annotations(at, opening_before(g, i));
    remove_undone(t, at);
    Node *node;
    if (point_is_answer(m->point)) {
        node = record_add_node(t->record, at);
        record_set_answer(t->record, node, m->point);
    } else {
        node = record_add_move(t->record, at, m->color, m->point);
    }
    clock_properties_write_move(t->record, node, g, i);
    if (!t->added)
        t->added = node;
    return node;
}

static bool is_stated(const GameInTree *t, Result result) {
    Result stated;
    return t->stated && record_parse_result(t->stated, &stated) && result.reason != END_NONE &&
           stated.winner == result.winner;
}

// RE belongs to the main line. A stated result that we cannot parse stays as long as that line is
// unchanged.
static void update_result(const GameInTree *t, const Game *g, const Node *end) {
    Result result = game_result(g), ignored;
    bool is_main_line = end == record_last(t->record);
    bool is_unknown = t->stated && !record_parse_result(t->stated, &ignored);
    bool keeps = !is_main_line || (!t->added && (is_unknown || is_stated(t, result)));
    if (keeps || result.reason == END_NONE)
        record_set_value(t->record, t->record->root, "RE", keeps ? t->stated : NULL);
    else
        record_set_result(t->record, result);
}

Node *game_in_tree_update(GameInTree *t, const Game *g) {
    Node *at = t->start;
    int i = 0;
    if (has_move(at, opening_before(g, 0))) {
        if (g->count == 0 || !is_same_move(at, &g->moves[0]))
            return NULL;
        i = 1;
    }
    for (; i < g->count; i++) {
        Node *next = find_move(at, g, i);
        at = next ? next : add_move(t, at, g, i);
    }
    at = skip_annotations(at, &g->opening);
    remove_undone(t, at);
    update_result(t, g, at);
    return at;
}

static void add_start(Record *r, const Board *start) {
    if (start->stones == 0 && start->turn == BLACK)
        return;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (start->at[p] == BLACK || start->at[p] == WHITE)
            record_add_setup(r, r->root, start->at[p], p);
    record_set_value(r, r->root, "PL", start->turn == BLACK ? "B" : "W");
}

Record *record_from_game(const Game *g) {
    Record *r = record_new(g->board.size, g->board.rules);
    add_start(r, &g->start);
    if (g->opening.rule != &opening_none)
        record_set_value(r, r->root, "OPENING", g->opening.rule->name);
    clock_properties_write_control(r, &g->time);
    GameInTree t = game_in_tree_from(r, r->root);
    game_in_tree_update(&t, g);
    return r;
}

Record *record_from_position(const Board *b) {
    Game g;
    game_init(&g, &(GameOptions){.rules = b->rules, .size = b->size});
    game_start_from(&g, b);
    Record *r = record_from_game(&g);
    record_set_value(r, r->root, "PL", b->turn == BLACK ? "B" : "W"); // also on an empty board
    return r;
}
