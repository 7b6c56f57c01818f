/* Pentad's C interface: five in a row as a library.
 *
 *     PentadError error;
 *     PentadGame *game = pentad_game_new("freestyle", 15, &error);
 *     PentadPlayer *player = pentad_player_new("strong:500", &error);
 *     PentadPoint point;
 *     while (!pentad_game_is_over(game) && pentad_player_choose(player, game, 0, &point, &error))
 *         pentad_game_play(game, point.x, point.y, &error);
 *     puts(pentad_game_picture(game));
 *     pentad_player_free(player);
 *     pentad_game_free(game);
 *
 * Compile with `cc tour.c $(pkg-config --cflags --libs pentad)`.
 *
 * Conventions:
 *
 *   - A point is a column x and a row y, counted from 0 at the top left.
 *   - There is no global state. Different threads may use different objects; one object must not be
 *     used by two threads at the same time. Only pentad_player_stop, pentad_player_resume,
 *     pentad_engine_stop and pentad_engine_resume are thread-safe: call them at any time.
 *   - A function that can fail returns false or NULL and takes a PentadError last, which may be
 *     NULL. On failure it receives a one-line message; on success it is not touched. Output
 *     parameters are written on success only.
 *   - Arguments are checked. Given a NULL object or text, a point off the board or an invalid
 *     stone, functions that can fail report an error, and others return false, 0, "" or NULL. Use
 *     after free and unterminated strings are not detected.
 *   - All text is UTF-8. A returned string belongs to the object; do not free it. It is valid until
 *     the same function is called again for this object, or the object is freed.
 *   - Structs with a field `struct_size` may grow in later versions: set it to the size of the
 *     struct, and unused fields to zero. `PentadSearchOptions o = {.struct_size = sizeof o}` has
 *     all defaults.
 *   - Names of rule sets, formats, players and notations are not case-sensitive. Nothing depends on
 *     the locale.
 *   - A call needs up to 256 KiB of stack: less than threads have by default, except under musl. A
 *     call of pentad_proof_check may need 3 MiB.
 *   - Callbacks must return: an exception or a longjmp out of one is undefined.
 *   - Out of memory ends the program, with a message and exit status 1.
 */
#ifndef PENTAD_H
#define PENTAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
    #define PENTAD_API __attribute__((visibility("default")))
#else
    #define PENTAD_API
#endif

typedef struct PentadGame PentadGame;
typedef struct PentadPlayer PentadPlayer;
typedef struct PentadEngine PentadEngine;

typedef struct {
    char text[256];
} PentadError;

typedef struct {
    int x, y;
} PentadPoint;

typedef enum { PENTAD_EMPTY, PENTAD_BLACK, PENTAD_WHITE, PENTAD_OUTSIDE } PentadStone;

enum { PENTAD_SIZE_MIN = 2, PENTAD_SIZE_MAX = 25 }; /* board size, in lines */

/* "0.2.0" */
PENTAD_API const char *pentad_version(void);

/* ---- Tables of names
 *
 * Each returns the i-th name, counted from 0, and NULL after the last. Rules: freestyle, standard,
 * renju ... Formats of game records: sgf, psq, rec, pos, picture, classroom, svg, png, gif ...
 * Players: random, easy, greedy, strong ... Notations of points: gtp, pos, pos-top, xy, sgf. */
PENTAD_API const char *pentad_rules_name(int i);
PENTAD_API const char *pentad_format_name(int i);
PENTAD_API const char *pentad_player_name(int i);
PENTAD_API const char *pentad_notation_name(int i);

/* Parse and format a point in a notation, on a board of `size` lines. Notations differ: "pos" has
 * the letter I and rows from the bottom, like pentad_game_picture; "pos-top" has rows from the top;
 * "gtp" leaves out I; "xy" is "7,7"; "sgf" is "hh". */
enum { PENTAD_POINT_TEXT = 8 }; /* enough for every point in every notation */
PENTAD_API bool pentad_point_parse(const char *text, const char *notation, int size,
                                   PentadPoint *point, PentadError *error);
PENTAD_API bool pentad_point_format(PentadPoint point, const char *notation, int size,
                                    char text[PENTAD_POINT_TEXT], PentadError *error);

/* ---- Games */

/* An empty board of 2 to 25 lines, Black to move. */
PENTAD_API PentadGame *pentad_game_new(const char *rules, int size, PentadError *error);
PENTAD_API PentadGame *pentad_game_copy(const PentadGame *game); /* NULL if `game` is NULL */
PENTAD_API void pentad_game_free(PentadGame *game);              /* NULL is fine */

/* Plays for the side to move. If the rules forbid it, nothing changes and the error says why. */
PENTAD_API bool pentad_game_play(PentadGame *game, int x, int y, PentadError *error);

