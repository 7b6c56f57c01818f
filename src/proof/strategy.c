#include "proof/strategy.h"

#include "base/json.h"
#include "base/number.h"
#include "base/scanner.h"
#include "core/notation.h"

#include <stdio.h>
#include <string.h>

// A sum over the stones, so their order does not matter.
static uint64_t hash_of_image(const Board *b, int symmetry) {
    uint64_t hash = 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            Point p = point_at(x, y), image = symmetry_apply(symmetry, p, b->size);
            if (b->at[p] != EMPTY)
                hash += rng_mix(4 * (uint64_t)image + b->at[p]);
        }
    return hash ? hash : 1; // 0 is a free slot of the map
}

uint64_t strategy_key(const Board *b, int *symmetry) {
    uint64_t key = hash_of_image(b, 0);
    if (symmetry)
        *symmetry = 0;
    for (int i = 1; i < SYMMETRY_COUNT; i++) {
        uint64_t hash = hash_of_image(b, i);
        if (hash >= key)
            continue;
        key = hash;
        if (symmetry)
            *symmetry = i;
    }
    return key;
}

static void add_entry(Strategy *s, const Board *b, const StrategyMove *m) {
    int symmetry;
    uint64_t key = strategy_key(b, &symmetry);
    s->entries = mem_grow(s->entries, s->entry_count, 1, &s->entry_room, sizeof *s->entries);
    s->points =
        mem_grow(s->points, s->point_count, 2 * m->pair_count, &s->point_room, sizeof *s->points);
    hash_map_put(&s->keys, key, s->entry_count);
    s->entries[s->entry_count++] = (StrategyEntry){symmetry_apply(symmetry, m->move, b->size),
                                                   m->has_pairs, s->point_count, 2 * m->pair_count};
    for (int i = 0; i < 2 * m->pair_count; i++)
        s->points[s->point_count++] = symmetry_apply(symmetry, m->pairs[i], b->size);
}

// ---- Reading

static bool read_pairs(const Json *pairs, int size, StrategyMove *out, Error *err) {
    int count = 0;
    if (pairs->kind != JSON_STRING)
        return json_error(pairs, err, "pairs are a string");
    if (*pairs->text &&
        !points_parse(pairs->text, size, COUNT(out->pairs), out->pairs, &count, err))
        return json_locate(pairs, err);
    if (count % 2 != 0)
        return json_error(pairs, err, "the last pair has only one point");
    out->has_pairs = true;
    out->pair_count = count / 2;
    return true;
}

static void add_point(Strategy *s, Point p) {
    s->points = mem_grow(s->points, s->point_count, 1, &s->point_room, sizeof *s->points);
    s->points[s->point_count++] = p;
}

static int add_stones(Strategy *s, const Board *b, Stone color) {
    int before = s->point_count;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (b->at[p] == color)
            add_point(s, p);
    return s->point_count - before;
}

// Adds the pairs that are not in `known`, and returns their number.
static int add_pairs(Strategy *s, const Point *partner, const Point *known) {
    int count = 0;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (partner[p] > p && !known[p]) {
            add_point(s, p);
            add_point(s, partner[p]);
            count++;
        }
    return count;
}

static bool read_settled_entry(const Json *entry, const Json *settled, const Board *b, Point move,
                               Strategy *s, Error *err) {
    const Json *pairs = json_member(entry, "pairs", JSON_STRING, err);
    const Point none[POINT_COUNT] = {0};
    Point before[POINT_COUNT] = {0}, all[POINT_COUNT];
    Board after = *b;
    if (!pairs || !certificate_read_settled(settled, &s->heading, b, before, err))
        return false;
    if (before[move])
        return json_error(entry, err, "the move is on a point of a settled pair");
    memcpy(all, before, sizeof all);
    board_place(&after, s->heading.side, move);
    if (!certificate_read_settled(pairs, &s->heading, &after, all, err))
        return false;
    SettledEntry e = {.move = move, .points = s->point_count};
    e.black_count = add_stones(s, b, BLACK);
    e.white_count = add_stones(s, b, WHITE);
    e.settled_count = add_pairs(s, before, none);
    e.pair_count = e.settled_count + add_pairs(s, all, before);
    if (e.pair_count > STRATEGY_PAIRS_MAX)
        return json_error(entry, err, "the entry has too many pairs");
    s->settled = mem_grow(s->settled, s->settled_count, 1, &s->settled_room, sizeof *s->settled);
    s->settled[s->settled_count++] = e;
    return true;
}

