#include "proof/strategy.h"

#include "base/json.h"
#include "base/number.h"
#include "base/scanner.h"
#include "core/notation.h"

#include <stdio.h>

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

static bool read_entry(const Json *entry, Strategy *s, Error *err) {
    const Json *position = json_member(entry, "position", JSON_STRING, err),
               *move = position ? json_member(entry, "move", JSON_STRING, err) : NULL,
               *pairs = json_find(entry, "pairs");
    Board b;
    StrategyMove m = {0};
    board_init(&b, s->heading.rules, s->heading.size);
    if (!move)
        return false;
    if (json_find(entry, "settled"))
        return json_error(entry, err, "a strategy cannot have settled pairs");
    if (!certificate_read_position(position->text, &b, err))
        return json_locate(position, err);
    if (!point_parse(move->text, NOTATION_POS, b.size, &m.move, err))
        return json_locate(move, err);
    b.turn = (uint8_t)s->heading.side;
    if (board_check(&b, m.move) != PLAY_OK)
        return json_error(move, err, play_result_text(board_check(&b, m.move)));
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
    mem_free(s->points);
    *s = (Strategy){0};
}

bool strategy_find(const Strategy *s, const Board *b, StrategyMove *out) {
    int symmetry;
    if (b->turn != s->heading.side || b->size != s->heading.size)
        return false;
    const int *found = hash_map_get(&s->keys, strategy_key(b, &symmetry));
    if (!found)
        return false;
    const StrategyEntry *e = &s->entries[*found];
    Point original[POINT_COUNT];
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        original[symmetry_apply(symmetry, p, b->size)] = p;
    }
    *out = (StrategyMove){original[e->move], e->has_pairs, e->point_count / 2, {0}};
    for (int i = 0; i < e->point_count; i++)
        out->pairs[i] = original[s->points[e->points + i]];
    return board_check(b, out->move) == PLAY_OK; // fouls, under other rules than the file's
}
