// The store: what is durable, what is refused, what comes back.
#include "store/game_store.h"

#include "base/str.h"
#include "base/util.h"
#include "store/analysis_cache.h"
#include "store/puzzle_attempts.h"
#include "store/schema.h"
#include "store/statement.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Str temporary(void) {
    char folder[] = "/tmp/pentad-store-XXXXXX";
    Str path = {0};
    CHECK("a folder", mkdtemp(folder) != NULL);
    str_add(&path, "%s/db", folder);
    return path;
}

static void clean(Str *path) {
    static const char *const endings[] = {"", "-wal", "-shm", ".lock", ".copy"};
    for (int i = 0; i < COUNT(endings); i++) {
        Str name = {0};
        str_add(&name, "%s%s", str_text(path), endings[i]);
        unlink(str_text(&name));
        str_release(&name);
    }
    str_cut(path, path->len - 3);
    rmdir(str_text(path));
    str_release(path);
}

static Store *open_store(const char *path) {
    Error err = {0};
    Store *s = store_open(path, &err);
    CHECK_TEXT("opening", err.text, "");
    return s;
}

static int64_t pragma(Store *s, const char *sql) {
    sqlite3_stmt *q;
    sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
    sqlite3_step(q);
    int64_t value = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return value;
}

// With NORMAL an acknowledged move does not outlive a power cut.
TEST(store_syncs_in_full_and_writes_ahead) {
    Str path = temporary();
    Store *s = open_store(str_text(&path));
    CHECK_INT("synchronous", pragma(s, "PRAGMA synchronous"), 2);
    sqlite3_stmt *q;
    sqlite3_prepare_v2(s->db, "PRAGMA journal_mode", -1, &q, NULL);
    sqlite3_step(q);
    CHECK_TEXT("journal", (const char *)sqlite3_column_text(q, 0), "wal");
    sqlite3_finalize(q);
    CHECK_INT("version", pragma(s, "PRAGMA user_version"), schema_version());
    store_close(s);
    clean(&path);
}

static UserId add_user(Store *s, const char *name) {
    UserRow user = {.kind = USER_ACCOUNT, .created = 1};
    Error err = {0};
    snprintf(user.name, sizeof user.name, "%s", name);
    return user_add(s, &user, name, NULL, &err);
}

static GameRow some_game(UserId owner, const char *id) {
    GameRow g = {.rules = "renju",
                 .opening = "swap2",
                 .time = "300+5",
                 .size = 15,
                 .opponent = "anyone",
                 .owner = owner,
                 .created = 7,
                 .seats = {owner, 0},
                 .started = -1,
                 .ended = -1,
                 .draw_offer = -1,
                 .takeback_offer = 1,
                 .takeback_plies = 2,
                 .winner = -1,
                 .key = "k"};
    snprintf(g.id.text, sizeof g.id.text, "%s", id);
    return g;
}

// All of a row as text: between its fields may lie bytes that mean nothing.
static void spell_game(const GameRow *g, Str *out) {
    str_add(out, "%s %s %s %s %d %d%d%d %s %lld %lld %s %d ", g->id.text, g->rules, g->opening,
            g->time, g->size, g->mist, g->rated, g->chat, g->opponent, (long long)g->owner,
            (long long)g->created, g->key, (int)g->state);
    str_add(out, "%lld %lld %lld %lld %lld ", (long long)g->seats[0], (long long)g->seats[1],
            (long long)g->started, (long long)g->ended, (long long)g->turn_began);
    str_add(out, "%d %d %d %d %d %d %d %d %s %s", g->seq, g->ply, g->line, g->draw_offer,
            g->takeback_offer, g->takeback_plies, g->rematch, g->winner, g->reason, g->next.text);
}

static void check_same_game(const GameRow *a, const GameRow *b) {
    Str first = {0}, second = {0};
    spell_game(a, &first);
    spell_game(b, &second);
    CHECK_TEXT("every field", str_text(&second), str_text(&first));
    str_release(&first);
    str_release(&second);
}

