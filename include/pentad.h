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
 * What holds everywhere:
 *
 *   - Points are columns and rows from 0 at the top left.
 *   - Nothing is global. Objects may be used from different threads, each by one at a time.
 *   - A function that can fail returns false or NULL and takes a PentadError last, which may be
 *     NULL. On failure it gets one line for a person; otherwise it is left alone. Results are
 *     written on success only.
 *   - Arguments are checked. A NULL where an object or a text is needed, a point off the board, a
 *     stone that is none: functions that can fail say so, the others answer false, 0, "" or NULL.
 *     What is not checked is that an object still lives, and that a text ends.
 *   - All text is UTF-8. A text that is returned belongs to the object it was asked of, and is
 *     valid until the same function is called again for it or it is freed.
 *   - Names of rule sets, formats, players and notations are taken in small and capital letters.
 *   - When memory runs out the program ends, with a message.
 */
#ifndef PENTAD_H
#define PENTAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PENTAD_API __attribute__((visibility("default")))

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

enum { PENTAD_SIZE_MIN = 2, PENTAD_SIZE_MAX = 25 }; /* lines of a board */

/* "0.1.0" */
PENTAD_API const char *pentad_version(void);

/* ---- Names there are
 *
 * Each gives the i-th name, counted from 0, and NULL after the last. Rules: freestyle, standard,
 * renju ... Formats of game records: sgf, psq, rec, pos, picture, classroom, svg ... Players:
 * random, easy, greedy, strong ... Notations of points: gtp, pos, pos-top, xy, sgf. */
PENTAD_API const char *pentad_rules_name(int i);
PENTAD_API const char *pentad_format_name(int i);
PENTAD_API const char *pentad_player_name(int i);
PENTAD_API const char *pentad_notation_name(int i);

/* A point as people write it, and back, on a board of `size` lines. "h8" is something else in each
 * notation: "pos" counts letters with I and rows from the bottom, as pentad_game_picture does;
 * "pos-top" counts rows from the top; "gtp" leaves out I; "xy" is "7,7"; "sgf" is "hh". */
enum { PENTAD_POINT_TEXT = 8 }; /* room for every point in every notation */
PENTAD_API bool pentad_point_parse(const char *text, const char *notation, int size,
                                   PentadPoint *point, PentadError *error);
PENTAD_API bool pentad_point_format(PentadPoint point, const char *notation, int size,
                                    char text[PENTAD_POINT_TEXT], PentadError *error);

/* ---- Games */

/* An empty board of 2 to 25 lines, Black to move. */
PENTAD_API PentadGame *pentad_game_new(const char *rules, int size, PentadError *error);
PENTAD_API PentadGame *pentad_game_copy(const PentadGame *game); /* NULL if there is no game */
PENTAD_API void pentad_game_free(PentadGame *game);              /* NULL is fine */

/* Plays for the side to move. When the rules say no, nothing happens and the error says why. */
PENTAD_API bool pentad_game_play(PentadGame *game, int x, int y, PentadError *error);

/* Would pentad_game_play take it? The error says why not. */
PENTAD_API bool pentad_game_is_legal(const PentadGame *game, int x, int y, PentadError *error);

/* Takes back a resignation, or else the last move; and plays again what was taken back. False if
 * there is nothing to take back or to play. */
PENTAD_API bool pentad_game_undo(PentadGame *game);
PENTAD_API bool pentad_game_redo(PentadGame *game);

/* The side to move gives up. False if the game is over. */
PENTAD_API bool pentad_game_resign(PentadGame *game);

/* Setting up a position: a stone of either colour or PENTAD_EMPTY on any point, and who moves next.
 * The game begins anew from there: there is nothing to undo, and whoever has five has won. The
 * turn stays what it was until it is set. */
PENTAD_API bool pentad_game_set(PentadGame *game, int x, int y, PentadStone stone,
                                PentadError *error);
PENTAD_API bool pentad_game_set_turn(PentadGame *game, PentadStone color, PentadError *error);

PENTAD_API const char *pentad_game_rules(const PentadGame *game);
PENTAD_API int pentad_game_size(const PentadGame *game);
PENTAD_API PentadStone pentad_game_turn(const PentadGame *game);
PENTAD_API PentadStone pentad_game_at(const PentadGame *game, int x, int y);

