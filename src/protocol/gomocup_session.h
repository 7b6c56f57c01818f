// The inside of a Gomocup session, shared by the files gomocup*.c alone.
#pragma once

#include "base/scanner.h"
#include "player/analyst.h"
#include "protocol/gomocup.h"

// ---- Limits: gomocup_info.c

// What INFO told. Times are milliseconds.
typedef struct {
    int64_t turn_ms;      // for a move; -1: it was never said
    int64_t match_ms;     // for the game; 0: unlimited
    int64_t left_ms;      // of it, as last said
    bool left_is_known;   // it was
    int64_t spent_ms;     // by thinking since it was, or since the game began
    int64_t increment_ms; // added after each move
    int64_t memory;       // bytes; 0: unlimited
    int64_t rule;         // the number of the rule set
    int64_t nodes, depth; // 0: unlimited
    int64_t hash_kib;     // of the table; 0: as much as the memory allows
    int64_t threads;      // 0: one
    int64_t strength;     // STRENGTH_FULL, or less for a weaker player
    int64_t max_moves;    // a draw after so many; 0: no limit
    int64_t pondering;    // think on the other side's time; 0: do not
    int64_t detail;       // what is told while thinking, as bits: DETAIL_BEST, DETAIL_LINES
} GomocupInfo;

enum { DETAIL_BEST = 1, DETAIL_LINES = 2, STRENGTH_FULL = 100 };

void gomocup_info_init(GomocupInfo *info);

// "timeout_turn 5000". What cannot be understood is ignored, as the protocol asks.
void gomocup_info_read(GomocupInfo *info, Scanner *s);

// The rule set; NULL, with the reason, if a limit that was set cannot be kept.
const Rules *gomocup_info_rules(const GomocupInfo *info, Error *err);

// What the next move may cost, where so much time has gone by since it was asked for.
Limits gomocup_info_limits(const GomocupInfo *info, int64_t elapsed_ms);

// ---- Stones: gomocup_stones.c

typedef struct {
    Point point;
    Stone color;
} GomocupStone;

// In the order they came.
typedef struct {
    int count;
    GomocupStone at[BOARD_MAX * BOARD_MAX];
} GomocupStones;

bool gomocup_stones_add(GomocupStones *s, Point p, Stone color, Error *err);
bool gomocup_stones_remove(GomocupStones *s, Point p, Error *err);

// "x,y", blanks allowed. False also if it is not on a board of `size`.
bool gomocup_scan_point(Scanner *s, int size, Point *out, Error *err);

// A command that stones follow, up to DONE.
typedef struct {
    const char *name;
    bool has_fields; // x,y,f rather than x,y
    bool (*done)(Gomocup *g, Str *reply, Error *err);
} GomocupBlock;

// The stones of a block as they come, each of the colour its field or its turn says.
typedef struct {
    const GomocupBlock *open; // NULL: no block
    GomocupStones stones;
    Stone own;    // EMPTY: not known yet
    bool is_done; // DONE was said
    bool is_bad;  // err has what was wrong first
    Error err;
} GomocupBlockReader;

void gomocup_block_start(GomocupBlockReader *in, const GomocupBlock *block);

// Reads what there is of a line, up to DONE.
void gomocup_block_read(GomocupBlockReader *in, Scanner *s, int size);

// ---- The session: gomocup.c

struct Gomocup {
    Player player;
    Str player_name; // as player_open takes it, at full strength
    int level;       // instead of it, of the engine made weaker; 0: none
    GomocupInfo info;
    int size;  // 0: no game was started
    Stone own; // our colour; EMPTY while the board is
    GomocupStones stones;
    GomocupBlockReader incoming;
    Game game;                           // what is being thought about
    Point barred[BOARD_MAX * BOARD_MAX]; // `blocked`, as a question has it
    GomocupStones blocked;               // where we must not play; their colours mean nothing

    int64_t analysis_nodes; // as in GomocupOptions
    Analyst *analyst;       // NULL until something is asked that only it can answer
    Str messages;           // said while thinking, where nobody hears them at once
    void (*tell)(void *context, const Str *text); // says it at once; NULL: nobody hears
    void *tell_context;

    bool (*interrupted)(void *context); // as in Limits
    void *context;
    int64_t asked_ms; // when the command being answered came
    bool has_moved;   // with the command that was answered last
    bool is_silent;   // after YXSHOWINFO there is no UNKNOWN
    bool is_over;     // END was said
    Str line;         // the one being answered
};

typedef enum {
    NEEDS_NOTHING,
    NEEDS_LIMITS, // that can be kept
    NEEDS_GAME,   // and a game that was started
} GomocupNeed;

typedef struct {
    GomocupHelp word;
    GomocupNeed needs;
    // The answer to *reply, without its newline; nothing for none. `s` stands behind the name.
    bool (*run)(Gomocup *g, Scanner *s, Str *reply, Error *err);
    bool thinks; // about an answer, so that a STOP behind it is meant for it
} GomocupCommand;

// Each ends with a row of zeros.
extern const GomocupCommand gomocup_commands[], gomocup_yixin_commands[];

// Stones follow; perhaps on the same line.
bool gomocup_block_open(Gomocup *g, const GomocupBlock *block, Scanner *s, Str *reply, Error *err);

// ---- Analyses: gomocup_analysis.c

// Has the analyst to answer instead of the player? Once it had, it goes on: both would take the
// memory of two.
bool gomocup_uses_analyst(const Gomocup *g);

// The analyst, which comes when it is first asked for.
Analyst *gomocup_analyst(Gomocup *g);

// Opens the player anew, which is how it forgets and lets go of its memory.
bool gomocup_open_player(Gomocup *g, Error *err);

// What to ask it: within these limits, with this many lines, all but what is blocked, told about as
// INFO show_detail says, or anyway.
typedef enum { REPORT_AS_CONFIGURED, REPORT_ALWAYS } GomocupReporting;
Question gomocup_question(Gomocup *g, const Limits *limits, int lines, GomocupReporting telling);

// ---- Thinking: gomocup_thinking.c

// Does what takes long while no clock runs.
void gomocup_prepare(Gomocup *g);

// After our move: thinks on the other side's time if INFO pondering said so, until interrupted.
void gomocup_ponder(Gomocup *g, bool (*interrupted)(void *context), void *context);

// The stones as a position with our side to move, to g->game.
bool gomocup_set_up(Gomocup *g, Error *err);

// Chooses a move for our side, makes it and adds it to *reply.
bool gomocup_move(Gomocup *g, Str *reply, Error *err);

// The same, with so many lines of analysis.
bool gomocup_move_nbest(Gomocup *g, int lines, Str *reply, Error *err);

// One stone, or two, after which the value is nearest to `aim`; made and added.
bool gomocup_balance(Gomocup *g, int stones, int aim, Str *reply, Error *err);

// Answers SWAP2BOARD, whose stones have come.
bool gomocup_swap2(Gomocup *g, Str *reply, Error *err);