TEST(store_keeps_what_was_committed_and_only_that) {
    Str path = temporary();
    Error err = {0};
    Store *s = open_store(str_text(&path));
    UserId ann = add_user(s, "ann");
    GameRow g = some_game(ann, "aaaaaaaaaaaa"), got;
    CHECK("adding", game_store_add(s, &g, &err));
    CHECK("moving", game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 12}, &err));
    CHECK("committing", store_commit(s, &err) && !store_in_transaction(s));
    CHECK("a second move", game_store_add_move(s, &g.id, 1, &(MoveRow){"i9", 3}, &err));
    store_close(s); // without a commit
    s = open_store(str_text(&path));
    CHECK("found", game_store_find(s, g.id.text, &got, &err));
    check_same_game(&g, &got);
    MoveRow moves[4];
    CHECK_INT("moves", game_store_moves(s, &g.id, moves, 4, &err), 1);
    CHECK_TEXT("the move", moves[0].text, "h8");
    store_close(s);
    clean(&path);
}

// The round trip of a move is the time of its commit: what it writes is counted here.
TEST(store_a_move_writes_two_pages) {
    Str path = temporary();
    Error err = {0};
    Store *s = open_store(str_text(&path));
    GameRow g = some_game(add_user(s, "ann"), "aaaaaaaaaaaa"), got;
    g.state = GAME_PLAYING;
    CHECK("a game", game_store_add(s, &g, &err) && store_commit(s, &err));
    int before = 0, after = 0;
    sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &before, NULL);
    g.turn_began = 99;
    g.seq = 5;
    g.ply = 1;
    g.takeback_offer = -1;
    CHECK("a move", game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 12}, &err) &&
                        game_store_update_after_move(s, &g, &err) && store_commit(s, &err));
    sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &after, NULL);
    CHECK("the log began anew", before > after);
    CHECK_INT("pages in the log", after, 2);
    CHECK("found", game_store_find(s, g.id.text, &got, &err));
    check_same_game(&g, &got);
    store_close(s);
    clean(&path);
}

TEST(store_a_batch_with_a_failure_is_dropped_whole) {
    Error err = {0};
    Store *s = open_store(":memory:");
    UserId ann = add_user(s, "ann");
    GameRow g = some_game(ann, "aaaaaaaaaaaa");
    game_store_add(s, &g, &err);
    CHECK("the first batch", store_commit(s, &err));
    CHECK("a move", game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 0}, &err));
    CHECK("the same ply again", !game_store_add_move(s, &g.id, 0, &(MoveRow){"h9", 0}, &err));
    CHECK("what follows in the batch",
          !game_store_add_move(s, &g.id, 1, &(MoveRow){"i9", 0}, &err));
    CHECK("the commit", !store_commit(s, &err));
    MoveRow moves[4];
    CHECK_INT("nothing is left", game_store_moves(s, &g.id, moves, 4, &err), 0);
    CHECK("the next batch", game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 0}, &err));
    CHECK("is written", store_commit(s, &err));
    store_close(s);
}

TEST(store_refuses_newer_data_damaged_data_and_a_second_backup) {
    Str path = temporary(), copy = {0};
    Error err = {0};
    Store *s = open_store(str_text(&path));
    str_add(&copy, "%s.copy", str_text(&path));
    CHECK("backup", store_backup(str_text(&path), str_text(&copy), &err));
    CHECK("onto itself", !store_backup(str_text(&path), str_text(&copy), &err));
    sqlite3_exec(s->db, "PRAGMA user_version=999", NULL, NULL, NULL);
    store_close(s);
    CHECK("newer", !store_open(str_text(&path), &err));
    CHECK("says so", strstr(err.text, "newer") != NULL);
    FILE *f = fopen(str_text(&path), "w");
    fputs("This is no database, but it is longer than a header of one would be, so it is looked "
          "at in earnest.............",
          f);
    fclose(f);
    CHECK("damaged", !store_open(str_text(&path), &err));
    str_release(&copy);
    clean(&path);
}

