#include "record/record.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "core/notation.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NOTES_MAX = 16 << 10 }; // a hostile file could cause one note per byte

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
    assert(p == POINT_PASS || p > POINT_MORE);
    Node *node = record_add_node(r, parent);
    node->color = (uint8_t)color;
    node->point = p;
    return node;
}

Property *record_property(Record *r, Node *node, const char *id) {
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

void property_add(Record *r, Property *p, const char *text) {
    Value *value = arena_alloc(&r->arena, sizeof *value);
    value->text = arena_copy(&r->arena, text, strlen(text));
    if (p->last_value)
        p->last_value->next = value;
    else
        p->values = value;
    p->last_value = value;
}

bool record_add_value(Record *r, Node *node, const char *id, const char *text) {
    Property *p = record_property(r, node, id);
    if (p)
        property_add(r, p, text);
    return p != NULL;
}

bool record_set_value(Record *r, Node *node, const char *id, const char *text) {
    Property **link = &node->properties;
    while (*link && strcmp((*link)->id, id) != 0)
        link = &(*link)->next;
    bool keep = text && *text;
    if (*link && !keep)
        *link = (*link)->next;
    else if (*link)
        (*link)->values = (*link)->last_value = NULL;
    return !keep || record_add_value(r, node, id, text);
}

void record_add_setup(Record *r, Node *node, Stone color, Point p) {
    ScopedStr text = {0};
    point_format(p, NOTATION_SGF, r->size, &text);
    record_add_value(r, node, color == BLACK ? "AB" : "AW", str_text(&text));
}

void record_note(Record *r, const char *format, ...) {
    char line[240];
    if (r->notes.len >= NOTES_MAX)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    utf8_make_printable(line); // it may quote the file's content
    str_add(&r->notes, "%s\n", line);
}

const Property *node_property(const Node *node, const char *id) {
    const Property *p = node->properties;
    while (p && strcmp(p->id, id) != 0)
        p = p->next;
    return p;
}

const char *node_value(const Node *node, const char *id) {
    const Property *p = node_property(node, id);
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

int node_moves(const Node *end) {
    int moves = 0;
    for (const Node *node = end; node; node = node->parent)
        moves += node->point != POINT_NONE;
    return moves;
}

const Node *record_position(const Record *r, int64_t moves, Error *err) {
    const Node *last = record_last(r);
    int count = node_moves(last);
    if (moves <= count)
        return moves < 0 ? last : record_after_moves(r, (int)moves);
    error_set(err, "there is no position after %lld moves: the game has %d", (long long)moves,
              count);
    return NULL;
}

// Prepends the position, if the node is from a text file.
static bool locate(const Node *node, Error *err) {
    return node->line && error_locate(err, node->line, node->column);
}

// The setup properties and the stones they place.
static const struct {
    const char *id;
    Stone stone;
} setups[] = {{"AB", BLACK}, {"AW", WHITE}, {"AE", EMPTY}};

bool node_sets_up_stones(const Node *node) {
    for (int i = 0; i < COUNT(setups); i++)
        if (node_property(node, setups[i].id))
            return true;
    return false;
}

// A value is a point, or two opposite corners of a rectangle: "aa:cc".
static bool parse_corners(const char *text, int size, Point *from, Point *to) {
    char first[3] = {0}, second[3] = {0};
    size_t len = strlen(text);
    if (len != 2 && !(len == 5 && text[2] == ':'))
        return false;
    memcpy(first, text, 2);
    memcpy(second, text + len - 2, 2);
    return point_parse(first, NOTATION_SGF, size, from, NULL) &&
           point_parse(second, NOTATION_SGF, size, to, NULL);
}

static bool set_up_value(const Node *node, const char *text, Stone stone, Board *b, Error *err) {
    Point from, to;
    if (!parse_corners(text, b->size, &from, &to)) {
        error_set(err, "'%.20s' is not a point or rectangle of the board", text);
        return locate(node, err);
    }
    int left = int_min(point_x(from), point_x(to)), right = int_max(point_x(from), point_x(to));
    int top = int_min(point_y(from), point_y(to)), bottom = int_max(point_y(from), point_y(to));
    for (int y = top; y <= bottom; y++)
        memset(b->at + point_at(left, y), (int)stone, (size_t)(right - left + 1));
    return true;
}

static bool set_up_stones(const Node *node, Board *b, Error *err) {
    for (int i = 0; i < COUNT(setups); i++) {
        const Property *p = node_property(node, setups[i].id);
        for (const Value *v = p ? p->values : NULL; v; v = v->next)
            if (!set_up_value(node, v->text, setups[i].stone, b, err))
                return false;
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

NodePath node_path(const Node *end) {
    NodePath path = {0};
    for (const Node *n = end; n; n = n->parent)
        path.count++;
    path.nodes = mem_alloc((size_t)path.count * sizeof *path.nodes);
    int i = path.count;
    for (const Node *n = end; n; n = n->parent)
        path.nodes[--i] = n;
    return path;
}

// The index of the last node of the path that sets up stones; -1 if there is none.
static int last_setup(const NodePath *path) {
    int i = path->count - 1;
    while (i >= 0 && !node_sets_up_stones(path->nodes[i]))
        i--;
    return i;
}

// The color of the first move at or after node `i`, along the path and then the main line.
static Stone next_mover(const NodePath *path, int i) {
    const Node *n = path->nodes[i];
    while (n && n->point == POINT_NONE)
        n = ++i < path->count ? path->nodes[i] : n->child;
    return n ? n->color : EMPTY;
}

static Stone mover_by_count(const Board *b) {
    int ahead = 0;
    for (int p = 0; p < POINT_COUNT; p++)
        ahead += (b->at[p] == BLACK) - (b->at[p] == WHITE);
    return ahead > 0 ? WHITE : BLACK;
}

static bool refuse_move(const Node *node, int number, PlayResult why, Error *err) {
    error_set(err, "move %d: %s", number, play_result_text(why));
    return locate(node, err);
}

// The stones on the board after node `setup`. Only the stones matter here: setup restarts the game,
// because stones set up have no order in which they could be undone.
static bool stones_at_setup(const NodePath *path, int setup, Board *b, Error *err) {
    int moves = 0;
    for (int i = 0; i <= setup; i++) {
        const Node *node = path->nodes[i];
        if (!set_up_stones(node, b, err))
            return false;
        if (i == setup || node->point == POINT_NONE)
            continue;
        moves++;
        if (node->point == POINT_PASS || point_is_answer(node->point))
            continue;
        if (!board_has(b, node->point))
            return refuse_move(node, moves, PLAY_OFF_BOARD, err);
        if (b->at[node->point] != EMPTY)
            return refuse_move(node, moves, PLAY_OCCUPIED, err);
        b->at[node->point] = node->color;
    }
    return true;
}

static bool start_from_setup(const NodePath *path, int setup, Game *g, Error *err) {
    Board stones = g->board;
    if (!stones_at_setup(path, setup, &stones, err))
        return false;
    Board b;
    board_init(&b, stones.rules, stones.size);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (stones.at[p] == BLACK || stones.at[p] == WHITE)
            board_place(&b, stones.at[p], p);
    Stone stated = color_from(node_value(path->nodes[setup], "PL"));
    Stone mover = stated != EMPTY ? stated : next_mover(path, setup);
    b.turn = (uint8_t)(mover != EMPTY ? mover : mover_by_count(&b));
    board_recompute_winner(&b);
    game_start_from(g, &b);
    return true;
}

// PL sets the turn, regardless of who moved before.
static void apply_turn(const Node *node, Game *g) {
    Stone stated = color_from(node_value(node, "PL"));
    if (stated == EMPTY)
        return;
    g->board.turn = (uint8_t)stated;
    if (g->count == 0)
        g->start.turn = (uint8_t)stated;
}

// Answers in an opening protocol are not moves in SGF, so a private property (SWAP) stores them.
void record_set_answer(Record *r, Node *node, Point answer) {
    record_set_value(r, node, "SWAP", move_text(answer, r->size).text);
}

Point node_answer(const Node *node) {
    const char *text = node_value(node, "SWAP");
    Point p;
    return text && move_parse(text, BOARD_MAX, &p, NULL) && point_is_answer(p) ? p : POINT_NONE;
}

// During an opening protocol only the moves it asks for are legal.
static PlayResult play_opening(const Node *node, Game *g) {
    Point answer = node_answer(node);
    if (answer != POINT_NONE)
        return game_play(g, answer);
    return node->color == g->board.turn ? game_play(g, node->point) : PLAY_OPENING;
}

static bool apply_node(const Node *node, Game *g, Error *err) {
    apply_turn(node, g);
    bool in_opening = opening_step(&g->opening) != NULL;
    if (node->point == POINT_NONE && !(in_opening && node_answer(node) != POINT_NONE))
        return true;
    PlayResult r = in_opening ? play_opening(node, g) : game_place(g, node->color, node->point);
    if (r != PLAY_OK)
        return refuse_move(node, g->count + 1, r, err);
    clock_properties_apply_move(node, g);
    return true;
}

static bool replay_path(const NodePath *path, Game *g, Error *err) {
    int setup = last_setup(path);
    if (setup >= 0 && !start_from_setup(path, setup, g, err))
        return false;
    for (int i = int_max(setup, 0); i < path->count; i++)
        if (!apply_node(path->nodes[i], g, err))
            return false;
    return true;
}

// A result that the stones do not show, such as a resignation, comes from RE.
static void apply_result(const Record *r, Game *g) {
    const char *text = node_value(r->root, "RE");
    Result result;
    if (game_result(g).reason == END_NONE && text && record_parse_result(text, &result))
        g->forced = result;
}

static const OpeningRule *opening_of(const Record *r) {
    const char *name = node_value(r->root, "OPENING");
    return name ? opening_rule_find(name, NULL) : NULL;
}

bool record_replay(const Record *r, const Node *end, Game *out, Error *err) {
    game_init(out, &(GameOptions){.rules = r->rules,
                                  .opening = opening_of(r),
                                  .size = r->size,
                                  .time = clock_properties_read_control(r),
                                  .passes = true});
    NodePath path = node_path(end);
    bool ok = replay_path(&path, out, err);
    mem_free(path.nodes);
    if (ok && end == record_last(r))
        apply_result(r, out);
    return ok;
}

// What begins with stones that are set up is replayed from there each time.
bool record_replay_each(const Record *r, const Node *end, RecordVisitor *visit, void *context,
                        Error *err) {
    NodePath path = node_path(end);
    const Node *last = record_last(r);
    Game g;
    bool sets_up = last_setup(&path) >= 0, ok = true, goes_on = true;
    for (int i = 0; ok && goes_on && i < path.count; i++) {
        const Node *node = path.nodes[i];
        ok = i == 0 || sets_up ? record_replay(r, node, &g, err) : apply_node(node, &g, err);
        if (ok && node == last)
            apply_result(r, &g);
        goes_on = ok && visit(context, node, &g);
    }
    mem_free(path.nodes);
    return ok;
}

// The text after "B+" when writing; when reading, only its first letter counts.
static const char *const win_codes[END_COUNT] = {
    [END_RESIGN] = "R", [END_TIME] = "T",      [END_FOUL] = "F",    [END_ILLEGAL] = "F",
    [END_CRASH] = "F",  [END_NO_ANSWER] = "F", [END_FORFEIT] = "F",
};

static EndReason reason_of(char code) {
    static const char codes[] = "RrTtFf";
    static const EndReason reasons[] = {END_RESIGN, END_TIME, END_FORFEIT};
    const char *at = code ? strchr(codes, code) : NULL;
    return at ? reasons[(at - codes) / 2] : END_UNSTATED;
}

void record_format_result(Result result, Str *out) {
    if (result.reason == END_NONE)
        str_add_text(out, "?");
    else if (result.winner == EMPTY)
        str_add_text(out, "0");
    else
        str_add(out, "%c+%s", result.winner == BLACK ? 'B' : 'W',
                win_codes[result.reason] ? win_codes[result.reason] : "");
}

void record_set_result(Record *r, Result result) {
    ScopedStr text = {0};
    record_format_result(result, &text);
    record_set_value(r, r->root, "RE", str_text(&text));
}

bool record_parse_result(const char *text, Result *out) {
    if (!strcmp(text, "0") || ascii_equal(text, "Draw")) {
        *out = (Result){END_UNSTATED, EMPTY};
        return true;
    }
    Stone winner = color_from(text);
    if (winner == EMPTY || text[1] != '+')
        return false;
    *out = (Result){reason_of(text[2]), winner};
    return true;
}
