// C API: games (pentad_game_*): playing, setting up positions, reading the board.
#include "api/api_internal.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "core/position_text.h"
#include "record/picture.h"

#include <string.h>

PentadGame *pentad_game_new(const char *rules, int size, PentadError *error) {
    const Rules *set = rules ? rules_find(rules, api_error(error)) : NULL;
    if (!rules)
        api_error_set(error, "no rules are named");
    if (!set)
        return NULL;
    if (size < BOARD_MIN || size > BOARD_MAX) {
        error_set(api_error(error), "board size %d is not between %d and %d", size, BOARD_MIN,
                  BOARD_MAX);
        return NULL;
    }
    PentadGame *game = api_new_game();
    game_init(&game->game, &(GameOptions){.rules = set, .size = size});
    return game;
}

PentadGame *pentad_game_copy(const PentadGame *game) {
    if (!game)
        return NULL;
    PentadGame *copy = api_new_game();
    copy->game = game->game;
    for (int i = 0; i < 2; i++)
        str_add_text(&copy->names[i], str_text(&game->names[i]));
    return copy;
}

void pentad_game_free(PentadGame *game) {
    if (!game)
        return;
    str_release(&game->names[0]);
    str_release(&game->names[1]);
    str_release(&game->result);
    str_release(&game->picture);
    str_release(&game->position);
    str_release(&game->written);
    mem_free(game);
}

static PlayResult play(const PentadGame *game, Game *g, int x, int y) {
    return api_is_on_board(game, x, y) ? game_play(g, point_at(x, y)) : PLAY_OFF_BOARD;
}

bool pentad_game_play(PentadGame *game, int x, int y, PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    PlayResult r = play(game, &game->game, x, y);
    return r == PLAY_OK || api_error_set(error, play_result_text(r));
}

bool pentad_game_is_legal(const PentadGame *game, int x, int y, PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    Game trial = game->game;
    PlayResult r = play(game, &trial, x, y);
    return r == PLAY_OK || api_error_set(error, play_result_text(r));
}

bool pentad_game_undo(PentadGame *game) {
    return game && game_undo(&game->game);
}

bool pentad_game_redo(PentadGame *game) {
    return game && game_redo(&game->game);
}

bool pentad_game_resign(PentadGame *game) {
    if (!api_has_running_game(game, NULL))
        return false;
    game_end(&game->game, END_RESIGN, game->game.board.turn);
    return true;
}

// Places every stone again. The winner is found at the end: on the way a longer line looks like a
// five, and a blocked five like an open one.
static void begin_from(Game *g, const uint8_t at[POINT_COUNT], Stone turn) {
    Board b;
    board_init(&b, g->board.rules, g->board.size);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (at[p] == BLACK || at[p] == WHITE)
            board_place(&b, at[p], p);
    b.turn = (uint8_t)turn;
    board_recompute_winner(&b);
    game_start_from(g, &b);
}

bool pentad_game_set(PentadGame *game, int x, int y, PentadStone stone, PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    if (!api_is_on_board(game, x, y))
        return api_error_set(error, play_result_text(PLAY_OFF_BOARD));
    if (stone != PENTAD_EMPTY && !api_is_color(stone))
        return api_error_set(error, "a point is empty, black or white");
    uint8_t at[POINT_COUNT];
    memcpy(at, game->game.board.at, sizeof at);
    at[point_at(x, y)] = (uint8_t)stone;
    begin_from(&game->game, at, game->game.board.turn);
    return true;
}

bool pentad_game_set_turn(PentadGame *game, PentadStone color, PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    if (!api_is_color(color))
        return api_error_set(error, "the side to move is black or white");
    uint8_t at[POINT_COUNT];
    memcpy(at, game->game.board.at, sizeof at);
    begin_from(&game->game, at, (Stone)color);
    return true;
}

PentadGame *pentad_game_from_position(const char *position, PentadError *error) {
    Board b;
    if (!position)
        api_error_set(error, "no position is given");
    if (!position || !position_text_parse(position, &b, api_error(error)))
        return NULL;
    PentadGame *game = api_new_game();
    game_init(&game->game, &(GameOptions){.rules = b.rules, .size = b.size});
    game_start_from(&game->game, &b);
    return game;
}

const char *pentad_game_position(PentadGame *game) {
    if (!game)
        return "";
    str_clear(&game->position);
    position_text_format(&game->game.board, &game->position);
    return str_text(&game->position);
}

const char *pentad_game_rules(const PentadGame *game) {
    return game ? game->game.board.rules->name : "";
}

int pentad_game_size(const PentadGame *game) {
    return game ? game->game.board.size : 0;
}

PentadStone pentad_game_turn(const PentadGame *game) {
    return game ? (PentadStone)game->game.board.turn : PENTAD_EMPTY;
}

PentadStone pentad_game_at(const PentadGame *game, int x, int y) {
    if (!game || !api_is_on_board(game, x, y))
        return PENTAD_OUTSIDE;
    return (PentadStone)game->game.board.at[point_at(x, y)];
}

int pentad_game_move_count(const PentadGame *game) {
    return game ? game->game.count : 0;
}

bool pentad_game_move(const PentadGame *game, int i, PentadPoint *point) {
    if (!game || !point || i < 0 || i >= game->game.count ||
        game->game.moves[i].point <= POINT_MORE)
        return false;
    *point = api_point(game->game.moves[i].point);
    return true;
}

bool pentad_game_is_over(const PentadGame *game) {
    return game && game_result(&game->game).reason != END_NONE;
}

PentadStone pentad_game_winner(const PentadGame *game) {
    return game ? (PentadStone)game_result(&game->game).winner : PENTAD_EMPTY;
}

int pentad_game_winning_line(const PentadGame *game, PentadPoint line[PENTAD_SIZE_MAX]) {
    if (!game || !line || game->game.board.winner == EMPTY)
        return 0;
    Point points[BOARD_MAX];
    int n = board_winning_line(&game->game.board, game->game.board.winner, points);
    for (int i = 0; i < n; i++)
        line[i] = api_point(points[i]);
    return n;
}

const char *pentad_game_result(PentadGame *game) {
    if (!game)
        return "";
    str_clear(&game->result);
    result_format(game_result(&game->game), &game->result);
    return str_text(&game->result);
}

const char *pentad_game_picture(PentadGame *game) {
    if (!game)
        return "";
    const Game *g = &game->game;
    str_clear(&game->picture);
    picture_format(&g->board, NOTATION_POS, game_last_stone(g), &game->picture);
    return str_text(&game->picture);
}

const char *pentad_game_name(const PentadGame *game, PentadStone color) {
    return game && api_is_color(color) ? str_text(&game->names[color - PENTAD_BLACK]) : "";
}

bool pentad_game_set_name(PentadGame *game, PentadStone color, const char *name,
                          PentadError *error) {
    if (!api_has_game(game, error))
        return false;
    if (!api_is_color(color))
        return api_error_set(error, "only Black and White have names");
    if (!name)
        return api_error_set(error, "no name is given");
    if (!utf8_is_printable(name, strlen(name)))
        return api_error_set(error, "a name is one line of UTF-8 without control characters");
    Str fresh = {0}; // `name` may point into the old name
    str_add_text(&fresh, name);
    str_release(&game->names[color - PENTAD_BLACK]);
    game->names[color - PENTAD_BLACK] = fresh;
    return true;
}
