// Strength and beliefs of the mist player: games of Gomoku in the Mist between two players, in
// pairs with the same opening and colors swapped.
//
//   mist-bench [--games N] [--threads N] [--seconds N] [--seed N] [--stones N] [--book FILE]
//              [--announce] [--own N] [--time MS] [--nodes N] FIRST SECOND
//
// The openings are random stones near the center, or those of a book for 19x19; --announce tells
// the mist player the opponent's stones in them. With --own there is no opening: the game begins on
// an empty board, and each side moves on what it knows, among the first N stones at random as level
// 4 does. --time and --nodes limit each turn, with all its tries, instead of each search.
//
// A player is KIND:DESCRIPTION. mist: src/player/mist_player.h; open: sees the whole board; guess:
// the baseline, one board with the likeliest place of each last stone guessed once, as the server's
// levels played before there were particles. DESCRIPTION is a player's: strong:nodes=5000.
#include "base/clock.h"
#include "base/mem.h"
#include "base/options.h"
#include "base/thread.h"
#include "core/mist.h"
#include "core/notation.h"
#include "match/opening_book.h"
#include "player/mist_player.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { THREADS_MAX = 256, POINTS = MIST_BOARD_SIZE * MIST_BOARD_SIZE };

typedef enum { KIND_MIST, KIND_OPEN, KIND_GUESS } Kind;
static const char *const kind_names[] = {"mist:", "open:", "guess:"};

typedef struct {
    int64_t games, threads, seconds, seed, stones, own, time, nodes;
    const char *book;
    bool announce, verbose;
} Args;

// What a player's beliefs were worth, over all its turns.
typedef struct {
    int64_t turns, boards_right;
    int64_t stones, certain; // opposing stones, and those with one candidate
    int64_t open_right;      // of the others: the likeliest candidate is the right one
    double log_loss;         // of the others, summed
    int64_t moves, hits, ms;
} Stats;

typedef struct {
    Kind kind;
    Player player, opener;
    int own_stones; // on the board when `opener` has chosen its last move; 0: no such move
    Stone color;
    Budget budget; // of a turn
    MistHistory history;
    MistParticles particles;
    // The baseline's belief.
    Board guess;
    bool guessed[POINT_COUNT];
    Stats stats;
} Side;

static Point nth_point(int i) {
    return point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
}

// ---- The baseline

static void set_point(Side *side, Stone color, Point p, bool is_guess) {
    if (side->guess.at[p] != EMPTY)
        board_remove(&side->guess, p, side->guess.turn, EMPTY);
    if (color != EMPTY)
        board_place(&side->guess, color, p);
    side->guessed[p] = is_guess;
}

static bool copy_view(Side *side, const MistView *view) {
    bool found = false;
    for (int i = 0; i < MIST_CELLS; i++) {
        if (view->cells[i] == WALL)
            continue;
        Point p = mist_view_point(view, i);
        bool known = side->guess.at[p] == view->cells[i] && !side->guessed[p];
        found |= !known && view->cells[i] == stone_other(side->color) &&
                 mist_center_after(p) == view->center;
        if (!known)
            set_point(side, view->cells[i], p, false);
    }
    return found;
}

static int distance_to_stones(const Board *b, Point p) {
    int nearest = MIST_BOARD_SIZE;
    for (int i = 0; i < POINTS; i++)
        if (b->at[nth_point(i)] != EMPTY)
            nearest = int_min(nearest, point_distance(p, nth_point(i)));
    return nearest;
}

static void guess_last_stone(Side *side, const MistView *view) {
    Point best = POINT_NONE;
    int candidates = 0, nearest = 0;
    for (int i = 0; i < POINTS; i++) {
        Point p = nth_point(i);
        if (mist_center_after(p) != view->center || point_distance(p, view->center) <= MIST_REACH ||
            (side->guess.at[p] != EMPTY && !side->guessed[p]))
            continue;
        int distance = distance_to_stones(&side->guess, p);
        if (candidates++ == 0 || distance < nearest) {
            best = p;
            nearest = distance;
        }
    }
    if (candidates > 0)
        set_point(side, stone_other(side->color), best, candidates > 1);
}