/* True if pentad_game_play would accept the move. Otherwise the error says why not. */
PENTAD_API bool pentad_game_is_legal(const PentadGame *game, int x, int y, PentadError *error);

/* Undo the resignation if there is one, otherwise the last move; redo what was undone. False if
 * there is nothing to undo or redo. */
PENTAD_API bool pentad_game_undo(PentadGame *game);
PENTAD_API bool pentad_game_redo(PentadGame *game);

/* The side to move resigns. False if the game is over. */
PENTAD_API bool pentad_game_resign(PentadGame *game);

/* Set up a position: a stone of either color or PENTAD_EMPTY on any point, and the side to move.
 * The game restarts from there, with nothing to undo; a side with five in a row has won. Setting a
 * stone does not change the side to move. */
PENTAD_API bool pentad_game_set(PentadGame *game, int x, int y, PentadStone stone,
                                PentadError *error);
PENTAD_API bool pentad_game_set_turn(PentadGame *game, PentadStone color, PentadError *error);

/* Positions as one line of text, like FEN: "renju 15 black j9h8 i9" has the rules, the size, the
 * side to move, Black's stones and White's ("-": none). A game from a position has nothing to
 * undo. */
PENTAD_API PentadGame *pentad_game_from_position(const char *position, PentadError *error);
PENTAD_API const char *pentad_game_position(PentadGame *game);

PENTAD_API const char *pentad_game_rules(const PentadGame *game);
PENTAD_API int pentad_game_size(const PentadGame *game);
PENTAD_API PentadStone pentad_game_turn(const PentadGame *game);
PENTAD_API PentadStone pentad_game_at(const PentadGame *game, int x, int y);

/* The number of moves so far, and the point of the i-th move, from 0. False for a pass (records may
 * contain them), or if there is no such move. */
PENTAD_API int pentad_game_move_count(const PentadGame *game);
PENTAD_API bool pentad_game_move(const PentadGame *game, int i, PentadPoint *point);

PENTAD_API bool pentad_game_is_over(const PentadGame *game);
PENTAD_API PentadStone pentad_game_winner(const PentadGame *game); /* empty: draw or not over */

/* The points of the winning line, in order. Returns how many; 0 if there is no winning line. */
PENTAD_API int pentad_game_winning_line(const PentadGame *game, PentadPoint line[PENTAD_SIZE_MAX]);

/* "Black wins by five in a row", "not over" ... */
PENTAD_API const char *pentad_game_result(PentadGame *game);

/* The board drawn as text, with coordinates (notation "pos") and the last stone in brackets. */
PENTAD_API const char *pentad_game_picture(PentadGame *game);

/* The name of the player with this color; "" if it was not set. A name is one line. */
PENTAD_API const char *pentad_game_name(const PentadGame *game, PentadStone color);
PENTAD_API bool pentad_game_set_name(PentadGame *game, PentadStone color, const char *name,
                                     PentadError *error);

/* ---- Game records
 *
 * Records keep moves, set-up stones, rules, names and result. If a record has variations, the main
 * line is read. Not every format can hold everything, and not every format can be both read and
 * written; the error says so. */

/* The format, and fallbacks for what the record does not say. */
typedef struct {
    const char *format; /* NULL: by the file extension (sgf, psq, rec, pos, board, lib) */
    const char *rules;  /* NULL: freestyle */
    int size;           /* 0: 15, or the format's default */
} PentadReadOptions;

/* Reads a file. NULL `options`: like all fields NULL and 0. */
PENTAD_API PentadGame *pentad_game_load(const char *path, const PentadReadOptions *options,
                                        PentadError *error);

/* Like pentad_game_load, from memory; options->format is required. */
PENTAD_API PentadGame *pentad_game_read(const char *bytes, size_t length,
                                        const PentadReadOptions *options, PentadError *error);

/* Reads a drawn board: "X.. .O. ..." row by row, one row per line, X black, O white. Black is to
 * move if both sides have the same number of stones, White if Black has one more; otherwise a line
 * of the drawing must say "White to move" or the like. Coordinates as in pentad_game_picture are
 * allowed. */
PENTAD_API PentadGame *pentad_game_from_picture(const char *rules, const char *picture,
                                                PentadError *error);

/* Writes a file, replacing it atomically. NULL `format`: by the file extension. */
PENTAD_API bool pentad_game_save(const PentadGame *game, const char *path, const char *format,
                                 PentadError *error);

/* Returns what pentad_game_save writes, with a NUL added; *length receives the size without it
 * (some formats contain NULs). `length` may be NULL. */
PENTAD_API const char *pentad_game_write(PentadGame *game, const char *format, size_t *length,
                                         PentadError *error);

/* ---- Players */

