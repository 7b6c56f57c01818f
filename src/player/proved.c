#include "player/proved.h"

#include "base/number.h"

#include <assert.h>
#include <string.h>

// ---- The published strategies

// The bytes of the files: embedded_nets.S.
#define STRATEGY(symbol, file)                                                                     \
    extern const char embedded_strategy_##symbol[], embedded_strategy_##symbol##_end[];
#define STRATEGY_ROW(rules, size, side, is_whole, name, symbol)
#include "strategy_table.inc"
#undef STRATEGY
#undef STRATEGY_ROW

// Numbers of the files.
enum {
#define STRATEGY(symbol, file) FILE_##symbol,
#define STRATEGY_ROW(rules, size, side, is_whole, name, symbol)
#include "strategy_table.inc"
#undef STRATEGY
#undef STRATEGY_ROW
    FILE_COUNT,
};

static_assert((int)FILE_COUNT <= (int)STRATEGY_FILES_MAX, "room for every file");

// WebAssembly embeds none: the page fetches them.
#if defined(__wasm__)
    #define BYTES(symbol) NULL, NULL
#else
    #define BYTES(symbol) embedded_strategy_##symbol, embedded_strategy_##symbol##_end
#endif

static const struct {
    const char *text, *end;
} embedded[] = {
#define STRATEGY(symbol, file) {BYTES(symbol)},
#define STRATEGY_ROW(rules, size, side, is_whole, name, symbol)
#include "strategy_table.inc"
#undef STRATEGY
#undef STRATEGY_ROW
};