static Board guessed_board(const Side *side, bool drop_guesses) {
    Board board;
    board_init(&board, &rules_freestyle, MIST_BOARD_SIZE);
    for (int i = 0; i < POINT_COUNT; i++)
        if ((side->guess.at[i] == BLACK || side->guess.at[i] == WHITE) &&
            !(drop_guesses && side->guessed[i]))
            board_place(&board, side->guess.at[i], (Point)i);
    return board;
}

static Player *mover(Side *side, const Board *real) {
    return real->stones < side->own_stones ? &side->opener : &side->player;
}

static Point choose_on(const Side *side, Player *player, const Board *b) {
    Game g;
    PlayerMove move = {.move = POINT_NONE};
    Error err = {0};
    game_init(&g, &(GameOptions){.size = MIST_BOARD_SIZE});
    game_start_from(&g, b);
    if (!player_choose(player, &g, &side->budget, (StopToken){0}, &move, &err))
        fprintf(stderr, "%s\n", err.text);
    return move.move;
}

// One search; if the point is taken, the nearest points that are believed to be empty.
static Point play_guess(Side *side, const Board *real) {
    const MistView *view = &side->history.turns[side->history.turn_count - 1].view;
    bool is_first = side->guess.stones == 0 && side->color == BLACK;
    if (!copy_view(side, view) && !is_first)
        guess_last_stone(side, view);
    Board b = guessed_board(side, false);
    if (b.winner != EMPTY)
        b = guessed_board(side, true);
    b.turn = (uint8_t)side->color;
    Point choice =
        b.winner == EMPTY ? choose_on(side, mover(side, real), &b) : point_center(b.size);
    for (int distance = 0; distance < MIST_BOARD_SIZE; distance++)
        for (int i = 0; i < POINTS; i++) {
            Point p = nth_point(i);
            if (b.at[p] != EMPTY || point_distance(p, choice) != distance)
                continue;
            if (real->at[p] == EMPTY) {
                set_point(side, side->color, p, false);
                return p;
            }
            side->stats.hits++;
            set_point(side, real->at[p], p, false);
        }
    return POINT_NONE;
}

// ---- The mist player

static void measure_beliefs(Side *side, const Board *real, const Point *stones) {
    MistBelief belief;
    MistWorld world;
    Stats *s = &side->stats;
    if (!mist_belief_init(&belief, &side->history))
        return;
    s->turns++;
    mist_particles_worlds(&side->particles, &world, 1);
    s->boards_right += !memcmp(world.board.at, real->at, sizeof real->at);
    for (int i = 0; i < belief.stone_count; i++) {
        const MistStone *stone = &belief.stones[i];
        double right = mist_particles_probability(&side->particles, i, stones[i]), best = 0;
        s->stones++;
        s->certain += stone->count == 1;
        if (stone->count == 1)
            continue;
        for (int j = 0; j < stone->count; j++)
            best = fmax(best, mist_particles_probability(&side->particles, i, stone->points[j]));
        s->open_right += right >= best;
        s->log_loss -= log(fmax(right, 1e-6));
    }
}

static Point play_mist(Side *side, const Board *real, const Point *stones) {
    Error err = {0};
    int64_t began = clock_now_ms();
    for (int hits = 0;; hits++) {
        Point p = POINT_NONE;
        MistRequest request = {
            mist_try_budget(&side->budget, hits, clock_now_ms() - began), MIST_TRIES_PER_TURN, {0}};
        if (!mist_player_choose(mover(side, real), &side->particles, &side->history, &request, &p,
                                &err)) {
            fprintf(stderr, "%s\n", err.text);
            return POINT_NONE;
        }
        if (hits == 0)
            measure_beliefs(side, real, stones);
        if (real->at[p] == EMPTY)
            return p;
        side->stats.hits++;
        if (!mist_history_add_hit(&side->history, p))
            return POINT_NONE;
    }
}

