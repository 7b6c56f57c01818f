#include "room/together.h"

#include "base/mem.h"
#include "base/util.h"
#include "core/notation.h"
#include "room/hall_inside.h"

#include <assert.h>
#include <string.h>

typedef struct {
    int number, parent; // `parent` is a number, too
    Point point;
} Leaf;

struct Together {
    Board start;
    int at, next, main;
    int count;
    Leaf leaves[TOGETHER_NODES_MAX]; // in the order of their numbers; the root is none
};

static_assert(TOGETHER_NODES_MAX > BOARD_MAX * BOARD_MAX,
              "a game has room, and something beside it");

static Refusal refuse(Refusal why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

// ---- The tree

static int place_of(const Together *t, int number) {
    int low = 0, high = t->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (t->leaves[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->count && t->leaves[low].number == number ? low : -1;
}

static bool has(const Together *t, int number) {
    return number == 0 || place_of(t, number) >= 0;
}

static int child_by(const Together *t, int parent, Point p) {
    for (int i = 0; i < t->count; i++)
        if (t->leaves[i].parent == parent && t->leaves[i].point == p)
            return t->leaves[i].number;
    return -1;
}

static void add(Together *t, int parent, Point p) {
    t->leaves[t->count++] = (Leaf){t->next++, parent, p};
}

// The position at a node.
static Board board_at(const Together *t, int number) {
    Point path[TOGETHER_NODES_MAX];
    int count = 0;
    while (number != 0) {
        const Leaf *leaf = &t->leaves[place_of(t, number)];
        path[count++] = leaf->point;
        number = leaf->parent;
    }
    Board b = t->start;
    while (count > 0)
        board_place(&b, b.turn, path[--count]);
    return b;
}

// ---- The beginning

// Only stones: answers of the opening changed seats, and the board shows none of that.
static Together *from_game(const Game *g) {
    Together *t = mem_alloc(sizeof *t);
    t->start = g->start;
    t->next = 1;
    for (int i = 0; i < g->count; i++)
        if (board_has(&g->board, g->moves[i].point))
            add(t, t->next - 1, g->moves[i].point);
    t->at = t->main = t->next - 1;
    return t;
}

Refusal hall_look_together(Hall *h, const char *game, Together **out, Error *err) {
    const Entry *e = hall_open(h, game, err);
    if (!e)
        return REFUSED_NOT_FOUND;
    if (!hall_is_over(e))
        return refuse(e->row.mist ? REFUSED_IN_THE_MIST : REFUSED_NOT_NOW, err,
                      "a game is looked at together when it is over");
    *out = from_game(&e->room->game);
    return REFUSED_NOT;
}

void together_free(Together *t) {
    mem_free(t);
}

// ---- Changes

static Refusal missing(Error *err) {
    return refuse(REFUSED_STALE, err, "that variation is gone; look at the board again");
}

static Refusal check_line(const Board *from, const Point *points, int count, Error *err) {
    Board b = *from;
    for (int i = 0; i < count; i++) {
        PlayResult r = board_play(&b, points[i]);
        if (r == PLAY_OCCUPIED)
            return refuse(REFUSED_OCCUPIED, err, "a stone stands there");
        if (r != PLAY_OK)
            return refuse(REFUSED_ILLEGAL_MOVE, err, play_result_text(r));
    }
    return REFUSED_NOT;
}

// What is told to others is this text, so it must be the usual one.
static bool read_points(const char *text, int size, Point points[static TOGETHER_LINE_MAX],
                        int *count, Error *err) {
    if (!points_parse(text, size, TOGETHER_LINE_MAX, points, count, err))
        return false;
    Str usual = {0};
    for (int i = 0; i < *count; i++)
        point_format(points[i], NOTATION_POS, size, &usual);
    bool same = !strcmp(str_text(&usual), text);
    if (!same)
        error_set(err, "points are written like this: %.60s", str_text(&usual));
    str_release(&usual);
    return same;
}

Refusal together_play(Together *t, int at, const char *text, Error *err) {
    Point points[TOGETHER_LINE_MAX];
    int count;
    if (!has(t, at))
        return missing(err);
    if (!read_points(text, t->start.size, points, &count, err))
        return REFUSED_BAD_VALUE;
    if (count == 0)
        return refuse(REFUSED_BAD_VALUE, err, "there is no move");
    Board b = board_at(t, at);
    Refusal no = check_line(&b, points, count, err);
    if (no)
        return no;
    int known = 0, node = at;
    for (int child; known < count && (child = child_by(t, node, points[known])) >= 0; known++)
        node = child;
    if (t->count + count - known > TOGETHER_NODES_MAX)
        return refuse(REFUSED_TOO_MANY, err,
                      "the board has as many moves as it can keep; remove some");
    for (int i = known; i < count; i++) {
        add(t, node, points[i]);
        node = t->next - 1;
    }
    t->at = node;
    return REFUSED_NOT;
}

Refusal together_show(Together *t, int node, Error *err) {
    if (!has(t, node))
        return missing(err);
    t->at = node;
    return REFUSED_NOT;
}

// Those below have greater numbers than what they hang on, so one look at each is enough. This is
// done in the server's thread, for anybody who asks.
Refusal together_remove(Together *t, int node, Error *err) {
    if (!has(t, node))
        return missing(err);
    if (node <= t->main)
        return refuse(REFUSED_NOT_NOW, err, "the moves of the game stay");
    int first = place_of(t, node);
    int parent = t->leaves[first].parent;
    bool goes[TOGETHER_NODES_MAX] = {0};
    goes[first] = true;
    for (int i = first + 1; i < t->count; i++) {
        int above = place_of(t, t->leaves[i].parent);
        goes[i] = above >= 0 && goes[above];
    }
    if (t->at != 0 && goes[place_of(t, t->at)])
        t->at = parent;
    int left = 0;
    for (int i = 0; i < t->count; i++)
        if (!goes[i])
            t->leaves[left++] = t->leaves[i];
    t->count = left;
    return REFUSED_NOT;
}

// ---- Looking

int together_at(const Together *t) {
    return t->at;
}

int together_next(const Together *t) {
    return t->next;
}

int together_main(const Together *t) {
    return t->main;
}

const char *together_rules(const Together *t) {
    return t->start.rules->name;
}

int together_size(const Together *t) {
    return t->start.size;
}

void together_each(const Together *t, TogetherVisitor *visit, void *context) {
    for (int i = 0; i < t->count; i++) {
        const Leaf *leaf = &t->leaves[i];
        visit(context, leaf->number, leaf->parent, move_text(leaf->point, t->start.size).text);
    }
}
