// Constraint search. The points that send the hole to the same center form a class of at most four.
// The hole tells the class of each stone, and only the rule that nobody has a five yet connects the
// classes: so the placements of each class are enumerated, and those that force a five are dropped.
#include "core/mist_belief.h"

#include "core/mist.h"

#include <limits.h>
#include <string.h>

enum { POINTS = MIST_BOARD_SIZE * MIST_BOARD_SIZE, PLACEMENTS_MAX = 24, SEARCH_STEPS_MAX = 20000 };

// What the views, hits and own moves tell about each point.
typedef struct {
    int empty_until[POINT_COUNT]; // the last turn on which it was seen empty; -1: never
    int taken_by[POINT_COUNT];    // the first turn on which the opponent's stone was seen or hit
    bool is_own[POINT_COUNT];     // has an own stone, or will have: never the opponent's
} PointFacts;

// The stones of one class and their possible placements: placement[i] is the point of stone i.
typedef struct {
    Point points[MIST_CANDIDATES_MAX];
    int stones[MIST_CANDIDATES_MAX]; // indices into MistBelief.stones
    int point_count, stone_count, placement_count;
    Point placements[PLACEMENTS_MAX][MIST_CANDIDATES_MAX];
} HoleClass;

typedef struct {
    const PointFacts *facts;
    MistBelief *belief;
    int class_count;
    HoleClass classes[MIST_TURNS_MAX];
    Board board; // of the search for a placement without a five
    int steps;
} Inference;

static Point nth_point(int i) {
    return point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
}

// ---- Facts

static bool note_taken(PointFacts *facts, Point p, int turn) {
    if (turn < facts->taken_by[p])
        facts->taken_by[p] = turn;
    return !facts->is_own[p];
}

static bool note_cell(PointFacts *facts, const MistHistory *h, int turn, Point p, Stone seen) {
    if (seen == stone_other(h->me))
        return note_taken(facts, p, turn);
    if (seen == h->me)
        return facts->is_own[p];
    facts->empty_until[p] = turn;
    return !facts->is_own[p] && facts->taken_by[p] == INT_MAX;
}

static bool note_view(PointFacts *facts, const MistHistory *h, int turn) {
    const MistView *view = &h->turns[turn].view;
    bool ok = true;
    for (int i = 0; i < MIST_CELLS && ok; i++) {
        Point p = mist_view_point(view, i);
        bool on_board = p != POINT_NONE;
        ok = on_board == (view->cells[i] != WALL) &&
             (!on_board || note_cell(facts, h, turn, p, view->cells[i]));
    }
    return ok;
}

static bool collect_facts(const MistHistory *h, PointFacts *facts) {
    int hit = 0;
    for (int i = 0; i < POINT_COUNT; i++) {
        facts->empty_until[i] = -1;
        facts->taken_by[i] = INT_MAX;
        facts->is_own[i] = false;
    }
    for (int turn = 0; turn < h->turn_count; turn++) {
        if (!note_view(facts, h, turn))
            return false;
        for (; hit < h->hit_count && h->hits[hit].turn == turn; hit++)
            if (facts->empty_until[h->hits[hit].point] == turn ||
                !note_taken(facts, h->hits[hit].point, turn))
                return false;
        Point move = h->turns[turn].move;
        if (move != POINT_NONE && facts->taken_by[move] != INT_MAX)
            return false;
        facts->is_own[move] = move != POINT_NONE;
    }
    return true;
}

// ---- Classes

static HoleClass *class_of(Inference *inference, Point center) {
    for (int i = 0; i < inference->class_count; i++)
        if (mist_center_after(inference->classes[i].points[0]) == center)
            return &inference->classes[i];
    HoleClass *c = &inference->classes[inference->class_count];
    *c = (HoleClass){0};
    for (int i = 0; i < POINTS; i++)
        if (mist_center_after(nth_point(i)) == center)
            c->points[c->point_count++] = nth_point(i);
    inference->class_count += c->point_count > 0;
    return c->point_count > 0 ? c : NULL;
}

// A placement must have a stone on each of the class's points where one was seen.
static bool explains_seen_stones(const PointFacts *facts, const HoleClass *c,
                                 const Point *placement) {
    for (int i = 0; i < c->point_count; i++)
        if (facts->taken_by[c->points[i]] != INT_MAX &&
            !points_have(placement, c->stone_count, c->points[i]))
            return false;
    return true;
}

