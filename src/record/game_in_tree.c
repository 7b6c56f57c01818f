#include "record/game_in_tree.h"

#include "record/clock_properties.h"

#include <string.h>

GameInTree game_in_tree_from(Record *r, Node *end) {
    Node *start = end;
    while (start->parent && !node_sets_up_stones(start))
        start = start->parent;
    return (GameInTree){.record = r, .start = start, .stated = node_value(r->root, "RE")};
}

static const Opening *opening_before(const Game *g, int i) {
    return i < g->count ? &g->moves[i].opening_before : &g->opening;
}

// Does the node make a move, as record_replay sees it? The others only say something.
static bool is_step(const Node *n, const Opening *o) {
    return n->point != POINT_NONE || (opening_step(o) && node_answer(n) != POINT_NONE);
}

static bool is_same(const Node *n, const Move *m) {
    if (n->point == POINT_NONE)
        return node_answer(n) == m->point;
    return n->point == m->point && n->color == m->color;
}

// The node of the game's i-th move below `at`, NULL if there is none.
static Node *find_step(const Node *at, const Game *g, int i) {
    const Opening *o = opening_before(g, i);
    for (Node *child = at->child; child; child = child->next) {
        Node *n = child;
        while (n && !is_step(n, o) && !node_sets_up_stones(n))
            n = n->child;
        if (n && !node_sets_up_stones(n) && is_same(n, &g->moves[i]))
            return n;
    }
    return NULL;
}

// Behind nodes that only say something: what comes next belongs there.
static Node *behind_remarks(Node *at, const Opening *o) {
    while (at->child && !at->child->next && !is_step(at->child, o) &&
           !node_sets_up_stones(at->child))
        at = at->child;
    return at;
}

static bool is_own(const GameInTree *b, const Node *n) {
    while (n && n != b->added)
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

// The game's own nodes are one line. What of it does not lie before `at`, where the game goes
// another way or ends, was taken back.
static void forget_own(GameInTree *b, Node *at) {
    if (!b->added)
        return;
    if (is_own(b, at)) {
        at->child = at->last_child = NULL;
    } else {
        detach_last_child(b->added->parent);
        b->added = NULL;
    }
}

static bool is_answer(Point p) {
    return p == POINT_STAY || p == POINT_SWAP || p == POINT_MORE;
}

static Node *add_step(GameInTree *b, Node *at, const Game *g, int i) {
    const Move *m = &g->moves[i];
    at = behind_remarks(at, opening_before(g, i));
    forget_own(b, at);
    Node *node;
    if (is_answer(m->point)) {
        node = record_add_node(b->record, at);
        record_set_answer(b->record, node, m->point);
    } else {
        node = record_add_move(b->record, at, m->color, m->point);
    }
    clock_properties_write_move(b->record, node, g, i);
    if (!b->added)
        b->added = node;
    return node;
}

static bool is_stated(const GameInTree *b, Result result) {
    Result stated;
    return b->stated && record_parse_result(b->stated, &stated) && result.reason != END_NONE &&
           stated.winner == result.winner;
}

// The result that a record states is that of its main line. Words that are no result we know stay
// as long as that line is what it was.
static void state_result(const GameInTree *b, const Game *g, const Node *end) {
    Result result = game_result(g), ignored;
    bool is_main_line = end == record_last(b->record);
    bool words = b->stated && !record_parse_result(b->stated, &ignored);
    bool keeps = !is_main_line || (!b->added && (words || is_stated(b, result)));
    Str text = {0};
    if (keeps)
        str_add_text(&text, b->stated ? b->stated : "");
    else if (result.reason != END_NONE)
        record_format_result(result, &text);
    record_set_value(b->record, b->record->root, "RE", str_text(&text));
    str_release(&text);
}

Node *game_in_tree_update(GameInTree *b, const Game *g) {
    Node *at = b->start;
    int i = 0;
    if (is_step(at, opening_before(g, 0))) {
        if (g->count == 0 || !is_same(at, &g->moves[0]))
            return NULL;
        i = 1;
    }
    for (; i < g->count; i++) {
        Node *next = find_step(at, g, i);
        at = next ? next : add_step(b, at, g, i);
    }
    at = behind_remarks(at, &g->opening);
    forget_own(b, at);
    state_result(b, g, at);
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
    GameInTree b = game_in_tree_from(r, r->root);
    game_in_tree_update(&b, g);
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
