// Internals of a Gomocup session, for gomocup*.c only.
#pragma once

#include "base/command.h"
#include "player/player.h"
#include "protocol/gomocup.h"

// ---- Limits: gomocup_info.c

// The settings of INFO. Times are milliseconds.
typedef struct {
    int64_t turn_ms;      // per move; -1: never set
    int64_t match_ms;     // per game; 0: unlimited
    int64_t left_ms;      // time left of the game, as last sent
    bool left_is_known;   // left_ms was sent in this game
    int64_t spent_ms;     // thinking time since left_ms was sent, or since the game began
    int64_t increment_ms; // added after each move
    int64_t memory;       // bytes; 0: unlimited
    int64_t rule;         // Gomocup's number of the rule set
    int64_t nodes, depth; // 0: unlimited
    int64_t hash_kib;     // size of the transposition table; 0: as much as the memory allows
    int64_t threads;      // 0: one
    int64_t strength;     // 0 to STRENGTH_FULL; less makes the player weaker
    int64_t max_moves;    // a draw after this many stones; 0: no limit
    int64_t pondering;    // 1: think on the opponent's time
    int64_t detail;       // reports during the search, as bits: DETAIL_BEST, DETAIL_LINES
} GomocupInfo;

enum { DETAIL_BEST = 1, DETAIL_LINES = 2, STRENGTH_FULL = 100 };

void gomocup_info_init(GomocupInfo *info);
void gomocup_info_add_help(Str *out); // the keys

// Reads "timeout_turn 5000". Unknown keys and invalid values are ignored, as the protocol requires.
void gomocup_info_read(GomocupInfo *info, Scanner *s);

// The rule set; NULL, with the reason in *err, if it is unknown or the memory limit is too small.
const Rules *gomocup_info_rules(const GomocupInfo *info, Error *err);

// The budget of the next move, less the time elapsed since it was requested.
Budget gomocup_info_budget(const GomocupInfo *info, int64_t elapsed_ms);

// The memory limit without the part that the rest of the program needs; 0: unlimited.
int64_t gomocup_info_memory(const GomocupInfo *info);

// ---- Stones: gomocup_commands.c

typedef struct {
    Point point;
    Stone color;
} GomocupStone;

// In the order received.
typedef struct {
    int count;
    GomocupStone at[BOARD_MAX * BOARD_MAX];
} GomocupStones;

bool gomocup_stones_add(GomocupStones *s, Point p, Stone color, Error *err);
bool gomocup_stones_remove(GomocupStones *s, Point p, Error *err);

// State of a multi-line command, which is followed by stones up to DONE. A stone's color comes from
// its field, or from whose turn it is.
typedef struct {
    const Command *open; // a READS_STONES command that waits for DONE; NULL: none
    GomocupStones stones;
    Stone own;    // our color; EMPTY: not known yet
    bool is_done; // DONE was read
    bool is_bad;  // `err` holds the first error
    Error err;
} GomocupBlockReader;

// Reads the rest of a line, up to DONE.
void gomocup_block_read(GomocupBlockReader *in, Scanner *s, int size);

// ---- The session: gomocup.c

struct Gomocup {
    Player player;
    Str player_name; // for player_open, at full strength
    int level;       // the graded level that plays instead, by INFO strength; 0: none
    GomocupInfo info;
    int size;  // 0: no game was started
    Stone own; // our color; EMPTY while the board is empty
    GomocupStones stones;
    GomocupBlockReader block;
    Game game;                             // the position being searched
    Point excluded[BOARD_MAX * BOARD_MAX]; // the points of `blocked`, for an EngineRequest
    GomocupStones blocked;                 // points we must not play (YXBLOCK); colors are unused

    int64_t analysis_nodes; // as in GomocupOptions
    Engine *engine;         // for analyses if the player is not an engine; NULL until it is needed
    bool borrows_engine;    // it is that of GomocupOptions
    Str messages;           // reports of the search, if they cannot be sent immediately
    void (*send)(void *context, const Str *text); // sends a report immediately; NULL: buffer it
    void *send_context;

    StopToken stop;
    int64_t received_ms; // when the current command arrived
    bool has_moved;      // the last command made a move
    bool is_silent;      // no UNKNOWN replies, after YXSHOWINFO
    bool is_over;        // END was received
    Str line;            // the line being answered
};

// The traits of a command.
enum {
    NEEDS_LIMITS = 1,  // valid rule and memory settings
    NEEDS_STARTED = 2, // a started game
    NEEDS_GAME = NEEDS_LIMITS | NEEDS_STARTED,
    THINKS = 4,       // it searches, so a later STOP applies to it
    READS_STONES = 8, // lines of stones follow; it runs after DONE, with them in `block`
    HAS_FIELDS = 16,  // those lines are x,y,f rather than x,y
};

// The handlers parse `rest`. A reply, if any, has no newline.
extern const Command gomocup_commands[], gomocup_yixin_commands[];

// ---- The player and the engine: gomocup_move.c

// The player's own engine; if it has none, one that is created on first use.
Engine *gomocup_engine(Gomocup *g);

// Reopens the player at the strength that INFO set.
bool gomocup_open_player(Gomocup *g, Error *err);

// Applies the memory limits of INFO.
void gomocup_limit_memory(Gomocup *g);

// ---- Moves: gomocup_move.c

// Does the slow set-up while no clock is running.
void gomocup_prepare(Gomocup *g);

// Ponders after our move, if INFO pondering is set, until stopped.
void gomocup_ponder(Gomocup *g, StopToken stop);

// Sets g->game to the position of the stones, with our side to move.
bool gomocup_set_up(Gomocup *g, Error *err);

// Chooses a move for our side, plays it and adds it to *reply.
bool gomocup_move(Gomocup *g, Str *reply, Error *err);

// Same as gomocup_move, but reports the best `lines` lines (YXNBEST).
bool gomocup_move_nbest(Gomocup *g, int lines, Str *reply, Error *err);

// Plays our stone, or one for each side if `stones` is 2, so that the value is closest to `target`.
bool gomocup_balance(Gomocup *g, int stones, int target, Str *reply, Error *err);

// Answers SWAP2BOARD, whose stones have been read.
bool gomocup_swap2(Gomocup *g, Str *reply, Error *err);
