// Power-cut test (crash consistency): no acknowledged move is lost whenever the power fails. Games
// are written to a simulated disk, in a new database and in one of every earlier version, which is
// migrated first; then the store is opened on what thousands of power cuts leave.
#include "store/game_store.h"

#include "base/mem.h"
#include "simulated_disk.h"
#include "store/statement.h"
#include "test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 4, BATCHES = 300, BATCH_MAX = 6, MOVES_MAX = BATCHES * BATCH_MAX, CUTS = 5000 };

// What was written, and when it was acknowledged.
typedef struct {
    Disk *disk;
    char path[64];
    int old_moves;             // moves of other games, there from the beginning
    int moves[BATCHES + 1];    // moves before each batch
    int acknowledged[BATCHES]; // operations until the batch was acknowledged
    struct {
        int game, ply;
        MoveRow row;
    } all[MOVES_MAX];
} Run;

static const char new_games[] = "gamegamegam";

static GameId game_id(int i) {
    GameId id = {0};
    memcpy(id.text, new_games, sizeof new_games);
    id.text[GAME_ID_LENGTH - 1] = (char)('a' + i);
    return id;
}

static void begin_games(Store *s) {
    Error err = {0};
    UserRow user = {.kind = USER_GUEST, .name = "powercut"}; // in no earlier version
    UserId owner = user_add(s, &user, "powercut", NULL, &err);
    for (int i = 0; i < GAMES; i++) {
        GameRow row = {.id = game_id(i),
                       .rules = "freestyle",
                       .opening = "none",
                       .time = "none",
                       .size = 15,
                       .opponent = "anyone",
                       .owner = owner,
                       .seats = {owner, owner},
                       .state = GAME_PLAYING,
                       .ended = -1,
                       .draw_offer = -1,
                       .takeback_offer = -1,
                       .winner = -1};
        CHECK("a game", game_store_add(s, &row, &err));
    }
    CHECK("games", store_commit(s, &err));
}

static void write_batch(Run *run, Store *s, int batch, int plies[GAMES], Rng *rng) {
    Error err = {0};
    int count = 1 + rng_below(rng, BATCH_MAX), from = run->moves[batch];
    for (int i = from; i < from + count; i++) {
        int game = rng_below(rng, GAMES);
        run->all[i].game = game;
        run->all[i].ply = plies[game]++;
        run->all[i].row = (MoveRow){.ms = i};
        snprintf(run->all[i].row.text, sizeof run->all[i].row.text, "%c%d", 'a' + i % 15,
                 1 + i % 15);
        GameId id = game_id(game);
        CHECK("a move", game_store_add_move(s, &id, run->all[i].ply, &run->all[i].row, &err));
        GameRow row;
        CHECK("its game", game_store_find(s, id.text, &row, &err));
        row.ply = plies[game];
        row.seq++;
        CHECK("the game", game_store_update(s, &row, &err));
    }
    CHECK("a batch", store_commit(s, &err));
    run->moves[batch + 1] = from + count;
    run->acknowledged[batch] = disk_op_count(run->disk);
}

static int count_old_moves(Store *s) {
    int count = -1;
    sqlite3_stmt *stmt = NULL;
    sqlite3_prepare_v2(sqlite_connection(s),
                       "SELECT COUNT(*) FROM moves WHERE game NOT LIKE ?1 || '%'", -1, &stmt, NULL);
    sqlite3_bind_text(stmt, 1, new_games, -1, SQLITE_STATIC);
    if (sqlite3_step(stmt) == SQLITE_ROW)
        count = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    return count;
}

// `version`: of the database to begin with; 0: a new one. `pragma` weakens the store's settings;
// "": keeps them.
static Run *write_run(int version, const char *pragma) {
    Run *run = mem_alloc(sizeof *run);
    Error err = {0};
    Rng rng = {5};
    int plies[GAMES] = {0};
    char folder[] = "/tmp/pentad-powercut-XXXXXX";
    CHECK("a folder", mkdtemp(folder) != NULL); // for the lock, which is a real file
    snprintf(run->path, sizeof run->path, "%s/db", folder);
    run->disk = version ? disk_of_version(run->path, version) : disk_new();
    CHECK("a database of every version", run->disk != NULL);
    disk_mount(run->disk);
    Store *s = store_open(run->path, &err);
    CHECK_TEXT("the store", err.text, "");
    run->old_moves = count_old_moves(s);
    CHECK("old moves", (run->old_moves > 0) == (version > 0));
    // Checkpoints often, so that power cuts hit checkpoints too.
    sqlite3_exec(sqlite_connection(s), "PRAGMA wal_autocheckpoint=50", NULL, NULL, NULL);
    sqlite3_exec(sqlite_connection(s), pragma, NULL, NULL, NULL);
    begin_games(s);
    for (int i = 0; i < BATCHES; i++)
        write_batch(run, s, i, plies, &rng);
    store_close(s);
    disk_unmount(run->disk);
    return run;
}

static void end_run(Run *run) {
    char lock[80];
    snprintf(lock, sizeof lock, "%s.lock", run->path);
    unlink(lock);
    unlink(run->path);
    *strrchr(run->path, '/') = '\0';
    rmdir(run->path);
    disk_free(run->disk);
    mem_free(run);
}

// ---- After the power cut

