#include "proof/certificate.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"

#include <stdio.h>
#include <string.h>

enum { VERSION = 1 };

static const char *const claim_names[] = {"win", "hold"};

// ---- Writing

static void add_stones(Str *out, const Board *b, Stone color) {
    for (int y = b->size - 1; y >= 0; y--)
        for (int x = 0; x < b->size; x++)
            if (b->at[point_at(x, y)] == color)
                point_format(point_at(x, y), NOTATION_POS, b->size, out);
}

void certificate_add_position(Str *out, const Board *b) {
    add_stones(out, b, BLACK);
    str_add_char(out, '/');
    add_stones(out, b, WHITE);
}

static void write_position(JsonWriter *w, const Board *b) {
    ScopedStr text = {0};
    certificate_add_position(&text, b);
    write_text(w, "position", str_text(&text));
}

static void end_line(JsonWriter *w) {
    write_end_object(w);
    str_add_char(w->out, '\n');
}

void certificate_write_heading(Str *out, const CertificateHeading *h, const Board *starts,
                               int start_count) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "format", "pentad-certificate");
    write_number(&w, "version", VERSION);
    write_text(&w, "rules", h->rules->name);
    write_number(&w, "size", h->size);
    write_text(&w, "side", stone_word(h->side));
    write_text(&w, "claim", claim_names[h->claim]);
    write_array(&w, "starts");
    for (int i = 0; i < start_count; i++) {
        write_object(&w, NULL);
        write_position(&w, &starts[i]);
        write_text(&w, "turn", stone_word(starts[i].turn));
        write_end_object(&w);
    }
    write_end_array(&w);
    end_line(&w);
}

void certificate_write_move(Str *out, const Board *b, Point move, const Proof *threat) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_position(&w, b);
    write_points(&w, "move", &move, 1, b->size);
    if (threat) {
        write_number(&w, "threat", threat->roots[0]);
        proof_write_nodes(&w, threat);
    }
    end_line(&w);
}

void certificate_write_proof(Str *out, const Proof *proof) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_position(&w, &proof->start);
    write_number(&w, "root", proof->roots[0]);
    proof_write_nodes(&w, proof);
    end_line(&w);
}

void certificate_write_pairs(Str *out, const Board *b, Point move, const Point *points, int pairs) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_position(&w, b);
    write_points(&w, "move", &move, 1, b->size);
    write_points(&w, "pairs", points, 2 * pairs, b->size);
    end_line(&w);
}

static void add_checksum(Str *out, const char *text, size_t len) {
    str_add(out, "%08x", (unsigned)bytes_crc32(text, len));
}

void certificate_write_end(Str *out, int64_t entries) {
    ScopedStr sum = {0};
    add_checksum(&sum, out->data, out->len);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_number(&w, "entries", entries);
    write_text(&w, "crc32", sum.data);
    end_line(&w);
}

// ---- Writing a whole proof

// The settled pairs of an entry: the partner of each point, or POINT_NONE.
typedef struct {
    Point partner[POINT_COUNT];
} Settled;

static void add_pairs(Str *out, const Board *b, const Settled *s) {
    for (int k = 0; k < b->size * b->size; k++) {
        Point p = point_at(k % b->size, k / b->size);
        if (s->partner[p] <= p)
            continue;
        str_add_char(out, ' ');
        point_format(p, NOTATION_POS, b->size, out);
        point_format(s->partner[p], NOTATION_POS, b->size, out);
    }
}

// The smallest text of the eight mirror images. `settled` may be NULL.
static void canonical(const Board *b, const Settled *settled, Str *out) {
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        ScopedStr text = {0};
        Board turned = *b;
        Settled pairs = {{0}};
        for (int k = 0; k < b->size * b->size; k++) {
            Point p = point_at(k % b->size, k / b->size), q = symmetry_apply(i, p, b->size);
            turned.at[q] = b->at[p];
            if (settled && settled->partner[p])
                pairs.partner[q] = symmetry_apply(i, settled->partner[p], b->size);
        }
        certificate_add_position(&text, &turned);
        add_pairs(&text, b, &pairs);
        if (i == 0 || strcmp(text.data, out->data) < 0) {
            str_clear(out);
            str_add_text(out, text.data);
        }
    }
}

// Canonical positions, open addressing.
typedef struct {
    Arena arena;
    const char **keys;
    size_t room, count;
} PositionSet;

