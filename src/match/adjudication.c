#include "match/adjudication.h"

static void count(int *streak, bool holds) {
    *streak = holds ? *streak + 1 : 0;
}

// An unknown value resets all streaks.
void adjudication_add_score(Adjudication *a, const AdjudicationRules *rules, Stone color,
                            const PlayerMove *move) {
    int for_black = color == BLACK ? move->value : -move->value;
    bool known = move->has_value;
    count(&a->black, known && for_black >= rules->win_score);
    count(&a->white, known && -for_black >= rules->win_score);
    count(&a->draw, known && for_black <= rules->draw_score && -for_black <= rules->draw_score);
}

// `moves` is per side, a streak counts the moves of both.
static bool is_long_enough(int streak, int moves) {
    return moves > 0 && streak >= 2 * moves;
}

Result adjudication_result(const Adjudication *a, const AdjudicationRules *rules, int moves) {
    if (is_long_enough(a->black, rules->win_moves))
        return (Result){END_AGREED, BLACK};
    if (is_long_enough(a->white, rules->win_moves))
        return (Result){END_AGREED, WHITE};
    if (moves >= rules->draw_from && is_long_enough(a->draw, rules->draw_moves))
        return (Result){END_AGREED, EMPTY};
    return (Result){END_NONE, EMPTY};
}
