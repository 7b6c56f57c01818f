#include "record/record.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "core/notation.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Record *record_new(int size, const Rules *rules) {
    Record *r = mem_alloc(sizeof *r);
    r->size = size;
    r->rules = rules;
    r->root = arena_alloc(&r->arena, sizeof *r->root);
    return r;
}

void record_free(Record *r) {
    if (!r)
        return;
    arena_release(&r->arena);
    str_release(&r->notes);
    mem_free(r);
}

Node *record_add_node(Record *r, Node *parent) {
    Node *node = arena_alloc(&r->arena, sizeof *node);
    node->parent = parent;
    if (parent->last_child)
        parent->last_child->next = node;
    else
        parent->child = node;
    parent->last_child = node;
    return node;
}

Node *record_add_move(Record *r, Node *parent, Stone color, Point p) {
    Node *node = record_add_node(r, parent);
    node->color = (uint8_t)color;
    node->point = p;
    return node;
}

static Property *find(const Node *node, const char *id) {
    for (Property *p = node->properties; p; p = p->next)
        if (!strcmp(p->id, id))
            return p;
    return NULL;
}

static Property *find_or_add(Record *r, Node *node, const char *id) {
    Property **link = &node->properties;
    for (int n = 0; *link; link = &(*link)->next, n++) {
        if (!strcmp((*link)->id, id))
            return *link;
        if (n + 1 == NODE_PROPERTIES_MAX)
            return NULL;
    }
    *link = arena_alloc(&r->arena, sizeof **link);
    (*link)->id = arena_copy(&r->arena, id, strlen(id));
    return *link;
}

bool record_add_value(Record *r, Node *node, const char *id, const char *text) {
    Property *p = find_or_add(r, node, id);
    if (!p)
        return false;
    Value *value = arena_alloc(&r->arena, sizeof *value);
    value->text = arena_copy(&r->arena, text, strlen(text));
    if (p->last_value)
        p->last_value->next = value;
    else
        p->values = value;
    p->last_value = value;
    return true;
}

void record_set_value(Record *r, Node *node, const char *id, const char *text) {
    Property **link = &node->properties;
    while (*link && strcmp((*link)->id, id) != 0)
        link = &(*link)->next;
    bool keep = text && *text;
    if (*link && !keep)
        *link = (*link)->next;
    else if (*link)
        (*link)->values = (*link)->last_value = NULL;
    if (keep)
        record_add_value(r, node, id, text);
}

void record_add_setup(Record *r, Node *node, Stone color, Point p) {
    Str text = {0};
    point_format(p, NOTATION_SGF, r->size, &text);
    record_add_value(r, node, color == BLACK ? "AB" : "AW", str_text(&text));
    str_release(&text);
}

void record_note(Record *r, const char *format, ...) {
    char line[240];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    utf8_make_printable(line); // it may quote the file
    str_add(&r->notes, "%s\n", line);
}

const Property *node_property(const Node *node, const char *id) {
    return find(node, id);
}

const char *node_value(const Node *node, const char *id) {
    const Property *p = find(node, id);
    return p ? p->values->text : NULL;
}

Node *record_last(const Record *r) {
    Node *node = r->root;
    while (node->child)
        node = node->child;
    return node;
}

Node *record_after_moves(const Record *r, int moves) {
    Node *node = r->root;
    int seen = node->point != POINT_NONE;
    while (node->child && seen < moves) {
        node = node->child;
        seen += node->point != POINT_NONE;
    }
    return node;
}

// Setup: the properties that put stones on the board, and what they put there.
static const struct {
    const char *id;
    Stone stone;
} setups[] = {{"AB", BLACK}, {"AW", WHITE}, {"AE", EMPTY}};

static bool setup_error(const Node *node, const char *text, Error *err) {
    return error_set(err, "line %d: '%.20s' is not a point of the board to set up", node->line,
                     text);
}