typedef struct {
    int cuts, losing, lost; // disks; disks that lost acknowledged moves; moves lost
    int damaged, torn;      // disks that do not open; disks with part of a batch
    int old_lost;           // disks that lost what was there from the beginning
} Losses;

static int count_acknowledged(const Run *run, int ops) {
    int moves = 0;
    for (int i = 0; i < BATCHES && run->acknowledged[i] <= ops; i++)
        moves = run->moves[i + 1];
    return moves;
}

// True if the n-th move of the run is in the store, unchanged.
static bool has_move(MoveRow (*rows)[MOVES_MAX], const int counts[GAMES], const Run *run, int n) {
    const MoveRow *want = &run->all[n].row;
    int game = run->all[n].game, ply = run->all[n].ply;
    return ply < counts[game] && !strcmp(rows[game][ply].text, want->text) &&
           rows[game][ply].ms == want->ms;
}

static bool ends_a_batch(const Run *run, int moves) {
    for (int i = 0; i <= BATCHES; i++)
        if (run->moves[i] == moves)
            return true;
    return false;
}

static void check_moves(const Run *run, Store *s, int ops, Losses *losses) {
    Error err = {0};
    MoveRow(*rows)[MOVES_MAX] = mem_alloc(GAMES * sizeof *rows);
    int counts[GAMES], found = 0, kept = 0, acknowledged = count_acknowledged(run, ops);
    for (int i = 0; i < GAMES; i++) {
        GameId id = game_id(i);
        counts[i] = game_store_moves(s, &id, rows[i], MOVES_MAX, &err);
        found += counts[i];
    }
    for (int i = 0; i < acknowledged; i++)
        kept += has_move(rows, counts, run, i);
    losses->losing += kept < acknowledged;
    losses->lost += acknowledged - kept;
    losses->torn += !ends_a_batch(run, found);
    losses->old_lost += count_old_moves(s) != run->old_moves;
    mem_free(rows);
}

static void cut(const Run *run, const Replay *r, int ops, CutKind kind, Rng *rng, Losses *losses) {
    Error err = {0};
    Disk *left = replay_cut(r, kind, rng);
    losses->cuts++;
    disk_mount(left);
    Store *s = store_open(run->path, &err); // which checks the integrity of the file
    if (s)
        check_moves(run, s, ops, losses);
    losses->damaged += !s;
    store_close(s);
    disk_unmount(left);
    disk_free(left);
}

// Cuts the power `cuts` times, spread evenly over the run.
static Losses cut_everywhere(const Run *run, int cuts, Rng rng) {
    Losses losses = {0};
    Replay *r = replay_new(run->disk);
    for (int i = 0; i < cuts; i++) {
        int ops = (int)((int64_t)i * (disk_op_count(run->disk) + 1) / cuts);
        replay_to(r, ops);
        cut(run, r, ops, (CutKind)rng_below(&rng, CUT_KINDS), &rng, &losses);
    }
    replay_free(r);
    return losses;
}

static void check_losses(const Losses *losses) {
    CHECK_INT("acknowledged moves lost", losses->lost, 0);
    CHECK_INT("damaged disks", losses->damaged, 0);
    CHECK_INT("torn batches", losses->torn, 0);
    CHECK_INT("moves of before lost", losses->old_lost, 0);
}

// CUTS=100000 for more.
TEST(powercut_no_acknowledged_move_is_lost) {
    int versions = schema_version(), cuts = counted_cases("CUTS", CUTS) / versions;
    for (int version = 0; version < versions; version++) {
        Run *run = write_run(version, "");
        Losses losses = cut_everywhere(run, cuts, (Rng){(uint64_t)version + 7});
        check_losses(&losses);
        CHECK_INT("cuts", losses.cuts, cuts);
        end_run(run);
    }
}

// A test of the test: the usual recommendation for WAL, synchronous=NORMAL, does lose moves.
TEST(powercut_weaker_syncing_loses_moves) {
    static const char *const pragmas[] = {"PRAGMA synchronous=NORMAL", "PRAGMA synchronous=OFF"};
    for (int i = 0; i < 2; i++) {
        Run *run = write_run(0, pragmas[i]);
        Losses losses = cut_everywhere(run, CUTS / 10, (Rng){7});
        CHECK(pragmas[i], losses.losing > CUTS / 40);
        end_run(run);
    }
}

// The power fails again while the store recovers.
TEST(powercut_during_recovery) {
    Run *run = write_run(0, "");
    Losses losses = {0};
    Rng rng = {11};
    Replay *first = replay_new(run->disk);
    for (int i = 0; i < CUTS / 50; i++) {
        int ops = (int)((int64_t)i * disk_op_count(run->disk) / (CUTS / 50));
        Error err = {0};
        replay_to(first, ops);
        Disk *left = replay_cut(first, CUT_LOSES_SOME, &rng);
        disk_mount(left);
        store_close(store_open(run->path, &err));
        disk_unmount(left);
        Replay *second = replay_new(left);
        for (int k = 0; k <= disk_op_count(left); k++) {
            replay_to(second, k);
            cut(run, second, ops, (CutKind)rng_below(&rng, CUT_KINDS), &rng, &losses);
        }
        replay_free(second);
        disk_free(left);
    }
    replay_free(first);
    check_losses(&losses);
    CHECK("cuts", losses.cuts > CUTS / 50);
    end_run(run);
}
