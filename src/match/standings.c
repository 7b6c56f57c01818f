#include "match/standings.h"

#include "base/number.h"
#include "base/utf8.h"

#include <string.h>

// FNV-1a hash.
static uint64_t mix(uint64_t hash, int value) {
    hash = hash ? hash : 0xcbf29ce484222325u;
    for (int i = 0; i < 2; i++)
        hash = (hash ^ (uint64_t)((value >> (8 * i)) & 0xff)) * 0x100000001b3u;
    return hash;
}

static void update_signature(Standings *s, const PlayedGame *played) {
    Result r = game_result(&played->game);
    for (int i = 0; i < played->game.count; i++)
        s->signature = mix(s->signature, played->game.moves[i].point);
    s->signature = mix(mix(s->signature, (int)r.reason), (int)r.winner);
}

// Returns the half points: 0, 1 or 2.
static int add_for(Standing *row, Seat seat, const PlayedGame *played) {
    Result r = game_result(&played->game);
    Stone color = game_seat_of(&played->game, BLACK) == seat ? BLACK : WHITE;
    int64_t longest = played->longest_ms[seat];
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
    int points[2];
    for (Seat seat = SEAT_FIRST; seat <= SEAT_SECOND; seat++)
        points[seat] = add_for(&s->rows[game->seats[seat]], seat, played);
    int won = points[game->first == game->seats[SEAT_FIRST] ? SEAT_FIRST : SEAT_SECOND];
    if (s->games % 2 == 0) {
        s->first_points = won;
    } else {
        int pair = s->first_points + won;
        s->rows[game->first].pairs.pairs[pair]++;
        s->rows[game->second].pairs.pairs[PAIR_OUTCOMES - 1 - pair]++;
    }
    s->games++;
    update_signature(s, played);
}

// ---- The table

static void add_games(const Standing *row, Str *out) {
    str_add(out, "%d", row->won + row->drawn + row->lost);
}

static void add_won(const Standing *row, Str *out) {
    str_add(out, "%d", row->won);
}

static void add_drawn(const Standing *row, Str *out) {
    str_add(out, "%d", row->drawn);
}

static void add_lost(const Standing *row, Str *out) {
    str_add(out, "%d", row->lost);
}

// Prints "-" if there are no complete pairs.
static bool add_dash_if_empty(const Standing *row, Str *out) {
    bool is_empty = pentanomial_total(&row->pairs) == 0;
    if (is_empty)
        str_add_char(out, '-');
    return is_empty;
}

static void add_score(const Standing *row, Str *out) {
    if (!add_dash_if_empty(row, out))
        str_add(out, "%.1f %%", 100 * pentanomial_score(&row->pairs).value);
}

static void add_elo(const Standing *row, Str *out) {
    if (!add_dash_if_empty(row, out))
        str_add(out, "%+.0f", pentanomial_elo(&row->pairs).value);
}

static void add_interval(const Standing *row, Str *out) {
    if (add_dash_if_empty(row, out))
        return;
    Estimate elo = pentanomial_elo(&row->pairs);
    str_add(out, "%+.0f to %+.0f", elo.low, elo.high);
}

static void add_faults(const Standing *row, Str *out) {
    str_add(out, "%d", row->faults);
}

static void add_longest(const Standing *row, Str *out) {
    str_add(out, "%lld ms", (long long)row->longest_ms);
}

// Columns with a lower rank are dropped first if the table is too wide.
// clang-format off
static const struct {
    const char *title;
    int width, rank;
    void (*add)(const Standing *row, Str *out);
} columns[] = {
    {"games",    6, 3, add_games},
    {"won",      5, 6, add_won},
    {"drawn",    5, 4, add_drawn},
    {"lost",     5, 5, add_lost},
    {"score",    7, 9, add_score},
    {"Elo",      5, 8, add_elo},
    {"95 %",    14, 7, add_interval},
    {"faults",   6, 2, add_faults},
    {"longest",  8, 1, add_longest},
};
// clang-format on

enum { NUMBER_WIDTH = 5, NAME_MIN = 4, NAME_MAX = 60, LAST_RANK = 9 };

// Which columns are shown, and the width of the names.
typedef struct {
    int dropped; // columns up to this rank are dropped
    int name_width;
} Plan;

static int width_of(Plan p) {
    int width = NUMBER_WIDTH + p.name_width;
    for (int i = 0; i < COUNT(columns); i++)
        width += columns[i].rank > p.dropped ? 1 + columns[i].width : 0;
    return width;
}

// Without a clock there is no longest move. Long names are cut before the important columns are
// dropped, but always keep a few letters.
static Plan plan_table(const Standings *s, const TableLayout *layout) {
    Plan p = {.dropped = 1, .name_width = (int)strlen("participant")};
    for (int i = 0; i < layout->count; i++) {
        int length = utf8_count(layout->names[i], strlen(layout->names[i]));
        p.name_width = int_max(p.name_width, int_min(length, NAME_MAX));
        if (s->rows[i].longest_ms > 0)
            p.dropped = 0;
    }
    if (layout->width == 0)
        return p;
    while (p.dropped < 2 && width_of(p) > layout->width)
        p.dropped++;
    int longest = p.name_width;
    p.name_width = int_min(longest, 16);
    while (p.dropped < LAST_RANK - 1 && width_of(p) > layout->width)
        p.dropped++;
    int spare = layout->width - width_of(p);
    p.name_width = int_max(NAME_MIN, int_min(longest, p.name_width + spare));
    return p;
}

static void add_name(const char *name, int width, Str *out) {
    size_t len = utf8_cut(name, strlen(name), width);
    str_add_bytes(out, name, len);
    str_add_repeated(out, ' ', width - utf8_count(name, len));
}

static void add_cell(const char *text, int width, Str *out) {
    str_add(out, " %*s", width, text);
}

static void add_row(const Standing *row, Plan p, Str *out) {
    for (int i = 0; i < COUNT(columns); i++) {
        if (columns[i].rank <= p.dropped)
            continue;
        ScopedStr cell = {0};
        columns[i].add(row, &cell);
        add_cell(str_text(&cell), columns[i].width, out);
    }
    str_add_char(out, '\n');
}

static void add_heading(Plan p, Str *out) {
    str_add_repeated(out, ' ', NUMBER_WIDTH);
    add_name("participant", p.name_width, out);
    for (int i = 0; i < COUNT(columns); i++)
        if (columns[i].rank > p.dropped)
            add_cell(columns[i].title, columns[i].width, out);
    str_add_char(out, '\n');
}

void standings_format(const Standings *s, const TableLayout *layout, Str *out) {
    Plan p = plan_table(s, layout);
    add_heading(p, out);
    for (int i = 0; i < layout->count; i++) {
        str_add(out, "%3d  ", i + 1);
        add_name(layout->names[i], p.name_width, out);
        add_row(&s->rows[i], p, out);
    }
}

void standings_format_signature(const Standings *s, Str *out) {
    str_add(out, "%d game%s, signature %016llx\n", s->games, s->games == 1 ? "" : "s",
            (unsigned long long)s->signature);
}