/* Creates a player by name and options: "easy", "greedy", "random:7" (a seed), "strong:500"
 * (milliseconds per move). A player can play any rules and size; its only state is the engine's
 * transposition table. */
PENTAD_API PentadPlayer *pentad_player_new(const char *description, PentadError *error);
PENTAD_API void pentad_player_free(PentadPlayer *player); /* NULL is fine */

/* Chooses a legal point for the side to move; the game is not changed. `milliseconds` is the
 * maximum thinking time, 0: the player's default. Fails if the game is over. */
PENTAD_API bool pentad_player_choose(PentadPlayer *player, const PentadGame *game,
                                     int64_t milliseconds, PentadPoint *point, PentadError *error);

/* Thread-safe. The running pentad_player_choose returns soon, with the best point so far. So do all
 * later calls until pentad_player_resume. */
PENTAD_API void pentad_player_stop(PentadPlayer *player);
PENTAD_API void pentad_player_resume(PentadPlayer *player);

/* ---- Analysis
 *
 * An engine takes about 75 MB, including its net, and remembers earlier searches, so reuse one for
 * many calls. Results are for the side to move; the game must not be over. */
PENTAD_API PentadEngine *pentad_engine_new(void);
PENTAD_API void pentad_engine_free(PentadEngine *engine); /* NULL is fine */

typedef struct {
    size_t struct_size;  /* sizeof(PentadEngineOptions) */
    const char *net;     /* NULL or "on": the embedded net for rules and size; "off"; or a file */
    const char *weights; /* file of the classical evaluation; NULL: the embedded ones */
    int64_t memory;      /* total bytes, 0: no limit. Under 46 MiB: no embedded net */
    int64_t table;       /* bytes for the transposition table, 0: default */
} PentadEngineOptions;

/* Creates an engine with options; NULL: like pentad_engine_new. Files are read by the first
 * pentad_engine_prepare or search, which fails if a file cannot be used. */
PENTAD_API PentadEngine *pentad_engine_open(const PentadEngineOptions *options, PentadError *error);

/* Loads and allocates what searches of this game need, before a clock runs. Fails if the game is
 * over. */
PENTAD_API bool pentad_engine_prepare(PentadEngine *engine, const PentadGame *game,
                                      PentadError *error);

/* Forgets earlier searches (transposition table): later ones are the same as in a new engine. */
PENTAD_API void pentad_engine_clear(PentadEngine *engine);

/* Thread-safe. The running search or proof returns soon, with what it has found. So do all later
 * calls until pentad_engine_resume, so a stop just before the search begins is not lost: call
 * pentad_engine_resume where you decide to search, not in the search thread. */
PENTAD_API void pentad_engine_stop(PentadEngine *engine);
PENTAD_API void pentad_engine_resume(PentadEngine *engine);

enum { PENTAD_MATE = 30000, PENTAD_LINE_MAX = 64, PENTAD_LINES_MAX = 32, PENTAD_THREADS_MAX = 256 };

typedef struct {
    int value;     /* PENTAD_MATE - n: wins in n plies; n - PENTAD_MATE: loses in n plies */
    int depth;     /* search depth in plies */
    int64_t nodes; /* positions searched */
    int length;    /* of the line: at least 1, or 0 if there is no legal move */
    PentadPoint line[PENTAD_LINE_MAX]; /* principal variation; the first move is the best */
} PentadAnalysis;

/* Searches for `milliseconds`, which must be more than 0, or until the outcome is proved. */
PENTAD_API bool pentad_engine_analyse(PentadEngine *engine, const PentadGame *game,
                                      int64_t milliseconds, PentadAnalysis *analysis,
                                      PentadError *error);

/* Win probability (expected score) of the side with this value, 0 to 1; a draw counts half. */
PENTAD_API double pentad_win_rate(int value);

/* Search options. A search ends at the first limit reached, when the outcome is proved, or on
 * pentad_engine_stop. */
typedef struct {
    size_t struct_size;   /* sizeof(PentadSearchOptions) */
    int64_t milliseconds; /* limits: time, nodes, plies; 0: none */
    int64_t nodes;
    int depth;
    int threads;              /* default: 1; at most one per processor is used */
    int lines;                /* how many best moves, with a line each (MultiPV); default: 1 */
    const PentadPoint *moves; /* if move_count > 0: only these first moves */
    int move_count;
    /* Progress callback for new results, on the thread that called the search; may be NULL. It may
     * call pentad_engine_line_count, _line, _nodes and _stop, and nothing else with this engine. */
    void (*progress)(void *context, PentadEngine *engine);
    void *context;
} PentadSearchOptions;

/* `options` NULL: no limits. */
PENTAD_API bool pentad_engine_search(PentadEngine *engine, const PentadGame *game,
                                     const PentadSearchOptions *options, PentadError *error);

