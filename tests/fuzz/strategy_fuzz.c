// Strategies: reading terminates and says why it failed; what was read answers every mirror image
// of its positions, and stones in settled pairs lead to legal moves. The input is the lines before
// the end; a correct end line is added, so that the checksum does not stop everything.
#include "base/scanner.h"
#include "fuzz.h"
#include "proof/strategy.h"
#include "token_mutator.h"

static void check_move(const Board *b, const StrategyMove *m) {
    bool used[POINT_COUNT] = {false};
    DEMAND(board_check(b, m->move) == PLAY_OK);
    for (int k = 0; k < 2 * m->pair_count; k++) {
        DEMAND(board_has(b, m->pairs[k]));
        DEMAND(!m->has_open_points || (b->at[m->pairs[k]] == EMPTY && !used[m->pairs[k]]));
        used[m->pairs[k]] = true;
    }
}

// Plays the move, shares some of the pairs and takes a point of another, as far as they are empty:
// those of a strategy without settled pairs need not be.
static void check_pairs(const Strategy *s, Board b, const StrategyMove *m) {
    StrategyMove next;
    board_place(&b, BLACK, m->move);
    for (int k = 0; k < m->pair_count; k++) {
        Point p = m->pairs[2 * k + k % 2], q = m->pairs[2 * k + 1 - k % 2];
        if (b.at[p] != EMPTY || b.at[q] != EMPTY || p == q)
            continue;
        board_place(&b, WHITE, p);
        b.turn = BLACK;
        if (strategy_find_next(s, &b, m, &next))
            check_move(&b, &next);
        if (k % 3 > 0)
            board_place(&b, BLACK, q);
        b.turn = BLACK;
        if (strategy_find(s, &b, &next))
            check_move(&b, &next);
    }
}

static void check_entry(const Strategy *s, const Json *entry) {
    const char *position = entry ? json_text(entry, "position") : NULL;
    Board b, turned;
    board_init(&b, s->heading.rules, s->heading.size);
    if (!position || !certificate_read_position(position, &b, NULL))
        return;
    b.turn = (uint8_t)s->heading.side;
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        StrategyMove m;
        turned = b;
        for (int k = 0; k < b.size * b.size; k++) {
            Point p = point_at(k % b.size, k / b.size);
            turned.at[symmetry_apply(i, p, b.size)] = b.at[p];
        }
        DEMAND(strategy_find(s, &turned, &m));
        check_move(&turned, &m);
        check_pairs(s, turned, &m);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str text = {0};
    int64_t lines = -1;
    str_add_bytes(&text, data, size);
    if (size == 0 || data[size - 1] != '\n')
        str_add_char(&text, '\n');
    for (size_t i = 0; i < text.len; i++)
        lines += text.data[i] == '\n';
    size_t before_end = text.len;
    certificate_write_end(&text, lines);
    Strategy s;
    Error err = {0};
    bool ok = strategy_read(text.data, text.len, &s, &err);
    DEMAND(ok || *err.text);
    if (ok) {
        Scanner all = scanner_over(text.data, before_end), line;
        scanner_line(&all, &line);
        while (scanner_line(&all, &line)) {
            Arena arena = {0};
            check_entry(&s, json_scan(&arena, &line, NULL));
            arena_release(&arena);
        }
        strategy_release(&s);
    }
    str_release(&text);
    return 0;
}