static const char **slot_of(const PositionSet *set, const char *key) {
    size_t at = bytes_fnv1a(key, strlen(key)) & (set->room - 1);
    while (set->keys[at] && strcmp(set->keys[at], key) != 0)
        at = (at + 1) & (set->room - 1);
    return &set->keys[at];
}

// True if it is new.
static bool set_add(PositionSet *set, const Board *b, const Settled *settled) {
    ScopedStr key = {0};
    canonical(b, settled, &key);
    if (2 * set->count >= set->room) {
        PositionSet old = *set;
        set->room = old.room ? 2 * old.room : 1024;
        set->keys = mem_alloc(set->room * sizeof *set->keys);
        for (size_t i = 0; i < old.room; i++)
            if (old.keys[i])
                *slot_of(set, old.keys[i]) = old.keys[i];
        mem_free(old.keys);
    }
    const char **slot = slot_of(set, key.data);
    if (*slot)
        return false;
    *slot = arena_copy(&set->arena, key.data, key.len);
    set->count++;
    return true;
}

static bool set_has(const PositionSet *set, const Board *b, const Settled *settled) {
    ScopedStr key = {0};
    canonical(b, settled, &key);
    return set->room > 0 && *slot_of(set, key.data);
}

static void set_release(PositionSet *set) {
    arena_release(&set->arena);
    mem_free(set->keys);
}

typedef struct {
    Str *out;
    const Proof *proof;
    PositionSet written;
} HoldWriter;

static void write_hold(HoldWriter *w, const Board *b, int node);

static void write_hold_replies(HoldWriter *w, const Board *b, int node) {
    const ProofNode *n = &w->proof->nodes[node];
    for (int i = 0; i < n->reply_count; i++) {
        const ProofReply *r = &w->proof->replies[n->replies + i];
        Board after = *b;
        if (board_play(&after, r->point) == PLAY_OK)
            write_hold(w, &after, r->node);
    }
}

// NULL without pairs: the proof may have no points at all.
static const Point *pairs_of(const Proof *p, const ProofNode *n) {
    return n->pair_count > 0 ? p->points + n->pairs : NULL;
}

// The holder is to move.
static void write_hold(HoldWriter *w, const Board *b, int node) {
    const ProofNode *n = &w->proof->nodes[node];
    Board after = *b;
    // Nodes after the end of the game are useless, but do no harm.
    if (board_play(&after, n->move) != PLAY_OK || !set_add(&w->written, b, NULL))
        return;
    if (n->paired) {
        certificate_write_pairs(w->out, b, n->move, pairs_of(w->proof, n), n->pair_count);
        return;
    }
    certificate_write_move(w->out, b, n->move, NULL);
    write_hold_replies(w, &after, node);
}

// The other side is to move, and the holder has pairs from the start.
static void write_pair_answers(HoldWriter *w, const Board *b, const ProofNode *n) {
    const Point *pairs = pairs_of(w->proof, n);
    Point empty[BOARD_MAX * BOARD_MAX], rest[2 * BOARD_MAX * BOARD_MAX];
    int count = board_empty_points(b, empty);
    for (int i = 0; i < count; i++) {
        Board after = *b;
        Point move = POINT_NONE;
        int left = 0;
        if (board_play(&after, empty[i]) != PLAY_OK || !board_has_legal_move(&after) ||
            !set_add(&w->written, &after, NULL))
            continue;
        for (int k = 0; k < 2 * n->pair_count; k++)
            move = pairs[k] == empty[i] ? pairs[k ^ 1] : move;
        for (int k = 0; k < count && move == POINT_NONE; k++) // not in a pair: any move holds
            move = board_check(&after, empty[k]) == PLAY_OK ? empty[k] : move;
        for (int k = 0; k < 2 * n->pair_count; k++)
            if (pairs[k] != move && pairs[k ^ 1] != move)
                rest[left++] = pairs[k];
        certificate_write_pairs(w->out, &after, move, rest, left / 2);
    }
}

