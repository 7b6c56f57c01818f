#include "record/position.h"

Record *record_from_position(const Board *b) {
    Game g;
    game_init(&g, &(GameOptions){.rules = b->rules, .size = b->size});
    game_start_from(&g, b);
    Record *r = record_from_game(&g);
    record_set_value(r, r->root, "PL", b->turn == BLACK ? "B" : "W"); // also on an empty board
    return r;
}