/* Moves made so far, and where the i-th stone is, from 0. False for a pass (records may have them),
 * or if there is no such move. */
PENTAD_API int pentad_game_move_count(const PentadGame *game);
PENTAD_API bool pentad_game_move(const PentadGame *game, int i, PentadPoint *point);

PENTAD_API bool pentad_game_is_over(const PentadGame *game);
PENTAD_API PentadStone pentad_game_winner(const PentadGame *game); /* empty: a draw, or not over */

/* The points of the line that won, in order. Returns how many: 0 if no line did. */
PENTAD_API int pentad_game_winning_line(const PentadGame *game, PentadPoint line[PENTAD_SIZE_MAX]);

/* "Black wins by five in a row", "not over" ... */
PENTAD_API const char *pentad_game_result(PentadGame *game);

/* The board drawn as text, with coordinates (notation "pos") and the last stone in brackets. */
PENTAD_API const char *pentad_game_picture(PentadGame *game);

/* What the side with these stones is called; "" if nobody said. A name is one line. */
PENTAD_API const char *pentad_game_name(const PentadGame *game, PentadStone color);
PENTAD_API bool pentad_game_set_name(PentadGame *game, PentadStone color, const char *name,
                                     PentadError *error);

/* ---- Game records
 *
 * Moves, stones set up, rules, names and result travel; of a record with variations the main line
 * is read. Not every format can hold everything, and not every one can be both read and written:
 * the error says so. */

/* What a record may not say by itself. */
typedef struct {
    const char *format; /* NULL: told by the ending of the path (sgf, psq, rec, pos, board, lib) */
    const char *rules;  /* NULL: freestyle, or what the record says */
    int size;           /* 0: 15, or what the record says */
} PentadReadOptions;

/* `options` NULL: all of it NULL and 0. */
PENTAD_API PentadGame *pentad_game_load(const char *path, const PentadReadOptions *options,
                                        PentadError *error);

/* The same from memory, which has no ending: options->format must be given. */
PENTAD_API PentadGame *pentad_game_read(const char *bytes, size_t length,
                                        const PentadReadOptions *options, PentadError *error);

/* A drawn board: "X.. .O. ..." by rows with line ends between, X black, O white. Black is to move
 * if there are as many stones of both, White if Black has one more; otherwise the drawing must say
 * "White to move" or the like in a line of its own. It may have coordinates, as pictures do. */
PENTAD_API PentadGame *pentad_game_from_picture(const char *rules, const char *picture,
                                                PentadError *error);

/* `format` NULL: told by the ending of the path. The file is replaced as a whole or not at all. */
PENTAD_API bool pentad_game_save(const PentadGame *game, const char *path, const char *format,
                                 PentadError *error);

/* The bytes of such a file, with a NUL behind them; `length`, which may be NULL, gets their number
 * (some formats have NULs inside). */
PENTAD_API const char *pentad_game_write(PentadGame *game, const char *format, size_t *length,
                                         PentadError *error);

/* ---- Players */

/* By name and options: "easy", "greedy", "random:7" (its seed), "strong:500" (milliseconds a
 * move). A player of any rules and size; it keeps nothing of a game but memory of what it thought.
 */
PENTAD_API PentadPlayer *pentad_player_new(const char *description, PentadError *error);
PENTAD_API void pentad_player_free(PentadPlayer *player); /* NULL is fine */

/* A legal point for the side to move; the game is left as it is. `milliseconds` is the most the
 * player should think, 0: as it likes. It fails if the game is over. */
PENTAD_API bool pentad_player_choose(PentadPlayer *player, const PentadGame *game,
                                     int64_t milliseconds, PentadPoint *point, PentadError *error);

/* ---- Analysis
 *
 * An engine has some 40 MB of tables and remembers what it saw: keep one for many questions. All
 * questions are about the side to move of a game that is not over. */
PENTAD_API PentadEngine *pentad_engine_new(void);
PENTAD_API void pentad_engine_free(PentadEngine *engine); /* NULL is fine */

enum { PENTAD_MATE = 30000, PENTAD_LINE_MAX = 64 };