void certificate_write(Str *out, const Proof *proof, Stone side) {
    bool is_draw = proof->outcome == OUTCOME_DRAW;
    const Board *start = &proof->start;
    CertificateHeading heading = {start->rules, start->size, side,
                                  is_draw ? CLAIM_HOLD : CLAIM_WIN};
    HoldWriter w = {.out = out, .proof = proof};
    int root = proof->roots[is_draw ? side - BLACK : 0];
    certificate_write_heading(out, &heading, start, 1);
    if (!is_draw && start->turn == side) {
        certificate_write_proof(out, proof);
        w.written.count = 1;
    } else if (is_draw && start->turn == side) {
        write_hold(&w, start, root);
    } else if (is_draw && proof->nodes[root].paired) {
        write_pair_answers(&w, start, &proof->nodes[root]);
    } else if (is_draw) {
        write_hold_replies(&w, start, root);
    }
    certificate_write_end(out, (int64_t)w.written.count);
    set_release(&w.written);
}

// ---- Reading

static bool read_stones(const char *text, Stone color, Board *b, Error *err) {
    Point points[BOARD_MAX * BOARD_MAX];
    int count = 0;
    if (*text && !points_parse(text, b->size, COUNT(points), points, &count, err))
        return false;
    for (int i = 0; i < count; i++) {
        if (b->at[points[i]] != EMPTY)
            return error_set(err, "two stones are on one point");
        board_place(b, color, points[i]);
    }
    return true;
}

bool certificate_read_position(const char *text, Board *b, Error *err) {
    const char *slash = strchr(text, '/');
    if (!slash)
        return error_set(err, "a position needs a slash between the black and the white stones");
    ScopedStr black = {0};
    str_add_bytes(&black, text, (size_t)(slash - text));
    if (!read_stones(str_text(&black), BLACK, b, err) || !read_stones(slash + 1, WHITE, b, err))
        return false;
    board_recompute_winner(b);
    return b->winner == EMPTY || error_set(err, "the game is over in this position");
}

typedef struct {
    CertificateCheck *check;
    Error *err;
    const char *text; // the lines of the entries
    size_t len;
    Arena arena;
    PositionSet claimed; // the positions of the entries
    const Json *starts;
    bool is_settled; // the entries have settled pairs
    Proof *proof;    // of the current entry
} Certificate;

bool certificate_read_settled(const Json *pairs, const CertificateHeading *h, const Board *b,
                              Point *partner, Error *err) {
    Point points[BOARD_MAX * BOARD_MAX];
    int count = 0;
    if (h->claim != CLAIM_HOLD || h->side != BLACK || !h->rules->black.has_fouls)
        return json_error(pairs, err, "settled pairs are only for Black to hold under renju");
    if (pairs->kind != JSON_STRING)
        return json_error(pairs, err, "pairs are a string");
    if (*pairs->text && !points_parse(pairs->text, b->size, COUNT(points), points, &count, err))
        return json_locate(pairs, err);
    if (count % 2 != 0)
        return json_error(pairs, err, "the last pair has only one point");
    for (int i = 0; i < count; i++) {
        if (b->at[points[i]] != EMPTY || partner[points[i]] || points[i] == points[i ^ 1])
            return json_error(pairs, err,
                              "a pair must be two different empty points that no "
                              "other pair uses");
        if (i % 2 == 1) {
            partner[points[i]] = points[i - 1];
            partner[points[i - 1]] = points[i];
        }
    }
    return true;
}

static bool read_settled(Certificate *c, const Json *pairs, const Board *b, Settled *out) {
    return certificate_read_settled(pairs, &c->check->heading, b, out->partner, c->err);
}

static void start_board(const Certificate *c, Board *b) {
    const CertificateHeading *h = &c->check->heading;
    board_init(b, h->rules, h->size);
    b->turn = (uint8_t)h->side;
}

static bool read_board(Certificate *c, const Json *object, Board *b) {
    const Json *j = json_member(object, "position", JSON_STRING, c->err);
    start_board(c, b);
    if (!j)
        return false;
    if (!certificate_read_position(j->text, b, c->err))
        return json_locate(j, c->err);
    b->turn = (uint8_t)c->check->heading.side;
    return true;
}

// An unknown field is an error: ignoring it could change what is claimed.
static bool has_only(const Json *object, const char *const *names, int count, Error *err) {
    if (object->kind != JSON_OBJECT)
        return json_error(object, err, "a line must be an object");
    for (const Json *j = object->first; j; j = j->next) {
        bool known = false;
        for (int i = 0; i < count; i++)
            known |= strcmp(j->name, names[i]) == 0;
        if (!known)
            return json_error(j, err, "unknown field");
    }
    return true;
}

