// The server's storage: one SQLite file in WAL mode with synchronous=FULL, or a PostgreSQL
// database.
//
// Group commit: writes collect in one transaction, and store_commit makes all of them durable with
// one fsync, or none. Do not acknowledge a write before that. Reads see the open transaction. If a
// write or a read fails, the whole transaction fails and store_commit reports the error; then rows
// cached in memory must be read again. A write may be reported as failed only by the commit.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Store Store;

// SQLite then allocates by mem_alloc, which has a reserve; otherwise a read that runs out of memory
// looks as if there were no such row. Once per program, before the first store is opened.
void store_use_reserve(void);

// A database is a location: PATH or sqlite:PATH, or postgresql://USER@HOST/NAME as libpq reads it.

// The path of a database in SQLite; NULL: it is in PostgreSQL.
const char *store_file(const char *location);

// Opens a database, or creates the file, and migrates its schema. Fails on data of a newer program,
// a damaged file, a database that another process is serving, and a PostgreSQL that would lose
// acknowledged moves in a power cut.
Store *store_open(const char *location, Error *err);

// The same for a server. Any number of servers ("instances") may share a PostgreSQL database.
Store *store_open_shared(const char *location, Error *err);
void store_close(Store *s); // rolls back an open transaction

// Looks for damage in a file. store_open does so itself, except for a database that is too large to
// be checked while people wait: for that call store_check on a thread. Also true if *stop was
// set, or if it cannot be opened for the check; *err then says why.
bool store_is_large(const char *path);
bool store_check(const char *path, atomic_bool *stop, Error *err);

bool store_in_transaction(const Store *s);
int64_t store_transaction_ms(const Store *s); // how long it has been open; 0: none is
void store_begin(Store *s);                   // before the first write, if none is open

// Until the end of the transaction, other instances wait before they write anything but games, or
// end one. Every such write takes this lock first, so that no two instances wait for each other,
// which PostgreSQL would notice only after a second and end by refusing a round: anybody could
// bring that about, by the same requests to two servers in opposite order.
void store_lock_round(Store *s);

// Called at the beginning of store_commit: writes what was only changed in memory.
void store_before_commit(Store *s, void (*flush)(void *context), void *context);
bool store_commit(Store *s, Error *err);

// The connection to the database. If it is lost, transactions and reads fail until it is back.
typedef enum {
    STORE_READY,
    STORE_LOST,       // *err says why; store_poll is trying to connect again
    STORE_BACK,       // lost before, now ready
    STORE_SUPERSEDED, // not shared, and another server has used the database since
} StoreState;

// Call it several times per second. Connects again after the connection was lost, without waiting.
StoreState store_poll(Store *s, Error *err);

// False from the moment when the connection is lost until it is back.
bool store_is_connected(const Store *s);

// How it waits for PostgreSQL when an answer is slow: as poll() does, for one socket. A server
// serves others meanwhile. The function must not use the store. NULL: poll() itself.
struct pollfd;
typedef int StoreWait(void *context, struct pollfd *fd, int ms);
void store_set_wait(Store *s, StoreWait *wait, void *context);

// How often it has waited for an answer of PostgreSQL; SQLite: 0.
int64_t store_round_trips(const Store *s);

// ---- Several instances on one database. A store that is not shared has none of this.

bool store_is_shared(const Store *s);
int64_t store_instance(const Store *s); // the number of this instance, never used again; else 0

// One of the instances is the leader: it alone does what is to be done once. A store that is not
// shared is always led by its server. store_heartbeat tries to become the leader and measures the
// time of the database; call it once a second.
bool store_is_leader(const Store *s);
void store_heartbeat(Store *s);

// True if that instance runs and has a connection, as of the last heartbeat.
bool store_instance_is_alive(const Store *s, int64_t instance);

// True, once, if the others have taken this instance for gone since the last call: a heartbeat was
// late, or the database's clock has jumped.
bool store_was_taken_for_gone(Store *s);

// The database's clock, in ms since 1970.
int64_t store_clock_ms(const Store *s);

// True, once, if that clock and this machine's have moved apart, so CLOCK_OFFSET_VALUE must be read
// again. `step`: by how much the database's was set forward (or back: less than 0). 0: another
// instance has noticed it first, and keeps the time of the server; or this machine stood still.
bool store_take_clock_step(Store *s, int64_t *step);

// No other instance was there at the start. While the first one starts, others wait before they
// read anything, so it must say when what they are to read is committed.
bool store_is_first(const Store *s);
bool store_let_others_start(Store *s, Error *err);

// Notes to the other instances: texts of one line, sent with the commit (NOTIFY). store_next_note
// takes the next note that has arrived, without waiting. store_socket is readable when there may
// be some; it changes with the connection; -1: none.
enum { NOTE_MAX = 1000 };
void store_send_note(Store *s, const char *note);
bool store_next_note(Store *s, char out[static NOTE_MAX]);
int store_socket(const Store *s);

// Read a note: its next word, or number. False if there is none, or it does not fit.
bool note_word(const char **at, char *out, size_t size);
bool note_number(const char **at, int64_t *out);

// Hot backup of a file: a consistent copy of the database `path` in the new file `copy`, while a
// server uses it.
bool store_backup(const char *path, const char *copy, Error *err);

// Named numbers (a key-value table). store_find_value: false, and *out as it was, if the number was
// never put or cannot be read. store_value: 0 then.
bool store_find_value(Store *s, const char *name, int64_t *out);
int64_t store_value(Store *s, const char *name);
bool store_put_value(Store *s, const char *name, int64_t value, Error *err);

// The names of two: the time of the server, as last saved; and what several instances add to the
// database's clock to get it, which the store makes smaller after none had a connection.
#define CLOCK_VALUE "server_time"
#define CLOCK_OFFSET_VALUE "clock_offset"

// The analysis cache: engine results by position, in the database. Bounded; the oldest entries are
// evicted first.

enum { ANALYSIS_CACHE_MAX = 20000 }; // about a kilobyte each

// Position text, engine name and search budget. Results of another engine never match.
typedef struct {
    const char *position, *engine;
    int lines; // 0: a proof
    int64_t ms, nodes;
} AnalysisCacheKey;

// Visits the results of positions, a JSON array, up to the first that has none: by one statement,
// because with PostgreSQL the server waits for each. A result matches with at least as many lines
// as `key`, and at least the time per line, or the nodes per line if nodes are given; a settled one
// matches any budget. The visitor returns false to end.
typedef bool AnalysisCacheVisitor(void *context, const char *result);
void analysis_cache_each(Store *s, const char *positions, const AnalysisCacheKey *key,
                         AnalysisCacheVisitor *visit, void *context, Error *err);

// Adds a result; `key` has the budget it took. Replaces results with fewer nodes.
bool analysis_cache_put(Store *s, const AnalysisCacheKey *key, bool settled, const char *result,
                        Error *err);
