#include "proof/proof.h"

#include "base/number.h"
#include "core/notation.h"

typedef struct {
    const Proof *proof;
    ProofCheck *check;
    Stone side; // the side whose strategy is checked
    Error *err;
    bool is_local;        // the rules are: see footprint_excludes
    Footprint *footprint; // collects; may be NULL
    int ply;
    Point path[BOARD_MAX * BOARD_MAX + 2]; // the moves from the start to here
} Checker;

// Sets "after h8 i9: what is wrong", with only the last moves of a long line. Returns false.
static bool refuse(Checker *c, const char *why, Point p) {
    enum { SHOWN = 12 };
    ScopedStr text = {0};
    int first = c->ply > SHOWN ? c->ply - SHOWN : 0;
    if (c->ply > 0)
        str_add_text(&text, first > 0 ? "after ..." : "after");
    for (int i = first; i < c->ply; i++) {
        str_add_char(&text, ' ');
        point_format(c->path[i], NOTATION_POS, c->proof->start.size, &text);
    }
    str_add_text(&text, c->ply > 0 ? ": " : "");
    str_add_text(&text, why);
    if (p != POINT_NONE) {
        str_add_char(&text, ' ');
        point_format(p, NOTATION_POS, c->proof->start.size, &text);
    }
    return error_set(c->err, "%s", str_text(&text));
}

// Counts a position. False if the check was stopped.
static bool count_position(Checker *c) {
    enum { INTERVAL = 1024 };
    ProofCheck *check = c->check;
    if (++check->positions % INTERVAL == 0 && stop_requested(check->stop))
        return refuse(c, "the check was interrupted", POINT_NONE);
    return true;
}

static bool is_valid_child(const Checker *c, int node, int parent) {
    return node >= 0 && node < parent && node < c->proof->node_count;
}

// True if a stone of `color` on the empty point wins. Then it is not a foul either.
static bool makes_five(Board *b, Stone color, Point p) {
    b->at[p] = (uint8_t)color;
    bool wins = board_wins_at(b, p);
    b->at[p] = EMPTY;
    return wins;
}

typedef struct {
    int count;
    Point points[BOARD_MAX * BOARD_MAX];
} Fives;

static void find_fives(const Board *b, Stone color, Fives *fives) {
    Board trial = *b;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    fives->count = 0;
    for (int i = 0; i < n; i++)
        if (makes_five(&trial, color, empty[i]))
            fives->points[fives->count++] = empty[i];
}

// The same after a stone on `p`: only points on its lines can have become fives.
static void update_fives(Board *b, Stone color, Point p, Fives *fives) {
    enum { REACH = 4 };
    int count = 0;
    for (int i = 0; i < fives->count; i++)
        if (b->at[fives->points[i]] == EMPTY && makes_five(b, color, fives->points[i]))
            fives->points[count++] = fives->points[i];
    fives->count = count;
    for (int d = 0; d < STEP_COUNT; d++)
        for (int k = -REACH; k <= REACH; k++) {
            Point q = (Point)(p + k * point_steps[d]);
            if (q >= 0 && q < POINT_COUNT && b->at[q] == EMPTY && makes_five(b, color, q) &&
                !points_have(fives->points, fives->count, q))
                fives->points[fives->count++] = q;
        }
}

static void touch(Checker *c, const Point *points, int count) {
    for (int i = 0; i < count && c->footprint; i++)
        c->footprint->touched[points[i]] = true;
}

static void touch_answer(Checker *c, Point p) {
    if (c->footprint)
        c->footprint->answers[p] = true;
}

// After a reply: true if one of the fives is still possible. The reply cannot add new ones.
static bool five_is_left(Board *b, Stone color, const Fives *fives) {
    for (int i = 0; i < fives->count; i++)
        if (b->at[fives->points[i]] == EMPTY && makes_five(b, color, fives->points[i]))
            return true;
    return false;
}

static bool play(Checker *c, Board *b, Point p) {
    PlayResult r = board_play(b, p);
    if (r != PLAY_OK)
        return refuse(c, play_result_text(r), board_has(b, p) ? p : POINT_NONE);
    c->path[c->ply++] = p;
    return true;
}