static int find_word(const Json *object, const char *name, const char *const *words, int count,
                     Error *err) {
    const Json *j = json_member(object, name, JSON_STRING, err);
    for (int i = 0; j && i < count; i++)
        if (strcmp(j->text, words[i]) == 0)
            return i;
    if (j)
        json_error(j, err, "unknown word");
    return -1;
}

bool certificate_read_heading(const Json *line, CertificateHeading *h, const Json **starts,
                              Error *err) {
    static const char *const names[] = {"format", "version", "rules", "size",
                                        "side",   "claim",   "starts"};
    static const char *const colors[] = {"black", "white"};
    const char *format = json_text(line, "format");
    int64_t size, version;
    if (!format || strcmp(format, "pentad-certificate") != 0)
        return error_set(err, "not a certificate");
    const Json *v = json_member(line, "version", JSON_NUMBER, err),
               *rules = json_member(line, "rules", JSON_STRING, err),
               *s = json_member(line, "size", JSON_NUMBER, err);
    if (!has_only(line, names, COUNT(names), err) || !v || !rules || !s ||
        !json_integer(v, "version", VERSION, VERSION, &version, err) ||
        !(h->rules = rules_find(rules->text, err)) ||
        !json_integer(s, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err))
        return false;
    int side = find_word(line, "side", colors, COUNT(colors), err);
    int claim = find_word(line, "claim", claim_names, COUNT(claim_names), err);
    *starts = json_member(line, "starts", JSON_ARRAY, err);
    if (side < 0 || claim < 0 || !*starts)
        return false;
    h->size = (int)size;
    h->side = side == 0 ? BLACK : WHITE;
    h->claim = (Claim)claim;
    return (*starts)->first || json_error(*starts, err, "nothing is claimed");
}

// ---- Checking

static bool refuse_reply(Certificate *c, const Board *b, Point p, const char *why) {
    ScopedStr text = {0};
    certificate_add_position(&text, b);
    return error_set(c->err, "%s: %s %s", str_text(&text), why, move_text(p, b->size).text);
}

static bool is_stopped(Certificate *c) {
    enum { INTERVAL = 256 };
    return ++c->check->positions % INTERVAL == 0 && stop_requested(c->check->stop);
}

static bool node_wins(Certificate *c, const Board *b, int node, Error *err) {
    ProofCheck check = {.stop = c->check->stop};
    bool ok = proof_node_wins(c->proof, c->check->heading.side, b, node, &check, err);
    c->check->positions += check.positions;
    return ok;
}