TEST(store_chat_with_the_same_key_is_one_line) {
    Error err = {0};
    Store *s = open_store(":memory:");
    UserId ann = add_user(s, "ann");
    GameId id = {"aaaaaaaaaaaa"};
    ChatRow line = {.user = ann, .text = "hi", .at = 1};
    bool again = true;
    CHECK("first", game_store_add_chat(s, &id, &line, "k", &again, &err) && !again);
    CHECK("again", game_store_add_chat(s, &id, &line, "k", &again, &err) && again);
    CHECK("without key", game_store_add_chat(s, &id, &line, NULL, &again, &err) && !again);
    CHECK_INT("numbers", line.n, 2);
    store_close(s);
}

static void add_session(Store *s, UserId user) {
    SecretHash hash = {{0}};
    Error err = {0};
    hash.bytes[0] = (uint8_t)user;
    CHECK("a session", login_session_add(s, &hash, user, NULL, 1, &err));
}

TEST(store_forgets_guests_who_never_played_and_cannot_come_back) {
    static const struct {
        const char *name;
        UserKind kind;
        int64_t created;
        bool has_session, sat, stays;
    } rows[] = {
        {"nobody knows", USER_GUEST, 10, false, false, false},
        {"may come back", USER_GUEST, 10, true, false, true},
        {"sat at a board", USER_GUEST, 10, false, true, true},
        {"came lately", USER_GUEST, 100, false, false, true},
        {"has an account", USER_ACCOUNT, 10, false, false, true},
        {"is a level", USER_LEVEL, 10, false, false, true},
        {"nobody knows either", USER_GUEST, 99, false, false, false},
        {"the newest, whose number would be given again", USER_GUEST, 10, false, false, true},
    };
    Str path = temporary();
    Error err = {0};
    Store *s = open_store(str_text(&path));
    UserId ids[COUNT(rows)];
    for (int i = 0; i < COUNT(rows); i++) {
        UserRow user = {.kind = rows[i].kind, .created = rows[i].created};
        snprintf(user.name, sizeof user.name, "%d", i);
        ids[i] = user_add(s, &user, user.name, NULL, &err);
        if (rows[i].has_session)
            add_session(s, ids[i]);
        GameRow g = some_game(ids[i], "aaaaaaaaaaaa");
        if (rows[i].sat)
            CHECK("a game", game_store_add(s, &g, &err));
    }
    CHECK("committing", store_commit(s, &err));
    UserId after = 0;
    CHECK("forgetting", user_delete_unused_guests(s, &after, 100, &err));
    CHECK_INT("all of them", after, 0);
    CHECK_INT("rows are looked after again", pragma(s, "PRAGMA foreign_keys"), 1);
    for (int i = 0; i < COUNT(rows); i++) {
        UserRow found;
        CHECK_INT(rows[i].name, user_find(s, ids[i], &found, &err), rows[i].stays);
    }
    CHECK_INT("nothing hangs in the air",
              pragma(s, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    store_close(s);
    clean(&path);
}

TEST(store_forgets_guests_a_few_at_a_time) {
    enum { GUESTS = 2 * GUEST_BATCH_SIZE + 50 };
    Error err = {0};
    Store *s = open_store(":memory:");
    for (int i = 0; i < GUESTS; i++) {
        UserRow user = {.kind = USER_GUEST, .created = 1};
        snprintf(user.name, sizeof user.name, "%d", i);
        user_add(s, &user, user.name, NULL, &err);
    }
    CHECK("committing", store_commit(s, &err));
    UserId after = 0;
    int times = 0;
    do {
        int64_t before = pragma(s, "SELECT count(*) FROM users");
        CHECK("forgetting", user_delete_unused_guests(s, &after, 100, &err));
        CHECK("few at a time",
              before - pragma(s, "SELECT count(*) FROM users") <= GUEST_BATCH_SIZE);
        times++;
    } while (after && times < GUESTS);
    CHECK_INT("times", times, 3);
    CHECK_INT("left", pragma(s, "SELECT count(*) FROM users"), 1);
    store_close(s);
}

// ---- Findings

// Found with 3 lines in 900 ms and 600 nodes, and with one line in 1000 ms and 2000 nodes.
static const struct {
    const char *name;
    AnalysisCacheKey query;
    const char *result; // "": none
} sought[] = {
    {"the same", {"p", "e", 3, 900, 0}, "three"},
    {"less time", {"p", "e", 3, 100, 0}, "three"},
    {"more time", {"p", "e", 3, 901, 0}, ""},
    {"fewer nodes", {"p", "e", 3, 5000, 600}, "three"},
    {"more nodes", {"p", "e", 3, 5000, 601}, ""},
    {"more lines", {"p", "e", 4, 100, 0}, ""},
    {"a line", {"p", "e", 1, 1000, 0}, "one"},
    {"two lines, as long for each", {"p", "e", 2, 600, 0}, "three"},
    {"two lines, longer for each", {"p", "e", 2, 601, 0}, ""},
    {"another position", {"q", "e", 1, 1, 0}, ""},
    {"another engine", {"p", "f", 1, 1, 0}, ""},
    {"a proof is something else", {"p", "e", 0, 1, 0}, ""},
    {"what is settled answers all", {"s", "e", 1, 100000, 0}, "settled"},
};

static const char *find(Store *s, const AnalysisCacheKey *query, Str *result) {
    Error err = {0};
    str_clear(result);
    analysis_cache_find(s, query, result, &err);
    CHECK_TEXT("finding", err.text, "");
    return str_text(result);
}

static void put(Store *s, AnalysisCacheKey found, bool settled, const char *result) {
    Error err = {0};
    analysis_cache_put(s, &found, settled, result, &err);
    CHECK_TEXT(result, err.text, "");
}

TEST(findings_of_more_effort_answer_for_less) {
    Store *s = open_store(":memory:");
    Str result = {0};
    put(s, (AnalysisCacheKey){"p", "e", 3, 900, 600}, false, "three");
    put(s, (AnalysisCacheKey){"p", "e", 1, 1000, 2000}, false, "one");
    put(s, (AnalysisCacheKey){"s", "e", 2, 3, 7}, true, "settled");
    for (int i = 0; i < COUNT(sought); i++)
        CHECK_TEXT(sought[i].name, find(s, &sought[i].query, &result), sought[i].result);
    str_release(&result);
    store_close(s);
}

TEST(findings_give_way_to_better_ones) {
    static const AnalysisCacheKey any = {"p", "e", 1, 1, 0};
    Store *s = open_store(":memory:");
    Str result = {0};
    put(s, (AnalysisCacheKey){"p", "e", 1, 1000, 2000}, false, "first");
    put(s, (AnalysisCacheKey){"p", "e", 1, 500, 1000}, false, "less");
    CHECK_TEXT("less", find(s, &any, &result), "first");
    put(s, (AnalysisCacheKey){"p", "e", 1, 2000, 4000}, false, "more");
    CHECK_TEXT("more", find(s, &any, &result), "more");
    put(s, (AnalysisCacheKey){"p", "e", 1, 9000, 10}, false, "longer");
    CHECK_TEXT("a slow day", find(s, &any, &result), "more");
    put(s, (AnalysisCacheKey){"p", "e", 1, 1, 1}, true, "settled");
    CHECK_TEXT("settled", find(s, &any, &result), "settled");
    put(s, (AnalysisCacheKey){"p", "e", 1, 9000, 9000}, false, "after that");
    CHECK_TEXT("nothing is better", find(s, &any, &result), "settled");
    str_release(&result);
    store_close(s);
}

TEST(findings_are_bounded) {
    Store *s = open_store(":memory:");
    char position[16];
    for (int i = 0; i < ANALYSIS_CACHE_MAX + 50; i++) {
        snprintf(position, sizeof position, "%d", i);
        put(s, (AnalysisCacheKey){position, "e", 1, 1, 1}, false, "r");
    }
    CHECK_INT("how many", pragma(s, "SELECT COUNT(*) FROM findings"), ANALYSIS_CACHE_MAX);
    CHECK_INT("the oldest are gone",
              pragma(s, "SELECT MIN(CAST(position AS INTEGER)) FROM findings"), 50);
    store_close(s);
}

static void spell_attempt(void *context, const PuzzleAttemptRow *row) {
    str_add(context, "%lld %s %d %d|", (long long)row->at, row->puzzle, row->score, row->day);
}

static void check_attempts(Store *s, UserId user, const char *what, const char *wanted) {
    Str all = {0};
    Error err = {0};
    CHECK(what, puzzle_attempt_each(s, user, spell_attempt, &all, &err));
    CHECK_TEXT(what, str_text(&all), wanted);
    str_release(&all);
}

TEST(store_attempts_at_puzzles_are_kept_once_and_in_order) {
    Error err = {0};
    Store *s = open_store(":memory:");
    UserId ann = add_user(s, "ann"), ben = add_user(s, "ben");
    PuzzleAttemptRow late = {.at = 30, .puzzle = "0123456789abcdef", .score = 100, .day = -1};
    PuzzleAttemptRow early = {.at = 20, .puzzle = "fedcba9876543210", .score = 50, .day = 7};
    CHECK("late", puzzle_attempt_add(s, ann, &late, &err));
    CHECK("early", puzzle_attempt_add(s, ann, &early, &err));
    late.score = 0;
    CHECK("again", puzzle_attempt_add(s, ann, &late, &err)); // what was told first holds
    check_attempts(s, ann, "hers", "20 fedcba9876543210 50 7|30 0123456789abcdef 100 -1|");
    check_attempts(s, ben, "his", "");
    store_close(s);
}

static void count_attempt(void *context, const PuzzleAttemptRow *row) {
    int64_t *seen = context; // how many, and when the first was
    if (seen[0]++ == 0)
        seen[1] = row->at;
}

TEST(store_of_attempts_the_latest_are_kept) {
    Error err = {0};
    Store *s = open_store(":memory:");
    UserId ann = add_user(s, "ann");
    for (int i = 0; i < PUZZLE_ATTEMPTS_MAX + 5; i++)
        CHECK("adding", puzzle_attempt_add(
                            s, ann, &(PuzzleAttemptRow){i, "0123456789abcdef", 100, -1}, &err));
    int64_t seen[2] = {0};
    CHECK("reading", puzzle_attempt_each(s, ann, count_attempt, seen, &err));
    CHECK_INT("how many", seen[0], PUZZLE_ATTEMPTS_MAX);
    CHECK_INT("from", seen[1], 5);
    store_close(s);
}

TEST(store_of_attempts_at_one_time_no_more_are_kept) {
    Error err = {0};
    Store *s = open_store(":memory:");
    UserId ann = add_user(s, "ann");
    for (int i = 0; i < PUZZLE_ATTEMPTS_MAX + 5; i++) {
        PuzzleAttemptRow row = {.at = 7, .score = 100, .day = -1};
        snprintf(row.puzzle, sizeof row.puzzle, "%016x", (unsigned)i);
        CHECK("adding", puzzle_attempt_add(s, ann, &row, &err));
    }
    int64_t seen[2] = {0};
    CHECK("reading", puzzle_attempt_each(s, ann, count_attempt, seen, &err));
    CHECK_INT("how many", seen[0], PUZZLE_ATTEMPTS_MAX);
    store_close(s);
}
