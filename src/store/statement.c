#include "store/statement.h"

#include <assert.h>

// With whether the user has an API token.
#define USER_COLUMNS                                                                               \
    "id, kind, level, name, chat, created, won, lost, drawn, "                                     \
    "EXISTS (SELECT 1 FROM sessions WHERE user = users.id AND label IS NOT NULL), online"
#define GAME_COLUMNS                                                                               \
    "id, state, rules, size, opening, time, mist, rated, chat, opponent, owner, seat0, seat1, "    \
    "created, started, ended, turn_began, seq, ply, line, draw_offer, takeback_offer, "            \
    "takeback_plies, rematch, winner, reason, next, key, last_turn_ms"
// With whether the opening swapped the colors, which only the moves tell.
#define GAME_SELECT                                                                                \
    "SELECT " GAME_COLUMNS                                                                         \
    ", (SELECT COUNT(*) FROM moves WHERE game = id AND move = 'swap' AND opening != 'none') % 2 "
// The parameters of a search: 1 rules, 2 state, 3 mist, 4 before, 5 limit, 6 the user who asks.
// Games that wait for somebody, and games by link while they are played, are listed only for their
// players.
#define VISIBLE                                                                                    \
    "CASE g.state WHEN 0 THEN g.opponent = 'anyone' OR g.owner = ?6 "                              \
    "WHEN 1 THEN g.opponent != 'link' OR g.seat0 = ?6 OR g.seat1 = ?6 ELSE 1 END "
#define KIND_FILTER(rules, state, mist)                                                            \
    "(?1 IS NULL OR " rules " = ?1) AND (?2 IS NULL OR " state " = ?2) AND "                       \
    "(?3 IS NULL OR " mist " = ?3) "
// 7 player, 8 opponent, 9 result for the player, 10 how many of the player's games are looked at
#define RESULT_FILTER                                                                              \
    "(?8 IS NULL OR (s.user = g.seat0 AND g.seat1 = ?8) OR (s.user = g.seat1 AND g.seat0 = ?8)) "  \
    "AND (?9 IS NULL OR (g.state = 2 AND CASE ?9 WHEN 0 THEN g.winner IS NULL "                    \
    "WHEN 1 THEN g.winner = CASE s.user WHEN g.seat0 THEN 0 ELSE 1 END "                           \
    "ELSE g.winner = CASE s.user WHEN g.seat0 THEN 1 ELSE 0 END END)) "