// The other side is to move: every legal reply is answered by another entry, by a five, or by the
// threat.
static bool answers_all(Certificate *c, const Board *b, int threat) {
    const CertificateHeading *h = &c->check->heading;
    Point empty[BOARD_MAX * BOARD_MAX], fives[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    bool is_over = !board_has_legal_move(b), has_footprint = false;
    Footprint footprint;
    if (threat != PROOF_NONE) {
        Board pass = *b;
        ProofCheck check = {.stop = c->check->stop};
        pass.turn = (uint8_t)h->side;
        has_footprint = proof_footprint(c->proof, h->side, &pass, threat, &check, &footprint);
        c->check->positions += check.positions;
    }
    if (is_over && h->claim == CLAIM_WIN)
        return error_set(c->err, "no move is left: a draw");
    for (int i = 0; i < n && !is_over; i++) {
        Board after = *b;
        if (board_play(&after, empty[i]) != PLAY_OK)
            continue;
        if (is_stopped(c))
            return error_set(c->err, "the check was interrupted");
        if (after.winner != EMPTY)
            return refuse_reply(c, b, empty[i], "the other side wins by");
        if (board_five_points(&after, h->side, fives) > 0 ||
            (h->claim == CLAIM_HOLD && !board_has_legal_move(&after)))
            continue;
        if (has_footprint && footprint_excludes(&footprint, b, h->side, empty[i], 1))
            continue;
        if (set_has(&c->claimed, &after, NULL))
            continue;
        if (threat == PROOF_NONE || !node_wins(c, &after, threat, NULL))
            return refuse_reply(c, b, empty[i], "no answer to");
    }
    return true;
}

static bool read_move(Certificate *c, const Json *entry, Point *out) {
    const Json *j = json_member(entry, "move", JSON_STRING, c->err);
    return j && (point_parse(j->text, NOTATION_POS, c->check->heading.size, out, c->err) ||
                 json_locate(j, c->err));
}

static bool read_node(Certificate *c, const Json *entry, const char *name, int *out) {
    const Json *j = json_member(entry, name, JSON_NUMBER, c->err);
    int64_t n;
    if (!j || !proof_read_nodes(entry, c->proof, c->err) ||
        !json_integer(j, name, 0, c->proof->node_count - 1, &n, c->err))
        return false;
    *out = (int)n;
    return true;
}

static bool check_pairs(Certificate *c, const Json *pairs, const Board *b, Point move) {
    Point points[2 * BOARD_MAX * BOARD_MAX];
    int count = 0;
    ProofCheck check = {0};
    if (pairs->kind != JSON_STRING || c->check->heading.claim != CLAIM_HOLD)
        return json_error(pairs, c->err, "pairs are a string, and only hold");
    if (*pairs->text && !points_parse(pairs->text, b->size, COUNT(points), points, &count, c->err))
        return json_locate(pairs, c->err);
    if (count % 2 != 0)
        return json_error(pairs, c->err, "the last pair has only one point");
    proof_add_pairs(c->proof, move, points, count / 2);
    return proof_node_holds(c->proof, c->check->heading.side, b, 0, &check, c->err);
}

// Each reply outside of the settled pairs leads to another entry, unless it is the last point.
static bool answers_open(Certificate *c, const Board *b, const Settled *s) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int count = 0, n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++)
        if (!s->partner[empty[i]])
            empty[count++] = empty[i];
    for (int i = 0; i < count && count > 1; i++) {
        Board after = *b;
        board_place(&after, WHITE, empty[i]);
        if (is_stopped(c))
            return error_set(c->err, "the check was interrupted");
        if (!set_has(&c->claimed, &after, s))
            return refuse_reply(c, b, empty[i], "no answer to");
    }
    return true;
}

static bool check_settled(Certificate *c, const Json *settled, const Json *pairs, const Board *b,
                          Point move) {
    Settled s = {{0}};
    Board after = *b;
    if (!settled || !pairs)
        return error_set(c->err, "settled pairs are in all entries or in none");
    if (!read_settled(c, settled, b, &s))
        return false;
    if (!settled_move_is_legal(b, s.partner, move))
        return error_set(c->err, "the move may not be legal");
    board_place(&after, BLACK, move);
    c->check->moves++;
    return read_settled(c, pairs, &after, &s) && settled_pairs_hold(&after, s.partner, c->err) &&
           answers_open(c, &after, &s);
}

static bool check_entry(Certificate *c, const Json *entry) {
    static const char *const names[] = {"position", "move",  "threat", "root",
                                        "nodes",    "pairs", "settled"};
    Board b, none = {0};
    Point move;
    int node = PROOF_NONE;
    const Json *pairs = json_find(entry, "pairs"), *settled = json_find(entry, "settled");
    if (!has_only(entry, names, COUNT(names), c->err) || !read_board(c, entry, &b))
        return false;
    c->check->entries++;
    proof_release(c->proof);
    proof_init(c->proof, &none);
    c->proof->start = b;
    bool has_root = json_find(entry, "root"), has_threat = json_find(entry, "threat");
    if (has_root && c->check->heading.claim != CLAIM_WIN)
        return json_error(entry, c->err, "only a win has a proof");
    if (has_root + has_threat + (pairs || settled) > 1 ||
        (json_find(entry, "nodes") && !has_root && !has_threat) ||
        (has_root && json_find(entry, "move")))
        return json_error(entry, c->err, "two kinds of entry in one");
    if (has_root)
        return read_node(c, entry, "root", &node) && node_wins(c, &b, node, c->err);
    if (!read_move(c, entry, &move) || (has_threat && !read_node(c, entry, "threat", &node)))
        return false;
    if (c->is_settled)
        return check_settled(c, settled, pairs, &b, move);
    if (pairs)
        return check_pairs(c, pairs, &b, move);
    c->check->moves++;
    PlayResult played = board_play(&b, move);
    if (played != PLAY_OK)
        return error_set(c->err, "%s", play_result_text(played));
    return b.winner != EMPTY || answers_all(c, &b, node);
}