// A value is a point, or two opposite corners of a rectangle: "aa:cc".
static bool set_up_value(const Node *node, const char *text, Stone stone, Board *b, Error *err) {
    char first[3] = {0}, second[3] = {0};
    size_t len = strlen(text);
    if (len != 2 && !(len == 5 && text[2] == ':'))
        return setup_error(node, text, err);
    memcpy(first, text, 2);
    memcpy(second, len == 5 ? text + 3 : text, 2);
    Point from, to;
    if (!point_parse(first, NOTATION_SGF, b->size, &from, err) ||
        !point_parse(second, NOTATION_SGF, b->size, &to, err))
        return setup_error(node, text, err);
    for (int y = point_y(from); y <= point_y(to); y++)
        for (int x = point_x(from); x <= point_x(to); x++)
            b->at[point_at(x, y)] = (uint8_t)stone;
    return true;
}

static bool set_up_stones(const Node *node, Board *b, bool *any, Error *err) {
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        const Property *p = find(node, setups[i].id);
        for (const Value *v = p ? p->values : NULL; v; v = v->next) {
            *any = true;
            if (!set_up_value(node, v->text, setups[i].stone, b, err))
                return false;
        }
    }
    return true;
}

static Stone color_from(const char *text) {
    if (!text || !*text)
        return EMPTY;
    return text[0] == 'B' || text[0] == 'b'   ? BLACK
           : text[0] == 'W' || text[0] == 'w' ? WHITE
                                              : EMPTY;
}

// Who is to move: as the record says, else whoever moves next, else by counting stones.
static Stone turn_after_setup(const Node *node, const Board *b) {
    Stone said = color_from(node_value(node, "PL"));
    if (said != EMPTY)
        return said;
    for (const Node *n = node; n; n = n->child)
        if (n->point != POINT_NONE)
            return n->color;
    int ahead = 0;
    for (int p = 0; p < POINT_COUNT; p++)
        ahead += (b->at[p] == BLACK) - (b->at[p] == WHITE);
    return ahead > 0 ? WHITE : BLACK;
}

// Stones that are set up begin the game anew from there: they have no order to undo.
static bool apply_setup(const Node *node, Game *g, Error *err) {
    Board picture = g->board;
    bool any = node_value(node, "PL") != NULL;
    if (!set_up_stones(node, &picture, &any, err))
        return false;
    if (!any)
        return true;
    Board b;
    board_init(&b, picture.rules, picture.size);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (picture.at[p] == BLACK || picture.at[p] == WHITE)
            board_place(&b, picture.at[p], p);
    b.turn = (uint8_t)turn_after_setup(node, &b);
    game_start_from(g, &b);
    return true;
}

// The answers of an opening protocol are not moves to SGF; a private property keeps them.
static const char *const answers[] = {
    [POINT_STAY] = "stay", [POINT_SWAP] = "swap", [POINT_MORE] = "more"};

static Point answer_of(const Node *node) {
    const char *said = node_value(node, "SWAP");
    for (Point p = POINT_STAY; said && p <= POINT_MORE; p++)
        if (!strcmp(said, answers[p]))
            return p;
    return POINT_NONE;
}

// While an opening protocol is under way there is no move but what it asks for.
static PlayResult play_opening(const Node *node, Game *g) {
    Point answer = answer_of(node);
    if (answer != POINT_NONE)
        return game_play(g, answer);
    return node->color == g->board.turn ? game_play(g, node->point) : PLAY_OPENING;
}

static bool apply_move(const Node *node, Game *g, Error *err) {
    PlayResult r =
        opening_step(&g->opening) ? play_opening(node, g) : game_place(g, node->color, node->point);
    if (r == PLAY_OK)
        return true;
    Error where = {0};
    if (node->line)
        error_set(&where, "line %d, column %d: ", node->line, node->column);
    return error_set(err, "%smove %d: %s", where.text, g->count + 1, play_result_text(r));
}

static bool has_move(const Node *node, const Game *g) {
    return node->point != POINT_NONE ||
           (opening_step(&g->opening) && answer_of(node) != POINT_NONE);
}