static bool wins(Checker *c, Board b, int node);

// The node after a reply: the one listed, otherwise the threat.
static int node_after(const Proof *p, const ProofNode *n, Point reply) {
    for (int i = 0; i < n->reply_count; i++)
        if (p->replies[n->replies + i].point == reply)
            return p->replies[n->replies + i].node;
    return n->threat;
}

// A reply that leaves no five must be listed or refuted by the threat.
static bool refutes(Checker *c, const Board *b, Point reply, int node) {
    int next = node_after(c->proof, &c->proof->nodes[node], reply);
    Board after = *b;
    if (board_play(&after, reply) != PLAY_OK)
        return true;
    if (next == PROOF_NONE)
        return refuse(c, "the proof has no answer to the reply", reply);
    if (!is_valid_child(c, next, node))
        return refuse(c, "a node refers to one that does not come before it", POINT_NONE);
    c->path[c->ply++] = reply;
    bool ok = wins(c, after, next);
    c->ply--;
    return ok;
}

// The footprint of the line that the node threatens, from the position after a pass. False if there
// is none, so that every reply has to be tried.
static bool threat_footprint(Checker *c, const Board *b, const ProofNode *n, Footprint *out) {
    const Proof *p = c->proof;
    if (!c->is_local || n->threat < 0 || n->threat >= p->node_count ||
        p->nodes[n->threat].line_count == 0)
        return false;
    Board pass = *b;
    pass.turn = (uint8_t)c->side;
    ProofCheck ignored = {0};
    return proof_footprint(p, c->side, &pass, n->threat, &ignored, out);
}

static void add_footprint(Checker *c, const Footprint *f) {
    for (Point q = 0; q < POINT_COUNT && c->footprint; q++) {
        c->footprint->touched[q] |= f->touched[q];
        c->footprint->answers[q] |= f->answers[q];
    }
}

static bool replies_are_legal(Checker *c, const Board *b, const ProofNode *n) {
    for (int i = 0; i < n->reply_count; i++) {
        Point reply = c->proof->replies[n->replies + i].point;
        if (board_check(b, reply) != PLAY_OK)
            return refuse(c, "a listed reply is not a legal move", POINT_NONE);
    }
    return true;
}

// The other side is to move: checks every legal reply.
static bool refutes_all(Checker *c, const Board *b, int node) {
    Fives own;
    Board trial = *b;
    const ProofNode *this = &c->proof->nodes[node];
    find_fives(b, c->side, &own);
    touch(c, own.points, own.count);
    if (!replies_are_legal(c, b, this))
        return false;
    Footprint threat;
    bool has_footprint = own.count == 0 && threat_footprint(c, b, this, &threat);
    if (has_footprint)
        add_footprint(c, &threat);
    for (int i = 0; i < this->reply_count; i++)
        touch_answer(c, c->proof->replies[this->replies + i].point);
    if (this->threat != PROOF_NONE && !has_footprint && c->footprint)
        c->footprint->is_known = false;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++) {
        if (makes_five(&trial, b->turn, empty[i]))
            return refuse(c, "the other side wins by", empty[i]);
        trial.at[empty[i]] = b->turn;
        bool refuted = five_is_left(&trial, c->side, &own);
        trial.at[empty[i]] = EMPTY;
        bool is_listed = node_after(c->proof, this, empty[i]) != this->threat;
        if (!refuted && !is_listed && has_footprint)
            refuted = footprint_excludes(&threat, b, c->side, empty[i], 0);
        if (!refuted && !refutes(c, b, empty[i], node))
            return false;
    }
    return true;
}

// Without a legal move the game is a draw.
static bool is_stuck(const Board *b) {
    return !board_has_legal_move(b);
}

