#include "proof/proof.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"

#include <string.h>

enum { VERSION = 1, NODES_MAX = 4000000 };

// ---- Writing

static void write_stones(JsonWriter *w, const Board *b, Stone color) {
    Point points[BOARD_MAX * BOARD_MAX];
    int count = 0;
    for (int y = b->size - 1; y >= 0; y--)
        for (int x = 0; x < b->size; x++)
            if (b->at[point_at(x, y)] == color)
                points[count++] = point_at(x, y);
    write_points(w, stone_word(color), points, count, b->size);
}

static void write_replies(JsonWriter *w, const Proof *p, const ProofNode *n) {
    write_object(w, "replies");
    for (int i = 0; i < n->reply_count; i++) {
        const ProofReply *r = &p->replies[n->replies + i];
        write_number(w, move_text(r->point, p->start.size).text, r->node);
    }
    write_end_object(w);
}

static void write_node(JsonWriter *w, const Proof *p, const ProofNode *n) {
    int size = p->start.size;
    write_object(w, NULL);
    if (n->line_count > 0)
        write_points(w, "line", p->points + n->line, n->line_count, size);
    if (n->move != POINT_NONE)
        write_points(w, "move", &n->move, 1, size);
    if (n->reply_count > 0)
        write_replies(w, p, n);
    if (n->threat != PROOF_NONE)
        write_number(w, "threat", n->threat);
    if (n->paired)
        write_points(w, "pairs", n->pair_count > 0 ? p->points + n->pairs : NULL, 2 * n->pair_count,
                     size);
    write_end_object(w);
}

void proof_write_json(const Proof *p, Str *out) {
    const Board *b = &p->start;
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "format", "pentad-proof");
    write_number(&w, "version", VERSION);
    write_text(&w, "rules", b->rules->name);
    write_number(&w, "size", b->size);
    write_stones(&w, b, BLACK);
    write_stones(&w, b, WHITE);
    write_text(&w, "turn", stone_word(b->turn));
    write_text(&w, "outcome", outcome_name(p->outcome));
    if (p->outcome == OUTCOME_DRAW) {
        write_object(&w, "holds");
        write_number(&w, "black", p->roots[0]);
        write_number(&w, "white", p->roots[1]);
        write_end_object(&w);
    } else {
        write_number(&w, "length", proof_length(p));
        write_number(&w, "root", p->roots[0]);
    }
    write_array(&w, "nodes");
    for (int i = 0; i < p->node_count; i++) {
        write_newline(&w);
        write_node(&w, p, &p->nodes[i]);
    }
    write_newline(&w);
    write_end_array(&w);
    write_end_object(&w);
    str_add_char(out, '\n');
}

void proof_write_nodes(JsonWriter *w, const Proof *p) {
    write_array(w, "nodes");
    for (int i = 0; i < p->node_count; i++)
        write_node(w, p, &p->nodes[i]);
    write_end_array(w);
}

// ---- Reading

typedef struct {
    Proof *proof;
    Error *err;
    int count; // of `points`
    Point points[2 * BOARD_MAX * BOARD_MAX];
    int reply_count;
    ProofReply replies[BOARD_MAX * BOARD_MAX];
} Reader;

// Parses a string of points into r->points.
static bool read_points(Reader *r, const Json *j, const char *text) {
    return points_parse(text, r->proof->start.size, COUNT(r->points), r->points, &r->count,
                        r->err) ||
           json_locate(j, r->err);
}

static bool read_stones(Reader *r, const Json *root, const char *name, Stone color) {
    const Json *j = json_member(root, name, JSON_STRING, r->err);
    Board *b = &r->proof->start;
    if (!j || !read_points(r, j, j->text))
        return false;
    for (int i = 0; i < r->count; i++) {
        if (b->at[r->points[i]] != EMPTY)
            return json_error(j, r->err, "two stones are on one point");
        board_place(b, color, r->points[i]);
    }
    return true;
}

static bool read_position(Reader *r, const Json *root) {
    const Json *rules = json_member(root, "rules", JSON_STRING, r->err), *size, *turn;
    int64_t n;
    if (!rules || !(size = json_member(root, "size", JSON_NUMBER, r->err)) ||
        !(turn = json_member(root, "turn", JSON_STRING, r->err)))
        return false;
    const Rules *found = rules_find(rules->text, r->err);
    if (!found)
        return json_locate(rules, r->err);
    if (!json_integer(size, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &n, r->err))
        return false;
    board_init(&r->proof->start, found, (int)n);
    if (!read_stones(r, root, "black", BLACK) || !read_stones(r, root, "white", WHITE))
        return false;
    bool black = !strcmp(turn->text, "black");
    if (!black && strcmp(turn->text, "white") != 0)
        return json_error(turn, r->err, "\"turn\" must be black or white");
    r->proof->start.turn = black ? BLACK : WHITE;
    board_recompute_winner(&r->proof->start);
    return true;
}

// The number of an earlier node.
static bool read_node_number(Reader *r, const Json *j, const char *what, int32_t *out) {
    int64_t n;
    if (r->proof->node_count == 0)
        return json_error(j, r->err, "the first node cannot refer to another");
    if (!json_integer(j, what, 0, r->proof->node_count - 1, &n, r->err))
        return false;
    *out = (int32_t)n;
    return true;
}

