#include "room/inquiry.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/util.h"
#include "core/notation.h"
#include "core/situation.h"
#include "record/branch.h"
#include "room/hall_inside.h"
#include "study/annotate.h"

#include <string.h>

struct Inquiry {
    Effort effort;
    Str answer; // JSON, of a game when it is closed; empty: nothing is known
    bool is_closed;
    // Of a position.
    Board board;
    int depth; // of that
    bool is_answered;
    // Of a game.
    GameId game; // "": it is about a position
    Record *record;
    Review review;
    int count, known;
};

static bool is_game(const Inquiry *q) {
    return *q->game.text != '\0';
}

// ---- As it is asked

static Refusal refuse(Refusal why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

static int64_t number_or(int given, int otherwise) {
    return given ? given : otherwise;
}

static Refusal ask_about_position(const InquiryRequest *r, Inquiry *q, Error *err) {
    Situation s = {.rules = r->rules,
                   .black = r->black,
                   .white = r->white,
                   .turn = r->turn,
                   .moves = r->moves,
                   .size = r->size};
    Game g;
    if (!situation_play(&s, &g, err))
        return REFUSED_BAD_VALUE;
    if (game_result(&g).reason != END_NONE)
        return refuse(REFUSED_BAD_VALUE, err, "the game is over in this position");
    q->board = g.board;
    q->effort.lines = r->prove ? 0 : (int)number_or(r->lines, 1);
    q->effort.ms = number_or(r->ms, r->nodes ? INQUIRY_MS_MAX : INQUIRY_MS_USUAL);
    return REFUSED_NOT;
}

static bool says_position(const InquiryRequest *r) {
    return r->rules || r->black || r->white || r->turn || r->moves || r->size || r->lines ||
           r->prove;
}

static Refusal ask_about_game(Hall *h, const InquiryRequest *r, Inquiry *q, Error *err) {
    if (says_position(r))
        return refuse(REFUSED_BAD_VALUE, err,
                      "a question is about a game, or about a position: not both");
    const Entry *e = hall_open(h, r->game, err);
    if (!e)
        return REFUSED_NOT_FOUND;
    if (!hall_is_over(e))
        return refuse(e->row.mist ? REFUSED_IN_THE_MIST : REFUSED_NOT_NOW, err,
                      "a game is looked at when it is over");
    if (r->ms > INQUIRY_GAME_MS_MAX)
        return refuse(REFUSED_BAD_VALUE, err, "each position of a game gets 2000 ms at most");
    q->game = e->row.id;
    q->record = record_from_game(&e->room->game);
    if (!review_begin(q->record, &q->review, err))
        return REFUSED_NOT_NOW;
    if (q->review.count == 0)
        return refuse(REFUSED_NOT_NOW, err, "there is no position in this game to look at");
    q->count = q->review.count;
    q->effort.lines = 1;
    q->effort.ms = number_or(r->ms, r->nodes ? INQUIRY_GAME_MS_MAX : INQUIRY_GAME_MS_USUAL);
    return REFUSED_NOT;
}

Refusal hall_inquire(Hall *h, const InquiryRequest *request, Inquiry **out, Error *err) {
    Inquiry *q = mem_alloc(sizeof *q);
    q->effort.nodes = request->nodes;
    Refusal no =
        request->game ? ask_about_game(h, request, q, err) : ask_about_position(request, q, err);
    if (no) {
        inquiry_free(q);
        q = NULL;
    }
    *out = q;
    return no;
}

void inquiry_free(Inquiry *q) {
    if (!q)
        return;
    str_release(&q->answer);
    review_release(&q->review);
    record_free(q->record);
    mem_free(q);
}

Effort inquiry_effort(const Inquiry *q) {
    return q->effort;
}

const char *inquiry_game(const Inquiry *q) {
    return is_game(q) ? q->game.text : NULL;
}

// ---- Its positions

int inquiry_count(const Inquiry *q) {
    return is_game(q) ? q->count : 1;
}

int inquiry_known(const Inquiry *q) {
    return is_game(q) ? q->known : q->is_answered;
}

int inquiry_next(const Inquiry *q) {
    int known = inquiry_known(q);
    return known < inquiry_count(q) && !q->is_closed ? known : -1;
}

void inquiry_position(const Inquiry *q, int i, Str *out) {
    situation_format(is_game(q) ? &q->review.moves[i].board : &q->board, out);
}

void inquiry_task(const Inquiry *q, int i, int64_t spent_ms, Str *out) {
    int64_t ms = q->effort.ms > spent_ms ? q->effort.ms - spent_ms : 1;
    if (q->effort.lines)
        str_add(out, "examine %d %lld %lld ", q->effort.lines, (long long)ms,
                (long long)q->effort.nodes);
    else
        str_add(out, "prove %lld %lld ", (long long)ms, (long long)q->effort.nodes);
    inquiry_position(q, i, out);
}

// ---- Its answer

static bool read_point(const Json *j, int size, Point *out, Error *err) {
    if (!j || j->kind != JSON_TEXT)
        return error_set(err, "a move is missing");
    return point_parse(j->text, NOTATION_POS, size, out, err);
}

// The first of the lines.
static bool read_line(const Json *line, int size, AnalystLine *out, Error *err) {
    int64_t value = 0, depth = 0;
    const Json *moves = json_find(line, "line"), *given = json_find(line, "value"),
               *depths = json_find(line, "depth");
    if (!given || !depths || !moves)
        return error_set(err, "a line lacks its value, depth or moves");
    if (!json_integer(given, "value", INT32_MIN / 2, INT32_MAX / 2, &value, err) ||
        !json_integer(depths, "depth", 0, INT32_MAX, &depth, err) ||
        !read_point(json_find(line, "move"), size, &out->move, err))
        return false;
    out->value = (int)value;
    out->depth = (int)depth;
    for (const Json *j = moves->first; j && out->length < ANALYST_LINE_MAX; j = j->next)
        if (!read_point(j, size, &out->moves[out->length++], err))
            return false;
    return true;
}

static bool read_count(const Json *j, const char *name, int64_t *out, Error *err) {
    const Json *number = json_find(j, name);
    if (!number)
        return error_set(err, "%s are missing", name);
    return json_integer(number, name, 0, INT64_MAX, out, err);
}

// `best` stays empty where it is a proof.
static bool read_found(const Inquiry *q, int size, const char *json, InquiryFound *found,
                       AnalystLine *best, Error *err) {
    Arena arena = {0};
    const Json *j = json_parse(&arena, json, strlen(json), err);
    bool ok =
        j && read_count(j, "ms", &found->ms, err) && read_count(j, "nodes", &found->nodes, err);
    if (ok && q->effort.lines) {
        const Json *lines = json_find(j, "lines");
        ok = lines && lines->first ? read_line(lines->first, size, best, err)
                                   : error_set(err, "there are no lines");
    }
    arena_release(&arena);
    return ok;
}

static void note_position(Inquiry *q, const char *json, const InquiryFound *found,
                          const AnalystLine *best) {
    q->is_answered |= found->is_last;
    if (best->depth < q->depth && !found->is_settled)
        return; // it was begun again
    q->depth = best->depth;
    str_clear(&q->answer);
    str_add_text(&q->answer, json);
}

static void note_in_game(Inquiry *q, int i, const AnalystLine *best) {
    review_note(&q->review.moves[i], best);
    review_judge(&q->review);
    q->known = i + 1;
}

bool inquiry_note(Inquiry *q, int i, const char *json, InquiryFound *found, Error *err) {
    AnalystLine best = {0};
    int size = is_game(q) ? q->review.moves[i].board.size : q->board.size;
    if (!read_found(q, size, json, found, &best, err))
        return false;
    if (!is_game(q))
        note_position(q, json, found, &best);
    else if (found->is_last)
        note_in_game(q, i, &best);
    return true;
}

void inquiry_write(const Inquiry *q, Str *out) {
    if (!is_game(q) || q->is_closed) {
        str_add_text(out, q->answer.len ? str_text(&q->answer) : "null");
        return;
    }
    str_add_char(out, '[');
    for (int i = 0; i < q->known; i++) {
        str_add_text(out, i ? "," : "");
        review_json_move(&q->review, i, out);
    }
    str_add_char(out, ']');
}

void inquiry_close(Inquiry *q) {
    if (q->is_closed)
        return;
    if (is_game(q)) {
        inquiry_write(q, &q->answer);
        review_release(&q->review);
        record_free(q->record);
        q->record = NULL;
    }
    q->is_closed = true;
}