// A line of continuous fours (VCF): every stone of the side wins or leaves the opponent at most one
// answer.
static bool line_wins(Checker *c, Board *b, const ProofNode *n) {
    const Proof *p = c->proof;
    for (int i = 0; i < n->line_count; i++) {
        if (!play(c, b, p->points[n->line + i]))
            return false;
        if (b->winner == c->side)
            return true;
        if (b->turn == c->side)
            continue; // that was the opponent's answer
        Fives own;
        find_fives(b, c->side, &own);
        if (own.count == 0)
            return refuse(c, "the stone does not make a four", POINT_NONE);
        if (is_stuck(b))
            return refuse(c, "no move is left: a draw", POINT_NONE);
        Point answer = i + 1 < n->line_count ? p->points[n->line + i + 1] : POINT_NONE;
        Board trial = *b;
        for (int k = 0; k < BOARD_MAX * BOARD_MAX; k++) {
            Point reply = point_at(k % BOARD_MAX, k / BOARD_MAX);
            if (reply == answer || trial.at[reply] != EMPTY)
                continue;
            if (makes_five(&trial, b->turn, reply))
                return refuse(c, "the other side wins by", reply);
            trial.at[reply] = b->turn;
            bool left = five_is_left(&trial, c->side, &own);
            trial.at[reply] = EMPTY;
            if (!left && board_check(b, reply) == PLAY_OK)
                return refuse(c, "the four is answered by", reply);
        }
        if (answer != POINT_NONE && makes_five(&trial, b->turn, answer))
            return refuse(c, "the other side wins by", answer);
        // In a position other than the one the line was found in, the answer may be forbidden; then
        // nothing answers the four.
        if (answer != POINT_NONE && play_result_is_foul(board_check(b, answer)))
            return true;
    }
    if (b->turn == c->side)
        return refuse(c, "the line of fours ends with an answer", POINT_NONE);
    return true; // a four that nothing answers
}

// The same, faster, under rules in which a four has at most one answer, which is always legal.
static bool local_line_wins(Checker *c, Board *b, const ProofNode *n) {
    const Proof *p = c->proof;
    Fives own, other;
    find_fives(b, c->side, &own);
    find_fives(b, stone_other(c->side), &other);
    for (int i = 0; i < n->line_count; i++) {
        Point move = p->points[n->line + i];
        if (!play(c, b, move))
            return false;
        update_fives(b, c->side, move, &own);
        update_fives(b, stone_other(c->side), move, &other);
        if (b->turn == c->side) { // that was the opponent's answer
            touch_answer(c, move);
            continue;
        }
        touch(c, &move, 1);
        touch(c, own.points, own.count);
        if (b->winner == c->side)
            return true;
        if (other.count > 0)
            return refuse(c, "the other side wins by", other.points[0]);
        if (own.count == 0)
            return refuse(c, "the stone does not make a four", POINT_NONE);
        bool is_last = i + 1 == n->line_count;
        if (own.count == 1 && (is_last || p->points[n->line + i + 1] != own.points[0]))
            return refuse(c, "the four is answered by", own.points[0]);
    }
    return b->turn != c->side || refuse(c, "the line of fours ends with an answer", POINT_NONE);
}

// The proving side is to move, or the other side if the node has no move.
static bool wins(Checker *c, Board b, int node) {
    const ProofNode *n = &c->proof->nodes[node];
    int ply = c->ply;
    bool ok = count_position(c);
    if (ok && n->line_count > 0) {
        ok = b.turn != c->side ? refuse(c, "a line of fours out of turn", POINT_NONE)
             : c->is_local     ? local_line_wins(c, &b, n)
                               : line_wins(c, &b, n);
    } else if (ok) {
        bool own = n->move != POINT_NONE;
        ok = own == (b.turn == c->side) || refuse(c, "a move out of turn", n->move);
        ok = ok && (!own || play(c, &b, n->move));
        touch(c, &n->move, own);
        if (ok && b.winner != c->side)
            ok = is_stuck(&b) ? refuse(c, "no move is left: a draw", POINT_NONE)
                              : refutes_all(c, &b, node);
    }
    c->ply = ply;
    return ok;
}

// ---- Holding a draw

// The partner of each point that is in a pair. False if a point is in two pairs or not empty.
static bool read_pairs(Checker *c, const Board *b, const ProofNode *n, Point *partner) {
    for (int i = 0; i < n->pair_count; i++) {
        Point one = c->proof->points[n->pairs + 2 * i],
              two = c->proof->points[n->pairs + 2 * i + 1];
        if (!board_has(b, one) || !board_has(b, two) || one == two || b->at[one] != EMPTY ||
            b->at[two] != EMPTY || partner[one] || partner[two])
            return refuse(c, "a pair must be two different empty points that no other pair uses",
                          POINT_NONE);
        partner[one] = two;
        partner[two] = one;
    }
    return true;
}

