// Copying a database: between SQLite and PostgreSQL if there is one, otherwise from file to file.
#include "store/store_copy.h"

#include "base/number.h"
#include "store/game_store.h"
#include "store/statement.h"
#include "store/test_database.h"
#include "test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

enum { MOVES = 4100 }; // more than two pages

static UserId add_user(Store *s, const char *name, Error *err) {
    UserRow user = {.kind = USER_ACCOUNT, .created = 5};
    snprintf(user.name, sizeof user.name, "%s", name);
    return user_add(s, &user, name, NULL, err);
}

// A row in every table, with NULLs, numbers at both ends, texts that sort differently by language.
static void fill(Store *s) {
    static const char *const names[] = {"ann", "Bob", "_x", "王五", "a-b"};
    Error err = {0};
    UserId users[COUNT(names)];
    for (int i = 0; i < COUNT(names); i++)
        users[i] = add_user(s, names[i], &err);
    GameRow g = {.id = {"aaaaaaaaaaaa"},
                 .rules = "renju",
                 .opening = "swap2",
                 .time = "300+5",
                 .opponent = "anyone"};
    g.size = 15;
    g.owner = g.seats[0] = users[0];
    g.started = g.ended = g.draw_offer = g.takeback_offer = g.winner = -1;
    g.turn_began = INT64_MAX;
    GameId id = g.id;
    ChatRow line = {.user = users[1], .text = "hi, 王五 'x'", .at = 3};
    bool repeated;
    SecretHash hash = {{0, 1, 255, 0, 7}};
    bool ok = game_store_add(s, &g, &err);
    for (int i = 0; i < MOVES && ok; i++)
        ok = game_store_add_move(s, &id, i, &(MoveRow){"h8", i % 7 - 1}, &err);
    ok =
        ok && game_store_add_try(s, &id, &(MistTry){.ply = 3, .text = "h9"}, 0, &err) &&
        game_store_save_absence(s, &id, (int64_t[]){5, INT64_MAX}, &err) &&
        game_store_add_chat(s, &id, &line, NULL, &repeated, &err) &&
        login_session_add(s, &hash, users[1], "bot", 9, &err) &&
        password_reset_add(s, &hash, users[1], INT64_MAX, &err) &&
        user_set_banned(s, users[2], 17, &err) &&
        rating_save(s, users[2], "renju", &(RatingRow){1500.1, 1.0 / 3, 1e-300, 7}, &err) &&
        puzzle_attempt_add(s, users[3], &(PuzzleAttemptRow){7, "0123456789abcdef", 50, -1}, &err) &&
        store_put_value(s, "least", INT64_MIN, &err) &&
        store_put_value(s, "most", INT64_MAX, &err) &&
        study_store_put(s, id.text, &(StudyRow){7, users[1]}, 0, "2 4 3 2 a1", 11, &err) &&
        analysis_cache_put(s, &(AnalysisCacheKey){"p", "e", 1, 2, 3}, true, "{}", &err) &&
        store_commit(s, &err);
    CHECK_TEXT("filling", err.text, "");
    CHECK("filling", ok);
}

typedef struct {
    Str text;
    int64_t rows;
    int finished;
} Copied;

static void note(void *context, const CopiedTable *table) {
    Copied *c = context;
    if (!*table->hash)
        return;
    str_add(&c->text, "%s %lld %s\n", table->table, (long long)table->rows, table->hash);
    c->rows += table->rows;
    c->finished++;
    CHECK(table->table, table->rows > 0);
}

static Copied copy(Store *from, Store *to) {
    Error err = {0};
    Copied c = {0};
    bool ok = store_copy(from, to, (StopToken){0}, note, &c, &err);
    CHECK_TEXT("copying", err.text, "");
    CHECK("copying", ok);
    return c;
}

TEST(store_copy_there_and_back) {
    Str locations[] = {test_file(), test_location(), test_file()};
    Store *stores[3];
    for (int i = 0; i < 3; i++)
        stores[i] = test_store_reopen(&locations[i]);
    fill(stores[0]);
    Copied there = copy(stores[0], stores[1]), back = copy(stores[1], stores[2]);
    CHECK_TEXT("the same hashes", str_text(&back.text), str_text(&there.text));
    CHECK_INT("tables", there.finished, 15);
    CHECK("rows", there.rows > MOVES + 15);
    // SHA-256 of "t5:least,n-9223372036854775808,t4:most,n9223372036854775807,"
    CHECK("the hash of all rows",
          strstr(str_text(&there.text),
                 "facts 2 7b8ea0fd4a4ed1ce2ef430682036953443f878d36299872a34d0eaffc8d9125a\n"));
    Error err = {0};
    CHECK_INT("new ids come after the old", add_user(stores[1], "new", &err), 6);
    CHECK("committing", store_commit(stores[1], &err));
    CHECK("not empty", !store_copy(stores[0], stores[2], (StopToken){0}, note, &there, &err));
    CHECK_TEXT("not empty", err.text, "the target is not empty: it has facts");
    for (int i = 0; i < 3; i++) {
        store_close(stores[i]);
        test_location_remove(&locations[i]);
    }
    str_release(&there.text);
    str_release(&back.text);
}

