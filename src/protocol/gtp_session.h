// Internals of a GTP session, for gtp*.c only: its state and helpers for the commands. Each of
// those files ends with its command table.
#pragma once

#include "base/command.h"
#include "base/line_reader.h"
#include "core/timer.h"
#include "player/player.h"
#include "protocol/gtp.h"

// GTP time control of one side: main time, then Canadian byo-yomi (periods with a number of
// stones). Pure arithmetic like core/timer.h. All zero: no limit.
typedef struct {
    int64_t move_ms;            // additional limit per move; 0: none
    int64_t main_ms, period_ms; // the settings
    int period_stones;          // stones per period
    bool runs;                  // there is a limit
    int64_t left_ms;            // left of the main time or of the current period
    int stones;                 // stones left in the current period; 0: main time
} GtpClock;

// A period with time but without stones means no limit, as the protocol defines it.
void gtp_clock_set(GtpClock *c, int64_t main_s, int64_t period_s, int stones);
void gtp_clock_start(GtpClock *c); // for a new game

// Sets the time and stones left, as the controller sends them (time_left).
void gtp_clock_set_left(GtpClock *c, int64_t seconds, int stones);

// Deducts the time of a move, because not every controller sends time_left.
void gtp_clock_spend(GtpClock *c, int64_t ms);

MoveTime gtp_clock_move_time(const GtpClock *c);

struct Gtp {
    GtpProfile profile;
    Game game;
    Game spare; // a copy to search on, or to roll back to
    Player player;
    Str player_name; // for player_open; includes the seed of a random player
    Engine *engine;  // for analyses if the player is not an engine; NULL until first used
    bool by_rules;   // policy_moves uses the rule-based policy instead of all moves
    bool sandboxed;
    int64_t solve_ms;
    GtpClock clocks[2];     // for genmove, by color - BLACK
    int64_t analysis_nodes; // as in GtpOptions
    bool ponders;
    bool is_pondering_due; // the last command was a genmove
    Str line;              // the line being answered
    Str id;                // the command's id
    Str *reply;            // the reply buffer
    bool is_streaming;     // the reply has begun and is sent line by line
    LineReader *input;     // source of the commands, polled during a search; NULL: none
    FILE *out;             // destination of the replies; NULL: `reply` only
    StopToken stop;        // as in gtp_set_stop
    bool over;             // `quit` was received
};

// A command without usage accepts and ignores any arguments, as the course's program does.
extern const Command gtp_course_commands[], gtp_common_commands[], gtp_position_commands[],
    gtp_analyze_commands[];

void gtp_start(Gtp *g, const Rules *rules, int size);

bool gtp_parse_color(const Gtp *g, const char *text, Stone *out);
// The same, but sets *err on failure.
bool gtp_require_color(const Gtp *g, const char *text, Stone *out, Error *err);

// A move as the profile writes it: lower case for the course.
void gtp_add_move(const Gtp *g, Point p, Str *out);

// Points sorted as text (a1 a10 a2), written as moves of the profile, or in upper case.
void gtp_add_sorted_moves(const Gtp *g, const Point *points, int count, Str *out);
void gtp_add_sorted_capitals(const Gtp *g, const Point *points, int count, Str *out);

// The legal points of `color` as if it were its turn; none when the game is over.
int gtp_legal_points(const Gtp *g, Stone color, Point points[static BOARD_MAX * BOARD_MAX]);

bool gtp_game_is_over(const Gtp *g);

// The genmove answer when the game is over: resign, or pass after a draw. False if it is not over.
bool gtp_add_end(const Gtp *g, Str *out);

// Plays a move of either color, even out of turn or after the end. Returns NULL, or why it is
// illegal.
const char *gtp_place(Gtp *g, Stone color, Point p);

// "illegal move: "WORD" REASON": a success reply for the course, a failure reply otherwise.
bool gtp_refuse_move(const Gtp *g, Call *call, const char *word, const char *reason);

// Lets `player` choose a move for `color`.
bool gtp_choose(Gtp *g, Player *player, Stone color, Point *move, Error *err);

// False with *err set if gtp_set_stop has ended the search.
bool gtp_not_stopped(const Gtp *g, Error *err);

// The engine for analyses: the player's own, or one that is created on first use. NULL, with *err
// set, if the session is sandboxed.
Engine *gtp_engine(Gtp *g, Error *err);

// Streaming replies: begins one, and appends lines, which are sent immediately if there is an
// output.
void gtp_stream_begin(Gtp *g);
void gtp_stream(Gtp *g, const Str *text);