// Five points in a row, up to the edge of the board.
typedef struct {
    int stones[WALL + 1]; // how many of each Stone
    Point points[5];
} Window;

static Window window_from(const Board *b, Point start, int step) {
    Window w = {0};
    for (int i = 0; i < COUNT(w.points) && !w.stones[WALL]; i++) {
        w.points[i] = (Point)(start + i * step);
        w.stones[b->at[w.points[i]]]++;
    }
    return w;
}

static bool window_has_pair(const Window *w, const Point *partner) {
    for (int i = 0; i < COUNT(w->points); i++)
        if (partner[w->points[i]] &&
            points_have(w->points, COUNT(w->points), partner[w->points[i]]))
            return true;
    return false;
}

typedef bool WindowCheck(Checker *c, const Window *w, const Point *partner, int *counts);

static bool for_each_window(Checker *c, const Board *b, const Point *partner, WindowCheck *check) {
    int counts[POINT_COUNT] = {0};
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < STEP_COUNT; d++) {
                Window w = window_from(b, point_at(x, y), point_steps[d]);
                if (!w.stones[WALL] && !check(c, &w, partner, counts))
                    return false;
            }
    return true;
}

// Every window of five that the opponent could fill contains both points of a pair.
static bool window_is_covered(Checker *c, const Window *w, const Point *partner, int *counts) {
    (void)counts;
    return w->stones[c->side] > 0 || window_has_pair(w, partner) ||
           refuse(c, "no pair covers the window that begins at", w->points[0]);
}

// Counts, for each point of a pair, the windows in which the side could make a four or an overline
// with it when it answers its partner.
static bool window_is_safe(Checker *c, const Window *w, const Point *partner, int *counts) {
    if (w->stones[stone_other(c->side)] > 0)
        return true;
    if (w->stones[c->side] == COUNT(w->points))
        return refuse(c, "pairs beside an overline, at", w->points[0]);
    for (int i = 0; i < COUNT(w->points); i++) {
        Point p = w->points[i], q = partner[p];
        if (q && !points_have(w->points, COUNT(w->points), q) && ++counts[p] > 1)
            return refuse(c, "the answer may be forbidden on", p);
    }
    return true;
}

// Pairing strategy. Where moves may be forbidden to the side, see docs/integrate/certificates.md.
static bool pairs_hold(Checker *c, const Board *b, const ProofNode *n) {
    const SideRules *side = c->side == BLACK ? &b->rules->black : &b->rules->white;
    Point partner[POINT_COUNT] = {0}, empty[BOARD_MAX * BOARD_MAX];
    if (!read_pairs(c, b, n, partner))
        return false;
    if (side->has_fouls && 2 * n->pair_count == board_empty_points(b, empty) &&
        settled_pairs_hold(b, partner, NULL))
        return true;
    bool may_be_forbidden = side->has_fouls && n->pair_count > 0;
    return (!may_be_forbidden || for_each_window(c, b, partner, window_is_safe)) &&
           for_each_window(c, b, partner, window_is_covered);
}

static bool holds(Checker *c, Board b, int node);

// A reply that is not listed must let the holder win at once.
static bool holds_against(Checker *c, const Board *after, Point reply, const ProofNode *n, int node,
                          const Fives *fives) {
    const Proof *p = c->proof;
    Board trial = *after;
    for (int i = 0; i < n->reply_count; i++) {
        const ProofReply *r = &p->replies[n->replies + i];
        if (r->point != reply)
            continue;
        if (!is_valid_child(c, r->node, node))
            return refuse(c, "a node refers to one that does not come before it", POINT_NONE);
        c->path[c->ply++] = reply;
        bool ok = holds(c, *after, r->node);
        c->ply--;
        return ok;
    }
    return five_is_left(&trial, c->side, fives) ||
           refuse(c, "the proof has no answer to the reply", reply);
}

