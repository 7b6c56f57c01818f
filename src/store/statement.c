#include "store/statement.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/str.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// With whether the user has an API token.
#define USER_COLUMNS                                                                               \
    "id, kind, level, name, chat, created, won, lost, drawn, "                                     \
    "EXISTS (SELECT 1 FROM sessions WHERE user = users.id AND label IS NOT NULL), online, banned"
#define GAME_COLUMNS                                                                               \
    "id, state, rules, size, opening, time, mist, rated, chat, opponent, owner, seat0, seat1, "    \
    "created, started, ended, turn_began, seq, ply, line, draw_offer, takeback_offer, "            \
    "takeback_plies, rematch, winner, reason, next, key, last_turn_ms, version, writer"
// With whether the opening swapped the colors, which only the moves tell.
#define GAME_SELECT                                                                                \
    "SELECT " GAME_COLUMNS                                                                         \
    ", (SELECT COUNT(*) FROM moves WHERE game = id AND move = 'swap' AND opening != 'none') % 2 "
// The parameters of a search: 1 rules, 2 state, 3 mist, 4 before, 5 limit, 6 the user who asks.
// Games that wait for somebody, and games by link while they are played, are listed only for their
// players.
#define VISIBLE                                                                                    \
    "CASE g.state WHEN 0 THEN g.opponent = 'anyone' OR g.owner = ?6 "                              \
    "WHEN 1 THEN g.opponent != 'link' OR g.seat0 = ?6 OR g.seat1 = ?6 ELSE TRUE END "
#define KIND_FILTER(rules, state, mist)                                                            \
    "(?1 IS NULL OR " rules " = ?1) AND (?2 IS NULL OR " state " = ?2) AND "                       \
    "(?3 IS NULL OR " mist " = ?3) "
// 7 player, 8 opponent, 9 result for the player, 10 how many of the player's games are looked at
#define RESULT_FILTER                                                                              \
    "(?8 IS NULL OR (s.user = g.seat0 AND g.seat1 = ?8) OR (s.user = g.seat1 AND g.seat0 = ?8)) "  \
    "AND (?9 IS NULL OR (g.state = 2 AND CASE ?9 WHEN 0 THEN g.winner IS NULL "                    \
    "WHEN 1 THEN g.winner = CASE s.user WHEN g.seat0 THEN 0 ELSE 1 END "                           \
    "ELSE g.winner = CASE s.user WHEN g.seat0 THEN 1 ELSE 0 END END)) "

#define KINDS(states_and_mists)                                                                    \
    "WITH RECURSIVE used(rules) AS (SELECT MIN(rules) FROM games UNION ALL "                       \
    "SELECT (SELECT MIN(g.rules) FROM games g WHERE g.rules > used.rules) FROM used "              \
    "WHERE used.rules IS NOT NULL), "                                                              \
    "kinds(rules, state, mist) AS (SELECT rules, s.value, m.value FROM used, " states_and_mists    \
    " WHERE " KIND_FILTER("rules", "s.value", "m.value") ") "
#define NEWEST_OF_KIND                                                                             \
    "SELECT id FROM games g WHERE g.rules = k.rules AND g.state = k.state AND g.mist = k.mist "    \
    "AND g.created < ?4 AND " VISIBLE "ORDER BY g.created DESC LIMIT ?5"
#define AT_LEAST_1(number) "CASE " number " WHEN 0 THEN 1 ELSE " number " END"
// clang-format off
#define ANALYSIS_OF(position) \
    "(SELECT result FROM findings WHERE position = " position " AND engine = ?2 AND lines >= ?3 AND " \
    "(lines = 0) = (?3 = 0) AND (settled = 1 OR CASE ?5 " \
    "WHEN 0 THEN ms * " AT_LEAST_1("?3") " >= ?4 * " AT_LEAST_1("lines") " " \
    "ELSE nodes * " AT_LEAST_1("?3") " >= ?5 * " AT_LEAST_1("lines") " END) ORDER BY lines LIMIT 1)"
// clang-format on
#define GAME_TYPES "tntnttnnntnnnnnnnnnnnnnnntttnnn"
#define SEARCH_TYPES "tnnnnnnnnn"
#define ANALYSIS_TYPES "ttnnnnt"