// ---- Games

typedef struct {
    Stone winner;
    int plies;
    bool done;
    Point moves[POINTS];
    Stone first_color; // of FIRST
    Stats stats[2];
} GameResult;

typedef struct {
    const Args *args;
    const char *players[2];
    int64_t began_ms;
    Side *sides[THREADS_MAX][2];
    OpeningBook book; // empty: random stones
    int points, games, draws;
    int games_of[3], wins_of[3]; // of FIRST, by its color
    int pairs_won[3], pair_wins; // pairs by the wins of FIRST; its wins in the open pair
    Stats stats[2];
} Bench;

static bool is_late(const Bench *bench) {
    return bench->args->seconds && clock_now_ms() - bench->began_ms > bench->args->seconds * 1000;
}

static void reopen_opener(Side *side, uint64_t seed) {
    char description[64];
    Error err = {0};
    player_close(&side->opener);
    snprintf(description, sizeof description, "level:4,%llu", (unsigned long long)seed);
    if (!player_open(description, &side->opener, &err))
        fprintf(stderr, "%s\n", err.text);
}

static void begin_side(Side *side, Stone color, uint64_t seed) {
    side->color = color;
    if (side->own_stones > 0)
        reopen_opener(side, 2 * seed + (color == WHITE));
    side->stats = (Stats){0};
    mist_history_init(&side->history, color);
    mist_particles_release(&side->particles);
    board_init(&side->guess, &rules_freestyle, MIST_BOARD_SIZE);
    memset(side->guessed, 0, sizeof side->guessed);
    engine_clear(player_engine(&side->player));
}

static Point random_point(Rng *rng, const Board *b) {
    for (;;) {
        Point center = point_center(MIST_BOARD_SIZE);
        Point p = point_at(point_x(center) + rng_below(rng, 7) - 3,
                           point_y(center) + rng_below(rng, 7) - 3);
        if (b->at[p] == EMPTY)
            return p;
    }
}

// The next stone of the opening; POINT_NONE after it.
static Point opening_point(const Bench *bench, int pair, Rng *rng, const Board *b) {
    if (bench->args->own)
        return POINT_NONE;
    if (!bench->book.count)
        return b->stones < bench->args->stones ? random_point(rng, b) : POINT_NONE;
    const OpeningLine *line = &bench->book.lines[(bench->args->seed + pair) % bench->book.count];
    return b->stones < line->count ? line->points[b->stones] : POINT_NONE;
}

static Point play_turn(Side *side, const Board *b, Point forced, const Point *opponents_stones) {
    const MistView *view = &side->history.turns[side->history.turn_count - 1].view;
    Point p = forced;
    if (forced != POINT_NONE && side->kind == KIND_GUESS) {
        if (!copy_view(side, view) && b->stones > 0)
            guess_last_stone(side, view);
        set_point(side, side->color, p, false);
    }
    if (forced == POINT_NONE) {
        int64_t began = clock_now_ms();
        p = side->kind == KIND_OPEN    ? choose_on(side, mover(side, b), b)
            : side->kind == KIND_GUESS ? play_guess(side, b)
                                       : play_mist(side, b, opponents_stones);
        side->stats.ms += clock_now_ms() - began;
        side->stats.moves++;
    }
    mist_history_add_move(&side->history, p);
    return p;
}

