// A question to the engine: about a position, its proof, or every position of a game that is over.
// As it is asked, as tasks for a worker (games/worker.h), and as the answer in JSON.
//
// An Inquiry knows neither who asks nor who thinks.
#pragma once

#include "games/registry.h"

enum {
    ANALYSIS_LINES_MAX = 5,
    ANALYSIS_MS_MAX = 20 * 1000,
    ANALYSIS_MS_DEFAULT = 2000,
    ANALYSIS_GAME_MS_MAX = 2000, // a position of a game
    ANALYSIS_GAME_MS_DEFAULT = 300,
    ANALYSIS_NODES_MAX = 50 * 1000 * 1000,
};

// As it comes. A text that is NULL and a number that is 0 were not said.
typedef struct {
    const char *game;                                 // every position of that one; or a position:
    const char *rules, *black, *white, *turn, *moves; // as core/position_text.h has them
    int size, lines, ms, nodes;
    bool prove;
} AnalysisRequest;

typedef struct AnalysisJob AnalysisJob;

Status registry_new_analysis(GameRegistry *h, const AnalysisRequest *request, AnalysisJob **out,
                             Error *err);
void analysis_job_free(AnalysisJob *q);

// What each position gets.
typedef struct {
    int lines;         // 0: a proof
    int64_t ms, nodes; // whichever is reached first; no nodes: any number
} Budget;

Budget analysis_job_budget(const AnalysisJob *q);
const char *analysis_job_game(const AnalysisJob *q); // its id; NULL: it is about a position

// Positions are numbered from 0.
int analysis_job_position_count(const AnalysisJob *q);
int analysis_job_done_count(const AnalysisJob *q); // how many have their answer
int analysis_job_next(
    const AnalysisJob *q); // the first that has not; -1: all have, or it is closed

// The one text of a position, and the task that goes on with it when it had `spent` already.
void analysis_job_position(const AnalysisJob *q, int i, Str *out);
void analysis_job_command(const AnalysisJob *q, int i, int64_t spent_ms, Str *out);

// What a worker, or the store, has found of a position.
typedef struct {
    bool is_final;     // it is the answer; otherwise more may come
    bool is_settled;   // no more can be found out
    int64_t ms, nodes; // what it took: set by analysis_job_add_result
} AnalysisResult;

// What is not settled and less than is known already is left out.
bool analysis_job_add_result(AnalysisJob *q, int i, const char *json, AnalysisResult *found,
                             Error *err);

// The answer as far as it is known, as JSON: an object, for a game an array; null if nothing is.
void analysis_job_write(const AnalysisJob *q, Str *out);

// Nothing more will be found out: what is known stays, the positions, which are larger, do not.
void analysis_job_close(AnalysisJob *q);