static bool holds_against_all(Checker *c, const Board *b, int node) {
    const ProofNode *n = &c->proof->nodes[node];
    Fives own;
    find_fives(b, c->side, &own);
    Point empty[BOARD_MAX * BOARD_MAX];
    int count = board_empty_points(b, empty);
    for (int i = 0; i < count; i++) {
        Board after = *b;
        if (board_play(&after, empty[i]) != PLAY_OK)
            continue;
        if (after.winner != EMPTY)
            return refuse(c, "the other side wins by", empty[i]);
        if (!is_stuck(&after) && !holds_against(c, &after, empty[i], n, node, &own))
            return false;
    }
    return true;
}

static bool holds(Checker *c, Board b, int node) {
    const ProofNode *n = &c->proof->nodes[node];
    int ply = c->ply;
    bool own = n->move != POINT_NONE;
    bool ok = count_position(c) &&
              (own == (b.turn == c->side) || refuse(c, "a move out of turn", n->move));
    ok = ok && (!own || play(c, &b, n->move));
    if (ok && b.winner != c->side && !is_stuck(&b))
        ok = n->paired ? pairs_hold(c, &b, n) : holds_against_all(c, &b, node);
    c->ply = ply;
    return ok;
}

// ---- Fouls to come

// What points can be when Black plays on another one. A pair is empty or has a stone of each color;
// at most `half_pairs` of them have a black stone and an empty point.
typedef struct {
    bool black[POINT_COUNT], empty[POINT_COUNT];
    const Point *partner;
    int half_pairs;
} Outlook;

// What a foul needs besides Black's stone, or one of its two fours or threes.
typedef struct {
    int count;
    Point points[5];
    bool empty[5];    // this one is empty, not black
    int line, blacks; // the direction, and where the black points are in it
} Shape;

enum { UNKNOWN, NEEDS_BLACK, NEEDS_EMPTY };

// `needs` collects what one or two shapes need.
static bool shape_fits(const Outlook *o, const Shape *s, uint8_t *needs, int *half_pairs) {
    for (int i = 0; i < s->count; i++) {
        Point p = s->points[i];
        if (p < 0 || p >= POINT_COUNT)
            return false; // the border is only one point wide
        Point q = o->partner[p];
        uint8_t need = s->empty[i] ? NEEDS_EMPTY : NEEDS_BLACK;
        if (!(s->empty[i] ? o->empty[p] : o->black[p]) || (needs[p] && needs[p] != need))
            return false;
        if (!needs[p] && q && needs[q] && (need == NEEDS_BLACK || needs[q] == NEEDS_BLACK))
            if (need == needs[q] || ++*half_pairs > o->half_pairs)
                return false;
        needs[p] = need;
    }
    return true;
}

static bool shapes_fit(const Outlook *o, const Shape *one, const Shape *two) {
    uint8_t needs[POINT_COUNT] = {UNKNOWN};
    int half_pairs = 0;
    return shape_fits(o, one, needs, &half_pairs) &&
           (!two || shape_fits(o, two, needs, &half_pairs));
}

// The points of a line from `p + from * step`, of which those in `empty` (a set of bits) are empty.
static Shape shape_of(Point p, int line, int from, int length, int empty) {
    Shape s = {.line = line};
    for (int i = 0; i < length; i++) {
        bool is_empty = empty >> i & 1;
        if (from + i == 0)
            continue;
        s.blacks |= is_empty ? 0 : 1 << (from + i + 8);
        s.empty[s.count] = is_empty;
        s.points[s.count++] = (Point)(p + (from + i) * point_steps[line]);
    }
    return s;
}

typedef struct {
    int count;
    Shape shapes[80];
} Shapes;

// Windows of five with an empty point.
static void add_fours(Shapes *out, const Outlook *o, Point p, int line, int from) {
    for (int i = 0; i < 5; i++) {
        Shape s = shape_of(p, line, from, 5, 1 << i);
        if (from + i != 0 && shapes_fit(o, &s, NULL))
            out->shapes[out->count++] = s;
    }
}