static void ignore(void *context, const CopiedTable *table) {
    (void)context;
    (void)table;
}

// A trigger stands for whatever changes a row on its way.
TEST(store_copy_notices_a_row_that_differs) {
    Str from = test_file(), to = test_file();
    Store *source = test_store_reopen(&from), *target = test_store_reopen(&to);
    Error err = {0};
    fill(source);
    sqlite3_exec(sqlite_connection(target),
                 "CREATE TRIGGER t AFTER INSERT ON moves WHEN new.ply = 3000 "
                 "BEGIN UPDATE moves SET ms = ms + 1 WHERE ply = 3000; END",
                 NULL, NULL, NULL);
    CHECK("refused", !store_copy(source, target, (StopToken){0}, ignore, NULL, &err));
    CHECK_TEXT("refused", err.text, "moves differs after copying: 4100 rows read, 4100 found");
    store_close(target);
    target = test_store_reopen(&to);
    CHECK_INT("nothing is left", test_number(target, "SELECT COUNT(*) FROM users"), 0);
    store_close(source);
    store_close(target);
    test_location_remove(&from);
    test_location_remove(&to);
}

static bool after_some(void *context) {
    int *left = context;
    return (*left)-- == 0;
}

TEST(store_copy_leaves_the_target_empty_if_it_is_stopped) {
    Str from = test_file(), to = test_location();
    Store *source = test_store_reopen(&from), *target = test_store_reopen(&to);
    Error err = {0};
    int left = 9; // pages: in the middle of the moves
    fill(source);
    CHECK("stopped",
          !store_copy(source, target, (StopToken){after_some, &left}, ignore, NULL, &err));
    CHECK_TEXT("stopped", err.text, "interrupted; nothing was copied");
    store_close(target);
    target = test_store_reopen(&to);
    Copied again = copy(source, target);
    CHECK_INT("tables", again.finished, 15);
    str_release(&again.text);
    store_close(source);
    store_close(target);
    test_location_remove(&from);
    test_location_remove(&to);
}

// What goes wrong on either side, in the middle of a table, stops the copy.
TEST(store_copy_stops_at_errors) {
    static const struct {
        const char *name, *source, *target, *why;
    } rows[] = {
        {"a value of the wrong type", "UPDATE moves SET ms = 'x' WHERE ply = 3000", NULL,
         "moves: column 4 of a row has the wrong type"},
        {"in the first row", "UPDATE moves SET ms = 'x' WHERE ply = 0", NULL,
         "moves: column 4 of a row has the wrong type"},
        {"a row that is refused", NULL,
         "CREATE TRIGGER t BEFORE INSERT ON moves WHEN new.ply = 3000 "
         "BEGIN SELECT RAISE(ABORT, 'not this one'); END",
         "cannot write to the database: not this one"},
        {"a wrong type on arrival", NULL,
         "CREATE TRIGGER t AFTER INSERT ON moves WHEN new.ply = 3000 "
         "BEGIN UPDATE moves SET ms = 'x' WHERE ply = 3000; END",
         "moves: column 4 of a row has the wrong type"},
        {"a row that is lost", NULL,
         "CREATE TRIGGER t AFTER INSERT ON moves WHEN new.ply = 4099 "
         "BEGIN DELETE FROM moves WHERE ply = 4099; END",
         "moves differs after copying: 4100 rows read, 4099 found"},
        {"the last table", NULL,
         "CREATE TRIGGER t BEFORE INSERT ON studies BEGIN SELECT RAISE(ABORT, 'full'); END",
         "cannot write to the database: full"},
        {"no such table in the source", "DROP TABLE studies", NULL, "no such table: studies"},
        {"nor in the target", NULL, "DROP TABLE studies", "no such table: studies"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str from = test_file(), to = test_file();
        Store *source = test_store_reopen(&from), *target = test_store_reopen(&to);
        Error err = {0};
        fill(source);
        if (rows[i].source)
            sqlite3_exec(sqlite_connection(source), rows[i].source, NULL, NULL, NULL);
        if (rows[i].target)
            sqlite3_exec(sqlite_connection(target), rows[i].target, NULL, NULL, NULL);
        CHECK(rows[i].name, !store_copy(source, target, (StopToken){0}, ignore, NULL, &err));
        if (!strstr(err.text, rows[i].why))
            CHECK_TEXT(rows[i].name, err.text, rows[i].why);
        CHECK(rows[i].name, *err.text);
        store_close(target);
        target = NULL;
        if (!rows[i].target) {
            target = test_store_reopen(&to);
            CHECK_INT(rows[i].name, test_number(target, "SELECT COUNT(*) FROM users"), 0);
        }
        store_close(source);
        store_close(target);
        test_location_remove(&from);
        test_location_remove(&to);
    }
}
