#include "match/standings.h"

#include "base/util.h"

#include <string.h>

// FNV-1a.
static uint64_t mix(uint64_t hash, int value) {
    hash = hash ? hash : 0xcbf29ce484222325u;
    for (int i = 0; i < 2; i++)
        hash = (hash ^ (uint64_t)((value >> (8 * i)) & 0xff)) * 0x100000001b3u;
    return hash;
}

static void sign(Standings *s, const PlayedGame *played) {
    Result r = game_result(&played->game);
    for (int i = 0; i < played->game.count; i++)
        s->signature = mix(s->signature, played->game.moves[i].point);
    s->signature = mix(mix(s->signature, (int)r.reason), (int)r.winner);
}

// Returns the half points: 0, 1 or 2.
static int add_for(Standing *row, Stone color, const PlayedGame *played) {
    Result r = game_result(&played->game);
    int64_t longest = played->longest_ms[color == BLACK ? 0 : 1];
    row->longest_ms = longest > row->longest_ms ? longest : row->longest_ms;
    if (r.winner == EMPTY) {
        row->drawn++;
        return 1;
    }
    if (r.winner == color) {
        row->won++;
        return 2;
    }
    row->lost++;
    row->faults += end_is_fault(r.reason);
    return 0;
}

void standings_add(Standings *s, const ScheduledGame *game, const PlayedGame *played) {
    int black = add_for(&s->rows[game->black], BLACK, played);
    int white = add_for(&s->rows[game->white], WHITE, played);
    int points = game->first == game->black ? black : white;
    if (s->games % 2 == 0) {
        s->first_points = points;
    } else {
        int pair = s->first_points + points;
        s->rows[game->first].pairs.pairs[pair]++;
        s->rows[game->second].pairs.pairs[PAIR_OUTCOMES - 1 - pair]++;
    }
    s->games++;
    sign(s, played);
}

static void add_row(const Standing *row, int number, const char *name, int width, Str *out) {
    int games = row->won + row->drawn + row->lost;
    str_add(out, "%3d  %-*s %6d %6d %6d %6d", number, width, name, games, row->won, row->drawn,
            row->lost);
    if (pair_count_total(&row->pairs) == 0) {
        str_add(out, " %7s %6s %18s", "-", "-", "-");
    } else {
        Estimate elo = pair_count_elo(&row->pairs);
        Str interval = {0};
        str_add(&interval, "%+.0f to %+.0f", elo.low, elo.high);
        str_add(out, " %5.1f %% %+6.0f %18s", 100 * pair_count_score(&row->pairs).value, elo.value,
                str_text(&interval));
        str_release(&interval);
    }
    str_add(out, " %6d %8lld ms\n", row->faults, (long long)row->longest_ms);
}

void standings_format(const Standings *s, const char *const *names, int count, Str *out) {
    int width = (int)strlen("contestant");
    for (int i = 0; i < count; i++)
        width = int_max(width, int_min((int)strlen(names[i]), 60));
    str_add(out, "     %-*s %6s %6s %6s %6s %7s %6s %18s %6s %11s\n", width, "contestant", "games",
            "won", "drawn", "lost", "score", "Elo", "95 %", "faults", "longest");
    for (int i = 0; i < count; i++)
        add_row(&s->rows[i], i + 1, names[i], width, out);
    str_add(out, "%d games, signature %016llx\n", s->games, (unsigned long long)s->signature);
}
