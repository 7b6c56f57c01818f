#include "app/solve_report.h"

#include "core/notation.h"
#include "record/picture.h"

// "1,234,567"
static void add_count(Str *out, int64_t n) {
    if (n >= 1000) {
        add_count(out, n / 1000);
        str_add(out, ",%03d", (int)(n % 1000));
    } else {
        str_add(out, "%d", (int)n);
    }
}

static void add_line(Str *out, const SolveReport *r) {
    const EngineLine *line = &r->result->lines[0];
    for (int i = 0; i < line->length; i++) {
        str_add_text(out, i > 0 ? " " : "");
        point_format(line->moves[i], NOTATION_POS, r->board->size, out);
    }
}

static void add_verdict(Str *out, const SolveReport *r) {
    const EngineResult *s = r->result;
    const Board *b = r->board;
    Point move = s->lines[0].move;
    switch (s->outcome) {
    case OUTCOME_DRAW:
        str_add_text(out, "a draw with best play");
        if (move != POINT_NONE) {
            str_add_text(out, "; this holds it: ");
            point_format(move, NOTATION_POS, b->size, out);
        }
        break;
    case OUTCOME_WIN:
    case OUTCOME_LOSS:
        str_add(out, "%s wins in %d stone%s", stone_name(proof_winner(&s->proof)), s->stones,
                s->stones == 1 ? "" : "s");
        str_add_text(out, s->outcome == OUTCOME_LOSS ? ", whatever is played" : "");
        break;
    default:
        str_add_text(out, s->no_threat_win
                              ? "not decided; the side to move certainly has no win by threats"
                              : "not decided within the limits");
    }
}

static void add_proof(Str *out, const SolveReport *r) {
    if (r->complaint) {
        str_add(out, "  THE PROOF DOES NOT HOLD: %s\n", r->complaint);
        return;
    }
    str_add_text(out, "  proof: ");
    add_count(out, r->result->proof.node_count);
    str_add_text(out, r->result->proof.node_count == 1 ? " node" : " nodes");
    if (r->verified) {
        str_add_text(out, ", checked against every legal reply (");
        add_count(out, r->verified_positions);
        str_add_text(out, r->verified_positions == 1 ? " position)" : " positions)");
    }
    str_add_char(out, '\n');
}

void solve_report_text(const SolveReport *r, Str *out) {
    const EngineResult *s = r->result;
    const Board *b = r->board;
    str_add(out, "%s to move, %s %dx%d, %d stone%s: ", stone_name(b->turn), b->rules->name, b->size,
            b->size, b->stones, b->stones == 1 ? "" : "s");
    add_verdict(out, r);
    str_add_char(out, '\n');
    if (s->lines[0].length > 0) {
        str_add_text(out, "  ");
        add_line(out, r);
        str_add_text(out, s->lines[0].length == s->stones ? "\n"
                          : s->lines[0].length == ENGINE_LINE_MAX
                              ? " ...\n"
                              : ", and any reply leaves a five\n");
    }
    if (s->outcome != OUTCOME_UNKNOWN && r->result->proof.node_count > 0)
        add_proof(out, r);
    str_add_text(out, "  ");
    if (s->nodes > 0) {
        add_count(out, s->nodes);
        str_add(out, " position%s searched, ", s->nodes == 1 ? "" : "s");
    }
    str_add(out, "%lld.%03lld s\n", (long long)(s->ms / 1000), (long long)(s->ms % 1000));
}

static int number_of(const SolveReport *r, Point p) {
    const EngineLine *line = &r->result->lines[0];
    for (int i = 0; i < line->length; i++)
        if (line->moves[i] == p)
            return i + 1;
    return 0;
}

void solve_report_board(const SolveReport *r, Str *out) {
    const Board *b = r->board;
    for (int y = 0; y < b->size; y++) {
        str_add(out, "%3s", label_of_row(NOTATION_POS, b->size, y).text);
        for (int x = 0; x < b->size; x++) {
            Point p = point_at(x, y);
            int number = number_of(r, p);
            if (number > 0)
                str_add(out, "%3d", number);
            else
                str_add(out, "  %c", b->at[p] == BLACK ? 'X' : b->at[p] == WHITE ? 'O' : '.');
        }
        str_add_char(out, '\n');
    }
    str_add_text(out, "   ");
    for (int x = 0; x < b->size; x++)
        str_add(out, "  %s", label_of_column(NOTATION_POS, x).text);
    str_add_char(out, '\n');
}

void solve_report_json(const SolveReport *r, Str *out) {
    const EngineResult *s = r->result;
    const Board *b = r->board;
    const EngineLine *line = &s->lines[0];
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "position", r->name);
    write_text(&w, "rules", b->rules->name);
    write_number(&w, "size", b->size);
    write_text(&w, "turn", stone_word(b->turn));
    write_text(&w, "outcome", outcome_name(s->outcome));
    if (s->outcome == OUTCOME_UNKNOWN)
        write_flag(&w, "no_win_by_threats", s->no_threat_win);
    if (line->move != POINT_NONE)
        write_points(&w, "move", &line->move, 1, b->size);
    if (s->stones > 0) {
        write_number(&w, "stones", s->stones);
        write_points(&w, "line", line->moves, line->length, b->size);
    }
    write_number(&w, "nodes", s->nodes);
    write_number(&w, "ms", s->ms);
    if (s->outcome != OUTCOME_UNKNOWN)
        write_number(&w, "proof_nodes", s->proof.node_count);
    if (r->verified || r->complaint)
        write_flag(&w, "verified", r->verified);
    if (r->complaint)
        write_text(&w, "complaint", r->complaint);
    write_end_object(&w);
    str_add_char(out, '\n');
}

void solve_report_json_error(const char *name, const char *why, Str *out) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "position", name);
    write_text(&w, "error", why);
    write_end_object(&w);
    str_add_char(out, '\n');
}