// clang-format off
static const StatementText texts[SQL_COUNT] = {
    [SQL_BEGIN] = {"", "BEGIN IMMEDIATE", "BEGIN"},
    [SQL_COMMIT] = {"", "COMMIT"},
    [SQL_VALUE_GET] = {"t", "SELECT value FROM facts WHERE name = ?1"},
    [SQL_VALUE_PUT] = {"tn", "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2"},
    [SQL_USER_ADD] = {"nntttn", "INSERT INTO users (kind, level, name, folded, password, chat, created, won, lost, drawn) VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, 0, 0, 0) RETURNING id"},
    [SQL_USER_UPDATE] = {"nntttnn", "UPDATE users SET kind = ?2, name = ?3, folded = ?4, password = COALESCE(?5, password), chat = ?6, online = ?7 WHERE id = ?1"},
    [SQL_USER_BY_ID] = {"n", "SELECT " USER_COLUMNS " FROM users WHERE id = ?1"},
    [SQL_USER_BY_NAME] = {"t", "SELECT " USER_COLUMNS " FROM users WHERE folded = ?1"},
    // 1 their ids, with spaces between; in SQLite, where a read costs no wait, only one.
    [SQL_USERS_BY_ID] = {"t", "SELECT " USER_COLUMNS " FROM users WHERE id = ?1",
        "SELECT " USER_COLUMNS " FROM users WHERE id = ANY (string_to_array(?1, ' ')::BIGINT[])"},
    [SQL_USER_PASSWORD] = {"n", "SELECT password FROM users WHERE id = ?1"},
    [SQL_USERS_LOCK] = {"t", "SELECT id FROM users WHERE id = ?1",
        "SELECT id FROM users WHERE id = ANY (string_to_array(?1, ' ')::BIGINT[]) ORDER BY id FOR UPDATE"},
    [SQL_USER_SCORE] = {"nnnn", "UPDATE users SET won = won + ?2, lost = lost + ?3, drawn = drawn + ?4 WHERE id = ?1"},
    [SQL_USERS_UNUSED] = {"nnn", "SELECT id, kind = 0 AND created < ?2 AND id < (SELECT MAX(id) FROM users) "
        "AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user = users.id) AND NOT EXISTS (SELECT 1 FROM seats p WHERE p.user = users.id) "
        "FROM users WHERE id > ?1 ORDER BY id LIMIT ?3"},
    [SQL_USERS_BY_NAME] = {"nntn", "SELECT " USER_COLUMNS " FROM users WHERE folded >= ?3 AND kind != 2 AND (?1 = 1 OR kind = 1) AND (?2 = 0 OR banned > 0) ORDER BY folded LIMIT ?4"},
    [SQL_USER_BAN] = {"nn", "UPDATE users SET banned = ?2 WHERE id = ?1"},
    // What only belongs to the user. The games stay: they are also those of the opponents.
    [SQL_USER_ANONYMIZE] = {"nttn", "UPDATE users SET kind = 0, name = ?2, folded = ?3, password = NULL, online = 0, won = 0, lost = 0, drawn = 0, banned = ?4 WHERE id = ?1"},
    [SQL_USER_DROP_RATINGS] = {"n", "DELETE FROM ratings WHERE user = ?1"},
    [SQL_USER_DROP_RATING_HISTORY] = {"n", "DELETE FROM rating_history WHERE user = ?1"},
    [SQL_USER_DROP_ATTEMPTS] = {"n", "DELETE FROM attempts WHERE user = ?1"},
    [SQL_USER_DROP_CHAT] = {"n", "DELETE FROM chat WHERE user = ?1 AND game IN (SELECT game FROM seats WHERE user = ?1)"},
    // The name in games to which the user was invited.
    [SQL_USER_DROP_INVITATIONS] = {"n", "UPDATE games SET opponent = 'user:Deleted ' || ?1 WHERE opponent LIKE 'user:%' AND owner != ?1 AND id IN (SELECT game FROM seats WHERE user = ?1)"},
    [SQL_PASSWORD_RESET_ADD] = {"nbn", "INSERT INTO password_resets (user, hash, expires) VALUES (?1, ?2, ?3) ON CONFLICT (user) DO UPDATE SET hash = ?2, expires = ?3"},
    [SQL_PASSWORD_RESET_FIND] = {"bn", "SELECT user FROM password_resets WHERE hash = ?1 AND expires > ?2"},
    [SQL_PASSWORD_RESET_DELETE] = {"n", "DELETE FROM password_resets WHERE user = ?1"},
    [SQL_USER_DELETE] = {"n", "DELETE FROM users WHERE id = ?1"},
    [SQL_SESSION_ADD] = {"bntn", "INSERT INTO sessions (hash, user, label, created, used) VALUES (?1, ?2, ?3, ?4, ?4)"},
    [SQL_SESSION_FIND] = {"b", "SELECT id, user, label IS NOT NULL, used FROM sessions WHERE hash = ?1"},
    [SQL_SESSION_USED] = {"nn", "UPDATE sessions SET used = ?2 WHERE id = ?1"},
    [SQL_SESSION_LAST_USED] = {"n", "SELECT COALESCE(MAX(used), 0) FROM sessions WHERE user = ?1"},
    [SQL_SESSION_OLDEST] = {"nn", "SELECT id FROM sessions WHERE user = ?1 AND label IS NULL AND "
        "(SELECT COUNT(*) FROM sessions WHERE user = ?1 AND label IS NULL) >= ?2 ORDER BY used, id LIMIT 1"},
    [SQL_SESSION_DELETE] = {"n", "DELETE FROM sessions WHERE id = ?1"},
    [SQL_SESSION_DELETE_OTHERS] = {"nn", "DELETE FROM sessions WHERE user = ?1 AND id != ?2"},
    [SQL_SESSION_DELETE_UNUSED] = {"n", "DELETE FROM sessions WHERE used < ?1 AND label IS NULL"},
    [SQL_TOKENS] = {"n", "SELECT id, label, created, used FROM sessions WHERE user = ?1 AND label IS NOT NULL ORDER BY id"},
    [SQL_TOKEN_REVOKE] = {"nn", "DELETE FROM sessions WHERE id = ?1 AND user = ?2 AND label IS NOT NULL"},
    [SQL_RATING_GET] = {"nt", "SELECT rating, deviation, volatility, games FROM ratings WHERE user = ?1 AND pool = ?2"},
    // 1 as SQL_USERS_BY_ID.
    [SQL_RATINGS_OF_USERS] = {"t", "SELECT user, pool, rating, deviation, volatility, games FROM ratings WHERE user = ?1",
        "SELECT user, pool, rating, deviation, volatility, games FROM ratings WHERE user = ANY (string_to_array(?1, ' ')::BIGINT[])"},
    [SQL_RATING_PUT] = {"ntrrrn", "INSERT INTO ratings (user, pool, rating, deviation, volatility, games) VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
        "ON CONFLICT (user, pool) DO UPDATE SET rating = ?3, deviation = ?4, volatility = ?5, games = ?6"},
    [SQL_RATING_LEADERBOARD] = {"tn", "SELECT " USER_COLUMNS ", rating, deviation, volatility, games "
        "FROM ratings JOIN users ON id = user WHERE pool = ?1 AND banned = 0 ORDER BY rating DESC LIMIT ?2"},
    [SQL_RATING_HISTORY_ADD] = {"ntnr", "INSERT INTO rating_history (user, pool, n, rating) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (user, pool, n) DO UPDATE SET rating = ?4"},
    [SQL_RATING_HISTORY] = {"ntn", "SELECT rating FROM (SELECT n, rating FROM rating_history WHERE user = ?1 AND pool = ?2 ORDER BY n DESC LIMIT ?3) latest ORDER BY n"},
    [SQL_GAME_ADD] = {GAME_TYPES, "INSERT INTO games (" GAME_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)"},
    // The same parameter numbers as SQL_GAME_ADD. Not the settings, only the state.
    [SQL_GAME_UPDATE] = {GAME_TYPES, "UPDATE games SET state = ?2, seat0 = ?12, seat1 = ?13, started = ?15, ended = ?16, turn_began = ?17, seq = ?18, ply = ?19, line = ?20, "
        "draw_offer = ?21, takeback_offer = ?22, takeback_plies = ?23, rematch = ?24, winner = ?25, reason = ?26, next = ?27, last_turn_ms = ?29, version = ?30, writer = ?31 WHERE id = ?1"},
    [SQL_GAME_UPDATE_AFTER_MOVE] = {"tnnnnnnn", "UPDATE games SET turn_began = ?2, seq = ?3, ply = ?4, draw_offer = ?5, takeback_offer = ?6, version = ?7, writer = ?8 WHERE id = ?1"},
    [SQL_GAME_SET_OPPONENT] = {"tt", "UPDATE games SET opponent = ?2 WHERE id = ?1"},
    // 1 their ids, with spaces between. Rows that somebody else has locked are left out.
    [SQL_GAMES_LOCK] = {"t", "SELECT id, version FROM games WHERE id = ?1",
        "SELECT id, version FROM games WHERE id = ANY (string_to_array(?1, ' ')) FOR UPDATE SKIP LOCKED"},
    [SQL_GAME_VERSION] = {"t", "SELECT version FROM games WHERE id = ?1"},
    // 1 as SQL_GAMES_LOCK.
    [SQL_GAME_VERSIONS] = {"t", "SELECT id, version FROM games WHERE id = ?1",
        "SELECT id, version FROM games WHERE id = ANY (string_to_array(?1, ' '))"},
    [SQL_GAME_GET] = {"t", GAME_SELECT "FROM games WHERE id = ?1"},
    [SQL_GAME_BY_KEY] = {"nt", GAME_SELECT "FROM games WHERE owner = ?1 AND key = ?2"},
    [SQL_SEAT_ADD] = {"nnt", "INSERT INTO seats (user, created, game) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"},
    [SQL_GAMES_ACTIVE] = {"", GAME_SELECT "FROM games INDEXED BY games_going_on WHERE state < 2 ORDER BY created"},
    [SQL_GAME_NEWEST] = {"", "SELECT COALESCE(MAX(created), 0) FROM games"},
    [SQL_GAMES_NEWEST] = {SEARCH_TYPES, GAME_SELECT "FROM games g WHERE g.created < ?4 AND " VISIBLE "ORDER BY g.created DESC LIMIT ?5"},
    // A kind is a combination of rules, state and mist. Takes the newest games of each kind by its index: a search
    // for rare ones would otherwise read all games. The rules in use are found by jumping through the index.
    [SQL_GAMES_SEARCH] = {SEARCH_TYPES, KINDS("json_each('[0,1,2,3]') s, json_each('[0,1]') m")
        GAME_SELECT "FROM games WHERE id IN (SELECT newest.value FROM kinds k, json_each((SELECT json_group_array(id) FROM "
        "(" NEWEST_OF_KIND "))) newest) ORDER BY created DESC LIMIT ?5",
        KINDS("generate_series(0, 3) s(value), generate_series(0, 1) m(value)")
        GAME_SELECT "FROM games WHERE id IN (SELECT newest.id FROM kinds k CROSS JOIN LATERAL (" NEWEST_OF_KIND ") newest) "
        "ORDER BY created DESC LIMIT ?5"},
    [SQL_GAMES_OF_PLAYER] = {SEARCH_TYPES, GAME_SELECT "FROM (SELECT g.*, s.user FROM "
        "(SELECT * FROM seats WHERE user = ?7 AND created < ?4 ORDER BY created DESC LIMIT ?10) s JOIN games g ON g.id = s.game "
        "WHERE " VISIBLE "AND " KIND_FILTER("g.rules", "g.state", "g.mist") "AND " RESULT_FILTER "ORDER BY s.created DESC LIMIT ?5) found ORDER BY created DESC"},
    [SQL_PLAYER_SCAN_END] = {"nnn", "SELECT created FROM seats WHERE user = ?1 AND created < ?2 ORDER BY created DESC LIMIT 1 OFFSET ?3 - 1"},
    [SQL_MOVE_ADD] = {"tntn", "INSERT INTO moves (game, ply, move, ms) VALUES (?1, ?2, ?3, ?4)"},
    [SQL_MOVES_DELETE_FROM] = {"tn", "DELETE FROM moves WHERE game = ?1 AND ply >= ?2"},
    [SQL_MOVES] = {"t", "SELECT move, ms FROM moves WHERE game = ?1 ORDER BY ply"},
    // 1 their ids, as JSON.
    [SQL_MOVES_OF_GAMES] = {"t", "SELECT m.game, m.move, m.ms FROM json_each(?1) g CROSS JOIN moves m ON m.game = g.value ORDER BY m.game, m.ply",
        "SELECT game, move, ms FROM moves WHERE game = ANY (ARRAY (SELECT json_array_elements_text(?1::json))) ORDER BY game, ply"},
    [SQL_TRY_ADD] = {"tnnt", "INSERT INTO tries (game, ply, n, move) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING"},
    [SQL_TRIES] = {"tn", "SELECT ply, move FROM tries WHERE game = ?1 ORDER BY ply, n LIMIT ?2"},
    // 1 as SQL_MOVES_OF_GAMES.
    [SQL_TRIES_OF_GAMES] = {"t", "SELECT t.game, t.ply, t.move FROM json_each(?1) g CROSS JOIN tries t ON t.game = g.value ORDER BY t.game, t.ply, t.n",
        "SELECT game, ply, move FROM tries WHERE game = ANY (ARRAY (SELECT json_array_elements_text(?1::json))) ORDER BY game, ply, n"},
    [SQL_ABSENCE_PUT] = {"tnn", "INSERT INTO absences (game, seat0, seat1) VALUES (?1, ?2, ?3) ON CONFLICT (game) DO UPDATE SET seat0 = ?2, seat1 = ?3"},
    [SQL_ABSENCE_GET] = {"t", "SELECT seat0, seat1 FROM absences WHERE game = ?1"},
    [SQL_ABSENCES_CLEAN_UP] = {"", "DELETE FROM absences WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = absences.game AND state = 1)"},
    [SQL_CHAT_ADD] = {"tnntnt", "INSERT INTO chat (game, n, user, text, at, key) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
    [SQL_CHAT_BY_KEY] = {"tnt", "SELECT n, user, text, at FROM chat WHERE game = ?1 AND user = ?2 AND key = ?3"},
    [SQL_CHAT_LAST] = {"t", "SELECT COALESCE(MAX(n), 0) FROM chat WHERE game = ?1"},
    // Of store_lock_round. A row that is always there, and that a worker's role cannot lock.
    [SQL_ROUND_LOCK] = {"", "SELECT 1", "SELECT 1 FROM facts WHERE name = 'clock_offset' FOR UPDATE"},
    [SQL_CHAT_LINE] = {"tn", "SELECT n, user, text, at FROM chat WHERE game = ?1 AND n = ?2"},
    [SQL_CHAT] = {"tn", "SELECT n, user, text, at FROM (SELECT * FROM chat WHERE game = ?1 ORDER BY n DESC LIMIT ?2) latest ORDER BY n"},
    // 1 positions, as JSON; the rest as below. Budgets are compared per line.
    [SQL_ANALYSES_FIND] = {"ttnnn", "SELECT p.key, " ANALYSIS_OF("p.value") " FROM json_each(?1) p ORDER BY 1",
        "SELECT p.n, " ANALYSIS_OF("p.value") " FROM json_array_elements_text(?1::json) WITH ORDINALITY p(value, n) ORDER BY 1"},
    // 1 position, 2 engine, 3 lines, 4 ms, 5 nodes, 6 settled, 7 result
    [SQL_ANALYSIS_DROP_LESSER] = {ANALYSIS_TYPES, "DELETE FROM findings WHERE position = ?1 AND engine = ?2 AND lines = ?3 AND settled = 0 AND (?6 = 1 OR nodes <= ?5)"},
    [SQL_ANALYSIS_ADD] = {ANALYSIS_TYPES, "INSERT INTO findings (position, engine, lines, ms, nodes, settled, result) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING"},
    [SQL_ANALYSIS_EVICT_OLDEST] = {"n", "DELETE FROM findings WHERE n <= (SELECT MAX(n) FROM findings) - ?1"},
    [SQL_PUZZLE_ATTEMPT_ADD] = {"nntnn", "INSERT INTO attempts (user, at, puzzle, score, day) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING"},
    [SQL_PUZZLE_ATTEMPTS_EVICT_EARLIEST] = {"nn", "DELETE FROM attempts WHERE user = ?1 AND (at, puzzle) < "
        "(SELECT at, puzzle FROM attempts WHERE user = ?1 ORDER BY at DESC, puzzle DESC LIMIT 1 OFFSET ?2 - 1)"},
    [SQL_PUZZLE_ATTEMPTS] = {"n", "SELECT at, puzzle, score, day FROM attempts WHERE user = ?1 ORDER BY at, puzzle"},
    [SQL_STUDY_GET] = {"t", "SELECT version, leader, tree FROM studies WHERE game = ?1"},
    [SQL_STUDY_VERSION] = {"t", "SELECT version FROM studies WHERE game = ?1"},
    // 1 game, 2 version, 3 the version before it, 4 leader, 5 when it was used, 6 tree. No row: another version was there.
    [SQL_STUDY_PUT] = {"tnnnnt", "INSERT INTO studies (game, version, leader, used, tree) VALUES (?1, ?2, ?4, ?5, ?6) "
        "ON CONFLICT (game) DO UPDATE SET version = ?2, leader = ?4, used = ?5, tree = ?6 WHERE studies.version = ?3 RETURNING version"},
    [SQL_STUDY_USED] = {"tn", "UPDATE studies SET used = ?2 WHERE game = ?1"},
    [SQL_STUDIES_DELETE_UNUSED] = {"n", "DELETE FROM studies WHERE used < ?1"},
    // The job queue, which only PostgreSQL has.
    [SQL_JOB_TAKE] = {"ntttnnn", "SELECT * FROM job_take(?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
    [SQL_JOB_RENEW] = {"ntttnnn", "SELECT * FROM job_renew(?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
    [SQL_JOB_FINISH] = {"nntnn", "SELECT job_finish(?1, ?2, ?3, ?4, ?5)"},
    [SQL_JOB_LEAVE] = {"n", "SELECT job_leave(?1)"},
    [SQL_JOB_OTHER_BUILD] = {"tt", "SELECT job_other_build(?1, ?2)"},
    [SQL_JOB_BATCH_FIND] = {"tttn", "SELECT id FROM job_batches WHERE kind = ?1 AND title = ?2 AND build = ?3 AND state != ?4 ORDER BY id DESC LIMIT 1"},
    [SQL_JOB_BATCH_ADD] = {"ttt", "INSERT INTO job_batches (kind, title, build, state, created, seen, report) VALUES (?1, ?2, ?3, 0, job_now(), job_now(), '') RETURNING id"},
    [SQL_JOB_BATCH_REPORT] = {"nnt", "UPDATE job_batches SET state = ?2, report = ?3, seen = job_now() WHERE id = ?1 RETURNING id"},
    [SQL_JOB_BATCH_CLEAR] = {"n", "DELETE FROM jobs WHERE batch = ?1 RETURNING id"},
    [SQL_JOB_BATCH_STOP] = {"nn", "DELETE FROM jobs WHERE batch = ?1 AND state != ?2 RETURNING id"},
    [SQL_JOB_BATCHES] = {"tn", "SELECT id, title, build, report, state, created, job_now() - seen FROM job_batches WHERE kind = ?1 ORDER BY id DESC LIMIT ?2"},
    [SQL_JOB_POST] = {"nntntttnn", "INSERT INTO jobs (batch, number, kind, priority, owner, turn, build, payload, budget_ms, state, created, lease_ms) "
        "SELECT id, ?2, ?3, ?4, ?5, job_turn(?5, ?4, ?8), ?6, ?7, ?8, 0, job_now(), ?9 FROM job_batches WHERE id = ?1 "
        "ON CONFLICT (batch, number) DO NOTHING RETURNING id"},
    [SQL_JOB_RESULTS] = {"nnn", "SELECT id, number, state, worker, result FROM jobs WHERE batch = ?1 AND number >= ?2 AND state IN (2, 3) ORDER BY number LIMIT ?3"},
    [SQL_JOB_WATCH] = {"n", "SELECT number, state, left(result, 16384), job_now() - created, CASE WHEN state = 1 THEN lease - job_now() ELSE 0 END FROM jobs WHERE batch = ?1 ORDER BY number"},
    [SQL_JOB_BATCHES_DROP] = {"tn", "WITH silent AS (DELETE FROM job_batches WHERE kind = ?1 AND seen < job_now() - ?2 RETURNING id) "
        "DELETE FROM jobs WHERE batch IN (SELECT id FROM silent) RETURNING id"},
    [SQL_JOB_BATCHES_STOP] = {"tnnnn", "WITH silent AS (UPDATE job_batches SET state = ?4 WHERE kind = ?1 AND state = ?3 AND seen < job_now() - ?2 RETURNING id) "
        "DELETE FROM jobs WHERE batch IN (SELECT id FROM silent) AND state != ?5 RETURNING id"},
    [SQL_JOB_FORGET] = {"nn", "WITH known AS (DELETE FROM jobs WHERE batch = ?1 AND number < ?2) SELECT id FROM jobs WHERE batch = ?1 AND number = ?2"},
    [SQL_JOB_DELETE] = {"nn", "DELETE FROM jobs WHERE batch = ?1 AND number = ?2 RETURNING id"},
    // 0: granted, 1: refused; see jobs_grant
    [SQL_JOB_GRANT] = {"t", "SELECT CASE WHEN (has_schema_privilege(?1, current_schema(), 'CREATE') OR has_database_privilege(?1, current_database(), 'CREATE')) "
        "AND NOT pg_has_role(?1, current_user, 'MEMBER') THEN 1 ELSE job_grant(?1) END"},
    [SQL_JOB_FIGURES] = {"", "SELECT kind, COUNT(*) FILTER (WHERE state = 0), COUNT(*) FILTER (WHERE state = 1), COUNT(*) FILTER (WHERE state = 3), "
        "COALESCE(job_now() - MIN(created) FILTER (WHERE state = 0), 0), COALESCE(job_now() - MIN(taken) FILTER (WHERE state = 1), 0), "
        "COALESCE(SUM(budget_ms) FILTER (WHERE state = 0), 0)::bigint, COALESCE(SUM(budget_ms) FILTER (WHERE state = 1), 0)::bigint, MAX(priority) FROM jobs GROUP BY kind ORDER BY kind"},
    [SQL_JOB_WORKERS] = {"n", "SELECT name, build, kinds, threads, busy, done FROM job_workers WHERE seen > job_now() - ?1 ORDER BY name, session"},
    [SQL_JOB_THREADS] = {"ttn", "SELECT COALESCE(SUM(threads) FILTER (WHERE build = ?2), 0)::bigint, COALESCE(MAX(build) FILTER (WHERE build != ?2), '') "
        "FROM job_workers WHERE seen > job_now() - ?3 AND ?1 = ANY(string_to_array(kinds, ','))"},
};
// clang-format on

const StatementText *statement_text(SqlId id) {
    return &texts[id];
}

// ---- The dialect of PostgreSQL

// clang-format off
static const struct {
    const char *sqlite, *postgres;
} words[] = {
    {"INTEGER PRIMARY KEY", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
    {"INTEGER", "BIGINT"},
    {"REAL", "DOUBLE PRECISION"},
    {"TEXT", "TEXT COLLATE \"C\""},
    {"BLOB", "BYTEA"},
    {" WITHOUT ROWID", ""},
    {" REFERENCES users(id)", ""},
    {" INDEXED BY games_going_on", ""},
    {"user", "\"user\""}, // a reserved word
};
// clang-format on

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The row of `words` that the SQL continues with, at the start of a word; -1: none.
static int find_word(const char *sql, const char *at) {
    bool is_inside = at > sql && is_word(at[-1]) && is_word(*at);
    for (int i = 0; i < COUNT(words) && !is_inside; i++) {
        size_t len = strlen(words[i].sqlite);
        if (!strncmp(at, words[i].sqlite, len) && !is_word(at[len]))
            return i;
    }
    return -1;
}

// Copies a quoted text as it is. Returns its length.
static size_t copy_quoted(const char *at, Str *out) {
    size_t len = strcspn(at + 1, "'") + 2;
    str_add_bytes(out, at, len);
    return len;
}

void sql_translate(const char *sql, Str *out) {
    for (const char *at = sql; *at;) {
        int word = find_word(sql, at);
        if (word >= 0) {
            str_add_text(out, words[word].postgres);
            at += strlen(words[word].sqlite);
        } else if (*at == '\'') {
            at += copy_quoted(at, out);
        } else {
            str_add_char(out, *at == '?' ? '$' : *at);
            at++;
        }
    }
}

// ---- Running statements

bool statement_prepare(Store *s, const StatementText *text, Statement *out, Error *err) {
    *out = (Statement){.store = s, .text = text, .number = s->prepared++};
    return s->engine->prepare(out, err);
}

void statement_finalize(Statement *stmt) {
    assert(!stmt->is_open); // whoever does not read to the end resets it
    if (stmt->store)
        stmt->store->engine->finalize(stmt);
    *stmt = (Statement){0};
}

// A value of the right type for every parameter. Only asserted, so a release does not use it.
__attribute__((unused)) static bool all_fit(const Statement *stmt, const SqlValue *values) {
    static const char types[] = {
        [VALUE_NUMBER] = 'n', [VALUE_REAL] = 'r', [VALUE_TEXT] = 't', [VALUE_BLOB] = 'b'};
    for (const char *type = stmt->text->types; *type; type++, values++)
        if (values->kind == VALUE_END || types[values->kind] != *type)
            return false;
    return true;
}

static void fail_transaction(Store *s, const char *what) {
    if (!s->has_failed)
        error_set(&s->error, "%s: %.160s", what, s->why.text);
    s->in_transaction = s->has_failed = true;
}

void store_begin(Store *s) {
    assert(!s->is_waiting);
    if (s->in_transaction)
        return;
    s->in_transaction = true;
    s->began_ms = clock_now_ms();
    if (!s->engine->begin(s, &s->why))
        fail_transaction(s, "cannot write to the database");
}

void store_lock_round(Store *s) {
    if (!s->instance || s->has_round_lock || s->has_failed)
        return;
    store_begin(s);
    s->has_round_lock = true;
    Statement *stmt = statement_read(s, SQL_ROUND_LOCK, NULL);
    while (statement_step(stmt, NULL))
        ;
}

static void begin_write(Store *s) {
    store_begin(s);
    if (!s->is_flushing)
        store_lock_round(s);
}

// After a failure nothing more is written: the database may have ended the transaction, and then
// the write would be committed on its own.
bool statement_run(Statement *stmt, const SqlValue *values, Error *err) {
    assert(all_fit(stmt, values));
    Store *s = stmt->store;
    begin_write(s);
    if (!s->has_failed && !s->engine->write(stmt, values, &s->why))
        fail_transaction(s, "cannot write to the database");
    if (s->has_failed && err)
        *err = s->error;
    return !s->has_failed;
}

bool statement_write(Store *s, SqlId id, const SqlValue *values, Error *err) {
    return statement_run(&s->statements[id], values, err);
}

void statement_open(Statement *stmt, const SqlValue *values) {
    assert(all_fit(stmt, values));
    Store *s = stmt->store;
    assert(!s->is_waiting);
    stmt->is_open = s->has_waited ? error_set(&s->why, "the database is slow")
                                  : s->engine->open(stmt, values, &s->why);
    if (!stmt->is_open)
        fail_transaction(s, "cannot read the database");
}

Statement *statement_read(Store *s, SqlId id, const SqlValue *values) {
    Statement *stmt = &s->statements[id];
    statement_open(stmt, values);
    return stmt;
}

int64_t statement_insert(Store *s, SqlId id, const SqlValue *values, Error *err) {
    begin_write(s);
    if (s->has_failed) {
        *err = s->error;
        return 0;
    }
    int64_t new_id = 0;
    Statement *stmt = statement_read(s, id, values);
    while (statement_step(stmt, err))
        new_id = column_number(stmt, 0);
    return s->has_failed ? 0 : new_id;
}

bool statement_step(Statement *stmt, Error *err) {
    Store *s = stmt->store;
    s->why.text[0] = '\0';
    if (stmt->is_open && s->engine->step(stmt, &s->why))
        return true;
    bool has_failed = !stmt->is_open || *s->why.text;
    if (stmt->is_open && has_failed)
        fail_transaction(s, "cannot read the database");
    if (has_failed && err)
        *err = s->error;
    statement_reset(stmt);
    return false;
}

void statement_reset(Statement *stmt) {
    if (stmt->is_open)
        stmt->store->engine->reset(stmt);
    stmt->is_open = false;
}

// ---- Columns

SqlValue column_value(const Statement *stmt, int i) {
    return stmt->store->engine->column(stmt, i);
}

int64_t column_number(const Statement *stmt, int i) {
    return stmt->store->engine->number(stmt, i);
}

int column_int(const Statement *stmt, int i) {
    return (int)column_number(stmt, i);
}

int64_t column_optional(const Statement *stmt, int i) {
    return stmt->store->engine->is_null(stmt, i) ? -1 : column_number(stmt, i);
}

double column_real(const Statement *stmt, int i) {
    return column_value(stmt, i).real;
}

const char *column_string(const Statement *stmt, int i) {
    const char *text = stmt->store->engine->string(stmt, i);
    return text ? text : "";
}

void column_text(const Statement *stmt, int i, char *out, size_t size) {
    snprintf(out, size, "%s", column_string(stmt, i));
}