// Six points with empty ends, and an empty point where Black would make a straight four.
static void add_threes(Shapes *out, const Outlook *o, Point p, int line, int from) {
    for (int i = 1; i < 5; i++) {
        Shape s = shape_of(p, line, from, 6, 1 | 1 << i | 1 << 5);
        if (from + i != 0 && shapes_fit(o, &s, NULL))
            out->shapes[out->count++] = s;
    }
}

// Two fours of different windows are not one straight four, and do not have the same five.
static bool are_two_fours(const Shape *one, const Shape *two) {
    if (one->line != two->line)
        return true;
    if (one->blacks == two->blacks)
        return false;
    for (int i = 0; i < one->count; i++)
        for (int k = 0; k < two->count; k++)
            if (one->empty[i] && two->empty[k] && one->points[i] == two->points[k])
                return false;
    return true;
}

static bool are_two_threes(const Shape *one, const Shape *two) {
    return one->line != two->line;
}

static bool has_two(const Shapes *s, const Outlook *o,
                    bool (*differ)(const Shape *one, const Shape *two)) {
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < i; k++)
            if (differ(&s->shapes[i], &s->shapes[k]) && shapes_fit(o, &s->shapes[i], &s->shapes[k]))
                return true;
    return false;
}

// True unless `p` cannot be forbidden to Black. The points off the board are neither black nor
// empty.
static bool may_be_foul(const Outlook *o, Point p) {
    Shapes fours = {0}, threes = {0};
    for (int line = 0; line < STEP_COUNT; line++) {
        for (int from = -4; from <= 0; from++)
            add_fours(&fours, o, p, line, from);
        for (int from = -4; from < 0; from++) {
            Shape overline = shape_of(p, line, from, 6, 0);
            if (shapes_fit(o, &overline, NULL))
                return true;
            add_threes(&threes, o, p, line, from);
        }
    }
    return has_two(&fours, o, are_two_fours) || has_two(&threes, o, are_two_threes);
}

// ---- Settled pairs

static bool is_open(const Board *b, const Point *partner, Point p) {
    return b->at[p] == EMPTY && !partner[p];
}

// Black has no five, and White cannot make one with a single stone outside of the pairs.
static bool window_is_guarded(Checker *c, const Window *w, const Board *b, const Point *partner) {
    int open = 0;
    for (int i = 0; i < COUNT(w->points); i++)
        open += is_open(b, partner, w->points[i]);
    if (w->stones[BLACK] == COUNT(w->points))
        return refuse(c, "five in a row, at", w->points[0]);
    return open >= 2 || window_is_covered(c, w, partner, NULL);
}

static Outlook outlook(const Board *b, const Point *partner) {
    Outlook o = {.partner = partner};
    for (Point p = 0; p < POINT_COUNT; p++) {
        o.empty[p] = b->at[p] == EMPTY;
        o.black[p] = b->at[p] == BLACK || partner[p];
    }
    return o;
}

bool settled_move_is_legal(const Board *b, const Point *partner, Point move) {
    Outlook o = outlook(b, partner);
    return board_has(b, move) && is_open(b, partner, move) && !may_be_foul(&o, move);
}

// Black answers on each point of a pair when White has just played on its partner.
static bool answers_are_legal(Checker *c, Outlook *o) {
    for (Point p = 0; p < POINT_COUNT; p++) {
        Point q = o->partner[p];
        if (!q)
            continue;
        bool was_empty = o->empty[q];
        o->empty[q] = o->black[q] = false;
        if (may_be_foul(o, p))
            return refuse(c, "the answer may be forbidden on", p);
        o->empty[q] = was_empty;
        o->black[q] = true;
    }
    return true;
}

// Without an open point Black plays in any pair that is empty.
static bool free_moves_are_legal(Checker *c, Outlook *o) {
    for (Point p = 0; p < POINT_COUNT; p++) {
        Point q = o->partner[p];
        if (!q || q < p)
            continue;
        o->black[p] = o->black[q] = false;
        if (may_be_foul(o, p) && may_be_foul(o, q))
            return refuse(c, "a free move may be forbidden on", p);
        o->black[p] = o->black[q] = true;
    }
    return true;
}

