#include "store/statement.h"

#include "base/number.h"

#include <stddef.h>

// Times are milliseconds since 1970. Points and words are stored as the API writes them, so that
// the data do not depend on the program's numbering.
// clang-format off
static const char *const migrations[] = {
    // 1
    // Named numbers, such as the server's clock.
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"

    // kind: 0 guest, 1 account, 2 level. folded: the name in lower case.
    "CREATE TABLE users ("
    "  id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, level INTEGER NOT NULL,"
    "  name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, password TEXT, chat INTEGER NOT NULL,"
    "  created INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL, drawn INTEGER NOT NULL);"

    // Only hashes of the secrets in cookies and tokens. label: NULL for a browser's session.
    "CREATE TABLE sessions ("
    "  id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, user INTEGER NOT NULL REFERENCES users(id),"
    "  label TEXT, created INTEGER NOT NULL, used INTEGER NOT NULL);"
    "CREATE INDEX sessions_of_user ON sessions(user);"

    // pool: a word such as 'renju'.
    "CREATE TABLE ratings ("
    "  user INTEGER NOT NULL REFERENCES users(id), pool TEXT NOT NULL, rating REAL NOT NULL,"
    "  deviation REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL,"
    "  PRIMARY KEY (user, pool)) WITHOUT ROWID;"
    "CREATE INDEX ratings_by_pool ON ratings(pool, rating);"

    // state: 0 waiting, 1 playing, 2 over, 3 aborted. Offers and the winner are seats. NULL: nobody.
    "CREATE TABLE games ("
    "  id TEXT PRIMARY KEY, state INTEGER NOT NULL, rules TEXT NOT NULL, size INTEGER NOT NULL,"
    "  opening TEXT NOT NULL, time TEXT NOT NULL, mist INTEGER NOT NULL, rated INTEGER NOT NULL,"
    "  chat INTEGER NOT NULL, opponent TEXT NOT NULL, owner INTEGER NOT NULL REFERENCES users(id),"
    "  seat0 INTEGER REFERENCES users(id), seat1 INTEGER REFERENCES users(id),"
    "  created INTEGER NOT NULL, started INTEGER, ended INTEGER, turn_began INTEGER NOT NULL,"
    "  seq INTEGER NOT NULL, ply INTEGER NOT NULL, line INTEGER NOT NULL,"
    "  draw_offer INTEGER, takeback_offer INTEGER, takeback_plies INTEGER NOT NULL,"
    "  rematch INTEGER NOT NULL, winner INTEGER, reason TEXT, next TEXT, key TEXT) WITHOUT ROWID;"
    "CREATE INDEX games_going_on ON games(state, created) WHERE state < 2;"
    "CREATE INDEX games_by_age ON games(created);"
    "CREATE UNIQUE INDEX games_by_key ON games(owner, key) WHERE key IS NOT NULL;"

    // Index of each user's games.
    "CREATE TABLE seats ("
    "  user INTEGER NOT NULL, created INTEGER NOT NULL, game TEXT NOT NULL,"
    "  PRIMARY KEY (user, created, game)) WITHOUT ROWID;"

    "CREATE TABLE moves ("
    "  game TEXT NOT NULL, ply INTEGER NOT NULL, move TEXT NOT NULL, ms INTEGER NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"

    "CREATE TABLE chat ("
    "  game TEXT NOT NULL, n INTEGER NOT NULL, user INTEGER NOT NULL REFERENCES users(id),"
    "  text TEXT NOT NULL, at INTEGER NOT NULL, key TEXT, PRIMARY KEY (game, n)) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX chat_by_key ON chat(game, user, key) WHERE key IS NOT NULL;",

    // 2: lets the server delete unused sessions without scanning the table.
    "CREATE INDEX sessions_by_use ON sessions(used) WHERE label IS NULL;",

    // 3: the analysis cache, with results as JSON. n: grows. lines: 0 for a proof. settled: more time would add nothing.
    "CREATE TABLE findings ("
    "  n INTEGER PRIMARY KEY, position TEXT NOT NULL, engine TEXT NOT NULL, lines INTEGER NOT NULL,"
    "  ms INTEGER NOT NULL, nodes INTEGER NOT NULL, settled INTEGER NOT NULL, result TEXT NOT NULL);"
    "CREATE UNIQUE INDEX findings_of_position ON findings(position, engine, lines);",

    // 4: moves to points that turned out to be occupied, in the mist. n: counts within the turn.
    "CREATE TABLE tries ("
    "  game TEXT NOT NULL, ply INTEGER NOT NULL, n INTEGER NOT NULL, move TEXT NOT NULL,"
    "  PRIMARY KEY (game, ply, n)) WITHOUT ROWID;",

    // 5: puzzle attempts. at: in seconds. score: in percent. day: days since 1970, NULL if it was not a daily puzzle.
    "CREATE TABLE attempts ("
    "  user INTEGER NOT NULL REFERENCES users(id), at INTEGER NOT NULL, puzzle TEXT NOT NULL,"
    "  score INTEGER NOT NULL, day INTEGER, PRIMARY KEY (user, at, puzzle)) WITHOUT ROWID;",

    // 6: since when each player of a game being played is away, in server time. NULL: is there.
    "CREATE TABLE absences (game TEXT PRIMARY KEY, seat0 INTEGER, seat1 INTEGER) WITHOUT ROWID;",

    // 7: online: the account is named among those who are online.
    "ALTER TABLE users ADD COLUMN online INTEGER NOT NULL DEFAULT 1;",

    // 8: the rating after each rated game. n: the number of the game in its pool, from 1.
    "CREATE TABLE rating_history ("
    "  user INTEGER NOT NULL, pool TEXT NOT NULL, n INTEGER NOT NULL, rating REAL NOT NULL,"
    "  PRIMARY KEY (user, pool, n)) WITHOUT ROWID;",

    // 9: time used in the last turn of a game that ended without a move, such as by resignation.
    "ALTER TABLE games ADD COLUMN last_turn_ms INTEGER NOT NULL DEFAULT 0;",

    // 10: lets searches find rare games without reading all.
    "CREATE INDEX games_by_kind ON games(rules, state, mist, created);",

    // 11: banned: since when the user may not log in. One-time links for a new password, by the hash of their secret.
    "ALTER TABLE users ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE password_resets ("
    "  user INTEGER NOT NULL REFERENCES users(id), hash BLOB NOT NULL UNIQUE, expires INTEGER NOT NULL,"
    "  PRIMARY KEY (user)) WITHOUT ROWID;",

    // 12: version: counts the writes of a game, so that several servers can share it. writer: the instance that wrote last.
    ("ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE games ADD COLUMN writer INTEGER NOT NULL DEFAULT 0;"),

    // 13: study rooms, if several servers share them. version: counts the changes. leader: 0 for nobody. tree: its variations.
    ("CREATE TABLE studies ("
     "  game TEXT PRIMARY KEY, version INTEGER NOT NULL, leader INTEGER NOT NULL, used INTEGER NOT NULL,"
     "  tree TEXT NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX studies_by_use ON studies(used);"),
};
// clang-format on

const char *schema_migration(int version) {
    return version <= COUNT(migrations) ? migrations[version - 1] : NULL;
}

int schema_version(void) {
    return COUNT(migrations);
}
