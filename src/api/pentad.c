// include/pentad.h over the layers below.
#include "pentad.h"

#include "base/mem.h"
#include "core/game.h"
#include "record/branch.h"
#include "record/format.h"
#include "record/picture.h"

#include <stdio.h>

struct PentadGame {
    Game game;
    Str result, picture; // as they were last returned
};

static bool pass_on(const Error *err, PentadError *error) {
    if (error)
        snprintf(error->text, sizeof error->text, "%s", err->text);
    return false;
}

const char *pentad_version(void) {
    return PENTAD_VERSION;
}

const char *pentad_rules_name(int i) {
    for (int k = 0; k < i; k++) // never beyond the end, whatever was asked
        if (!rules_name(k))
            return NULL;
    return i < 0 ? NULL : rules_name(i);
}

static PentadGame *new_game(void) {
    return mem_alloc(sizeof(PentadGame));
}

PentadGame *pentad_game_new(const char *rules, int size, PentadError *error) {
    Error err = {0};
    const Rules *set = rules_find(rules ? rules : "", &err);
    if (set && (size < BOARD_MIN || size > BOARD_MAX)) {
        error_set(&err, "board size %d is not between %d and %d", size, BOARD_MIN, BOARD_MAX);
        set = NULL;
    }
    if (!set) {
        pass_on(&err, error);
        return NULL;
    }
    PentadGame *game = new_game();
    game_init(&game->game, &(GameOptions){.rules = set, .size = size});
    return game;
}

PentadGame *pentad_game_copy(const PentadGame *game) {
    PentadGame *copy = new_game();
    copy->game = game->game;
    return copy;
}

void pentad_game_free(PentadGame *game) {
    if (!game)
        return;
    str_release(&game->result);
    str_release(&game->picture);
    mem_free(game);
}

PentadGame *pentad_game_load(const char *path, PentadError *error) {
    Error err = {0};
    Record *r = record_load(path, NULL, &(ReadOptions){0}, &err);
    PentadGame *game = r ? new_game() : NULL;
    if (!r || !record_replay(r, record_last(r), &game->game, &err)) {
        pass_on(&err, error);
        pentad_game_free(game);
        game = NULL;
    }
    record_free(r);
    return game;
}

bool pentad_game_save(const PentadGame *game, const char *path, PentadError *error) {
    Error err = {0};
    Record *r = record_from_game(&game->game);
    bool ok = record_save(r, path, NULL, &(WriteOptions){.notation = NOTATION_POS}, &err);
    record_free(r);
    return ok || pass_on(&err, error);
}

static bool is_on_board(const PentadGame *game, int x, int y) {
    int size = game->game.board.size;
    return x >= 0 && y >= 0 && x < size && y < size;
}

bool pentad_game_play(PentadGame *game, int x, int y, PentadError *error) {
    PlayResult r =
        is_on_board(game, x, y) ? game_play(&game->game, point_at(x, y)) : PLAY_OFF_BOARD;
    if (r == PLAY_OK)
        return true;
    Error err = {0};
    error_set(&err, "%s", play_result_text(r));
    return pass_on(&err, error);
}

bool pentad_game_is_legal(const PentadGame *game, int x, int y) {
    return !pentad_game_is_over(game) && is_on_board(game, x, y) &&
           board_check(&game->game.board, point_at(x, y)) == PLAY_OK;
}

bool pentad_game_undo(PentadGame *game) {
    return game_undo(&game->game);
}

bool pentad_game_redo(PentadGame *game) {
    return game_redo(&game->game);
}

void pentad_game_resign(PentadGame *game) {
    if (!pentad_game_is_over(game))
        game_end(&game->game, END_RESIGN, game->game.board.turn);
}

const char *pentad_game_rules(const PentadGame *game) {
    return game->game.board.rules->name;
}

int pentad_game_size(const PentadGame *game) {
    return game->game.board.size;
}

PentadStone pentad_game_turn(const PentadGame *game) {
    return (PentadStone)game->game.board.turn;
}

PentadStone pentad_game_at(const PentadGame *game, int x, int y) {
    return is_on_board(game, x, y) ? (PentadStone)game->game.board.at[point_at(x, y)]
                                   : PENTAD_EMPTY;
}

int pentad_game_move_count(const PentadGame *game) {
    return game->game.count;
}

bool pentad_game_move(const PentadGame *game, int i, int *x, int *y) {
    if (i < 0 || i >= game->game.count || game->game.moves[i].point < point_at(0, 0))
        return false;
    *x = point_x(game->game.moves[i].point);
    *y = point_y(game->game.moves[i].point);
    return true;
}

bool pentad_game_is_over(const PentadGame *game) {
    return game_result(&game->game).reason != END_NONE;
}

PentadStone pentad_game_winner(const PentadGame *game) {
    return (PentadStone)game_result(&game->game).winner;
}

const char *pentad_game_result(PentadGame *game) {
    str_clear(&game->result);
    result_format(game_result(&game->game), &game->result);
    return str_text(&game->result);
}

const char *pentad_game_picture(PentadGame *game) {
    str_clear(&game->picture);
    picture_format(&game->game.board, NOTATION_POS, game_last_stone(&game->game), &game->picture);
    return str_text(&game->picture);
}
