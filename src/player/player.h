// Players, the common interface of everything that chooses moves: random, the graded levels, the
// engine. All programs take their opponents from one table: to add a kind of player, add a line
// here and a row in player.c.
#pragma once

#include "base/number.h"
#include "core/game.h"
#include "engine/engine.h"

// What is proved about a player's move, for its side.
typedef enum { MOVE_UNPROVED, MOVE_WINS, MOVE_HOLDS } MoveProof; // holds: does not lose

// A chosen move, and the value of the position for the side to move if the player knows one.
typedef struct {
    Point move;
    bool has_value;
    int value;       // ENGINE_MATE - n: a win in n plies; an open three is worth about 200
    MoveProof proof; // by the player `perfect`
} PlayerMove;

// Time budget for a move, from the clock of the side to act.
Budget budget_by_clock(const Game *g);

// What a player makes of what it was told in Gomoku in the Mist, from least to most.
typedef enum {
    MIST_REMEMBERS, // the stones that it has seen or hit
    MIST_GUESSES,   // and each hidden one near other stones, where the holes allow it
    MIST_INFERS,    // and each hidden one where the net expects it
} MistInsight;

typedef struct {
    const char *name, *summary;
    const char *options; // syntax of what may follow "name:", for help; NULL: no options
    // Returns the player's state, or NULL with *err set if `options` (the text after "name:", ""
    // if there is none) is invalid. NULL: the player has no state.
    void *(*open)(const char *options, Error *err);
    // Chooses a legal point for the side to move, or POINT_PASS if no point is legal. Never called
    // once the game is over.
    bool (*choose)(void *self, const Game *g, const Budget *budget, StopToken stop, PlayerMove *out,
                   Error *err);
    Engine *(*engine)(void *self); // NULL: the player is not an engine
    // For players that always play the best move they find: the request of their search, without
    // a board. NULL, or returns false: for other players.
    bool (*full_strength_request)(void *self, const Budget *budget, EngineRequest *out);
    MistInsight (*mist_insight)(void *self); // NULL: MIST_INFERS
    // What it says about its last move, one line for people, as "outside of the proof"; "":
    // nothing. NULL: it never says anything.
    const char *(*remark)(void *self);
    // Ponders on the opponent's time until stopped or solved; the result stays in the
    // transposition table. NULL: it does not ponder.
    void (*ponder)(void *self, const Game *g, StopToken stop);
    void (*close)(void *self);
    // True if it also decides in opening protocols (swap2 and so on). Other players keep their
    // color and place stones near the center.
    bool knows_openings;
    bool takes_time; // a person would notice the wait
} PlayerKind;

extern const PlayerKind player_random, player_easy, player_greedy, player_beginner, player_level,
    player_strong, player_perfect;

const PlayerKind *player_kind_at(int i); // NULL after the last
const char *player_kind_name(int i);

// Like player_kind_name, followed by "gomocup:COMMAND" and "gtp:COMMAND", which only some
// interfaces can start.
const char *player_or_program_name(int i);

// The index of the name before the colon; -1, with an error that lists `names`, if it is not found.
int player_name_find(const char *description, WordAt *names, Error *err);

// An open player. All zero: none.
typedef struct {
    const PlayerKind *kind;
    void *self;
} Player;

// Parses "[NUMBER][,SEED]", for `open`. Without a number, *number is unchanged; without a seed, a
// fresh one is used.
bool player_options_parse(const char *options, int least, int most, int64_t *number, Rng *rng,
                          Error *err);

// Opens a player by name and options: "greedy", "random:7".
bool player_open(const char *description, Player *out, Error *err);
void player_close(Player *p);

// The player's engine, for analyses and memory limits; NULL if it is not an engine or not open.
Engine *player_engine(const Player *p);

// The player's remark on its last move; "" if it has none.
const char *player_remark(const Player *p);

// Calls engine_set_memory if it is an engine.
void player_set_memory(Player *p, int64_t memory, int64_t table);

// Does the slow set-up before the clock starts; otherwise the first move pays for it. False, with
// the reason in *err, if every move would fail.
bool player_prepare(Player *p, const Rules *rules, Error *err);

// Pondering (thinking on the opponent's time), if the player supports it. The game must not be
// over.
bool player_ponders(const Player *p);
void player_ponder(Player *p, const Game *g, StopToken stop);

// Chooses a move for the side to act: a point, or an answer where the opening protocol asks for
// one. The game must not be over. A budget of zeros: the player's default; only engines honor
// nodes and depth. `stop` ends a search with the best move so far.
bool player_choose(Player *p, const Game *g, const Budget *budget, StopToken stop, PlayerMove *out,
                   Error *err);

// The graded levels, "level:-2", "level:-1" and "level:1" to "level:10". There is no level 0: it
// means "not a level" wherever a level is a number. People see the two lowest by name.
enum { LEVEL_MIN = -2, LEVEL_MAX = 10 };

void level_name_format(int level, Str *out); // "first steps", "novice", "level 1"

const char *level_summary(int level); // how it plays, for people

// The probability, 0 to 1, that a level with an empty transposition table plays `move` for the side
// to move. The game must not be over. Deterministic: clears the engine first.
double level_move_probability(Engine *e, int level, const Board *b, Point move);
