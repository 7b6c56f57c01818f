// A match between two of our own players: how strong, and how slow, is one against the other?
//
//     build/players-match strong:100 greedy --games 100 --size 15 --rules freestyle
//
// Games come in pairs: one opening of a few random stones near the centre, played once with each
// colour. The result is seen from the first player. Every game it does not win is printed, to be
// looked at with `pentad convert`.
#include "base/clock.h"
#include "base/options.h"
#include "base/rng.h"
#include "base/util.h"
#include "core/game.h"
#include "player/player.h"
#include "record/branch.h"
#include "record/format.h"

#include <math.h>
#include <stdio.h>

typedef struct {
    int64_t games, size, seed, stones;
    const char *rules;
} Settings;

static const Option options[] = {
    {"games", 'n', OPTION_INT, offsetof(Settings, games), "how many, an even number", "N", 2,
     100000},
    {"size", 's', OPTION_INT, offsetof(Settings, size), "lines of the board", "N", 5, BOARD_MAX},
    {"rules", 'r', OPTION_TEXT, offsetof(Settings, rules), "the rule set", "NAME", 0, 0,
     rules_name},
    {"stones", 'o', OPTION_INT, offsetof(Settings, stones), "of an opening", "N", 0, 12},
    {"seed", 0, OPTION_INT, offsetof(Settings, seed), "of the openings", "N", 0, INT64_MAX},
    {0}};

typedef enum { WON, DRAWN, LOST, OUTCOME_COUNT } Outcome; // for the first player

typedef struct {
    Settings settings;
    Player players[2];
    int64_t longest_ms[2];
    int outcomes[OUTCOME_COUNT];
} Match;

// Random stones within three points of the centre, none of which ends the game.
static void play_opening(Game *g, int stones, Rng *rng) {
    enum { REACH = 3 };
    int middle = g->board.size / 2;
    int reach = int_min(REACH, (g->board.size - 1) / 2);
    while (g->count < stones) {
        int x = middle + rng_below(rng, 2 * reach + 1) - reach;
        int y = middle + rng_below(rng, 2 * reach + 1) - reach;
        if (game_play(g, point_at(x, y)) == PLAY_OK && game_result(g).reason != END_NONE)
            game_undo(g);
    }
}

static bool play_move(Match *m, Game *g, int who, Error *err) {
    Point move;
    int64_t start = clock_now_ms();
    if (!player_choose(&m->players[who], g, &(Limits){0}, &move, err))
        return false;
    int64_t took = clock_now_ms() - start;
    if (took > m->longest_ms[who])
        m->longest_ms[who] = took;
    PlayResult r = game_play(g, move);
    return r == PLAY_OK ||
           error_set(err, "%s: %s", m->players[who].kind->name, play_result_text(r));
}

static void print_game(const Game *g, int number, Stone first_color) {
    Record *r = record_from_game(g);
    Str text = {0};
    Error err = {0};
    if (!format_pos.write(r, &(WriteOptions){0}, &text, &err))
        str_add(&text, "(%s)\n", err.text);
    printf("game %d, %s not won: %s", number, stone_name(first_color), str_text(&text));
    fflush(stdout);
    str_release(&text);
    record_free(r);
}

// Plays on from the opening to the end. `first_color` is the first player's.
static bool play_game(Match *m, Game *g, int number, Stone first_color, Error *err) {
    while (game_result(g).reason == END_NONE)
        if (!play_move(m, g, g->board.turn == first_color ? 0 : 1, err))
            return false;
    Stone winner = game_result(g).winner;
    Outcome outcome = winner == EMPTY ? DRAWN : winner == first_color ? WON : LOST;
    m->outcomes[outcome]++;
    if (outcome != WON)
        print_game(g, number, first_color);
    return true;
}

static bool play_all(Match *m, Error *err) {
    const Settings *s = &m->settings;
    const Rules *rules = rules_find(s->rules, err);
    if (!rules)
        return false;
    Rng rng = {(uint64_t)s->seed};
    for (int i = 0; i < s->games; i += 2) {
        Game opening;
        game_init(&opening, &(GameOptions){.rules = rules, .size = (int)s->size});
        play_opening(&opening, (int)s->stones, &rng);
        for (int k = 0; k < 2; k++) {
            Game g = opening;
            if (!play_game(m, &g, i + k + 1, k == 0 ? BLACK : WHITE, err))
                return false;
        }
    }
    return true;
}

static double elo_of(double score) {
    return -400 * log10(1 / score - 1);
}

// Wilson's interval at 95 %: unlike the usual one it says something sensible of a clean sweep.
// Draws are counted as half a win, which makes it a little too wide and never too narrow.
static void print_result(const Match *m) {
    const double z = 1.96;
    const int *o = m->outcomes;
    double n = o[WON] + o[DRAWN] + o[LOST], score = (o[WON] + 0.5 * o[DRAWN]) / n;
    double middle = (score + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(score * (1 - score) / n + z * z / (4 * n * n));
    printf("won %d, drawn %d, lost %d; score %.1f %%; Elo %+.0f (95 %%: %+.0f to ", o[WON],
           o[DRAWN], o[LOST], 100 * score, elo_of(middle), elo_of(middle - half));
    if (score < 1)
        printf("%+.0f", elo_of(middle + half));
    else
        printf("any");
    printf("); longest move %lld ms and %lld ms\n", (long long)m->longest_ms[0],
           (long long)m->longest_ms[1]);
}

// What the command line asks for.
static bool set_up(int argc, char **argv, Match *m, Error *err) {
    m->settings =
        (Settings){.games = 100, .size = 15, .seed = 1, .stones = 3, .rules = "freestyle"};
    if (!options_parse(options, &m->settings, &argc, argv, err))
        return false;
    if (argc != 3 || m->settings.games % 2)
        return error_set(err, "expected two players and an even number of games: PLAYER PLAYER "
                              "[--games N] [--size N] [--rules NAME] [--stones N] [--seed N]");
    if (!player_open(argv[1], &m->players[0], err) || !player_open(argv[2], &m->players[1], err))
        return false;
    printf("%s against %s, %s %lldx%lld: ", argv[1], argv[2], m->settings.rules,
           (long long)m->settings.size, (long long)m->settings.size);
    fflush(stdout);
    return true;
}

static int complain(const Error *err, int status) {
    fprintf(stderr, "players-match: %s\n", err->text);
    return status;
}

int main(int argc, char **argv) {
    Match m = {0};
    Error err = {0};
    int status = 0;
    if (!set_up(argc, argv, &m, &err))
        status = complain(&err, 2);
    else if (!play_all(&m, &err))
        status = complain(&err, 1);
    else
        print_result(&m);
    player_close(&m.players[0]);
    player_close(&m.players[1]);
    return status;
}
