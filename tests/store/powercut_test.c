// No acknowledged move is lost when the power fails, at whatever moment: games are written to a
// simulated disk, and the store is opened on what thousands of power cuts leave of it.
#include "store/game_store.h"

#include "base/mem.h"
#include "disk.h"
#include "store/statement.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 4, BATCHES = 300, BATCH_MAX = 6, MOVES_MAX = BATCHES * BATCH_MAX, CUTS = 5000 };

// What was written, and when it was acknowledged.
typedef struct {
    Disk *disk;
    char path[64];
    int opened;                // the deeds when the games were there
    int moves[BATCHES + 1];    // written before and with each batch
    int acknowledged[BATCHES]; // the deeds when it was
    struct {
        int game, ply;
        MoveRow row;
    } all[MOVES_MAX];
} Session;

static GameId game_id(int i) {
    GameId id = {"gamegamegam"};
    id.text[GAME_ID_LENGTH - 1] = (char)('a' + i);
    return id;
}

static void begin_games(Store *s) {
    Error err = {0};
    UserRow ann = {.kind = USER_GUEST, .name = "ann"};
    UserId owner = user_add(s, &ann, "ann", NULL, &err);
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

static void write_batch(Session *w, Store *s, int batch, int plies[GAMES], Rng *rng) {
    Error err = {0};
    int count = 1 + rng_below(rng, BATCH_MAX), from = w->moves[batch];
    for (int i = from; i < from + count; i++) {
        int game = rng_below(rng, GAMES);
        w->all[i].game = game;
        w->all[i].ply = plies[game]++;
        w->all[i].row = (MoveRow){.ms = i};
        snprintf(w->all[i].row.text, sizeof w->all[i].row.text, "%c%d", 'a' + i % 15, 1 + i % 15);
        GameId id = game_id(game);
        CHECK("a move", game_store_add_move(s, &id, w->all[i].ply, &w->all[i].row, &err));
        GameRow row;
        CHECK("its game", game_store_find(s, id.text, &row, &err));
        row.ply = plies[game];
        row.seq++;
        CHECK("the game", game_store_update(s, &row, &err));
    }
    CHECK("a batch", store_commit(s, &err));
    w->moves[batch + 1] = from + count;
    w->acknowledged[batch] = disk_deeds(w->disk);
}

// `pragma` is what the store is not to do.
static Session *write_session(const char *pragma) {
    Session *w = mem_alloc(sizeof *w);
    Error err = {0};
    Rng rng = {5};
    int plies[GAMES] = {0};
    char folder[] = "/tmp/pentad-powercut-XXXXXX";
    CHECK("a folder", mkdtemp(folder) != NULL); // for the lock, which is a real file
    snprintf(w->path, sizeof w->path, "%s/db", folder);
    w->disk = disk_new();
    disk_plug(w->disk);
    Store *s = store_open(w->path, &err);
    CHECK_TEXT("the store", err.text, "");
    // The log goes back into the file every now and then, and that must be cut into as well.
    sqlite3_exec(s->db, "PRAGMA wal_autocheckpoint=50", NULL, NULL, NULL);
    sqlite3_exec(s->db, pragma, NULL, NULL, NULL);
    begin_games(s);
    w->opened = disk_deeds(w->disk);
    for (int i = 0; i < BATCHES; i++)
        write_batch(w, s, i, plies, &rng);
    store_close(s);
    disk_unplug(w->disk);
    return w;
}

static void end_session(Session *w) {
    char lock[80];
    snprintf(lock, sizeof lock, "%s.lock", w->path);
    unlink(lock);
    unlink(w->path);
    *strrchr(w->path, '/') = '\0';
    rmdir(w->path);
    disk_free(w->disk);
    mem_free(w);
}

// ---- What is left

typedef struct {
    int cuts, losing, lost; // disks, those that lost acknowledged moves, and how many
    int damaged, torn;      // not sound, or with a part of a batch
} Toll;

static int count_acknowledged(const Session *w, int deeds) {
    int moves = 0;
    for (int i = 0; i < BATCHES && w->acknowledged[i] <= deeds; i++)
        moves = w->moves[i + 1];
    return moves;
}

// Is the n-th move of the session there, as it was?
static bool has_move(MoveRow (*rows)[MOVES_MAX], const int counts[GAMES], const Session *w, int n) {
    const MoveRow *want = &w->all[n].row;
    int game = w->all[n].game, ply = w->all[n].ply;
    return ply < counts[game] && !strcmp(rows[game][ply].text, want->text) &&
           rows[game][ply].ms == want->ms;
}

static bool ends_a_batch(const Session *w, int moves) {
    for (int i = 0; i <= BATCHES; i++)
        if (w->moves[i] == moves)
            return true;
    return false;
}

static void examine(const Session *w, Store *s, int deeds, Toll *toll) {
    Error err = {0};
    MoveRow(*rows)[MOVES_MAX] = mem_alloc(GAMES * sizeof *rows);
    int counts[GAMES], there = 0, kept = 0, acknowledged = count_acknowledged(w, deeds);
    for (int i = 0; i < GAMES; i++) {
        GameId id = game_id(i);
        counts[i] = game_store_moves(s, &id, rows[i], MOVES_MAX, &err);
        there += counts[i];
    }
    for (int i = 0; i < acknowledged; i++)
        kept += has_move(rows, counts, w, i);
    toll->losing += kept < acknowledged;
    toll->lost += acknowledged - kept;
    toll->torn += !ends_a_batch(w, there);
    mem_free(rows);
}

static void cut(const Session *w, const Replay *r, int deeds, CutKind kind, Rng *rng, Toll *toll) {
    Error err = {0};
    Disk *left = replay_cut(r, kind, rng);
    toll->cuts++;
    disk_plug(left);
    Store *s = store_open(w->path, &err); // which looks whether the file is sound
    if (s)
        examine(w, s, deeds, toll);
    toll->damaged += !s;
    store_close(s);
    disk_unplug(left);
    disk_free(left);
}

// As many as are asked for, from the first deed to the last.
static Toll cut_everywhere(const Session *w, int cuts) {
    Toll toll = {0};
    Rng rng = {7};
    Replay *r = replay_new(w->disk);
    for (int i = 0; i < cuts; i++) {
        int deeds = (int)((int64_t)i * (disk_deeds(w->disk) + 1) / cuts);
        replay_to(r, deeds);
        cut(w, r, deeds, (CutKind)rng_below(&rng, CUT_KINDS), &rng, &toll);
    }
    replay_free(r);
    return toll;
}

TEST(powercut_no_acknowledged_move_is_lost) {
    Session *w = write_session("");
    Toll toll = cut_everywhere(w, random_cases(CUTS));
    CHECK_INT("acknowledged moves lost", toll.lost, 0);
    CHECK_INT("damaged disks", toll.damaged, 0);
    CHECK_INT("batches in part", toll.torn, 0);
    CHECK_INT("cuts", toll.cuts, random_cases(CUTS));
    end_session(w);
}

// The test of the test: what most people recommend for this way of writing does lose moves.
TEST(powercut_finds_what_less_syncing_loses) {
    static const char *const pragmas[] = {"PRAGMA synchronous=NORMAL", "PRAGMA synchronous=OFF"};
    for (int i = 0; i < 2; i++) {
        Session *w = write_session(pragmas[i]);
        Toll toll = cut_everywhere(w, CUTS / 10);
        CHECK(pragmas[i], toll.losing > CUTS / 40);
        end_session(w);
    }
}

// The power fails, and again while the store recovers from that.
TEST(powercut_during_recovery) {
    Session *w = write_session("");
    Toll toll = {0};
    Rng rng = {11};
    Replay *first = replay_new(w->disk);
    for (int i = 0; i < CUTS / 50; i++) {
        int deeds = (int)((int64_t)i * disk_deeds(w->disk) / (CUTS / 50));
        Error err = {0};
        replay_to(first, deeds);
        Disk *left = replay_cut(first, CUT_LOSES_SOME, &rng);
        disk_plug(left);
        store_close(store_open(w->path, &err));
        disk_unplug(left);
        Replay *second = replay_new(left);
        for (int k = 0; k <= disk_deeds(left); k++) {
            replay_to(second, k);
            cut(w, second, deeds, (CutKind)rng_below(&rng, CUT_KINDS), &rng, &toll);
        }
        replay_free(second);
        disk_free(left);
    }
    replay_free(first);
    CHECK_INT("acknowledged moves lost", toll.lost, 0);
    CHECK_INT("damaged disks", toll.damaged, 0);
    CHECK_INT("batches in part", toll.torn, 0);
    CHECK("cuts", toll.cuts > CUTS / 50);
    end_session(w);
}