typedef struct {
    int value; /* PENTAD_MATE - n: wins with the n-th stone from here; n - PENTAD_MATE: loses so */
    int depth; /* moves looked ahead in full */
    int64_t nodes;                     /* positions looked at */
    int length;                        /* of the line: at least 1 */
    PentadPoint line[PENTAD_LINE_MAX]; /* the moves expected; the first one is the best */
} PentadAnalysis;

/* Thinks for that long, which must be more than 0, or until the outcome is certain. */
PENTAD_API bool pentad_engine_analyse(PentadEngine *engine, const PentadGame *game,
                                      int64_t milliseconds, PentadAnalysis *analysis,
                                      PentadError *error);

typedef enum { PENTAD_UNKNOWN, PENTAD_WIN, PENTAD_LOSS, PENTAD_DRAW } PentadOutcome;

typedef struct {
    PentadOutcome outcome;  /* for the side to move, with best play; unknown: not in that time */
    PentadPoint move;       /* that keeps the win or the draw; -1, -1 if there is none to name */
    bool no_win_by_threats; /* the side to move certainly cannot win by threats alone */
    int stones;             /* until the five if the loser resists; 0 if nobody wins */
    int length;             /* of the line, in which the loser resists longest; may be 0 */
    PentadPoint line[PENTAD_LINE_MAX];
    int64_t nodes; /* positions looked at */
} PentadProof;

/* Proves the outcome: nothing is guessed. `milliseconds` must be more than 0. */
PENTAD_API bool pentad_engine_solve(PentadEngine *engine, const PentadGame *game,
                                    int64_t milliseconds, PentadProof *proof, PentadError *error);

/* The whole proof of the last pentad_engine_solve as JSON (docs/proofs.md), NULL if it proved
 * nothing. It belongs to the engine, and lives until the next call with it. */
PENTAD_API const char *pentad_engine_proof(PentadEngine *engine);

/* Checks such a proof, whoever made it, against every legal reply by the rules alone. False, and
 * where and why, if it does not hold. */
PENTAD_API bool pentad_proof_check(const char *json, PentadError *error);

/* ---- Sequences
 *
 * Runs of stones told apart by how many of their ends are free (on the board and empty), and what
 * the analysis course builds on them. It plays exactly five on whatever board it is given, so the
 * rules of the game do not matter here, nor does its turn. */
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

/* How free is the run of `length` stones that ends at line.x, line.y, its last stone in that
 * direction? That it is a run is the caller's word. */
PENTAD_API bool pentad_sequence_bound(const PentadGame *game, PentadLine line, int length,
                                      PentadBound *bound, PentadError *error);

/* Counts the complete runs of exactly `length` stones of a colour: on the line that starts at the
 * edge in line.x, line.y; and on the whole board. */
PENTAD_API bool pentad_sequence_count_line(const PentadGame *game, PentadStone color, int length,
                                           PentadLine line, PentadSequenceCount *count,
                                           PentadError *error);
PENTAD_API PentadSequenceCount pentad_sequence_count(const PentadGame *game, PentadStone color,
                                                     int length);

/* The course's score for `mover`, who has just moved; and the empty point where a stone of `mover`
 * scores most, the first one by rows if several do (false on a full board). */
PENTAD_API int pentad_sequence_score(const PentadGame *game, PentadStone mover);
PENTAD_API bool pentad_sequence_best(const PentadGame *game, PentadStone mover, PentadPoint *point);

/* Black is looked at first; six in a row is no five. */
PENTAD_API PentadSequenceState pentad_sequence_state(const PentadGame *game);

/* ---- Gomoku in the Mist: what is seen of a 19x19 board through the hole */
enum { PENTAD_MIST_WIDTH = 7, PENTAD_MIST_CELLS = 49 };

typedef struct {
    PentadPoint centre;                   /* of the hole: it jumps after every stone */
    PentadStone cells[PENTAD_MIST_CELLS]; /* by rows from the top; PENTAD_OUTSIDE off the board */
} PentadMistView;

/* After the last stone played, or as the game begins. Fails unless the board is 19x19. */
PENTAD_API bool pentad_mist_view(const PentadGame *game, PentadMistView *view, PentadError *error);

#ifdef __cplusplus
}
#endif

#endif