static bool apply(const Node *node, Game *g, Error *err) {
    return apply_setup(node, g, err) && (!has_move(node, g) || apply_move(node, g, err));
}

// An end that the stones do not show, such as a resignation, is what the record says it is.
static void apply_result(const Record *r, Game *g) {
    const char *said = node_value(r->root, "RE");
    Result result;
    if (game_result(g).reason == END_NONE && said && record_parse_result(said, &result))
        g->forced = result;
}

static int depth_of(const Node *node) {
    int depth = 0;
    for (; node->parent; node = node->parent)
        depth++;
    return depth;
}

static const OpeningRule *opening_of(const Record *r) {
    const char *name = node_value(r->root, "OPENING");
    Error ignored;
    return name ? opening_rule_find(name, &ignored) : NULL;
}

bool record_replay(const Record *r, const Node *end, Game *out, Error *err) {
    game_init(out,
              &(GameOptions){
                  .rules = r->rules, .opening = opening_of(r), .size = r->size, .passes = true});
    int depth = depth_of(end);
    const Node **path = mem_alloc((size_t)(depth + 1) * sizeof *path);
    for (int i = depth; i >= 0; i--, end = end->parent)
        path[i] = end;
    bool ok = true;
    for (int i = 0; ok && i <= depth; i++)
        ok = apply(path[i], out, err);
    if (ok && !path[depth]->child)
        apply_result(r, out);
    mem_free(path);
    return ok;
}

static void add_start(Record *r, const Board *start) {
    if (start->stones == 0 && start->turn == BLACK)
        return;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (start->at[p] == BLACK || start->at[p] == WHITE)
            record_add_setup(r, r->root, start->at[p], p);
    record_set_value(r, r->root, "PL", start->turn == BLACK ? "B" : "W");
}

static Node *add_game_move(Record *r, Node *parent, const Move *m) {
    if (m->point < POINT_STAY || m->point > POINT_MORE)
        return record_add_move(r, parent, m->color, m->point);
    Node *node = record_add_node(r, parent);
    record_add_value(r, node, "SWAP", answers[m->point]);
    return node;
}

Record *record_from_game(const Game *g) {
    Record *r = record_new(g->board.size, g->board.rules);
    add_start(r, &g->start);
    if (g->opening.rule != &opening_none)
        record_set_value(r, r->root, "OPENING", g->opening.rule->name);
    Node *node = r->root;
    for (int i = 0; i < g->count; i++)
        node = add_game_move(r, node, &g->moves[i]);
    if (game_result(g).reason != END_NONE) {
        Str text = {0};
        record_format_result(game_result(g), &text);
        record_set_value(r, r->root, "RE", str_text(&text));
        str_release(&text);
    }
    return r;
}

// What stands behind "B+" for each way to win.
static const char *const win_codes[END_COUNT] = {
    [END_RESIGN] = "R",  [END_TIME] = "T",  [END_FOUL] = "F",
    [END_ILLEGAL] = "F", [END_CRASH] = "F", [END_NO_ANSWER] = "F",
};

void record_format_result(Result result, Str *out) {
    if (result.reason == END_NONE)
        str_add_text(out, "?");
    else if (result.winner == EMPTY)
        str_add_text(out, "0");
    else
        str_add(out, "%c+%s", result.winner == BLACK ? 'B' : 'W',
                win_codes[result.reason] ? win_codes[result.reason] : "");
}

bool record_parse_result(const char *text, Result *out) {
    if (!strcmp(text, "0") || !strcmp(text, "Draw")) {
        *out = (Result){END_AGREED, EMPTY};
        return true;
    }
    Stone winner = color_from(text);
    if (winner == EMPTY || text[1] != '+')
        return false;
    EndReason reason = END_FIVE;
    switch (text[2]) {
    case 'R':
        reason = END_RESIGN;
        break;
    case 'T':
        reason = END_TIME;
        break;
    case 'F':
        reason = END_FOUL;
        break;
    default:
        break;
    }
    *out = (Result){reason, winner};
    return true;
}