// clang-format off
static const char *const texts[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_VALUE_GET] = "SELECT value FROM facts WHERE name = ?1",
    [SQL_VALUE_PUT] = "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
    [SQL_USER_ADD] = "INSERT INTO users (kind, level, name, folded, password, chat, created, won, lost, drawn) VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, 0, 0, 0)",
    [SQL_USER_UPDATE] = "UPDATE users SET kind = ?2, name = ?3, folded = ?4, password = COALESCE(?5, password), chat = ?6, online = ?7 WHERE id = ?1",
    [SQL_USER_BY_ID] = "SELECT " USER_COLUMNS " FROM users WHERE id = ?1",
    [SQL_USER_BY_NAME] = "SELECT " USER_COLUMNS " FROM users WHERE folded = ?1",
    [SQL_USER_PASSWORD] = "SELECT password FROM users WHERE id = ?1",
    [SQL_USER_SCORE] = "UPDATE users SET won = won + ?2, lost = lost + ?3, drawn = drawn + ?4 WHERE id = ?1",
    [SQL_USERS_UNUSED] = "SELECT id, kind = 0 AND created < ?2 AND id < (SELECT MAX(id) FROM users) "
        "AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user = users.id) AND NOT EXISTS (SELECT 1 FROM seats p WHERE p.user = users.id) "
        "FROM users WHERE id > ?1 ORDER BY id LIMIT ?3",
    [SQL_USER_DELETE] = "DELETE FROM users WHERE id = ?1",
    [SQL_SESSION_ADD] = "INSERT INTO sessions (hash, user, label, created, used) VALUES (?1, ?2, ?3, ?4, ?4)",
    [SQL_SESSION_FIND] = "SELECT id, user, label IS NOT NULL, used FROM sessions WHERE hash = ?1",
    [SQL_SESSION_USED] = "UPDATE sessions SET used = ?2 WHERE id = ?1",
    [SQL_SESSION_LAST_USED] = "SELECT ifnull(max(used), 0) FROM sessions WHERE user = ?1",
    [SQL_SESSION_DELETE] = "DELETE FROM sessions WHERE id = ?1",
    [SQL_SESSION_DELETE_OTHERS] = "DELETE FROM sessions WHERE user = ?1 AND id != ?2",
    [SQL_SESSION_DELETE_UNUSED] = "DELETE FROM sessions WHERE used < ?1 AND label IS NULL",
    [SQL_TOKENS] = "SELECT id, label, created, used FROM sessions WHERE user = ?1 AND label IS NOT NULL ORDER BY id",
    [SQL_TOKEN_REVOKE] = "DELETE FROM sessions WHERE id = ?1 AND user = ?2 AND label IS NOT NULL",
    [SQL_RATING_GET] = "SELECT rating, deviation, volatility, games FROM ratings WHERE user = ?1 AND pool = ?2",
    [SQL_RATING_PUT] = "INSERT OR REPLACE INTO ratings (user, pool, rating, deviation, volatility, games) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_RATING_LEADERBOARD] = "SELECT " USER_COLUMNS ", rating, deviation, volatility, games "
        "FROM ratings JOIN users ON id = user WHERE pool = ?1 ORDER BY rating DESC LIMIT ?2",
    [SQL_RATING_HISTORY_ADD] = "INSERT OR REPLACE INTO rating_history (user, pool, n, rating) VALUES (?1, ?2, ?3, ?4)",
    [SQL_RATING_HISTORY] = "SELECT rating FROM (SELECT n, rating FROM rating_history WHERE user = ?1 AND pool = ?2 ORDER BY n DESC LIMIT ?3) ORDER BY n",
    [SQL_GAME_ADD] = "INSERT INTO games (" GAME_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)",
    // The same parameter numbers as SQL_GAME_ADD. The settings of a game never change, only its state.
    [SQL_GAME_UPDATE] = "UPDATE games SET state = ?2, seat0 = ?12, seat1 = ?13, started = ?15, ended = ?16, turn_began = ?17, seq = ?18, ply = ?19, line = ?20, "
        "draw_offer = ?21, takeback_offer = ?22, takeback_plies = ?23, rematch = ?24, winner = ?25, reason = ?26, next = ?27, last_turn_ms = ?29 WHERE id = ?1",
    [SQL_GAME_UPDATE_AFTER_MOVE] = "UPDATE games SET turn_began = ?2, seq = ?3, ply = ?4, draw_offer = ?5, takeback_offer = ?6 WHERE id = ?1",
    [SQL_GAME_GET] = GAME_SELECT "FROM games WHERE id = ?1",
    [SQL_GAME_BY_KEY] = GAME_SELECT "FROM games WHERE owner = ?1 AND key = ?2",
    [SQL_SEAT_ADD] = "INSERT OR IGNORE INTO seats (user, created, game) VALUES (?1, ?2, ?3)",
    [SQL_GAMES_ACTIVE] = GAME_SELECT "FROM games INDEXED BY games_going_on WHERE state < 2 ORDER BY created",
    [SQL_GAME_NEWEST] = "SELECT COALESCE(MAX(created), 0) FROM games",
    [SQL_GAMES_NEWEST] = GAME_SELECT "FROM games g WHERE g.created < ?4 AND " VISIBLE "ORDER BY g.created DESC LIMIT ?5",
    // A kind is a combination of rules, state and mist. Takes the newest games of each kind by its index: a search
    // for rare ones would otherwise read all games. The rules in use are found by jumping through the index.
    [SQL_GAMES_SEARCH] = "WITH RECURSIVE used(rules) AS (SELECT MIN(rules) FROM games UNION ALL "
        "SELECT (SELECT MIN(g.rules) FROM games g WHERE g.rules > used.rules) FROM used WHERE used.rules IS NOT NULL), "
        "kinds(rules, state, mist) AS (SELECT rules, s.value, m.value FROM used, json_each('[0,1,2,3]') s, json_each('[0,1]') m "
        "WHERE " KIND_FILTER("rules", "s.value", "m.value") ") "
        GAME_SELECT "FROM games WHERE id IN (SELECT newest.value FROM kinds k, json_each((SELECT json_group_array(id) FROM "
        "(SELECT id FROM games g WHERE g.rules = k.rules AND g.state = k.state AND g.mist = k.mist AND g.created < ?4 AND " VISIBLE
        "ORDER BY g.created DESC LIMIT ?5))) newest) ORDER BY created DESC LIMIT ?5",
    [SQL_GAMES_OF_PLAYER] = GAME_SELECT "FROM (SELECT g.*, s.user FROM "
        "(SELECT * FROM seats WHERE user = ?7 AND created < ?4 ORDER BY created DESC LIMIT ?10) s JOIN games g ON g.id = s.game "
        "WHERE " VISIBLE "AND " KIND_FILTER("g.rules", "g.state", "g.mist") "AND " RESULT_FILTER "ORDER BY s.created DESC LIMIT ?5)",
    [SQL_PLAYER_SCAN_END] = "SELECT created FROM seats WHERE user = ?1 AND created < ?2 ORDER BY created DESC LIMIT 1 OFFSET ?3 - 1",
    [SQL_MOVE_ADD] = "INSERT INTO moves (game, ply, move, ms) VALUES (?1, ?2, ?3, ?4)",
    [SQL_MOVES_DELETE_FROM] = "DELETE FROM moves WHERE game = ?1 AND ply >= ?2",
    [SQL_MOVES] = "SELECT move, ms FROM moves WHERE game = ?1 ORDER BY ply",
    [SQL_TRY_ADD] = "INSERT OR IGNORE INTO tries (game, ply, n, move) VALUES (?1, ?2, ?3, ?4)",
    [SQL_TRIES] = "SELECT ply, move FROM tries WHERE game = ?1 ORDER BY ply, n LIMIT ?2",
    [SQL_ABSENCE_PUT] = "INSERT OR REPLACE INTO absences (game, seat0, seat1) VALUES (?1, ?2, ?3)",
    [SQL_ABSENCE_GET] = "SELECT seat0, seat1 FROM absences WHERE game = ?1",
    [SQL_ABSENCES_CLEAN_UP] = "DELETE FROM absences WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = absences.game AND state = 1)",
    [SQL_CHAT_ADD] = "INSERT INTO chat (game, n, user, text, at, key) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_CHAT_BY_KEY] = "SELECT n, user, text, at FROM chat WHERE game = ?1 AND user = ?2 AND key = ?3",
    [SQL_CHAT_LAST] = "SELECT COALESCE(MAX(n), 0) FROM chat WHERE game = ?1",
    [SQL_CHAT] = "SELECT n, user, text, at FROM (SELECT * FROM chat WHERE game = ?1 ORDER BY n DESC LIMIT ?2) ORDER BY n",
    // 1 position, 2 engine, 3 lines, 4 ms, 5 nodes, 6 settled, 7 result. Budgets are compared per line.
    [SQL_ANALYSIS_FIND] = "SELECT result FROM findings WHERE position = ?1 AND engine = ?2 AND lines >= ?3 AND (lines = 0) = (?3 = 0) AND "
        "(settled OR CASE ?5 WHEN 0 THEN ms * MAX(?3, 1) >= ?4 * MAX(lines, 1) ELSE nodes * MAX(?3, 1) >= ?5 * MAX(lines, 1) END) ORDER BY lines LIMIT 1",
    [SQL_ANALYSIS_DROP_LESSER] = "DELETE FROM findings WHERE position = ?1 AND engine = ?2 AND lines = ?3 AND NOT settled AND (?6 OR nodes <= ?5)",
    [SQL_ANALYSIS_ADD] = "INSERT INTO findings (position, engine, lines, ms, nodes, settled, result) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
    [SQL_ANALYSIS_EVICT_OLDEST] = "DELETE FROM findings WHERE n <= (SELECT MAX(n) FROM findings) - ?1",
    [SQL_PUZZLE_ATTEMPT_ADD] = "INSERT INTO attempts (user, at, puzzle, score, day) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
    [SQL_PUZZLE_ATTEMPTS_EVICT_EARLIEST] = "DELETE FROM attempts WHERE user = ?1 AND (at, puzzle) < "
        "(SELECT at, puzzle FROM attempts WHERE user = ?1 ORDER BY at DESC, puzzle DESC LIMIT 1 OFFSET ?2 - 1)",
    [SQL_PUZZLE_ATTEMPTS] = "SELECT at, puzzle, score, day FROM attempts WHERE user = ?1 ORDER BY at, puzzle",
};
// clang-format on