static void list_placements(const Inference *inference, HoleClass *c, Point *placement, int count) {
    if (count == c->stone_count) {
        if (!explains_seen_stones(inference->facts, c, placement))
            return;
        memcpy(c->placements[c->placement_count++], placement, sizeof c->placements[0]);
        return;
    }
    int turn = inference->belief->stones[c->stones[count]].turn;
    for (int i = 0; i < c->point_count && count < MIST_CANDIDATES_MAX; i++) {
        Point p = c->points[i];
        if (inference->facts->is_own[p] || turn <= inference->facts->empty_until[p] ||
            turn > inference->facts->taken_by[p] || points_have(placement, count, p))
            continue;
        placement[count] = p;
        list_placements(inference, c, placement, count + 1);
    }
}

static bool is_seen_stone_unexplained(const Inference *inference) {
    const PointFacts *facts = inference->facts;
    for (int i = 0; i < POINTS; i++) {
        Point p = nth_point(i);
        bool explained = facts->taken_by[p] == INT_MAX;
        for (int j = 0; j < inference->class_count && !explained; j++)
            explained =
                points_have(inference->classes[j].points, inference->classes[j].point_count, p);
        if (!explained)
            return true;
    }
    return false;
}

// ---- Fives

static bool place_stones(Board *b, Stone color, const HoleClass *c, const Point *placement) {
    bool wins = false;
    for (int i = 0; i < c->stone_count; i++) {
        b->at[placement[i]] = (uint8_t)color;
        wins |= board_wins_at(b, placement[i]);
    }
    return !wins;
}

static void remove_stones(Board *b, const HoleClass *c, const Point *placement) {
    for (int i = 0; i < c->stone_count; i++)
        b->at[placement[i]] = EMPTY;
}

// True if the classes from `at` on have placements without a five of the opponent. Class `fixed` is
// on the board already. Gives up after many steps: then true.
static bool fits_without_five(Inference *inference, Stone color, int at, int fixed) {
    at += at == fixed;
    if (at >= inference->class_count || ++inference->steps > SEARCH_STEPS_MAX)
        return true;
    const HoleClass *c = &inference->classes[at];
    bool found = false;
    for (int i = 0; i < c->placement_count && !found; i++) {
        found = place_stones(&inference->board, color, c, c->placements[i]) &&
                fits_without_five(inference, color, at + 1, fixed);
        remove_stones(&inference->board, c, c->placements[i]);
    }
    return found;
}

// True if the opponent had a five with a stone on every candidate point.
static bool could_be_five(const Inference *inference, Stone color) {
    Board all = inference->board;
    for (int i = 0; i < inference->class_count; i++)
        for (int j = 0; j < inference->classes[i].placement_count; j++)
            if (!place_stones(&all, color, &inference->classes[i],
                              inference->classes[i].placements[j]))
                return true;
    return false;
}

static void drop_placements_with_fives(Inference *inference, Stone color) {
    if (!could_be_five(inference, color))
        return;
    for (int i = 0; i < inference->class_count; i++) {
        HoleClass *c = &inference->classes[i];
        int kept = 0;
        for (int j = 0; j < c->placement_count; j++) {
            inference->steps = 0;
            // Four stones at most: no five yet.
            place_stones(&inference->board, color, c, c->placements[j]);
            bool ok = fits_without_five(inference, color, 0, i);
            remove_stones(&inference->board, c, c->placements[j]);
            if (ok)
                memmove(c->placements[kept++], c->placements[j], sizeof c->placements[0]);
        }
        c->placement_count = kept;
    }
}

// ---- The belief

static void add_candidates(MistStone *stone, const HoleClass *c, int index) {
    for (int i = 0; i < c->placement_count; i++)
        if (!points_have(stone->points, stone->count, c->placements[i][index]))
            stone->points[stone->count++] = c->placements[i][index];
}

// A point that has a stone in every placement is certain, even if it is not certain which one.
static void place_certain(Board *known, Stone color, const HoleClass *c) {
    for (int i = 0; i < c->point_count; i++) {
        bool certain = true;
        for (int j = 0; j < c->placement_count; j++)
            certain &= points_have(c->placements[j], c->stone_count, c->points[i]);
        if (certain)
            board_place(known, color, c->points[i]);
    }
}

