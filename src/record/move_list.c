#include "record/move_list.h"

MoveReader move_reader_over(Record *empty) {
    MoveReader m = {.record = empty, .last = empty->root};
    board_init(&m.board, empty->rules, empty->size);
    return m;
}

bool move_reader_add(MoveReader *m, Point p, const Scanner *where, Error *err) {
    if (m->board.at[p] != EMPTY)
        return scanner_error(where, err, "%s", play_result_text(PLAY_OCCUPIED));
    m->last = record_add_move(m->record, m->last, m->board.turn, p);
    m->last->line = where->line;
    m->last->column = where->column;
    board_place(&m->board, m->board.turn, p);
    return true;
}

static bool fits(const Game *g, const Node *end, Error *err) {
    int n = 0;
    for (int i = 0; i < g->count; i++) {
        const Move *m = &g->moves[i];
        if (point_is_answer(m->point)) // a swap of colors; the stones are the same without it
            continue;
        if (m->point == POINT_PASS)
            return error_set(err, "move %d is a pass, which this format cannot hold", n + 1);
        if (m->color != (n % 2 ? WHITE : BLACK))
            return error_set(err, "move %d is %s's out of turn, which this format cannot hold",
                             n + 1, stone_name(m->color));
        n++;
    }
    // Setup in the middle of a game restarts the history, so it is shorter than the path.
    if (g->start.stones > 0 || n != node_moves(end))
        return error_set(err, "stones are set up, and this format holds only moves");
    return true;
}

bool move_list_from(const Record *r, const Node *end, MoveList *out, Error *err) {
    if (!end)
        end = record_last(r);
    Game g;
    if (!record_replay(r, end, &g, err) || !fits(&g, end, err))
        return false;
    out->count = node_moves(end);
    out->result = game_result(&g);
    int i = out->count;
    for (const Node *node = end; node; node = node->parent)
        if (node->point != POINT_NONE)
            out->moves[--i] = node;
    return true;
}