/* Results of the last pentad_engine_search, or in `progress` those so far: the number of lines, at
 * least 1; line i, best first (false past the last one); the positions searched by all threads. */
PENTAD_API int pentad_engine_line_count(const PentadEngine *engine);
PENTAD_API bool pentad_engine_line(const PentadEngine *engine, int i, PentadAnalysis *line);
PENTAD_API int64_t pentad_engine_nodes(const PentadEngine *engine);

/* The name of the net in use, "" without one. It belongs to the engine. */
PENTAD_API const char *pentad_engine_net(const PentadEngine *engine);

typedef enum { PENTAD_UNKNOWN, PENTAD_WIN, PENTAD_LOSS, PENTAD_DRAW } PentadOutcome;

typedef struct {
    PentadOutcome outcome;  /* for the side to move, with best play; unknown: not solved in time */
    PentadPoint move;       /* keeps the win or the draw; -1, -1 if there is none */
    bool no_win_by_threats; /* proved: the side to move cannot win by threats alone */
    int stones;             /* until the five, with best resistance; 0 if nobody wins */
    int length;             /* of the line, in which the loser resists longest; may be 0 */
    PentadPoint line[PENTAD_LINE_MAX];
    int64_t nodes; /* positions searched */
} PentadProof;

/* Proves the outcome (proof-number search), without estimates. `milliseconds` must be over 0. */
PENTAD_API bool pentad_engine_solve(PentadEngine *engine, const PentadGame *game,
                                    int64_t milliseconds, PentadProof *proof, PentadError *error);

/* The complete proof of the last pentad_engine_solve as JSON (docs/integrate/proofs.md), NULL if it
 * proved nothing. It belongs to the engine, and is valid until the next call with this engine. */
PENTAD_API const char *pentad_engine_proof(PentadEngine *engine);

/* Checks a proof from any source against every legal reply, by the rules alone. False if it does
 * not hold; the error says where and why. A proof can be made to take forever: check those of
 * strangers in a process of their own. */
PENTAD_API bool pentad_proof_check(const char *json, PentadError *error);

/* ---- Sequences
 *
 * Runs of stones, classified by their number of free ends (on the board and empty), and the
 * functions the analysis course builds on them. The course always uses exactly five in a row, so
 * the rules and the turn of the game do not matter here. */
typedef enum { PENTAD_CLOSED, PENTAD_SEMI_OPEN, PENTAD_OPEN } PentadBound; /* number of free ends */

typedef struct {
    int closed, semi_open, open;
} PentadSequenceCount;

typedef enum {
    PENTAD_CONTINUE,
    PENTAD_BLACK_WON,
    PENTAD_WHITE_WON,
    PENTAD_DRAWN,
} PentadSequenceState;

/* A point and a direction: (1, 0) right, (0, 1) down, (1, 1) down right, (-1, 1) down left. */
typedef struct {
    int x, y, dx, dy;
} PentadLine;

/* The bound of the run of `length` stones whose last stone in the given direction is at line.x,
 * line.y. Does not check that it is a run. */
PENTAD_API bool pentad_sequence_bound(const PentadGame *game, PentadLine line, int length,
                                      PentadBound *bound, PentadError *error);

/* Count the complete runs of exactly `length` stones of a color: on the line that starts at the
 * edge point line.x, line.y; and on the whole board. */
PENTAD_API bool pentad_sequence_count_line(const PentadGame *game, PentadStone color, int length,
                                           PentadLine line, PentadSequenceCount *count,
                                           PentadError *error);
PENTAD_API PentadSequenceCount pentad_sequence_count(const PentadGame *game, PentadStone color,
                                                     int length);

/* The course's score for `mover`, who has just moved; and the empty point where a stone of `mover`
 * scores highest, the first of several row by row (false on a full board). */
PENTAD_API int pentad_sequence_score(const PentadGame *game, PentadStone mover);
PENTAD_API bool pentad_sequence_best(const PentadGame *game, PentadStone mover, PentadPoint *point);

/* Black is checked first; six in a row do not count as five. */
PENTAD_API PentadSequenceState pentad_sequence_state(const PentadGame *game);

/* ---- Gomoku in the Mist: the visible 7x7 window of a 19x19 board */
enum { PENTAD_MIST_WIDTH = 7, PENTAD_MIST_CELLS = 49 };

typedef struct {
    PentadPoint centre; /* of the window: it moves after every stone */
    PentadStone
        cells[PENTAD_MIST_CELLS]; /* row by row from the top; PENTAD_OUTSIDE off the board */
} PentadMistView;

/* The view after the last stone, or at the start of the game. Fails unless the board is 19x19. */
PENTAD_API bool pentad_mist_view(const PentadGame *game, PentadMistView *view, PentadError *error);

#ifdef __cplusplus
}
#endif

#endif