// The opponent's stones, each with its class. Black has no view of a stone on its first turn.
static bool list_stones(Inference *inference, const MistHistory *h) {
    MistBelief *belief = inference->belief;
    int first = h->me == BLACK;
    if (first && h->turns[0].view.center != mist_first_center())
        return false;
    for (int turn = first; turn < h->turn_count; turn++) {
        HoleClass *c = class_of(inference, h->turns[turn].view.center);
        if (!c || c->stone_count == c->point_count)
            return false;
        c->stones[c->stone_count++] = belief->stone_count;
        belief->stones[belief->stone_count++] = (MistStone){.turn = turn};
    }
    return true;
}

static bool infer(Inference *inference, const MistHistory *h) {
    Stone opponent = stone_other(h->me);
    if (!list_stones(inference, h) || is_seen_stone_unexplained(inference))
        return false;
    for (int i = 0; i < inference->class_count; i++) {
        Point placement[MIST_CANDIDATES_MAX] = {0};
        list_placements(inference, &inference->classes[i], placement, 0);
    }
    drop_placements_with_fives(inference, opponent);
    for (int i = 0; i < inference->class_count; i++) {
        const HoleClass *c = &inference->classes[i];
        if (c->placement_count == 0)
            return false;
        for (int j = 0; j < c->stone_count; j++)
            add_candidates(&inference->belief->stones[c->stones[j]], c, j);
        place_certain(&inference->belief->known, opponent, c);
    }
    return true;
}

bool mist_belief_init(MistBelief *belief, const MistHistory *h) {
    PointFacts facts;
    Inference inference = {.facts = &facts, .belief = belief};
    belief->stone_count = 0;
    board_init(&belief->known, &rules_freestyle, MIST_BOARD_SIZE);
    if (!mist_history_is_my_turn(h) || !collect_facts(h, &facts))
        return false;
    for (int i = 0; i < h->turn_count; i++)
        if (h->turns[i].move != POINT_NONE)
            board_place(&belief->known, h->me, h->turns[i].move);
    inference.board = belief->known;
    bool ok = belief->known.winner == EMPTY && infer(&inference, h);
    belief->known.turn = (uint8_t)h->me;
    return ok;
}

// ---- What a player knew at one of its turns

static MistHistory history_until(const MistHistory *h, int turn) {
    MistHistory part = *h;
    part.turn_count = turn + 1;
    part.turns[turn].move = POINT_NONE;
    while (part.hit_count > 0 && part.hits[part.hit_count - 1].turn > turn)
        part.hit_count--;
    return part;
}

static void add_stone(Board *b, Stone color, Point p) {
    if (b->at[p] == EMPTY)
        board_place(b, color, p);
}

static void add_view(Board *seen, const MistView *view) {
    for (int i = 0; i < MIST_CELLS; i++)
        if (view->cells[i] == BLACK || view->cells[i] == WHITE)
            add_stone(seen, view->cells[i], mist_view_point(view, i));
}

Board mist_history_seen(const MistHistory *h) {
    Board seen;
    board_init(&seen, &rules_freestyle, MIST_BOARD_SIZE);
    for (int i = 0; i < h->turn_count; i++) {
        add_view(&seen, &h->turns[i].view);
        if (h->turns[i].move != POINT_NONE)
            add_stone(&seen, h->me, h->turns[i].move);
    }
    for (int i = 0; i < h->hit_count; i++)
        add_stone(&seen, stone_other(h->me), h->hits[i].point);
    seen.turn = (uint8_t)h->me;
    return seen;
}

bool mist_knowledge_at(const MistHistory *h, int turn, MistKnowledge *out) {
    MistHistory part = history_until(h, turn);
    out->center = part.turns[turn].view.center;
    out->seen = mist_history_seen(&part);
    return mist_belief_init(&out->belief, &part);
}

int mist_knowledge_deduced(const MistKnowledge *k, Point points[static MIST_TURNS_MAX]) {
    int count = 0;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (board_has(&k->seen, p) && k->seen.at[p] == EMPTY && k->belief.known.at[p] != EMPTY)
            points[count++] = p;
    return count;
}

int mist_knowledge_possible(const MistKnowledge *k, Point points[static POINT_COUNT]) {
    bool possible[POINT_COUNT] = {0};
    int count = 0;
    for (int i = 0; i < k->belief.stone_count; i++)
        for (int j = 0; j < k->belief.stones[i].count; j++)
            possible[k->belief.stones[i].points[j]] = true;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (possible[p] && k->belief.known.at[p] == EMPTY)
            points[count++] = p;
    return count;
}
