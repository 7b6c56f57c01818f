#include "core/position_text.h"

#include "base/number.h"
#include "core/notation.h"

#include <string.h>

// ---- PositionSpec

static bool set_up(const char *text, const char *name, Stone color, Board *b, Error *err) {
    Point points[BOARD_MAX * BOARD_MAX];
    int count = 0;
    if (text && !points_parse(text, b->size, BOARD_MAX * BOARD_MAX, points, &count, err))
        return error_prefix(err, name);
    for (int i = 0; i < count; i++) {
        if (b->at[points[i]] != EMPTY)
            return error_set(err, "two stones are set up on one point");
        board_place(b, color, points[i]);
    }
    return true;
}

static bool set_up_all(const PositionSpec *s, Game *g, Error *err) {
    Board b = g->board;
    if (!set_up(s->black, "black", BLACK, &b, err) || !set_up(s->white, "white", WHITE, &b, err))
        return false;
    if (s->turn && strcmp(s->turn, "black") != 0 && strcmp(s->turn, "white") != 0)
        return error_set(err, "\"turn\" is black or white, not '%.20s'", s->turn);
    if (b.stones == 0 && !s->turn)
        return true;
    b.turn = s->turn && !strcmp(s->turn, "white") ? WHITE : BLACK;
    board_recompute_winner(&b);
    game_start_from(g, &b);
    return true;
}

bool game_play_explained(Game *g, Point p, Error *err) {
    PlayResult r = game_play(g, p);
    Error why = {0};
    if (r == PLAY_OPENING)
        opening_allows(&g->opening, &g->board, p, &why);
    return r == PLAY_OK ||
           error_set(err, "move %d: %s", g->count + 1, *why.text ? why.text : play_result_text(r));
}

static bool play(const char *text, Game *g, Error *err) {
    Point moves[BOARD_MAX * BOARD_MAX];
    int count = 0;
    if (text && !points_parse(text, g->board.size, BOARD_MAX * BOARD_MAX, moves, &count, err))
        return error_prefix(err, "moves");
    for (int i = 0; i < count; i++)
        if (!game_play_explained(g, moves[i], err))
            return false;
    return true;
}

bool position_spec_play(const PositionSpec *s, Game *out, Error *err) {
    GameOptions options = {.size = s->size};
    options.rules = s->rules ? rules_find(s->rules, err) : &rules_freestyle;
    options.opening = s->opening ? opening_rule_find(s->opening, err) : &opening_none;
    if (!options.rules || !options.opening)
        return false;
    int size_min = s->size_min ? s->size_min : BOARD_MIN_PLAYABLE;
    if (s->size != 0 && (s->size < size_min || s->size > BOARD_MAX))
        return error_set(err, "a board has a size of %d to %d", size_min, BOARD_MAX);
    game_init(out, &options);
    return set_up_all(s, out, err) && play(s->moves, out, err);
}

// ---- Position text

static void add_stones(const Board *b, Stone color, Str *out) {
    size_t before = out->len;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            if (b->at[point_at(x, y)] == color)
                point_format(point_at(x, y), NOTATION_POS, b->size, out);
    if (out->len == before)
        str_add_char(out, '-');
}

void position_text_format(const Board *b, Str *out) {
    str_add(out, "%s %d %s ", b->rules->name, b->size, stone_word(b->turn));
    add_stones(b, BLACK, out);
    str_add_char(out, ' ');
    add_stones(b, WHITE, out);
}

enum { WORDS = 5, TEXT_MAX = 64 + 3 * BOARD_MAX * BOARD_MAX };

static const char *stones_or_none(const char *word) {
    return strcmp(word, "-") != 0 ? word : NULL;
}

bool position_text_parse(const char *text, Board *out, Error *err) {
    char copy[TEXT_MAX];
    const char *words[WORDS];
    int count = 0;
    if (strlen(text) >= sizeof copy)
        return error_set(err, "the position is too long");
    memcpy(copy, text, strlen(text) + 1);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (count == WORDS)
            return error_set(err, "a position has %d words", WORDS);
        words[count++] = word;
    }
    int64_t size = 0;
    if (count < WORDS)
        return error_set(err, "a position is RULES SIZE TURN BLACK WHITE");
    if (!number_parse(words[1], BOARD_MIN, BOARD_MAX, &size, err))
        return error_prefix(err, "size");
    PositionSpec s = {.rules = words[0],
                      .size = (int)size,
                      .size_min = BOARD_MIN,
                      .turn = words[2],
                      .black = stones_or_none(words[3]),
                      .white = stones_or_none(words[4])};
    Game g;
    if (!position_spec_play(&s, &g, err))
        return false;
    *out = g.board;
    return true;
}

// ---- Move string

void move_string_format(const Game *g, Str *out) {
    for (int i = 0; i < g->count; i++) {
        Point p = g->moves[i].point;
        if (i > 0 && (point_is_answer(p) || point_is_answer(g->moves[i - 1].point)))
            str_add_char(out, ' ');
        str_add_text(out, move_text(p, g->board.size).text);
    }
}

static bool read_move(Scanner *s, int size, Point *out, Error *err) {
    for (*out = POINT_STAY; point_is_answer(*out); ++*out)
        if (scanner_accept_word(s, move_text(*out, size).text))
            return true;
    return point_scan(s, NOTATION_POS, size, out, err);
}

// A foul is a move too, and loses.
static PlayResult play_or_lose(Game *g, Point p) {
    PlayResult r = game_play(g, p);
    return play_result_is_foul(r) ? game_place(g, (Stone)g->board.turn, p) : r;
}

bool move_string_replay(Scanner *s, Game *g, Error *err) {
    for (scanner_skip_blanks(s); !scanner_at_end(s); scanner_skip_blanks(s)) {
        const Scanner start = *s;
        Point p;
        if (!read_move(s, g->board.size, &p, err))
            return scanner_locate(&start, err);
        PlayResult r = play_or_lose(g, p);
        if (r != PLAY_OK)
            return scanner_error(&start, err, "%s", play_result_text(r));
    }
    return true;
}
