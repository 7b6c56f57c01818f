#include "games/shared_study.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "games/registry_internal.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

typedef struct {
    int number, parent; // `parent` is a node number too
    Point point;
} StudyNode;

struct SharedStudy {
    Board start;
    int current, next_number, main_end; // node numbers
    int count;
    StudyNode nodes[SHARED_STUDY_NODES_MAX]; // sorted by number; without the root
};

static_assert(SHARED_STUDY_NODES_MAX > BOARD_MAX * BOARD_MAX,
              "a full game fits, with room for variations");

static Status fail(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

// ---- The tree

static int index_of(const SharedStudy *study, int number) {
    int low = 0, high = study->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (study->nodes[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < study->count && study->nodes[low].number == number ? low : -1;
}

static bool has_node(const SharedStudy *study, int number) {
    return number == 0 || index_of(study, number) >= 0;
}

static int find_child(const SharedStudy *study, int parent, Point p) {
    for (int i = 0; i < study->count; i++)
        if (study->nodes[i].parent == parent && study->nodes[i].point == p)
            return study->nodes[i].number;
    return -1;
}

static void add_node(SharedStudy *study, int parent, Point p) {
    study->nodes[study->count++] = (StudyNode){study->next_number++, parent, p};
}

// The position at a node.
static Board board_at(const SharedStudy *study, int number) {
    Point path[SHARED_STUDY_NODES_MAX];
    int count = 0;
    while (number != 0) {
        const StudyNode *node = &study->nodes[index_of(study, number)];
        path[count++] = node->point;
        number = node->parent;
    }
    Board b = study->start;
    while (count > 0)
        board_place(&b, b.turn, path[--count]);
    return b;
}

// ---- Creation

// Only stones: opening choices swap seats and put nothing on the board.
static SharedStudy *from_game(const Game *g) {
    SharedStudy *study = mem_alloc(sizeof *study);
    study->start = g->start;
    study->next_number = 1;
    for (int i = 0; i < g->count; i++)
        if (board_has(&g->board, g->moves[i].point))
            add_node(study, study->next_number - 1, g->moves[i].point);
    study->current = study->main_end = study->next_number - 1;
    return study;
}

Status registry_new_shared_study(GameRegistry *registry, const char *game, SharedStudy **out,
                                 Error *err) {
    const GameEntry *entry = registry_open_game(registry, game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    if (!registry_is_over_and_committed(entry))
        return fail(entry->row.mist ? STATUS_IN_THE_MIST : STATUS_NOT_NOW, err,
                    "a game can be studied together once it is over");
    *out = from_game(&entry->session->game);
    return STATUS_OK;
}

void shared_study_free(SharedStudy *study) {
    mem_free(study);
}

// ---- Changes

static Status fail_missing(Error *err) {
    return fail(STATUS_STALE, err, "that variation no longer exists; load the board again");
}

static Status check_line(const Board *from, const Point *points, int count, Error *err) {
    Board b = *from;
    for (int i = 0; i < count; i++) {
        PlayResult r = board_play(&b, points[i]);
        if (r == PLAY_OCCUPIED)
            return fail(STATUS_OCCUPIED, err, "the point is occupied");
        if (r != PLAY_OK)
            return fail(STATUS_ILLEGAL_MOVE, err, play_result_text(r));
    }
    return STATUS_OK;
}

// The text is broadcast as it is, so it must be in canonical spelling.
static bool read_points(const char *text, int size, Point points[static SHARED_STUDY_LINE_MAX],
                        int *count, Error *err) {
    if (!points_parse(text, size, SHARED_STUDY_LINE_MAX, points, count, err))
        return false;
    ScopedStr canonical = {0};
    for (int i = 0; i < *count; i++)
        point_format(points[i], NOTATION_POS, size, &canonical);
    bool same = !strcmp(str_text(&canonical), text);
    if (!same)
        error_set(err, "points are written like this: %.60s", str_text(&canonical));
    return same;
}

Status shared_study_play(SharedStudy *study, int at, const char *text, Error *err) {
    Point points[SHARED_STUDY_LINE_MAX];
    int count;
    if (!has_node(study, at))
        return fail_missing(err);
    if (!read_points(text, study->start.size, points, &count, err))
        return STATUS_BAD_VALUE;
    if (count == 0)
        return fail(STATUS_BAD_VALUE, err, "there is no move");
    Board b = board_at(study, at);
    Status status = check_line(&b, points, count, err);
    if (status)
        return status;
    int known = 0, node = at;
    for (int child; known < count && (child = find_child(study, node, points[known])) >= 0; known++)
        node = child;
    if (study->count + count - known > SHARED_STUDY_NODES_MAX)
        return status_fail(STATUS_STUDY_FULL, err);
    for (int i = known; i < count; i++) {
        add_node(study, node, points[i]);
        node = study->next_number - 1;
    }
    study->current = node;
    return STATUS_OK;
}

Status shared_study_show(SharedStudy *study, int node, Error *err) {
    if (!has_node(study, node))
        return fail_missing(err);
    study->current = node;
    return STATUS_OK;
}

// One pass is enough, since children have larger numbers than their parents. It must be fast: it
// runs in the server's thread on any user's request.
Status shared_study_remove(SharedStudy *study, int node, Error *err) {
    if (!has_node(study, node))
        return fail_missing(err);
    if (node <= study->main_end)
        return status_fail(STATUS_STUDY_GAME_MOVE, err);
    int first = index_of(study, node);
    int parent = study->nodes[first].parent;
    bool is_removed[SHARED_STUDY_NODES_MAX] = {0};
    is_removed[first] = true;
    for (int i = first + 1; i < study->count; i++) {
        int parent_index = index_of(study, study->nodes[i].parent);
        is_removed[i] = parent_index >= 0 && is_removed[parent_index];
    }
    if (study->current != 0 && is_removed[index_of(study, study->current)])
        study->current = parent;
    int left = 0;
    for (int i = 0; i < study->count; i++)
        if (!is_removed[i])
            study->nodes[left++] = study->nodes[i];
    study->count = left;
    return STATUS_OK;
}

// ---- Reading

int shared_study_current(const SharedStudy *study) {
    return study->current;
}

int shared_study_next_number(const SharedStudy *study) {
    return study->next_number;
}

int shared_study_main_end(const SharedStudy *study) {
    return study->main_end;
}

const char *shared_study_rules(const SharedStudy *study) {
    return study->start.rules->name;
}

int shared_study_size(const SharedStudy *study) {
    return study->start.size;
}

void shared_study_each(const SharedStudy *study, SharedStudyVisitor *visit, void *context) {
    for (int i = 0; i < study->count; i++) {
        const StudyNode *node = &study->nodes[i];
        visit(context, node->number, node->parent, move_text(node->point, study->start.size).text);
    }
}

// ---- As a text: CURRENT NEXT_NUMBER, then NUMBER PARENT POINT of every node that is not a move of
// the game.

void shared_study_write(const SharedStudy *study, Str *out) {
    str_add(out, "%d %d", study->current, study->next_number);
    for (int i = 0; i < study->count; i++) {
        const StudyNode *node = &study->nodes[i];
        if (node->number > study->main_end)
            str_add(out, " %d %d %s", node->number, node->parent,
                    move_text(node->point, study->start.size).text);
    }
}

static bool read_number(const char **at, int *out) {
    int64_t n;
    bool ok = note_number(at, &n) && n >= 0 && n <= INT_MAX / 2;
    *out = ok ? (int)n : 0;
    return ok;
}

// `at` is the position at the node `of`: mostly the next node continues there.
static bool read_node(SharedStudy *study, const char **text, Board *at, int *of) {
    StudyNode node;
    char point[MOVE_TEXT_SIZE];
    Error ignored = {0};
    int last = study->count > 0 ? study->nodes[study->count - 1].number : 0;
    if (study->count == SHARED_STUDY_NODES_MAX || !read_number(text, &node.number) ||
        !read_number(text, &node.parent) || !note_word(text, point, sizeof point) ||
        !move_parse(point, study->start.size, &node.point, &ignored) || node.number <= last ||
        !has_node(study, node.parent))
        return false;
    if (node.parent != *of)
        *at = board_at(study, node.parent);
    Board after = *at;
    if (!board_has(&after, node.point) || board_play(&after, node.point) != PLAY_OK)
        return false;
    board_place(at, at->turn, node.point);
    *of = node.number;
    study->nodes[study->count++] = node;
    return true;
}

bool shared_study_read(SharedStudy *study, const char *text, Error *err) {
    int current, next, of = -1;
    Board at;
    bool ok = read_number(&text, &current) && read_number(&text, &next);
    while (ok && *text)
        ok = read_node(study, &text, &at, &of);
    int last = study->count > 0 ? study->nodes[study->count - 1].number : 0;
    if (!ok || next <= last || !has_node(study, current))
        return error_set(err, "the study of a game is damaged");
    study->current = current;
    study->next_number = next;
    return true;
}