const char *statement_text(SqlId id) {
    return texts[id];
}

static void bind_value(sqlite3_stmt *stmt, int i, const SqlValue *v) {
    switch (v->kind) {
    case VALUE_NUMBER:
        sqlite3_bind_int64(stmt, i, v->number);
        break;
    case VALUE_REAL:
        sqlite3_bind_double(stmt, i, v->real);
        break;
    case VALUE_TEXT:
        sqlite3_bind_text(stmt, i, v->data, -1, SQLITE_STATIC);
        break;
    case VALUE_BLOB:
        sqlite3_bind_blob(stmt, i, v->data, (int)v->number, SQLITE_STATIC);
        break;
    default:
        sqlite3_bind_null(stmt, i);
    }
}

sqlite3_stmt *statement_read(Store *s, SqlId id, const SqlValue *values) {
    sqlite3_stmt *stmt = s->statements[id];
    int count = sqlite3_bind_parameter_count(stmt), i = 1;
    for (; i <= count && values->kind != VALUE_END; i++)
        bind_value(stmt, i, values++);
    assert(i > count); // a value for every parameter
    return stmt;
}

static void fail_transaction(Store *s, const char *message) {
    if (!s->has_failed)
        error_set(&s->error, "cannot write to the database: %.160s", message);
    s->has_failed = true;
}