static bool check_start(Certificate *c, const Json *start) {
    static const char *const names[] = {"position", "turn"}, *const colors[] = {"black", "white"};
    Board b;
    if (!has_only(start, names, COUNT(names), c->err) || !read_board(c, start, &b))
        return false;
    int turn = find_word(start, "turn", colors, COUNT(colors), c->err);
    if (turn < 0)
        return false;
    b.turn = turn == 0 ? BLACK : WHITE;
    Str *text = &c->check->starts;
    str_add_text(text, text->len > 0 ? "; " : "");
    certificate_add_position(text, &b);
    str_add(text, ", %s to move", stone_name(b.turn));
    if (c->is_settled && b.turn != c->check->heading.side)
        return json_error(start, c->err, "with settled pairs, Black moves first");
    if (b.turn == c->check->heading.side)
        return set_has(&c->claimed, &b, NULL) ||
               json_error(start, c->err, "no entry for this start");
    return answers_all(c, &b, PROOF_NONE);
}

// Calls `visit` for each entry line.
static bool for_each_entry(Certificate *c, bool (*visit)(Certificate *c, const Json *entry)) {
    Scanner all = scanner_over(c->text, c->len), line;
    scanner_line(&all, &line); // the heading
    while (scanner_line(&all, &line)) {
        Arena arena = {0};
        const Json *entry = json_scan(&arena, &line, c->err);
        bool ok = entry && visit(c, entry);
        arena_release(&arena);
        if (!ok) {
            char where[32];
            snprintf(where, sizeof where, "line %d", all.line - 1);
            return error_prefix(c->err, where);
        }
    }
    return true;
}

static bool add_claim(Certificate *c, const Json *entry) {
    Board b;
    Settled s = {{0}};
    const Json *settled = json_find(entry, "settled");
    c->is_settled |= settled != NULL;
    return read_board(c, entry, &b) && (!settled || read_settled(c, settled, &b, &s)) &&
           (set_add(&c->claimed, &b, &s), true);
}

bool certificate_check_end(const char *text, size_t len, size_t *before_end, Error *err) {
    static const char *const names[] = {"entries", "crc32"};
    size_t at = len > 0 ? len - 1 : 0;
    while (at > 0 && text[at - 1] != '\n')
        at--;
    ScopedStr sum = {0};
    Arena arena = {0};
    add_checksum(&sum, text, at);
    int64_t lines = -1, entries;
    for (size_t i = 0; i < at; i++)
        lines += text[i] == '\n';
    const Json *end =
        len > 0 && text[len - 1] == '\n' ? json_parse(&arena, text + at, len - at, NULL) : NULL;
    const char *expected = end ? json_text(end, "crc32") : NULL;
    const Json *number = end ? json_find(end, "entries") : NULL;
    bool ok = true;
    if (!expected || !number || !has_only(end, names, COUNT(names), NULL))
        ok = error_set(err, "the last line is missing: the file is not complete");
    else if (at == 0)
        ok = error_set(err, "the first line is missing");
    else if (strcmp(expected, sum.data) != 0)
        ok = error_set(err, "the checksum does not match: the file is damaged");
    else if (!json_integer(number, "entries", lines, lines, &entries, NULL))
        ok = error_set(err, "the number of entries does not match");
    *before_end = at;
    arena_release(&arena);
    return ok;
}

static bool check_all(Certificate *c) {
    Scanner all = scanner_over(c->text, c->len), line;
    const Json *heading = scanner_line(&all, &line) ? json_scan(&c->arena, &line, c->err) : NULL;
    if (!heading || !certificate_read_heading(heading, &c->check->heading, &c->starts, c->err) ||
        !for_each_entry(c, add_claim))
        return false;
    for (const Json *s = c->starts->first; s; s = s->next)
        if (!check_start(c, s))
            return false;
    return for_each_entry(c, check_entry);
}

bool certificate_check(const char *text, size_t len, CertificateCheck *check, Error *err) {
    Board none = {0};
    Proof proof;
    Certificate c = {.check = check, .err = err, .text = text, .proof = &proof};
    proof_init(&proof, &none);
    bool ok = certificate_check_end(text, len, &c.len, err) && check_all(&c);
    proof_release(&proof);
    set_release(&c.claimed);
    arena_release(&c.arena);
    return ok;
}