static bool read_replies(Reader *r, const Json *list) {
    r->reply_count = 0;
    if (!list)
        return true;
    if (list->kind != JSON_OBJECT)
        return json_error(list, r->err, "\"replies\" must be an object");
    for (const Json *j = list->first; j; j = j->next) {
        ProofReply *reply = &r->replies[r->reply_count];
        if (r->reply_count == COUNT(r->replies))
            return json_error(j, r->err, "more replies than a board has points");
        if (!read_points(r, j, j->name))
            return false;
        if (r->count != 1)
            return json_error(j, r->err, "a reply must be one point");
        reply->point = r->points[0];
        if (!read_node_number(r, j, "what follows a reply", &reply->node))
            return false;
        r->reply_count++;
    }
    return true;
}

static const char *const node_fields[] = {"line", "move", "replies", "threat", "pairs"};

// An unknown field is an error: ignoring it could change what is proved.
static bool has_known_fields(Reader *r, const Json *node) {
    for (const Json *j = node->first; j; j = j->next) {
        bool known = false;
        for (int i = 0; i < COUNT(node_fields); i++)
            known |= !strcmp(j->name, node_fields[i]);
        if (!known)
            return json_error(j, r->err, "a node has line, move, replies, threat or pairs");
    }
    return true;
}

static bool read_line_node(Reader *r, const Json *node, const Json *line) {
    if (line->kind != JSON_STRING || line->next || line != node->first)
        return json_error(line, r->err, "a line of fours is a string, and alone in its node");
    if (!read_points(r, line, line->text))
        return false;
    if (r->count == 0)
        return json_error(line, r->err, "a line of fours has at least one point");
    proof_add_line(r->proof, r->points, r->count);
    return true;
}

static bool read_node(Reader *r, const Json *node) {
    if (node->kind != JSON_OBJECT)
        return json_error(node, r->err, "a node must be an object");
    const Json *line = json_find(node, "line"), *move = json_find(node, "move"),
               *threat = json_find(node, "threat"), *pairs = json_find(node, "pairs");
    if (!has_known_fields(r, node))
        return false;
    if (line)
        return read_line_node(r, node, line);
    Point point = POINT_NONE;
    if (move) {
        if (move->kind != JSON_STRING)
            return json_error(move, r->err, "\"move\" must be a string");
        if (!read_points(r, move, move->text))
            return false;
        if (r->count != 1)
            return json_error(move, r->err, "\"move\" must be one point");
        point = r->points[0];
    }
    int32_t threatened = PROOF_NONE;
    if ((threat && !read_node_number(r, threat, "threat", &threatened)) ||
        !read_replies(r, json_find(node, "replies")))
        return false;
    if (!pairs) {
        proof_add_move(r->proof, point, r->replies, r->reply_count, threatened);
        return true;
    }
    if (pairs->kind != JSON_STRING || threat || r->reply_count > 0)
        return json_error(pairs, r->err, "\"pairs\" is a string, without replies and threat");
    if (!read_points(r, pairs, pairs->text))
        return false;
    if (r->count % 2 != 0)
        return json_error(pairs, r->err, "the last pair has only one point");
    proof_add_pairs(r->proof, point, r->points, r->count / 2);
    return true;
}

static bool read_nodes(Reader *r, const Json *root) {
    const Json *nodes = json_member(root, "nodes", JSON_ARRAY, r->err);
    for (const Json *j = nodes ? nodes->first : NULL; j; j = j->next) {
        if (r->proof->node_count >= NODES_MAX)
            return json_error(j, r->err, "too many nodes");
        if (!read_node(r, j))
            return false;
    }
    return nodes;
}

static bool read_root(Reader *r, const Json *object, const char *name, int32_t *out) {
    const Json *number = json_member(object, name, JSON_NUMBER, r->err);
    return number && read_node_number(r, number, name, out);
}

static bool read_outcome(Reader *r, const Json *root) {
    const Json *j = json_member(root, "outcome", JSON_STRING, r->err);
    Proof *p = r->proof;
    if (!j)
        return false;
    for (Outcome i = OUTCOME_WIN; i < OUTCOME_COUNT; i++)
        if (!strcmp(j->text, outcome_name(i)))
            p->outcome = (Outcome)i;
    if (p->outcome == OUTCOME_UNKNOWN)
        return json_error(j, r->err, "\"outcome\" must be win, loss or draw");
    if (p->outcome != OUTCOME_DRAW)
        return read_root(r, root, "root", &p->roots[0]);
    const Json *holds = json_member(root, "holds", JSON_OBJECT, r->err);
    return holds && read_root(r, holds, "black", &p->roots[0]) &&
           read_root(r, holds, "white", &p->roots[1]);
}

static bool read_heading(const Json *root, Error *err) {
    const char *format = json_text(root, "format");
    int64_t n;
    if (!format || strcmp(format, "pentad-proof") != 0)
        return error_set(err, "not a proof: \"format\" must be \"pentad-proof\"");
    const Json *version = json_member(root, "version", JSON_NUMBER, err);
    return version && json_integer(version, "version", VERSION, VERSION, &n, err);
}

bool proof_read_json(const char *text, size_t len, Proof *out, Error *err) {
    Arena arena = {0};
    Board none = {0};
    Reader *r = arena_alloc(&arena, sizeof *r);
    r->proof = out;
    r->err = err;
    proof_init(out, &none);
    const Json *root = json_parse(&arena, text, len, err);
    bool ok = root && read_heading(root, err) && read_position(r, root) && read_nodes(r, root) &&
              read_outcome(r, root);
    arena_release(&arena);
    if (!ok)
        proof_release(out);
    return ok;
}

bool proof_read_nodes(const Json *object, Proof *p, Error *err) {
    Reader *r = mem_alloc(sizeof *r);
    r->proof = p;
    r->err = err;
    bool ok = read_nodes(r, object);
    mem_free(r);
    return ok;
}
