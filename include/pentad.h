/* Pentad's C interface: five in a row as a library.
 *
 * Every type is opaque, nothing is global, and games may be used from different threads as long as
 * each is used by one at a time. Points are columns and rows from 0 at the top left. A function
 * that can fail takes a PentadError last, which may be NULL, and fills it with one line for a
 * person.
 *
 *     PentadGame *game = pentad_game_new("freestyle", 15, NULL);
 *     pentad_game_play(game, 7, 7, NULL);
 *     pentad_game_free(game);
 */
#ifndef PENTAD_H
#define PENTAD_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PENTAD_API __attribute__((visibility("default")))

typedef struct PentadGame PentadGame;

typedef enum { PENTAD_EMPTY, PENTAD_BLACK, PENTAD_WHITE } PentadStone;

typedef struct {
    char text[256];
} PentadError;

/* "0.1.0" */
PENTAD_API const char *pentad_version(void);

/* The name of the i-th rule set ("freestyle", "standard", "renju" ...), NULL after the last. */
PENTAD_API const char *pentad_rules_name(int i);

/* An empty board of 2 to 25 lines. NULL if there is no such rule set or size. */
PENTAD_API PentadGame *pentad_game_new(const char *rules, int size, PentadError *error);
PENTAD_API PentadGame *pentad_game_copy(const PentadGame *game);
PENTAD_API void pentad_game_free(PentadGame *game); /* NULL is fine */

/* A game from a file and into one, in the format its ending names: sgf, psq, rec, pos, lib ... */
PENTAD_API PentadGame *pentad_game_load(const char *path, PentadError *error);
PENTAD_API bool pentad_game_save(const PentadGame *game, const char *path, PentadError *error);

/* Plays for the side to move. When the rules say no, nothing happens and the error says why. */
PENTAD_API bool pentad_game_play(PentadGame *game, int x, int y, PentadError *error);

/* May the side to move play there? */
PENTAD_API bool pentad_game_is_legal(const PentadGame *game, int x, int y);

PENTAD_API bool pentad_game_undo(PentadGame *game); /* false if there is nothing to undo */
PENTAD_API bool pentad_game_redo(PentadGame *game);
PENTAD_API void pentad_game_resign(PentadGame *game); /* for the side to move */

PENTAD_API const char *pentad_game_rules(const PentadGame *game);
PENTAD_API int pentad_game_size(const PentadGame *game);
PENTAD_API PentadStone pentad_game_turn(const PentadGame *game);
PENTAD_API PentadStone pentad_game_at(const PentadGame *game, int x, int y);

/* Moves made so far, and where the i-th stone is; false for a pass or if there is no such move. */
PENTAD_API int pentad_game_move_count(const PentadGame *game);
PENTAD_API bool pentad_game_move(const PentadGame *game, int i, int *x, int *y);

PENTAD_API bool pentad_game_is_over(const PentadGame *game);
PENTAD_API PentadStone pentad_game_winner(const PentadGame *game); /* empty: a draw, or not over */

/* "Black wins by five in a row". Valid until the game changes or is freed. */
PENTAD_API const char *pentad_game_result(PentadGame *game);

/* The board drawn as text with coordinates. Valid until the game changes or is freed. */
PENTAD_API const char *pentad_game_picture(PentadGame *game);

#ifdef __cplusplus
}
#endif

#endif