static bool read_entry(const Json *entry, Strategy *s, Error *err) {
    const Json *position = json_member(entry, "position", JSON_STRING, err),
               *move = position ? json_member(entry, "move", JSON_STRING, err) : NULL,
               *pairs = json_find(entry, "pairs"), *settled = json_find(entry, "settled");
    Board b;
    StrategyMove m = {0};
    board_init(&b, s->heading.rules, s->heading.size);
    if (!move)
        return false;
    if (settled ? s->entry_count > 0 : s->settled_count > 0)
        return json_error(entry, err, "settled pairs are in all entries or in none");
    if (!certificate_read_position(position->text, &b, err))
        return json_locate(position, err);
    if (!point_parse(move->text, NOTATION_POS, b.size, &m.move, err))
        return json_locate(move, err);
    b.turn = (uint8_t)s->heading.side;
    if (board_check(&b, m.move) != PLAY_OK)
        return json_error(move, err, play_result_text(board_check(&b, m.move)));
    if (settled)
        return read_settled_entry(entry, settled, &b, m.move, s, err);
    if (pairs && !read_pairs(pairs, b.size, &m, err))
        return false;
    add_entry(s, &b, &m);
    return true;
}

static bool read_lines(Scanner *all, Strategy *s, Error *err) {
    Scanner line;
    for (bool is_first = true; scanner_line(all, &line); is_first = false) {
        Arena arena = {0};
        const Json *json = json_scan(&arena, &line, err), *starts;
        bool ok = json && (is_first ? certificate_read_heading(json, &s->heading, &starts, err)
                                    : read_entry(json, s, err));
        arena_release(&arena);
        if (!ok) {
            char where[32];
            snprintf(where, sizeof where, "line %d", all->line - 1);
            return error_prefix(err, where);
        }
    }
    return true;
}

bool strategy_read(const char *text, size_t len, Strategy *out, Error *err) {
    size_t before_end;
    *out = (Strategy){0};
    if (!certificate_check_end(text, len, &before_end, err))
        return false;
    Scanner all = scanner_over(text, before_end);
    bool ok = read_lines(&all, out, err);
    if (!ok)
        strategy_release(out);
    return ok;
}

void strategy_release(Strategy *s) {
    hash_map_release(&s->keys);
    mem_free(s->entries);
    mem_free(s->settled);
    mem_free(s->points);
    *s = (Strategy){0};
}

// ---- Settled pairs

typedef struct {
    int black, white;
} StoneCount;

// How many pairs are in which state. No other state fits an entry.
typedef struct {
    int empty, shared;
    int owed; // White has one point and the other is empty: Black owes the answer
    int half; // Black has one point and the other is empty
    const Point *empty_pair, *owed_pair; // the last ones
} PairCount;

static bool count_pairs(const Board *b, const Point *pairs, int count, PairCount *out) {
    for (int i = 0; i < count; i++) {
        const Point *pair = pairs + 2 * i;
        int stones[WALL + 1] = {0};
        stones[b->at[pair[0]]]++;
        stones[b->at[pair[1]]]++;
        if (stones[EMPTY] == 2)
            out->empty_pair = pair;
        if (stones[WHITE] == 1 && stones[EMPTY] == 1)
            out->owed_pair = pair;
        out->empty += stones[EMPTY] == 2;
        out->shared += stones[BLACK] == 1 && stones[WHITE] == 1;
        out->owed += stones[WHITE] == 1 && stones[EMPTY] == 1;
        out->half += stones[BLACK] == 1 && stones[EMPTY] == 1;
    }
    return out->empty + out->shared + out->owed + out->half == count;
}

static bool has_stones(const Board *b, const Point *points, int count, Stone color) {
    for (int i = 0; i < count; i++)
        if (b->at[points[i]] != color)
            return false;
    return true;
}

// The position of the entry: its own move.
static bool fits_before(const SettledEntry *e, const Board *b, const Point *pairs,
                        StoneCount stones) {
    PairCount c = {0};
    return b->at[e->move] == EMPTY && count_pairs(b, pairs, e->settled_count, &c) && c.owed == 0 &&
           c.half == 0 && stones.black == e->black_count + c.shared &&
           stones.white == e->white_count + c.shared;
}

// The position after its move and a reply: White's stone in a pair is answered there. When White
// has the last open point, Black plays in any empty pair, which then is half a pair.
static Point answer_after(const SettledEntry *e, const Board *b, const Point *pairs,
                          StoneCount stones) {
    PairCount c = {0};
    if (b->at[e->move] != BLACK || !count_pairs(b, pairs, e->pair_count, &c))
        return POINT_NONE;
    int open = b->size * b->size - e->black_count - e->white_count - 1 - 2 * e->pair_count,
        black = stones.black - e->black_count - 1 - c.shared - c.half, // on open points
        white = stones.white - e->white_count - c.shared - c.owed;
    bool is_last_taken = open == 1 && white == 1;
    if (black != 0 || (white != 0 && !is_last_taken) || c.half > (is_last_taken ? 1 : 0))
        return POINT_NONE;
    const Point *pair = NULL;
    if (c.owed == 1)
        pair = c.owed_pair;
    else if (is_last_taken && c.owed == 0 && c.half == 0)
        pair = c.empty_pair;
    if (!pair)
        return POINT_NONE;
    return b->at[pair[0]] == EMPTY && board_check(b, pair[0]) == PLAY_OK ? pair[0] : pair[1];
}

