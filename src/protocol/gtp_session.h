// The inside of a GTP session, shared by the files gtp*.c alone: the state, and what the commands
// have in common. Each of those files ends with a table of the commands it answers.
#pragma once

#include "base/command.h"
#include "base/line_queue.h"
#include "player/analyst.h"
#include "player/solve.h"
#include "protocol/gtp.h"
#include "protocol/gtp_clock.h"

struct Gtp {
    GtpProfile profile;
    Game game;
    Game spare; // a copy to think with, or to go back to
    Player player;
    Str player_name; // as player_open takes it; with a seed where chance has a part
    Solver *solver;  // NULL until something is asked of it
    bool by_rules;   // policy_moves answers by the rules rather than all moves
    bool confined;
    int64_t solve_ms;
    GtpClock clocks[2];     // of genmove, by colour - BLACK
    Analyst *analyst;       // NULL until something is asked of it
    int64_t analysis_nodes; // as in GtpOptions
    bool ponders;
    bool is_pondering_due; // the last command was a genmove
    Str line;              // the one being answered
    Str id;                // of its command
    Str *reply;            // where its answer goes
    bool is_streaming;     // which has begun, and is told bit by bit
    LineQueue *ears;       // where the next commands come from; NULL: nobody knows
    FILE *out;             // where replies go; NULL: to whoever asked
    bool over;             // `quit` was said
};

// A row without usage takes any arguments and ignores them, as the course's program does.
extern const Command gtp_course_commands[], gtp_common_commands[], gtp_position_commands[],
    gtp_gfx_commands[], gtp_analyze_commands[];

void gtp_start(Gtp *g, const Rules *rules, int size);

bool gtp_parse_color(const Gtp *g, const char *text, Stone *out);
// The same, with a failure reply that names what was wrong.
bool gtp_require_color(const Gtp *g, const char *text, Stone *out, Error *err);

// A point as moves are written in the profile: small letters for the course.
void gtp_add_move(const Gtp *g, Point p, Str *out);

// Points in the order of their letters (a1 a10 a2) as moves are written, or in capitals.
void gtp_add_sorted_moves(const Gtp *g, const Point *points, int count, Str *out);
void gtp_add_sorted_capitals(const Gtp *g, const Point *points, int count, Str *out);

// Where `color` may play if it were its turn; none when the game is over.
int gtp_legal_points(const Gtp *g, Stone color, Point points[static BOARD_MAX * BOARD_MAX]);

bool gtp_game_is_over(const Gtp *g);

// What a move chooser says when the game is over: resign, or pass after a draw. False if it is not.
bool gtp_add_end(const Gtp *g, Str *out);

// A move of either colour, out of turn and after the end too. NULL, or why it cannot be.
const char *gtp_place(Gtp *g, Stone color, Point p);

// "illegal move: "WORD" REASON": a success reply for the course, a failure reply otherwise.
bool gtp_refuse_move(const Gtp *g, Call *call, const char *word, const char *reason);

// The player's choice for `color`, thought up by `player`.
bool gtp_choose(Gtp *g, Player *player, Stone color, Point *move, Error *err);

// Makes g->analyst, who judges as the player does, or says why there is to be none.
bool gtp_require_analyst(Gtp *g, Error *err);

// A reply that is told bit by bit: its beginning, and lines of it, told at once if somebody hears.
void gtp_stream_begin(Gtp *g);
void gtp_stream(Gtp *g, const Str *text);

// Has the controller sent anything since this command? Without waiting, and waiting until it has.
bool gtp_has_input(const Gtp *g);
void gtp_wait_for_input(const Gtp *g);
