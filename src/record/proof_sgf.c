#include "record/sgf.h"

#include "core/notation.h"
#include "record/game_in_tree.h"

typedef struct {
    const Proof *proof;
    Record *record;
    int nodes;
    bool cut;
} Converter;

static Node *add_move(Converter *d, Node *parent, Board *b, Point p) {
    Node *node = record_add_move(d->record, parent, b->turn, p);
    if (b->at[p] == EMPTY)
        board_place(b, b->turn, p);
    d->nodes++;
    return node;
}

static void comment(Converter *d, Node *node, const char *text) {
    if (!node_value(node, "C"))
        record_set_value(d->record, node, "C", text);
}

static void draw(Converter *d, Node *parent, Board b, int number);

static void draw_line(Converter *d, Node *at, Board *b, const ProofNode *n) {
    for (int i = 0; i < n->line_count; i++)
        at = add_move(d, at, b, d->proof->points[n->line + i]);
    comment(d, at, b->winner != EMPTY ? "five" : "a four that nothing answers");
}

static void describe_pairs(Converter *d, Node *at, const ProofNode *n) {
    ScopedStr text = {0};
    str_add_text(&text, n->pair_count > 0 ? "holds by pairs:" : "no five is possible any more");
    for (int i = 0; i < n->pair_count; i++) {
        str_add_char(&text, ' ');
        point_format(d->proof->points[n->pairs + 2 * i], NOTATION_POS, d->proof->start.size, &text);
        str_add_char(&text, '-');
        point_format(d->proof->points[n->pairs + 2 * i + 1], NOTATION_POS, d->proof->start.size,
                     &text);
    }
    comment(d, at, str_text(&text));
}

// Shows what happens if the opponent does not answer the threat, as a pass.
static void draw_threat(Converter *d, Node *at, const Board *b, int threat) {
    Board passed = *b;
    Node *pass = record_add_move(d->record, at, b->turn, POINT_PASS);
    passed.turn = (uint8_t)stone_other(b->turn);
    comment(d, pass, "every other reply: the threat goes through");
    d->nodes++;
    draw(d, pass, passed, threat);
}

static void draw(Converter *d, Node *parent, Board b, int number) {
    const Proof *p = d->proof;
    const ProofNode *n = &p->nodes[number];
    if (d->nodes > PROOF_SGF_NODES_MAX) {
        d->cut = true;
        return;
    }
    if (n->line_count > 0) {
        draw_line(d, parent, &b, n);
        return;
    }
    Node *at = n->move != POINT_NONE ? add_move(d, parent, &b, n->move) : parent;
    if (b.winner != EMPTY)
        comment(d, at, "five");
    if (n->paired)
        describe_pairs(d, at, n);
    for (int i = 0; i < n->reply_count; i++) {
        const ProofReply *r = &p->replies[n->replies + i];
        Board next = b;
        Node *reply = add_move(d, at, &next, r->point);
        draw(d, reply, next, r->node);
    }
    if (n->threat != PROOF_NONE)
        draw_threat(d, at, &b, n->threat);
    else if (n->reply_count == 0 && !n->paired && b.winner == EMPTY)
        comment(d, at, "every reply leaves a five");
}

static const char *heading(const Proof *p, Str *text) {
    Stone winner = proof_winner(p);
    if (winner != EMPTY)
        str_add(text, "Proof: %s wins in %d stones.", stone_name(winner), proof_length(p));
    else
        str_add_text(text, "Proof: a draw. First how Black holds it, then how White does.");
    str_add_text(text, " Replies that are not shown lose to the same threat.");
    return str_text(text);
}

Record *record_from_proof(const Proof *p) {
    Converter d = {.proof = p, .record = record_from_position(&p->start)};
    ScopedStr text = {0};
    record_set_value(d.record, d.record->root, "C", heading(p, &text));
    for (int i = 0; i < 2; i++)
        if (p->roots[i] != PROOF_NONE)
            draw(&d, d.record->root, p->start, p->roots[i]);
    if (d.cut)
        record_note(d.record, "the proof is larger than %d moves; the rest is left out",
                    PROOF_SGF_NODES_MAX);
    return d.record;
}
