// AnalysisJob: an analysis request for a position, its proof, or every position of a finished game.
// Validates the request, formats the commands for a worker (games/worker.h) and collects the
// results as JSON.
//
// A job knows neither the user nor the worker.
#pragma once

#include "base/json_writer.h"
#include "games/registry.h"

enum {
    ANALYSIS_LINES_MAX = 5,
    ANALYSIS_MS_MAX = 20 * 1000,
    ANALYSIS_MS_DEFAULT = 2000,
    ANALYSIS_GAME_MS_MAX = 2000, // for each position of a game
    ANALYSIS_GAME_MS_DEFAULT = 300,
    ANALYSIS_NODES_MAX = 50 * 1000 * 1000,
};

// The request as received. NULL and 0 mean the default.
typedef struct {
    const char *game;                                 // every position of this game; or a position:
    const char *rules, *black, *white, *turn, *moves; // see core/position_text.h
    int size, lines, ms, nodes;
    bool prove;
} AnalysisRequest;

typedef struct AnalysisJob AnalysisJob;

Status registry_new_analysis(GameRegistry *registry, const AnalysisRequest *request,
                             AnalysisJob **out, Error *err);
void analysis_job_free(AnalysisJob *job);

// The search budget of each position.
typedef struct {
    int lines;         // 0: a proof
    int64_t ms, nodes; // whichever is reached first; nodes 0: no limit
} AnalysisBudget;

AnalysisBudget analysis_job_budget(const AnalysisJob *job);
const char *analysis_job_game(const AnalysisJob *job); // its id; NULL: the job is for a position

// Positions are numbered from 0.
int analysis_job_position_count(const AnalysisJob *job);
int analysis_job_done_count(const AnalysisJob *job); // how many have their final result
int analysis_job_next(const AnalysisJob *job);       // the first without one; -1: none, or closed

// The canonical text of a position, and the worker command for it with `spent_ms` of the budget
// already used.
void analysis_job_position(const AnalysisJob *job, int i, Str *out);
void analysis_job_command(const AnalysisJob *job, int i, int64_t spent_ms, Str *out);

// A result for a position, from a worker or from the analysis cache.
typedef struct {
    bool is_final;     // otherwise it is progress
    bool is_settled;   // more search would add nothing
    int64_t ms, nodes; // cost of the search; set by analysis_job_add_result
} AnalysisResult;

// Keeps the result unless a deeper one is known; a settled one always replaces it.
bool analysis_job_add_result(AnalysisJob *job, int i, const char *json, AnalysisResult *result,
                             Error *err);

// Writes the results so far: an object, or an array for a game; null before the first result.
void analysis_job_write(const AnalysisJob *job, JsonWriter *w, const char *key);

// Ends the job: keeps the results and frees the positions, which are larger.
void analysis_job_close(AnalysisJob *job);