static bool all_windows_are_guarded(Checker *c, const Board *b, const Point *partner) {
    for (int i = 0; i < b->size * b->size; i++)
        for (int d = 0; d < STEP_COUNT; d++) {
            Window w = window_from(b, point_at(i % b->size, i / b->size), point_steps[d]);
            if (!w.stones[WALL] && !window_is_guarded(c, &w, b, partner))
                return false;
        }
    return true;
}

bool settled_pairs_hold(const Board *b, const Point *partner, Error *err) {
    Proof none = {.start = *b};
    Checker c = {.proof = &none, .side = BLACK, .err = err};
    Outlook o = outlook(b, partner);
    Point last = POINT_NONE;
    int open = 0;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (is_open(b, partner, p)) {
            last = p;
            open++;
        }
    if (!all_windows_are_guarded(&c, b, partner) || !answers_are_legal(&c, &o))
        return false;
    if (open != 1)
        return true;
    o.empty[last] = false; // White has taken it, and Black plays in a pair
    o.half_pairs = 1;
    if (!answers_are_legal(&c, &o))
        return false;
    o.half_pairs = 0;
    return free_moves_are_legal(&c, &o);
}

// ---- The whole proof

typedef bool ClaimCheck(Checker *c, Board b, int node);

// A stone of one side affects the other only on the lines through it.
static bool rules_are_local(const Rules *r) {
    return r->black.blocked_five_wins && r->white.blocked_five_wins && !r->black.has_fouls &&
           !r->white.has_fouls;
}

static bool check_claim(const Proof *p, Stone side, ClaimCheck *claim, const Board *b, int node,
                        Footprint *footprint, ProofCheck *check, Error *err) {
    Checker c = {.proof = p,
                 .check = check,
                 .side = side,
                 .err = err,
                 .is_local = rules_are_local(b->rules) && !check->thorough,
                 .footprint = footprint};
    if (node < 0 || node >= p->node_count)
        return error_set(err, "the proof has no root node");
    return claim(&c, *b, node);
}

bool proof_node_wins(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                     Error *err) {
    return check_claim(p, side, wins, b, node, NULL, c, err);
}

bool proof_footprint(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                     Footprint *out) {
    *out = (Footprint){.is_known = rules_are_local(b->rules)};
    return out->is_known && check_claim(p, side, wins, b, node, out, c, NULL) && out->is_known;
}

bool footprint_excludes(const Footprint *f, const Board *b, Stone side, Point r, int free_stones) {
    enum { MOST = 2, SPARE = 4 }; // of the other side's stones in a window with `r`
    int used = 0, empty = 0;
    if (f->touched[r])
        return false;
    for (Point p = 0; p < POINT_COUNT; p++) {
        used += f->touched[p] || f->answers[p];
        empty += b->at[p] == EMPTY;
    }
    if (empty < used + SPARE)
        return false; // the board may become full
    for (int d = 0; d < STEP_COUNT; d++)
        for (int k = -4; k <= 0; k++) {
            int count = 0, length = 0;
            for (; length < 5; length++) {
                int q = r + (k + length) * point_steps[d];
                if (q < 0 || b->at[q] == WALL || b->at[q] == side) // no border is jumped over
                    break;
                count += q != r && (b->at[q] != EMPTY || f->answers[q]);
            }
            if (length == 5 && count > MOST - free_stones)
                return false;
        }
    return true;
}

bool proof_node_holds(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                      Error *err) {
    return check_claim(p, side, holds, b, node, NULL, c, err);
}

bool proof_check(const Proof *p, ProofCheck *c, Error *err) {
    if (p->start.winner != EMPTY)
        return error_set(err, "the game is already over at the start of the proof");
    Stone winner = proof_winner(p);
    if (winner != EMPTY)
        return check_claim(p, winner, wins, &p->start, p->roots[0], NULL, c, err);
    if (p->outcome != OUTCOME_DRAW)
        return error_set(err, "nothing is claimed: the outcome is unknown");
    return check_claim(p, BLACK, holds, &p->start, p->roots[0], NULL, c, err) &&
           check_claim(p, WHITE, holds, &p->start, p->roots[1], NULL, c, err);
}
