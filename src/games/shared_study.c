#include "games/shared_study.h"

#include "base/mem.h"
#include "base/util.h"
#include "core/notation.h"
#include "games/registry_internal.h"

#include <assert.h>
#include <string.h>

typedef struct {
    int number, parent; // `parent` is a number, too
    Point point;
} Leaf;

struct SharedStudy {
    Board start;
    int at, next, main;
    int count;
    Leaf leaves[SHARED_STUDY_NODES_MAX]; // in the order of their numbers; the root is none
};

static_assert(SHARED_STUDY_NODES_MAX > BOARD_MAX * BOARD_MAX,
              "a game has room, and something beside it");

static Status refuse(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

// ---- The tree

static int place_of(const SharedStudy *t, int number) {
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

static bool has(const SharedStudy *t, int number) {
    return number == 0 || place_of(t, number) >= 0;
}

static int child_by(const SharedStudy *t, int parent, Point p) {
    for (int i = 0; i < t->count; i++)
        if (t->leaves[i].parent == parent && t->leaves[i].point == p)
            return t->leaves[i].number;
    return -1;
}

static void add(SharedStudy *t, int parent, Point p) {
    t->leaves[t->count++] = (Leaf){t->next++, parent, p};
}

// The position at a node.
static Board board_at(const SharedStudy *t, int number) {
    Point path[SHARED_STUDY_NODES_MAX];
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
static SharedStudy *from_game(const Game *g) {
    SharedStudy *t = mem_alloc(sizeof *t);
    t->start = g->start;
    t->next = 1;
    for (int i = 0; i < g->count; i++)
        if (board_has(&g->board, g->moves[i].point))
            add(t, t->next - 1, g->moves[i].point);
    t->at = t->main = t->next - 1;
    return t;
}

Status registry_new_shared_study(GameRegistry *h, const char *game, SharedStudy **out, Error *err) {
    const GameEntry *e = registry_open_game(h, game, err);
    if (!e)
        return STATUS_NOT_FOUND;
    if (!registry_is_over_and_committed(e))
        return refuse(e->row.mist ? STATUS_IN_THE_MIST : STATUS_NOT_NOW, err,
                      "a game is looked at together when it is over");
    *out = from_game(&e->room->game);
    return STATUS_OK;
}

void shared_study_free(SharedStudy *t) {
    mem_free(t);
}

// ---- Changes

static Status missing(Error *err) {
    return refuse(STATUS_STALE, err, "that variation is gone; look at the board again");
}

static Status check_line(const Board *from, const Point *points, int count, Error *err) {
    Board b = *from;
    for (int i = 0; i < count; i++) {
        PlayResult r = board_play(&b, points[i]);
        if (r == PLAY_OCCUPIED)
            return refuse(STATUS_OCCUPIED, err, "a stone stands there");
        if (r != PLAY_OK)
            return refuse(STATUS_ILLEGAL_MOVE, err, play_result_text(r));
    }
    return STATUS_OK;
}

// What is told to others is this text, so it must be the usual one.
static bool read_points(const char *text, int size, Point points[static SHARED_STUDY_LINE_MAX],
                        int *count, Error *err) {
    if (!points_parse(text, size, SHARED_STUDY_LINE_MAX, points, count, err))
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

Status shared_study_play(SharedStudy *t, int at, const char *text, Error *err) {
    Point points[SHARED_STUDY_LINE_MAX];
    int count;
    if (!has(t, at))
        return missing(err);
    if (!read_points(text, t->start.size, points, &count, err))
        return STATUS_BAD_VALUE;
    if (count == 0)
        return refuse(STATUS_BAD_VALUE, err, "there is no move");
    Board b = board_at(t, at);
    Status no = check_line(&b, points, count, err);
    if (no)
        return no;
    int known = 0, node = at;
    for (int child; known < count && (child = child_by(t, node, points[known])) >= 0; known++)
        node = child;
    if (t->count + count - known > SHARED_STUDY_NODES_MAX)
        return refuse(STATUS_TOO_MANY, err,
                      "the board has as many moves as it can keep; remove some");
    for (int i = known; i < count; i++) {
        add(t, node, points[i]);
        node = t->next - 1;
    }
    t->at = node;
    return STATUS_OK;
}

Status shared_study_show(SharedStudy *t, int node, Error *err) {
    if (!has(t, node))
        return missing(err);
    t->at = node;
    return STATUS_OK;
}

// Those below have greater numbers than what they hang on, so one look at each is enough. This is
// done in the server's thread, for anybody who asks.
Status shared_study_remove(SharedStudy *t, int node, Error *err) {
    if (!has(t, node))
        return missing(err);
    if (node <= t->main)
        return refuse(STATUS_NOT_NOW, err, "the moves of the game stay");
    int first = place_of(t, node);
    int parent = t->leaves[first].parent;
    bool goes[SHARED_STUDY_NODES_MAX] = {0};
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
    return STATUS_OK;
}

// ---- Looking

int shared_study_current(const SharedStudy *t) {
    return t->at;
}

int shared_study_next_number(const SharedStudy *t) {
    return t->next;
}

int shared_study_main_end(const SharedStudy *t) {
    return t->main;
}

const char *shared_study_rules(const SharedStudy *t) {
    return t->start.rules->name;
}

int shared_study_size(const SharedStudy *t) {
    return t->start.size;
}

void shared_study_each(const SharedStudy *t, SharedStudyVisitor *visit, void *context) {
    for (int i = 0; i < t->count; i++) {
        const Leaf *leaf = &t->leaves[i];
        visit(context, leaf->number, leaf->parent, move_text(leaf->point, t->start.size).text);
    }
}