static Point settled_answer(const Strategy *s, const SettledEntry *e, const Board *b,
                            StoneCount stones) {
    const Point *black = s->points + e->points, *white = black + e->black_count,
                *pairs = white + e->white_count;
    if (!has_stones(b, black, e->black_count, BLACK) ||
        !has_stones(b, white, e->white_count, WHITE))
        return POINT_NONE;
    return fits_before(e, b, pairs, stones) ? e->move : answer_after(e, b, pairs, stones);
}

// The points of the board, by those of the mirror image.
static void image_points(int symmetry, int size, Point *original) {
    for (int i = 0; i < size * size; i++) {
        Point p = point_at(i % size, i / size);
        original[symmetry_apply(symmetry, p, size)] = p;
    }
}

// The partners of all points in pairs of the entry, of which `original` is the mirror image.
static void read_partners(const Strategy *s, const SettledEntry *e, const Point *original,
                          Point *partner) {
    const Point *pairs = s->points + e->points + e->black_count + e->white_count;
    for (int i = 0; i < 2 * e->pair_count; i++)
        partner[original[pairs[i]]] = original[pairs[i ^ 1]];
}

static bool keeps_pairs(const Point *partner, const StrategyMove *before) {
    for (int i = 0; i < 2 * before->pair_count; i += 2)
        if (partner[before->pairs[i]] != before->pairs[i + 1])
            return false;
    return true;
}

// The pairs that are empty after the move, in the order of the board.
static StrategyMove settled_move(const SettledEntry *e, const Board *b, Point move,
                                 const Point *partner) {
    int open = b->size * b->size - e->black_count - e->white_count - 1 - 2 * e->pair_count;
    StrategyMove m = {.move = move, .has_pairs = true, .has_open_points = open > 1};
    for (Point p = 0; p < POINT_COUNT; p++) {
        Point q = partner[p];
        if (q < p || b->at[p] != EMPTY || b->at[q] != EMPTY || p == move || q == move)
            continue;
        m.pairs[2 * m.pair_count] = p;
        m.pairs[2 * m.pair_count + 1] = q;
        m.pair_count++;
    }
    return m;
}

static StoneCount count_stones(const Board *b) {
    StoneCount stones = {0};
    for (Point p = 0; p < POINT_COUNT; p++) {
        stones.black += b->at[p] == BLACK;
        stones.white += b->at[p] == WHITE;
    }
    return stones;
}

// Compares every entry in every mirror image. Most are ruled out by the first stones.
static bool find_settled(const Strategy *s, const Board *b, const StrategyMove *before,
                         StrategyMove *out) {
    StoneCount stones = count_stones(b);
    StrategyMove first = {.move = POINT_NONE};
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        Point original[POINT_COUNT] = {0};
        Board turned = *b;
        image_points(i, b->size, original);
        for (Point p = 0; p < POINT_COUNT; p++)
            turned.at[p] = b->at[original[p]]; // POINT_NONE is WALL
        for (int k = 0; k < s->settled_count; k++) {
            const SettledEntry *e = &s->settled[k];
            Point answer = settled_answer(s, e, &turned, stones), partner[POINT_COUNT] = {0};
            // In a strategy that holds, every answer is legal.
            if (answer == POINT_NONE || board_check(&turned, answer) != PLAY_OK)
                continue;
            read_partners(s, e, original, partner);
            bool is_kept = keeps_pairs(partner, before);
            if (is_kept || first.move == POINT_NONE)
                first = settled_move(e, b, original[answer], partner);
            if (is_kept) {
                *out = first;
                return true;
            }
        }
    }
    if (first.move != POINT_NONE)
        *out = first;
    return first.move != POINT_NONE;
}

bool strategy_find(const Strategy *s, const Board *b, StrategyMove *out) {
    return strategy_find_next(s, b, &(StrategyMove){0}, out);
}

bool strategy_find_next(const Strategy *s, const Board *b, const StrategyMove *before,
                        StrategyMove *out) {
    int symmetry;
    if (b->turn != s->heading.side || b->size != s->heading.size)
        return false;
    if (s->settled_count > 0)
        return find_settled(s, b, before, out);
    const int *found = hash_map_get(&s->keys, strategy_key(b, &symmetry));
    if (!found)
        return false;
    const StrategyEntry *e = &s->entries[*found];
    Point original[POINT_COUNT];
    image_points(symmetry, b->size, original);
    *out = (StrategyMove){
        .move = original[e->move], .has_pairs = e->has_pairs, .pair_count = e->point_count / 2};
    for (int i = 0; i < e->point_count; i++)
        out->pairs[i] = original[s->points[e->points + i]];
    return board_check(b, out->move) == PLAY_OK; // fouls, under other rules than the file's
}
