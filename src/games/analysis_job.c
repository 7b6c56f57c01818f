#include "games/analysis_job.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "core/position_text.h"
#include "games/registry_internal.h"
#include "record/game_in_tree.h"
#include "study/review.h"

#include <string.h>

struct AnalysisJob {
    AnalysisBudget budget;
    Str results; // JSON; of a game only once it is closed; empty: no results
    bool is_closed;
    // For a position.
    Board board;
    int depth; // of the result
    bool is_done;
    // For a game.
    GameId game; // "": the job is for a position
    Record *record;
    Review review;
    int position_count, done_count;
};

static bool is_game(const AnalysisJob *job) {
    return *job->game.text != '\0';
}

// ---- The request

static Status fail(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

static int64_t value_or(int score_json, int fallback) {
    return score_json ? score_json : fallback;
}

static Status init_for_position(const AnalysisRequest *request, AnalysisJob *job, Error *err) {
    PositionSpec s = {.rules = request->rules,
                      .black = request->black,
                      .white = request->white,
                      .turn = request->turn,
                      .moves = request->moves,
                      .size = request->size};
    Game g;
    if (!position_spec_play(&s, &g, err))
        return STATUS_BAD_VALUE;
    if (game_result(&g).reason != END_NONE)
        return fail(STATUS_BAD_VALUE, err, "the game is over in this position");
    job->board = g.board;
    job->budget.lines = request->prove ? 0 : (int)value_or(request->lines, 1);
    job->budget.ms = value_or(request->ms, request->nodes ? ANALYSIS_MS_MAX : ANALYSIS_MS_DEFAULT);
    return STATUS_OK;
}

static bool has_position(const AnalysisRequest *request) {
    return request->rules || request->black || request->white || request->turn || request->moves ||
           request->size || request->lines || request->prove;
}

static Status init_for_game(GameRegistry *registry, const AnalysisRequest *request,
                            AnalysisJob *job, Error *err) {
    if (has_position(request))
        return fail(STATUS_BAD_VALUE, err, "give a game or a position, not both");
    const GameEntry *entry = registry_open_game(registry, request->game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    if (!registry_is_over_and_committed(entry))
        return fail(entry->row.mist ? STATUS_IN_THE_MIST : STATUS_NOT_NOW, err,
                    "a game can be analyzed once it is over");
    if (request->ms > ANALYSIS_GAME_MS_MAX)
        return fail(STATUS_BAD_VALUE, err, "each position of a game gets at most 2000 ms");
    job->game = entry->row.id;
    job->record = record_from_game(&entry->session->game);
    if (!review_begin(job->record, &job->review, err))
        return STATUS_NOT_NOW;
    if (job->review.count == 0)
        return fail(STATUS_NOT_NOW, err, "this game has no position to analyze");
    job->position_count = job->review.count;
    job->budget.lines = 1;
    job->budget.ms =
        value_or(request->ms, request->nodes ? ANALYSIS_GAME_MS_MAX : ANALYSIS_GAME_MS_DEFAULT);
    return STATUS_OK;
}

Status registry_new_analysis(GameRegistry *registry, const AnalysisRequest *request,
                             AnalysisJob **out, Error *err) {
    AnalysisJob *job = mem_alloc(sizeof *job);
    job->budget.nodes = request->nodes;
    Status status = request->game ? init_for_game(registry, request, job, err)
                                  : init_for_position(request, job, err);
    if (status) {
        analysis_job_free(job);
        job = NULL;
    }
    *out = job;
    return status;
}

void analysis_job_free(AnalysisJob *job) {
    if (!job)
        return;
    str_release(&job->results);
    review_release(&job->review);
    record_free(job->record);
    mem_free(job);
}

AnalysisBudget analysis_job_budget(const AnalysisJob *job) {
    return job->budget;
}

const char *analysis_job_game(const AnalysisJob *job) {
    return is_game(job) ? job->game.text : NULL;
}

// ---- Positions

int analysis_job_position_count(const AnalysisJob *job) {
    return is_game(job) ? job->position_count : 1;
}

int analysis_job_done_count(const AnalysisJob *job) {
    return is_game(job) ? job->done_count : job->is_done;
}

int analysis_job_next(const AnalysisJob *job) {
    int done_count = analysis_job_done_count(job);
    return done_count < analysis_job_position_count(job) && !job->is_closed ? done_count : -1;
}

static const Board *board_at(const AnalysisJob *job, int i) {
    return is_game(job) ? &job->review.moves[i].board : &job->board;
}

void analysis_job_position(const AnalysisJob *job, int i, Str *out) {
    position_text_format(board_at(job, i), out);
}

void analysis_job_command(const AnalysisJob *job, int i, int64_t spent_ms, Str *out) {
    int64_t ms = job->budget.ms > spent_ms ? job->budget.ms - spent_ms : 1;
    if (job->budget.lines)
        str_add(out, "analyze %d %lld %lld ", job->budget.lines, (long long)ms,
                (long long)job->budget.nodes);
    else
        str_add(out, "prove %lld %lld ", (long long)ms, (long long)job->budget.nodes);
    analysis_job_position(job, i, out);
}

// ---- Results

static bool read_point(const Json *j, int size, Point *out, Error *err) {
    if (!j || j->kind != JSON_STRING)
        return error_set(err, "a move is missing");
    return point_parse(j->text, NOTATION_POS, size, out, err);
}

static bool can_be_played(const Board *start, const Point *moves, int count, Error *err) {
    Board b = *start;
    for (int i = 0; i < count; i++)
        if (board_play(&b, moves[i]) != PLAY_OK)
            return error_set(err, "a line has a move that cannot be played");
    return true;
}

// Reads a principal variation.
static bool read_line(const Json *line, const Board *b, EngineLine *out, Error *err) {
    int64_t value = 0, depth = 0;
    const Json *moves = json_find(line, "line"), *score_json = json_find(line, "value"),
               *depth_json = json_find(line, "depth");
    if (!score_json || !depth_json || !moves)
        return error_set(err, "a line lacks its value, depth or moves");
    if (!json_integer(score_json, "value", INT32_MIN / 2, INT32_MAX / 2, &value, err) ||
        !json_integer(depth_json, "depth", 0, INT32_MAX, &depth, err) ||
        !read_point(json_find(line, "move"), b->size, &out->move, err))
        return false;
    out->value = (int)value;
    out->depth = (int)depth;
    for (const Json *j = moves->first; j && out->length < ENGINE_LINE_MAX; j = j->next)
        if (!read_point(j, b->size, &out->moves[out->length++], err))
            return false;
    if (out->length == 0 || out->moves[0] != out->move)
        return error_set(err, "a line does not begin with its move");
    return can_be_played(b, out->moves, out->length, err);
}

// `best` is the first of them. Each has another move. The analysis cache may have more of them than
// were asked for.
static bool read_lines(const Json *lines, const Board *b, EngineLine *best, Error *err) {
    Point moves[ANALYSIS_LINES_MAX];
    int count = 0;
    if (!lines || !lines->first)
        return error_set(err, "there are no lines");
    for (const Json *j = lines->first; j; j = j->next) {
        EngineLine line = {0};
        if (count == ANALYSIS_LINES_MAX)
            return error_set(err, "there are more than %d lines", ANALYSIS_LINES_MAX);
        if (!read_line(j, b, &line, err))
            return false;
        for (int i = 0; i < count; i++)
            if (moves[i] == line.move)
                return error_set(err, "two lines have the same move");
        if (count == 0)
            *best = line;
        moves[count++] = line.move;
    }
    return true;
}

static bool read_proof(const Json *j, const Board *b, Error *err) {
    const char *outcome = json_text(j, "outcome"), *move = json_text(j, "move"),
               *line = json_text(j, "line");
    Point moves[ENGINE_LINE_MAX];
    int count = 0;
    bool is_known = false;
    for (Outcome o = OUTCOME_UNKNOWN; outcome && o < OUTCOME_COUNT; o++)
        is_known |= !strcmp(outcome, outcome_name(o));
    if (!is_known || !move || !line)
        return error_set(err, "a proof lacks its outcome, move or line");
    return (!*move || (points_parse(move, b->size, 1, moves, &count, err) &&
                       can_be_played(b, moves, count, err))) &&
           (!*line || (points_parse(line, b->size, ENGINE_LINE_MAX, moves, &count, err) &&
                       can_be_played(b, moves, count, err)));
}

static bool read_count(const Json *j, const char *name, int64_t *out, Error *err) {
    const Json *number = json_find(j, name);
    if (!number)
        return error_set(err, "%s are missing", name);
    return json_integer(number, name, 0, INT64_MAX, out, err);
}

// `best` stays empty for a proof.
static bool read_result(const AnalysisJob *job, const Board *b, const char *json,
                        AnalysisResult *result, EngineLine *best, Error *err) {
    Arena arena = {0};
    const Json *j = json_parse(&arena, json, strlen(json), err);
    bool ok =
        j && read_count(j, "ms", &result->ms, err) && read_count(j, "nodes", &result->nodes, err);
    if (ok)
        ok = job->budget.lines ? read_lines(json_find(j, "lines"), b, best, err)
                               : read_proof(j, b, err);
    arena_release(&arena);
    return ok;
}

static void add_position_result(AnalysisJob *job, const char *json, const AnalysisResult *result,
                                const EngineLine *best) {
    job->is_done |= result->is_final;
    if (best->depth < job->depth && !result->is_settled)
        return; // the search was restarted
    job->depth = best->depth;
    str_clear(&job->results);
    str_add_text(&job->results, json);
}

static void add_game_result(AnalysisJob *job, int i, const EngineLine *best) {
    review_set_best(&job->review.moves[i], best);
    review_grade_moves_near(&job->review, i);
    job->done_count = i + 1;
}

bool analysis_job_add_result(AnalysisJob *job, int i, const char *json, AnalysisResult *result,
                             Error *err) {
    EngineLine best = {0};
    if (!read_result(job, board_at(job, i), json, result, &best, err))
        return false;
    if (!is_game(job))
        add_position_result(job, json, result, &best);
    else if (result->is_final)
        add_game_result(job, i, &best);
    return true;
}

void analysis_job_write(const AnalysisJob *job, JsonWriter *w, const char *key) {
    if (!is_game(job) || job->is_closed) {
        write_raw(w, key, job->results.len ? str_text(&job->results) : "null");
        return;
    }
    write_array(w, key);
    for (int i = 0; i < job->done_count; i++)
        review_write_move(w, &job->review, i);
    write_end_array(w);
}

void analysis_job_close(AnalysisJob *job) {
    if (job->is_closed)
        return;
    if (is_game(job)) {
        JsonWriter w = json_writer_into(&job->results);
        analysis_job_write(job, &w, NULL);
        review_release(&job->review);
        record_free(job->record);
        job->record = NULL;
    }
    job->is_closed = true;
}
