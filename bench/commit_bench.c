// How many moves per second the game registry checks and stores durably: one per commit, and
// batches that share one fsync. build/commit-bench FOLDER [SECONDS [URL]]; the folder is on the
// disk to measure. With the URL of an empty PostgreSQL database it measures both in turn, and their
// ratio.
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "games/registry.h"
#include "store/users.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { GAMES_MAX = 1000, GAMES_A_PERSON = 5, SIZE = 19, LIMIT = 300 };

typedef struct {
    Store *store;
    GameRegistry *registry;
    struct {
        GameId id;
        UserRow users[2];
        int ply;
    } games[GAMES_MAX];
    int64_t wall_ms;
    Rng rng;
} Bench;

static void fill(void *context, void *bytes, size_t len) {
    for (uint8_t *at = bytes; len > 0; len--)
        *at++ = (uint8_t)rng_next(context);
}

_Noreturn static void fail(const Error *err) {
    fprintf(stderr, "commit-bench: %s\n", err->text);
    exit(1);
}

static UserRow add_user(Bench *b, int number) {
    Error err = {0};
    UserRow user = {.kind = USER_GUEST, .chat = true};
    snprintf(user.name, sizeof user.name, "Bench %d %d", (int)getpid(), number);
    Str folded = {0};
    username_fold(user.name, &folded);
    user.id = user_add(b->store, &user, str_text(&folded), NULL, &err);
    str_release(&folded);
    if (!user.id)
        fail(&err);
    return user;
}

static void commit(Bench *b) {
    Error err = {0};
    GameChange ignored;
    if (!store_commit(b->store, &err))
        fail(&err);
    while (registry_next_change(b->registry, &ignored))
        ;
}

static void set_now(Bench *b) {
    registry_set_time(b->registry, (Timestamp){.clock_ms = b->wall_ms, .wall_ms = b->wall_ms});
}

static void begin_game(Bench *b, int i) {
    Error err = {0};
    Status no = registry_create_game(
        b->registry, &b->games[i].users[0],
        &(GameRequest){.opponent = "link", .color = "black", .size = SIZE}, &b->games[i].id, &err);
    if (!no)
        no = registry_apply_action(b->registry, &b->games[i].users[1], b->games[i].id.text,
                                   &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    if (no)
        fail(&err);
    b->games[i].ply = 0;
}

// The k-th point of a colour, in a pattern that never makes five.
static void point_text(int color, int k, char out[8]) {
    for (int i = 0; i < SIZE * SIZE; i++) {
        int x = i % SIZE, y = i / SIZE;
        if (((x + 2 * y) % 4 >= 2) == color && k-- == 0) {
            snprintf(out, 8, "%c%d", 'a' + x, y + 1);
            return;
        }
    }
}

static void play(Bench *b, int i) {
    Error err = {0};
    char point[8] = "";
    if (b->games[i].ply == LIMIT) {
        registry_apply_action(b->registry, &b->games[i].users[0], b->games[i].id.text,
                              &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
        begin_game(b, i);
    }
    int ply = b->games[i].ply++;
    point_text(ply % 2, ply / 2, point);
    GameAction act = {.kind = GAME_ACTION_PLAY, .at = {ply, 0}, .move = point};
    if (registry_apply_action(b->registry, &b->games[i].users[ply % 2], b->games[i].id.text, &act,
                              &err))
        fail(&err);
}

typedef struct {
    double commits, moves, per_cpu_second; // per second
} Rate;

static Rate measure(Bench *b, int batch, int64_t ms) {
    int64_t begun = clock_now_ms(), spent = 0;
    clock_t worked = clock();
    int moves = 0, commits = 0, next = 0;
    while (spent < ms) {
        b->wall_ms++;
        set_now(b);
        for (int i = 0; i < batch; i++, next = (next + 1) % GAMES_MAX)
            play(b, next);
        commit(b);
        moves += batch;
        commits++;
        spent = clock_now_ms() - begun;
    }
    double own = (double)(clock() - worked) / CLOCKS_PER_SEC;
    return (Rate){commits * 1000.0 / (double)spent, moves * 1000.0 / (double)spent, moves / own};
}

enum { ROUNDS = 5 };

static int compare_ratios(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// In turn, so that a load that changes meets both. The ratio is the median over the rounds.
static void compare(Bench *first, Bench *second, int batch, int64_t ms) {
    double ratios[ROUNDS], moves[2] = {0};
    for (int i = 0; i < ROUNDS; i++) {
        double a = measure(first, batch, ms / ROUNDS).moves;
        double b = measure(second, batch, ms / ROUNDS).moves;
        ratios[i] = b / a;
        moves[0] += a / ROUNDS;
        moves[1] += b / ROUNDS;
    }
    qsort(ratios, ROUNDS, sizeof ratios[0], compare_ratios);
    printf("| %d | %.0f | %.0f | %.2f |\n", batch, moves[0], moves[1], ratios[ROUNDS / 2]);
}

static Bench *begin_bench(const char *location) {
    Error err = {0};
    Bench *b = mem_alloc(sizeof *b);
    b->rng.state = (uint64_t)getpid();
    b->store = store_open(location, &err);
    b->registry =
        b->store ? registry_new(b->store, (RandomSource){.fill = fill, .context = &b->rng}, &err)
                 : NULL;
    if (!b->registry)
        fail(&err);
    set_now(b);
    for (int i = 0; i < GAMES_MAX; i++)
        for (int seat = 0; seat < 2; seat++)
            b->games[i].users[seat] =
                i % GAMES_A_PERSON ? b->games[i - 1].users[seat] : add_user(b, 2 * i + seat);
    for (int i = 0; i < GAMES_MAX; i++)
        begin_game(b, i);
    commit(b);
    return b;
}

static void end_bench(Bench *b) {
    if (!b)
        return;
    registry_free(b->registry);
    store_close(b->store);
    mem_free(b);
}

int main(int argc, char **argv) {
    static const int batches[] = {1, 4, 16, 64, 256, 1000};
    Error err = {0};
    int64_t seconds = 2;
    if (argc < 2 || argc > 4 || (argc > 2 && !number_parse(argv[2], 1, 60, &seconds, &err))) {
        fprintf(stderr, "usage: commit-bench FOLDER [SECONDS [URL]]\n");
        return 2;
    }
    Str path = {0};
    mkdir(argv[1], S_IRWXU);
    str_add(&path, "%s/bench.db", argv[1]);
    Bench *sqlite = begin_bench(str_text(&path)),
          *postgres = argc > 3 ? begin_bench(argv[3]) : NULL;
    puts(postgres ? "| moves per batch | SQLite, moves per second | PostgreSQL | ratio |"
                  : "| moves per batch | batches per second | durable moves per second | per CPU "
                    "second |");
    puts("|---|---|---|---|");
    for (int i = 0; i < COUNT(batches); i++) {
        if (postgres) {
            compare(sqlite, postgres, batches[i], seconds * 1000);
            continue;
        }
        Rate rate = measure(sqlite, batches[i], seconds * 1000);
        printf("| %d | %.0f | %.0f | %.0f |\n", batches[i], rate.commits, rate.moves,
               rate.per_cpu_second);
    }
    end_bench(sqlite);
    end_bench(postgres);
    str_release(&path);
    return 0;
}