static const StrategyRow rows[] = {
#define STRATEGY(symbol, file)
#define STRATEGY_ROW(rules, size, side, is_whole, name, symbol)                                    \
    {&rules_##rules, size, side, is_whole, name, FILE_##symbol},
#include "strategy_table.inc"
#undef STRATEGY
#undef STRATEGY_ROW
};

const StrategyRow *strategy_row_at(int i) {
    return i < COUNT(rows) ? &rows[i] : NULL;
}

const StrategyRow *strategy_row_find(const Rules *rules, int size, Stone side) {
    for (int i = 0; i < COUNT(rows); i++)
        if (rows[i].rules == rules && rows[i].size == size && rows[i].side == side)
            return &rows[i];
    return NULL;
}

void strategy_set_release(StrategySet *set) {
    for (int i = 0; i < FILE_COUNT; i++) {
        if (set->read[i])
            strategy_release(set->read[i]);
        mem_free(set->read[i]);
    }
    *set = (StrategySet){0};
}

static bool add_file(StrategySet *set, int file, const char *text, size_t len, Error *err) {
    Strategy *s = mem_alloc(sizeof *s);
    if (!strategy_read(text, len, s, err)) {
        mem_free(s);
        return false;
    }
    if (set->read[file])
        strategy_release(set->read[file]);
    mem_free(set->read[file]);
    set->read[file] = s;
    return true;
}

bool strategy_set_add(StrategySet *set, const char *name, const char *text, size_t len,
                      Error *err) {
    for (int i = 0; i < COUNT(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return add_file(set, rows[i].file, text, len, err) || error_prefix(err, name);
    return error_set(err, "there is no strategy '%.40s'", name);
}

const Strategy *strategy_set_find(StrategySet *set, const Rules *rules, int size, Stone side) {
    const StrategyRow *row = strategy_row_find(rules, size, side);
    if (!row)
        return NULL;
    const char *text = embedded[row->file].text;
    if (!set->read[row->file] && text)
        add_file(set, row->file, text, (size_t)(embedded[row->file].end - text), NULL);
    const Strategy *s = set->read[row->file];
    // A file that the host supplied may not be what its name says.
    return s && s->heading.side == side && s->heading.size == size ? s : NULL;
}

// ---- Pairs

// Where the strategy ended with pairs, they hold from then on. Finds the last such position of the
// game, and its pairs.
static bool pairs_of_game(const Strategy *s, const Game *g, StrategyMove *out) {
    Board b = g->start;
    bool found = false;
    for (int i = 0; i < g->count; i++) {
        const Move *m = &g->moves[i];
        StrategyMove next = {.has_pairs = false};
        if (!board_has(&b, m->point)) // a pass, or an answer in an opening
            continue;
        if (m->color == s->heading.side)
            strategy_find(s, &b, &next);
        board_place(&b, m->color, m->point);
        if (next.has_pairs && next.move == m->point) {
            *out = next;
            found = true;
        }
    }
    return found;
}

// What holds depends on the board alone. But several entries may fit it, with other pairs, and the
// pairs that held before should stay: so this follows the game from its start.
static bool find_settled(const Strategy *s, const Game *g, StrategyMove *out) {
    Board b = g->start;
    StrategyMove next = {0};
    for (int i = 0; i < g->count; i++) {
        const Move *m = &g->moves[i];
        if (!board_has(&b, m->point)) // a pass, or an answer in an opening
            continue;
        bool is_own = m->color == s->heading.side;
        if (is_own && (!strategy_find_next(s, &b, &next, &next) || next.move != m->point))
            next = (StrategyMove){0};
        board_place(&b, m->color, m->point);
    }
    return strategy_find_next(s, &g->board, &next, out);
}

// Removes the pairs of which a point is taken. If the other side has taken one point of a pair and
// the other is empty, that is the next move; POINT_NONE: nothing needs an answer. False if there
// are two such pairs.
static bool find_answer(const Board *b, Stone side, StrategyMove *next) {
    Stone other = stone_other(side);
    int kept = 0;
    next->move = POINT_NONE;
    for (int i = 0; i < next->pair_count; i++) {
        Point p = next->pairs[2 * i], q = next->pairs[2 * i + 1];
        bool one = b->at[p] == other && b->at[q] == EMPTY,
             two = b->at[q] == other && b->at[p] == EMPTY;
        if ((one || two) && next->move != POINT_NONE)
            return false;
        if (one || two)
            next->move = one ? q : p;
        if (b->at[p] == EMPTY && b->at[q] == EMPTY) {
            next->pairs[2 * kept] = p;
            next->pairs[2 * kept + 1] = q;
            kept++;
        }
    }
    next->pair_count = kept;
    return true;
}

// The checker's word that the pairs hold if the other side moves next.
static bool pairs_hold(const Board *b, Stone side, const StrategyMove *next) {
    Board after = *b;
    Proof proof;
    ProofCheck check = {0};
    // If they hold before a move of the side that is no answer, they hold after it: one more stone
    // of its own takes windows away, and no pair of another window.
    if (next->move != POINT_NONE && board_play(&after, next->move) != PLAY_OK)
        return false;
    after.turn = (uint8_t)stone_other(side);
    proof_init(&proof, &after);
    proof_add_pairs(&proof, POINT_NONE, next->pairs, next->pair_count);
    bool ok = proof_node_holds(&proof, side, &after, 0, &check, NULL);
    proof_release(&proof);
    return ok;
}

bool proved_move(StrategySet *set, const Game *g, ProvedMove *out) {
    const Board *b = &g->board;
    const Strategy *s = strategy_set_find(set, b->rules, b->size, b->turn);
    Point fives[BOARD_MAX * BOARD_MAX];
    *out = (ProvedMove){.next.move = POINT_NONE};
    if (!s || opening_step(&g->opening))
        return false;
    if (board_five_points(b, b->turn, fives) > 0) {
        *out = (ProvedMove){.claim = CLAIM_WIN, .next.move = fives[0]};
        return true;
    }
    out->claim = s->heading.claim;
    if (s->settled_count > 0)
        return find_settled(s, g, &out->next);
    if (strategy_find(s, b, &out->next))
        return !out->next.has_pairs || pairs_hold(b, b->turn, &out->next);
    return pairs_of_game(s, g, &out->next) && find_answer(b, b->turn, &out->next) &&
           pairs_hold(b, b->turn, &out->next);
}

bool proved_last_move(StrategySet *set, const Game *g, Claim *claim) {
    Game before = *g;
    ProvedMove proved;
    Point last = g->count > 0 ? g->moves[g->count - 1].point : POINT_NONE;
    if (!board_has(&g->board, last) || !game_undo(&before) || before.count == g->count ||
        before.board.turn == g->board.turn || !proved_move(set, &before, &proved))
        return false;
    *claim = proved.claim;
    Board expected = before.board;
    return proved.next.move == POINT_NONE || proved.next.move == last ||
           (board_play(&expected, proved.next.move) == PLAY_OK &&
            strategy_key(&expected, NULL) == strategy_key(&g->board, NULL));
}