void column_text(sqlite3_stmt *stmt, int i, char *out, size_t size) {
    const char *text = (const char *)sqlite3_column_text(stmt, i);
    snprintf(out, size, "%s", text ? text : "");
}

int64_t column_optional(sqlite3_stmt *stmt, int i) {
    return sqlite3_column_type(stmt, i) == SQLITE_NULL ? -1 : sqlite3_column_int64(stmt, i);
}

void statement_reset(sqlite3_stmt *stmt) {
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
}

bool statement_run(Store *s, SqlId id) {
    sqlite3_stmt *stmt = s->statements[id];
    bool done = sqlite3_step(stmt) == SQLITE_DONE;
    sqlite3_reset(stmt); // reports the error of the step once more
    return done;
}

bool statement_write(Store *s, SqlId id, const SqlValue *values, Error *err) {
    if (!s->in_transaction) {
        s->in_transaction = true;
        if (!statement_run(s, SQL_BEGIN))
            fail_transaction(s, sqlite3_errmsg(s->db));
    }
    sqlite3_stmt *stmt = statement_read(s, id, values);
    // After a failure nothing more is written: SQLite may have ended the transaction, and then the
    // write would be committed on its own.
    if (!s->has_failed && sqlite3_step(stmt) != SQLITE_DONE)
        fail_transaction(s, sqlite3_errmsg(s->db));
    statement_reset(stmt);
    if (s->has_failed)
        *err = s->error;
    return !s->has_failed;
}

bool statement_step(Store *s, sqlite3_stmt *stmt, Error *err) {
    int result = sqlite3_step(stmt);
    if (result == SQLITE_ROW)
        return true;
    if (result != SQLITE_DONE)
        error_set(err, "cannot read the database: %.160s", sqlite3_errmsg(s->db));
    statement_reset(stmt);
    return false;
}
