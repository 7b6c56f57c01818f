// The commands of the original Gomocup protocol.
#include "player/player.h"
#include "protocol/gomocup_session.h"

// ---- Stones, and blocks of them

static int find(const GomocupStones *s, Point p) {
    int i = 0;
    while (i < s->count && s->at[i].point != p)
        i++;
    return i;
}

bool gomocup_stones_add(GomocupStones *s, Point p, Stone color, Error *err) {
    if (find(s, p) < s->count)
        return error_set(err, "there is already a stone on %d,%d", point_x(p), point_y(p));
    s->at[s->count++] = (GomocupStone){p, color};
    return true;
}

bool gomocup_stones_remove(GomocupStones *s, Point p, Error *err) {
    int i = find(s, p);
    if (i == s->count)
        return error_set(err, "there is no stone on %d,%d", point_x(p), point_y(p));
    s->count--;
    for (; i < s->count; i++)
        s->at[i] = s->at[i + 1];
    return true;
}

static bool scan_comma(Scanner *s) {
    scanner_skip_blanks(s);
    bool found = scanner_accept(s, ',');
    scanner_skip_blanks(s);
    return found;
}

// Parses "x,y", blanks allowed. False also if the point is off a board of `size`.
static bool scan_point(Scanner *s, int size, Point *out, Error *err) {
    int x, y;
    scanner_skip_blanks(s);
    if (!scanner_number(s, size - 1, &x) || !scan_comma(s) || !scanner_number(s, size - 1, &y))
        return error_set(err, "a point is x,y with both from 0 to %d", size - 1);
    *out = point_at(x, y);
    return true;
}

enum { FIELD_OWN = 1, FIELD_OTHER = 2, FIELD_DEAD = 3 };

// The first stone is Black's, whether or not the stones alternate.
static Stone color_of_field(GomocupBlockReader *in, int field) {
    if (in->own == EMPTY)
        in->own = field == FIELD_OWN ? BLACK : WHITE;
    return field == FIELD_OWN ? in->own : stone_other(in->own);
}

static bool scan_field(GomocupBlockReader *in, Scanner *s, Stone *color, Error *err) {
    int field;
    if (!scan_comma(s) || !scanner_number(s, FIELD_DEAD, &field) || field == 0)
        return error_set(err, "a stone of %s is x,y,1 for your own or x,y,2", in->open->name);
    if (field == FIELD_DEAD)
        return error_set(err,
                         "stones with a 3 belong to continuous games, which are not supported");
    *color = color_of_field(in, field);
    return true;
}

static bool scan_stone(GomocupBlockReader *in, Scanner *s, int size, Error *err) {
    Point p;
    Stone color = in->stones.count % 2 == 0 ? BLACK : WHITE;
    return scan_point(s, size, &p, err) &&
           (!(in->open->traits & HAS_FIELDS) || scan_field(in, s, &color, err)) &&
           gomocup_stones_add(&in->stones, p, color, err);
}

// After the first error the stones are ignored, but DONE still ends the block.
static void skip_word(Scanner *s) {
    while (!scanner_at_end(s) && !scanner_is_blank(scanner_peek(s)))
        scanner_next(s);
}

void gomocup_block_read(GomocupBlockReader *in, Scanner *s, int size) {
    while (scanner_skip_blanks(s), !scanner_at_end(s)) {
        in->is_done = scanner_accept_word(s, "DONE");
        if (in->is_done)
            return;
        if (in->is_bad || !scan_stone(in, s, size, &in->err)) {
            in->is_bad = true;
            skip_word(s);
        }
    }
}

// ---- Commands

static bool at_end(Scanner *s) {
    scanner_skip_blanks(s);
    return scanner_at_end(s);
}

// A point and nothing after it.
static bool scan_only_point(const Gomocup *g, Scanner *s, Point *out, Error *err) {
    return scan_point(s, g->size, out, err) &&
           (at_end(s) || error_set(err, "expected a single point"));
}

static void start(Gomocup *g, int size) {
    g->size = size;
    g->own = EMPTY;
    g->stones.count = 0;
    g->info.spent_ms = 0;
    g->info.left_is_known = false; // it belonged to the previous game
    gomocup_prepare(g);
}

// The text contains "20" on purpose: Piskvork then tries that size.
static bool refuse_size(Error *err) {
    return error_set(err, "boards have from %d to %d lines, for example 15 or 20",
                     BOARD_MIN_PLAYABLE, BOARD_MAX);
}

static bool start_square(Gomocup *g, int width, int height, Str *reply, Error *err) {
    if (width != height)
        return error_set(err, "only square boards are supported, not %d,%d", width, height);
    if (width < BOARD_MIN_PLAYABLE)
        return refuse_size(err);
    start(g, width);
    str_add_text(reply, "OK");
    return true;
}

// "15", or "15 15" from old managers.
static bool run_start(void *session, Call *call) {
    Gomocup *g = session;
    Scanner *s = &call->rest;
    int width, height;
    scanner_skip_blanks(s);
    if (!scanner_number(s, BOARD_MAX, &width))
        return refuse_size(&call->err);
    height = width;
    if (!at_end(s) && !(scanner_number(s, BOARD_MAX, &height) && at_end(s)))
        return refuse_size(&call->err);
    return start_square(g, width, height, &call->reply, &call->err);
}

