#include "core/mist_history.h"

#include "base/mem.h"
#include "core/notation.h"

#include <string.h>

static const char cell_letters[] = ".#ox";

static bool is_on_board(int x, int y) {
    return x >= 0 && x < MIST_BOARD_SIZE && y >= 0 && y < MIST_BOARD_SIZE;
}

Point mist_view_point(const MistView *view, int cell) {
    int x = point_x(view->center) - MIST_REACH + cell % MIST_WIDTH;
    int y = point_y(view->center) - MIST_REACH + cell / MIST_WIDTH;
    return is_on_board(x, y) ? point_at(x, y) : POINT_NONE;
}

void mist_history_init(MistHistory *h, Stone me) {
    *h = (MistHistory){.me = me};
}

bool mist_history_is_my_turn(const MistHistory *h) {
    return h->turn_count > 0 && h->turns[h->turn_count - 1].move == POINT_NONE;
}

// On a full board nobody is to move: White has one turn less.
bool mist_history_add_view(MistHistory *h, const MistView *view) {
    if (mist_history_is_my_turn(h) || h->turn_count == MIST_TURNS_MAX - (h->me == WHITE))
        return false;
    h->turns[h->turn_count++] = (MistTurn){*view, POINT_NONE};
    return true;
}

static bool is_own_or_hit(const MistHistory *h, Point p) {
    for (int i = 0; i < h->turn_count; i++)
        if (h->turns[i].move == p)
            return true;
    for (int i = 0; i < h->hit_count; i++)
        if (h->hits[i].point == p)
            return true;
    return false;
}

static bool may_try(const MistHistory *h, Point p) {
    return p > POINT_MORE && is_on_board(point_x(p), point_y(p)) && mist_history_is_my_turn(h) &&
           !is_own_or_hit(h, p);
}

bool mist_history_add_hit(MistHistory *h, Point p) {
    if (!may_try(h, p) || h->hit_count == MIST_TURNS_MAX)
        return false;
    h->hits[h->hit_count++] = (MistHit){h->turn_count - 1, p};
    return true;
}

bool mist_history_add_move(MistHistory *h, Point p) {
    if (!may_try(h, p))
        return false;
    h->turns[h->turn_count - 1].move = p;
    return true;
}

int mist_history_hits_this_turn(const MistHistory *h) {
    int count = 0;
    for (int i = 0; i < h->hit_count; i++)
        count += h->hits[i].turn == h->turn_count - 1;
    return count;
}

static bool same_view(const MistView *a, const MistView *b) {
    return a->center == b->center && !memcmp(a->cells, b->cells, sizeof a->cells);
}

bool mist_history_extends(const MistHistory *h, const MistHistory *shorter) {
    if (h->me != shorter->me || h->turn_count < shorter->turn_count ||
        h->hit_count < shorter->hit_count)
        return false;
    for (int i = 0; i < shorter->turn_count; i++) {
        const MistTurn *a = &h->turns[i], *b = &shorter->turns[i];
        bool is_open = i == shorter->turn_count - 1 && b->move == POINT_NONE;
        if (!same_view(&a->view, &b->view) || (a->move != b->move && !is_open))
            return false;
    }
    for (int i = 0; i < shorter->hit_count; i++)
        if (h->hits[i].turn != shorter->hits[i].turn || h->hits[i].point != shorter->hits[i].point)
            return false;
    return true;
}

// ---- Text

void mist_history_format(const MistHistory *h, Str *out) {
    int hit = 0;
    str_add_text(out, stone_word(h->me));
    for (int i = 0; i < h->turn_count; i++) {
        const MistTurn *turn = &h->turns[i];
        str_add(out, " %s:", move_text(turn->view.center, MIST_BOARD_SIZE).text);
        for (int j = 0; j < MIST_CELLS; j++)
            str_add_char(out, cell_letters[turn->view.cells[j]]);
        for (; hit < h->hit_count && h->hits[hit].turn == i; hit++)
            str_add(out, " !%s", move_text(h->hits[hit].point, MIST_BOARD_SIZE).text);
        if (turn->move != POINT_NONE)
            str_add(out, " %s", move_text(turn->move, MIST_BOARD_SIZE).text);
    }
}

// CENTER:CELLS
static bool parse_view(const char *word, MistView *out, Error *err) {
    char center[MOVE_TEXT_SIZE];
    size_t len = strcspn(word, ":");
    snprintf(center, sizeof center, "%.*s", (int)(len < sizeof center ? len : 0), word);
    if (!point_parse(center, NOTATION_POS, MIST_BOARD_SIZE, &out->center, err))
        return false;
    if (strlen(word) != len + 1 + MIST_CELLS || strspn(word + len + 1, cell_letters) != MIST_CELLS)
        return error_set(err, "a view has a center, a colon and %d cells", MIST_CELLS);
    for (int i = 0; i < MIST_CELLS; i++)
        out->cells[i] = (uint8_t)(strchr(cell_letters, word[len + 1 + (size_t)i]) - cell_letters);
    return true;
}

static bool parse_event(const char *word, MistHistory *h, Error *err) {
    MistView view;
    Point p;
    if (strchr(word, ':'))
        return parse_view(word, &view, err) &&
               (mist_history_add_view(h, &view) || error_set(err, "a view is out of place"));
    bool is_hit = *word == '!';
    return point_parse(word + is_hit, NOTATION_POS, MIST_BOARD_SIZE, &p, err) &&
           ((is_hit ? mist_history_add_hit(h, p) : mist_history_add_move(h, p)) ||
            error_set(err, "'%.8s' is out of place", word));
}

bool mist_history_parse(const char *text, MistHistory *out, Error *err) {
    char *copy = mem_copy_text(text), *rest = copy;
    size_t len = strcspn(rest, " ");
    bool is_black = len == 5 && !strncmp(rest, "black", len);
    bool ok = is_black || (len == 5 && !strncmp(rest, "white", len)) ||
              error_set(err, "'%.*s' is not black or white", (int)len, rest);
    mist_history_init(out, is_black ? BLACK : WHITE);
    for (rest += len; ok && *(rest += strspn(rest, " "));) {
        char *word = rest;
        rest += strcspn(rest, " ");
        if (*rest)
            *rest++ = '\0';
        ok = parse_event(word, out, err);
    }
    mem_free(copy);
    return ok;
}
