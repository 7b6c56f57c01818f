#include "games/analysis_job.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/util.h"
#include "core/notation.h"
#include "core/position_text.h"
#include "games/registry_internal.h"
#include "record/game_in_tree.h"
#include "study/annotate.h"

#include <string.h>

struct AnalysisJob {
    Budget effort;
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

static bool is_game(const AnalysisJob *q) {
    return *q->game.text != '\0';
}

// ---- As it is asked

static Status refuse(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

static int64_t number_or(int given, int otherwise) {
    return given ? given : otherwise;
}

static Status ask_about_position(const AnalysisRequest *r, AnalysisJob *q, Error *err) {
    PositionSpec s = {.rules = r->rules,
                      .black = r->black,
                      .white = r->white,
                      .turn = r->turn,
                      .moves = r->moves,
                      .size = r->size};
    Game g;
    if (!position_spec_play(&s, &g, err))
        return STATUS_BAD_VALUE;
    if (game_result(&g).reason != END_NONE)
        return refuse(STATUS_BAD_VALUE, err, "the game is over in this position");
    q->board = g.board;
    q->effort.lines = r->prove ? 0 : (int)number_or(r->lines, 1);
    q->effort.ms = number_or(r->ms, r->nodes ? ANALYSIS_MS_MAX : ANALYSIS_MS_DEFAULT);
    return STATUS_OK;
}

static bool says_position(const AnalysisRequest *r) {
    return r->rules || r->black || r->white || r->turn || r->moves || r->size || r->lines ||
           r->prove;
}

static Status ask_about_game(GameRegistry *h, const AnalysisRequest *r, AnalysisJob *q,
                             Error *err) {
    if (says_position(r))
        return refuse(STATUS_BAD_VALUE, err,
                      "a question is about a game, or about a position: not both");
    const GameEntry *e = registry_open_game(h, r->game, err);
    if (!e)
        return STATUS_NOT_FOUND;
    if (!registry_is_over_and_committed(e))
        return refuse(e->row.mist ? STATUS_IN_THE_MIST : STATUS_NOT_NOW, err,
                      "a game is looked at when it is over");
    if (r->ms > ANALYSIS_GAME_MS_MAX)
        return refuse(STATUS_BAD_VALUE, err, "each position of a game gets 2000 ms at most");
    q->game = e->row.id;
    q->record = record_from_game(&e->room->game);
    if (!review_begin(q->record, &q->review, err))
        return STATUS_NOT_NOW;
    if (q->review.count == 0)
        return refuse(STATUS_NOT_NOW, err, "there is no position in this game to look at");
    q->count = q->review.count;
    q->effort.lines = 1;
    q->effort.ms = number_or(r->ms, r->nodes ? ANALYSIS_GAME_MS_MAX : ANALYSIS_GAME_MS_DEFAULT);
    return STATUS_OK;
}

Status registry_new_analysis(GameRegistry *h, const AnalysisRequest *request, AnalysisJob **out,
                             Error *err) {
    AnalysisJob *q = mem_alloc(sizeof *q);
    q->effort.nodes = request->nodes;
    Status no =
        request->game ? ask_about_game(h, request, q, err) : ask_about_position(request, q, err);
    if (no) {
        analysis_job_free(q);
        q = NULL;
    }
    *out = q;
    return no;
}

void analysis_job_free(AnalysisJob *q) {
    if (!q)
        return;
    str_release(&q->answer);
    review_release(&q->review);
    record_free(q->record);
    mem_free(q);
}

Budget analysis_job_budget(const AnalysisJob *q) {
    return q->effort;
}

const char *analysis_job_game(const AnalysisJob *q) {
    return is_game(q) ? q->game.text : NULL;
}

// ---- Its positions

int analysis_job_position_count(const AnalysisJob *q) {
    return is_game(q) ? q->count : 1;
}

int analysis_job_done_count(const AnalysisJob *q) {
    return is_game(q) ? q->known : q->is_answered;
}

int analysis_job_next(const AnalysisJob *q) {
    int known = analysis_job_done_count(q);
    return known < analysis_job_position_count(q) && !q->is_closed ? known : -1;
}

void analysis_job_position(const AnalysisJob *q, int i, Str *out) {
    position_text_format(is_game(q) ? &q->review.moves[i].board : &q->board, out);
}

void analysis_job_command(const AnalysisJob *q, int i, int64_t spent_ms, Str *out) {
    int64_t ms = q->effort.ms > spent_ms ? q->effort.ms - spent_ms : 1;
    if (q->effort.lines)
        str_add(out, "examine %d %lld %lld ", q->effort.lines, (long long)ms,
                (long long)q->effort.nodes);
    else
        str_add(out, "prove %lld %lld ", (long long)ms, (long long)q->effort.nodes);
    analysis_job_position(q, i, out);
}

// ---- Its answer

static bool read_point(const Json *j, int size, Point *out, Error *err) {
    if (!j || j->kind != JSON_STRING)
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
static bool read_found(const AnalysisJob *q, int size, const char *json, AnalysisResult *found,
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

static void note_position(AnalysisJob *q, const char *json, const AnalysisResult *found,
                          const AnalystLine *best) {
    q->is_answered |= found->is_final;
    if (best->depth < q->depth && !found->is_settled)
        return; // it was begun again
    q->depth = best->depth;
    str_clear(&q->answer);
    str_add_text(&q->answer, json);
}

static void note_in_game(AnalysisJob *q, int i, const AnalystLine *best) {
    review_set_best(&q->review.moves[i], best);
    review_grade_moves(&q->review);
    q->known = i + 1;
}

bool analysis_job_add_result(AnalysisJob *q, int i, const char *json, AnalysisResult *found,
                             Error *err) {
    AnalystLine best = {0};
    int size = is_game(q) ? q->review.moves[i].board.size : q->board.size;
    if (!read_found(q, size, json, found, &best, err))
        return false;
    if (!is_game(q))
        note_position(q, json, found, &best);
    else if (found->is_final)
        note_in_game(q, i, &best);
    return true;
}

void analysis_job_write(const AnalysisJob *q, Str *out) {
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

void analysis_job_close(AnalysisJob *q) {
    if (q->is_closed)
        return;
    if (is_game(q)) {
        analysis_job_write(q, &q->answer);
        review_release(&q->review);
        record_free(q->record);
        q->record = NULL;
    }
    q->is_closed = true;
}