static bool run_rectstart(void *session, Call *call) {
    Gomocup *g = session;
    Scanner *s = &call->rest;
    int width, height;
    scanner_skip_blanks(s);
    if (!scanner_number(s, INT16_MAX, &width) ||
        (scanner_skip_blanks(s), !scanner_accept(s, ',')) ||
        (scanner_skip_blanks(s), !scanner_number(s, INT16_MAX, &height)) || !at_end(s))
        return error_set(&call->err, "a rectangle is WIDTH,HEIGHT");
    if (width == height && width > BOARD_MAX)
        return refuse_size(&call->err);
    return start_square(g, width, height, &call->reply, &call->err);
}

static bool run_restart(void *session, Call *call) {
    Gomocup *g = session;
    start(g, g->size);
    str_add_text(&call->reply, "OK");
    return true;
}

static bool run_begin(void *session, Call *call) {
    Gomocup *g = session;
    if (g->stones.count > 0)
        return error_set(&call->err, "BEGIN is for an empty board; there are %d stones",
                         g->stones.count);
    g->own = BLACK;
    return gomocup_move(g, &call->reply, &call->err);
}

// If we fail to answer, the opponent's stone is removed again, so that the manager may try another.
static bool run_turn(void *session, Call *call) {
    Gomocup *g = session;
    Point p;
    Stone own = g->stones.count == 0 ? WHITE : g->own;
    if (!scan_only_point(g, &call->rest, &p, &call->err) ||
        !gomocup_stones_add(&g->stones, p, stone_other(own), &call->err))
        return false;
    g->own = own;
    if (gomocup_move(g, &call->reply, &call->err))
        return true;
    g->stones.count--;
    return false;
}

static bool run_play(void *session, Call *call) {
    Gomocup *g = session;
    Point p;
    Stone own = g->stones.count == 0 ? BLACK : g->own;
    if (!scan_only_point(g, &call->rest, &p, &call->err) ||
        !gomocup_stones_add(&g->stones, p, own, &call->err))
        return false;
    g->own = own;
    str_add(&call->reply, "%d,%d", point_x(p), point_y(p));
    return true;
}

static bool run_takeback(void *session, Call *call) {
    Gomocup *g = session;
    Point p;
    if (!scan_only_point(g, &call->rest, &p, &call->err) ||
        !gomocup_stones_remove(&g->stones, p, &call->err))
        return false;
    str_add_text(&call->reply, "OK");
    return true;
}

// As with TURN: if we fail to answer, the old position is restored.
static bool run_board(void *session, Call *call) {
    Gomocup *g = session;
    GomocupStones stones = g->stones;
    Stone own = g->own;
    g->stones = g->block.stones;
    g->own = g->block.own;
    if (gomocup_move(g, &call->reply, &call->err))
        return true;
    g->stones = stones;
    g->own = own;
    return false;
}

static bool run_swap2board(void *session, Call *call) {
    return gomocup_swap2(session, &call->reply, &call->err);
}

// INFO strength: values below the full strength map to the graded levels. Only the engine can be
// weakened.
static void apply_strength(Gomocup *g) {
    bool is_engine = g->level > 0 || g->player.kind == &player_strong;
    int strength = (int)g->info.strength;
    int level = strength < STRENGTH_FULL ? 1 + strength * LEVEL_MAX / STRENGTH_FULL : 0;
    if (!is_engine || level == g->level)
        return;
    g->level = level;
    Error ignored; // cannot fail: the player was open before, and a level has no other options
    gomocup_open_player(g, &ignored);
}

static bool run_info(void *session, Call *call) {
    Gomocup *g = session;
    gomocup_info_read(&g->info, &call->rest);
    apply_strength(g);
    gomocup_limit_memory(g);
    return true;
}

static bool run_about(void *session, Call *call) {
    (void)session;
    str_add_text(&call->reply,
                 "name=\"Pentad\", version=\"" PENTAD_VERSION
                 "\", author=\"the Pentad authors\", country=\"\", www=\"\", email=\"\"");
    return true;
}

// Nothing to do when no search is running: the answer was already sent.
static bool run_stop(void *session, Call *call) {
    (void)session, (void)call;
    return true;
}

static bool run_end(void *session, Call *call) {
    Gomocup *g = session;
    (void)call;
    g->is_over = true;
    return true;
}

// clang-format off
const Command gomocup_commands[] = {
    {"START", 0, 0, run_start, "SIZE", "an empty board", NEEDS_LIMITS},
    {"RECTSTART", 0, 0, run_rectstart, "WIDTH,HEIGHT", "the same, if they are equal", NEEDS_LIMITS},
    {"RESTART", 0, 0, run_restart, "", "an empty board of the same size", NEEDS_GAME},
    {"BEGIN", 0, 0, run_begin, "", "make the first move", NEEDS_GAME | THINKS},
    {"TURN", 0, 0, run_turn, "X,Y", "the opponent's move; make the next one", NEEDS_GAME | THINKS},
    {"BOARD", 0, 0, run_board, "", "lines X,Y,1 for own stones and X,Y,2 for others, then DONE; make a move", NEEDS_GAME | THINKS | READS_STONES | HAS_FIELDS},
    {"SWAP2BOARD", 0, 0, run_swap2board, "", "lines X,Y, then DONE; the swap2 opening with 0, 3 or 5 stones", NEEDS_GAME | THINKS | READS_STONES},
    {"PLAY", 0, 0, run_play, "X,Y", "make this move", NEEDS_GAME},
    {"TAKEBACK", 0, 0, run_takeback, "X,Y", "remove this stone", NEEDS_GAME},
    {"INFO", 0, 0, run_info, "KEY VALUE", "a limit or a rule; never answered"},
    {"ABOUT", 0, 0, run_about, "", "name, version and author"},
    {"STOP", 0, 0, run_stop, "", "answer now with the best move found"},
    {"END", 0, 0, run_end, "", "exit"},
    {0},
};
// clang-format on