static void *run_game(void *context, int worker, int job) {
    Bench *bench = context;
    GameResult *result = mem_alloc(sizeof *result);
    uint64_t seed = (uint64_t)(bench->args->seed * 1000003 + job / 2);
    Rng rng = {seed};
    Board b;
    Point center = mist_first_center(), stones[2][POINTS];
    int counts[2] = {0};
    board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
    result->first_color = job % 2 ? WHITE : BLACK;
    Side *sides[2] = {bench->sides[worker][0], bench->sides[worker][1]};
    begin_side(sides[0], result->first_color, seed);
    begin_side(sides[1], stone_other(result->first_color), seed);
    while (board_has_legal_move(&b) && !is_late(bench)) {
        int who = sides[0]->color == b.turn ? 0 : 1;
        Point forced = opening_point(bench, job / 2, &rng, &b);
        MistView view = mist_view(&b, center);
        mist_history_add_view(&sides[who]->history, &view);
        bool is_first_move = forced == POINT_NONE && sides[who]->stats.moves == 0;
        for (int i = 0; bench->args->announce && is_first_move && i < counts[1 - who]; i++)
            mist_history_add_hit(&sides[who]->history, stones[1 - who][i]);
        Point p = play_turn(sides[who], &b, forced, stones[1 - who]);
        if (p == POINT_NONE)
            break;
        stones[who][counts[who]++] = p;
        result->moves[result->plies++] = p;
        board_play(&b, p);
        center = mist_center_after(p);
    }
    result->winner = b.winner;
    result->done = !board_has_legal_move(&b);
    for (int i = 0; i < 2; i++)
        result->stats[i] = sides[i]->stats;
    return result;
}

static void add_stats(Stats *sum, const Stats *s) {
    sum->turns += s->turns;
    sum->boards_right += s->boards_right;
    sum->stones += s->stones;
    sum->certain += s->certain;
    sum->open_right += s->open_right;
    sum->log_loss += s->log_loss;
    sum->moves += s->moves;
    sum->hits += s->hits;
    sum->ms += s->ms;
}

static void print_game(const GameResult *r, int job) {
    ScopedStr text = {0};
    for (int i = 0; i < r->plies; i++)
        str_add(&text, " %s", move_text(r->moves[i], MIST_BOARD_SIZE).text);
    printf("game %d first is %s, winner %s:%s\n", job, stone_word(r->first_color),
           r->winner == EMPTY ? "none" : stone_word(r->winner), str_text(&text));
}

static void print_summary(const Bench *bench) {
    double n = bench->games, score = bench->points / 2.0 / n;
    printf("%s against %s: %d games, score %.1f %% +- %.1f, drawn %d\n", bench->players[0],
           bench->players[1], bench->games, 100 * score, 100 * 1.96 * sqrt(score * (1 - score) / n),
           bench->draws);
    printf("  wins as Black %d of %d, as White %d of %d; pairs: %d won twice, %d shared, %d lost "
           "twice\n",
           bench->wins_of[BLACK], bench->games_of[BLACK], bench->wins_of[WHITE],
           bench->games_of[WHITE], bench->pairs_won[2], bench->pairs_won[1], bench->pairs_won[0]);
    for (int i = 0; i < 2; i++) {
        const Stats *s = &bench->stats[i];
        double open = (double)(s->stones - s->certain);
        printf("  %s: %.1f ms a move, %.2f hits a game", bench->players[i],
               (double)s->ms / (double)s->moves, (double)s->hits / n);
        if (s->turns)
            printf("; of %lld stones %.1f %% certain, others right %.1f %%, log loss %.3f; board "
                   "right %.1f %%",
                   (long long)s->stones, 100 * (double)s->certain / (double)s->stones,
                   100 * (double)s->open_right / open, s->log_loss / open,
                   100 * (double)s->boards_right / (double)s->turns);
        printf("\n");
    }
    fflush(stdout);
}

// Games are reported in their order, so the second game of a pair follows the first.
static void add_to_pair(Bench *bench, int job, const GameResult *r) {
    bool won = r->winner == r->first_color;
    if (job % 2 == 0) {
        bench->pair_wins = won;
        return;
    }
    bench->pairs_won[bench->pair_wins + won]++;
}

