#include "core/mist_belief.h"

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
    for (int i = 0; i < MIST_CELLS; i++) {
        int x = point_x(view->center) - MIST_REACH + i % MIST_WIDTH;
        int y = point_y(view->center) - MIST_REACH + i / MIST_WIDTH;
        if (view->cells[i] == BLACK || view->cells[i] == WHITE)
            add_stone(seen, view->cells[i], point_at(x, y));
    }
}

bool mist_knowledge_at(const MistHistory *h, int turn, MistKnowledge *out) {
    MistHistory part = history_until(h, turn);
    out->center = part.turns[turn].view.center;
    board_init(&out->seen, &rules_freestyle, MIST_BOARD_SIZE);
    for (int i = 0; i < part.turn_count; i++) {
        add_view(&out->seen, &part.turns[i].view);
        if (part.turns[i].move != POINT_NONE)
            add_stone(&out->seen, part.me, part.turns[i].move);
    }
    for (int i = 0; i < part.hit_count; i++)
        add_stone(&out->seen, stone_other(part.me), part.hits[i].point);
    out->seen.turn = (uint8_t)part.me;
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