static bool report_game(void *context, int job, const void *result) {
    Bench *bench = context;
    const GameResult *r = result;
    if (!r->done)
        return true;
    bench->games++;
    bool won = r->winner == r->first_color;
    bench->points += r->winner == EMPTY ? 1 : won ? 2 : 0;
    bench->games_of[r->first_color]++;
    bench->wins_of[r->first_color] += won;
    bench->draws += r->winner == EMPTY;
    add_to_pair(bench, job, r);
    for (int i = 0; i < 2; i++)
        add_stats(&bench->stats[i], &r->stats[i]);
    if (bench->args->verbose)
        print_game(r, job);
    if (bench->games % 10 == 0)
        print_summary(bench);
    return true;
}

static bool keep_waiting(void *context) {
    (void)context;
    return true;
}

static bool open_side(const char *text, Side *out, Error *err) {
    for (int i = 0; i < COUNT(kind_names); i++) {
        size_t len = strlen(kind_names[i]);
        if (strncmp(text, kind_names[i], len) != 0)
            continue;
        out->kind = (Kind)i;
        return player_open(text + len, &out->player, err) &&
               (player_engine(&out->player) || error_set(err, "%s is not an engine", text));
    }
    return error_set(err, "'%.40s' does not begin with mist:, open: or guess:", text);
}

static const Option options[] = {
    {"games", 'g', OPTION_INT, offsetof(Args, games), "how many, default: 100", "N", 1, 1000000},
    {"threads", 't', OPTION_INT, offsetof(Args, threads), "games at a time, default: 1", "N", 1,
     THREADS_MAX},
    {"seconds", 's', OPTION_INT, offsetof(Args, seconds), "stop after this time", "N", 1, 1000000},
    {"seed", 'r', OPTION_INT, offsetof(Args, seed), "of the openings, default: 0", "N", 0, 1000000},
    {"stones", 'o', OPTION_INT, offsetof(Args, stones), "random opening stones, default: 3", "N", 0,
     10},
    {"book", 'b', OPTION_TEXT, offsetof(Args, book), "openings for 19x19, one per line", "FILE"},
    {"announce", 'a', OPTION_FLAG, offsetof(Args, announce), "the opening is known to both sides"},
    {"own", 'w', OPTION_INT, offsetof(Args, own), "no opening; level 4 chooses the first N stones",
     "N", 1, 40},
    {"time", 'm', OPTION_INT, offsetof(Args, time), "milliseconds per turn, default: no limit",
     "MS", 1, 1000000},
    {"nodes", 'n', OPTION_INT, offsetof(Args, nodes), "nodes per turn, default: no limit", "N", 1,
     INT64_C(1000000000)},
    {"verbose", 'v', OPTION_FLAG, offsetof(Args, verbose), "print the moves"},
    {0},
};

int main(int argc, char **argv) {
    static Bench bench;
    Args args = {.games = 100, .threads = 1, .stones = 3};
    Error err = {0};
    int words = argc - 1;
    bool ok = options_parse(options, &args, &words, argv + 1, NULL, &err) &&
              (words == 2 || error_set(&err, "two players are needed")) &&
              (!args.book ||
               opening_book_load(args.book, &rules_freestyle, MIST_BOARD_SIZE, &bench.book, &err));
    bench.args = &args;
    bench.began_ms = clock_now_ms();
    for (int i = 0; i < 2 * args.threads && ok; i++) {
        bench.players[i % 2] = argv[1 + i % 2];
        bench.sides[i / 2][i % 2] = mem_alloc(sizeof(Side));
        ok = open_side(argv[1 + i % 2], bench.sides[i / 2][i % 2], &err);
        bench.sides[i / 2][i % 2]->budget = (Budget){.ms = args.time, .nodes = args.nodes};
        bench.sides[i / 2][i % 2]->own_stones = (int)args.own;
    }
    atomic_bool stop = false;
    OrderedJobs jobs = {.threads = (int)args.threads,
                        .stop = &stop,
                        .count = (int)args.games,
                        .context = &bench,
                        .run = run_game,
                        .report = report_game,
                        .waiting = keep_waiting};
    if (!ok || !ordered_jobs_run(&jobs, &err)) {
        fprintf(stderr, "mist-bench: %s\n", err.text);
        return 2;
    }
    print_summary(&bench);
    return 0;
}
