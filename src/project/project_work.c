#include "project/project_work.h"

#include "base/mem.h"
#include "engine/engine.h"

enum {
    REPLY_NODES = 5000, // of the threat prover, after each reply
    THREAT_NODES = 25000,
    CERTAIN_THREAT_NODES = 150000, // if the search engine sees a win
    SEARCH_NODES = 60000,
    TABLE_BYTES = 4 << 20, // small, because it is cleared for each job
    HINT_VALUE = 700,      // of a move that wins in a similar position
    NEAR = 2,              // replies this close to a stone are tried first
};

struct ProjectEngines {
    Engine *searcher, *attacker;
};

// A job being done.
typedef struct {
    const ProjectJob *job;
    const ProjectEngines *engines;
    StopToken stop;
    Fact *fact;
    JsonWriter *result; // NULL: the proofs are not needed
} Work;

ProjectEngines *project_engines_new(void) {
    ProjectEngines *e = mem_alloc(sizeof *e);
    e->searcher = engine_new(&(EngineOptions){.table = TABLE_BYTES});
    e->attacker = engine_new(&(EngineOptions){.table = TABLE_BYTES});
    return e;
}

void project_engines_free(ProjectEngines *e) {
    if (!e)
        return;
    engine_free(e->searcher);
    engine_free(e->attacker);
    mem_free(e);
}

// ---- Threats

static EngineResult prove_threats(const Work *w, const Board *b, int64_t nodes, bool outcome_only) {
    return engine_run(w->engines->attacker, &(EngineRequest){.kind = REQUEST_THREATS,
                                                             .board = b,
                                                             .attacker = w->job->winner,
                                                             .outcome_only = outcome_only,
                                                             .any_length = true,
                                                             .budget.nodes = nodes,
                                                             .stop = w->stop});
}

// Fast, but may be wrong; the decisions of a proof need wins_by_proof.
static bool may_win(const Work *w, const Board *b) {
    EngineResult r = prove_threats(w, b, REPLY_NODES, true);
    bool wins = r.outcome == OUTCOME_WIN;
    engine_result_release(&r);
    return wins;
}

static bool wins_by_proof(const Work *w, const Board *b, int64_t nodes, Point reply) {
    EngineResult r = prove_threats(w, b, nodes, false);
    bool wins = r.outcome == OUTCOME_WIN;
    if (wins && w->result)
        project_result_add(w->result, reply, &r.proof);
    engine_result_release(&r);
    return wins;
}

// The winner's threat: replies outside its footprint need not be examined.
static void find_threat(const Work *w, const Board *b, Footprint *out) {
    Stone winner = w->job->winner;
    Point fives[BOARD_MAX * BOARD_MAX];
    Board pass = *b;
    ProofCheck check = {0};
    pass.turn = (uint8_t)winner;
    out->is_known = false;
    if (board_five_points(b, winner, fives) > 0)
        return;
    EngineResult r = prove_threats(w, &pass, THREAT_NODES, false);
    if (r.outcome == OUTCOME_WIN &&
        proof_footprint(&r.proof, winner, &pass, r.proof.roots[0], &check, out)) {
        if (w->result)
            project_result_add(w->result, POINT_NONE, &r.proof);
    } else {
        out->is_known = false;
    }
    engine_result_release(&r);
}

// ---- Replies

bool project_job_play(const ProjectJob *job, Point move, Board *after) {
    *after = job->board;
    return move == POINT_NONE || board_play(after, move) == PLAY_OK;
}

static bool is_near(const Board *b, Point p) {
    for (int dy = -NEAR; dy <= NEAR; dy++)
        for (int dx = -NEAR; dx <= NEAR; dx++) {
            int x = point_x(p) + dx, y = point_y(p) + dy;
            bool is_inside = x >= 0 && y >= 0 && x < b->size && y < b->size;
            if (is_inside && b->at[point_at(x, y)] != EMPTY)
                return true;
        }
    return false;
}

typedef bool ReplyFilter(const ProjectJob *job, const Board *after, const Footprint *threat,
                         Point reply);

static bool is_examined_first(const ProjectJob *job, const Board *after, const Footprint *threat,
                              Point reply) {
    (void)threat;
    return (Stone)job->board.turn != job->winner || is_near(after, reply);
}

static bool is_examined(const ProjectJob *job, const Board *after, const Footprint *threat,
                        Point reply) {
    return !(threat->is_known && footprint_excludes(threat, after, job->winner, reply, 1)) &&
           !points_have(job->points, job->point_count, reply);
}

// The legal replies that the filter lets through, one of each class of mirror images.
static int list_replies(const ProjectJob *job, const Board *after, const Footprint *threat,
                        ReplyFilter *filter, Point *out) {
    Point empty[REPLIES_MAX];
    uint64_t seen[REPLIES_MAX];
    int n = board_empty_points(after, empty), count = 0;
    for (int i = 0; i < n; i++) {
        Board b = *after;
        if (!filter(job, after, threat, empty[i]) || board_play(&b, empty[i]) != PLAY_OK)
            continue;
        bool is_new = true;
        seen[count] = tree_key(&b);
        for (int k = 0; k < count; k++)
            is_new &= seen[k] != seen[count];
        if (is_new)
            out[count++] = empty[i];
    }
    return count;
}

int project_job_replies(const ProjectJob *job, const Board *after, const Footprint *threat,
                        Point replies[static REPLIES_MAX]) {
    return list_replies(job, after, threat, is_examined, replies);
}

typedef enum { OUTCOME_ONLY, WRITTEN } ProofKind;

// Tries the replies. False if one wins or it was stopped.
static bool try_replies(const Work *w, const Board *after, const Point *replies, int count,
                        ProofKind kind) {
    Fact *fact = w->fact;
    Point fives[BOARD_MAX * BOARD_MAX];
    for (int i = 0; i < count; i++) {
        Board b = *after;
        board_play(&b, replies[i]);
        if (b.winner != EMPTY || stop_requested(w->stop))
            return false;
        bool loses =
            board_five_points(&b, w->job->winner, fives) > 0 ||
            (kind == WRITTEN ? wins_by_proof(w, &b, THREAT_NODES, replies[i]) : may_win(w, &b));
        if (!loses)
            fact->open[fact->open_count++] = replies[i];
    }
    return !stop_requested(w->stop);
}

// ---- Jobs

static EngineLine search(const Work *w) {
    const ProjectJob *job = w->job;
    engine_clear(w->engines->searcher);
    EngineResult r = engine_run(w->engines->searcher, &(EngineRequest){
                                                          .kind = REQUEST_SEARCH,
                                                          .board = &job->board,
                                                          .excluded = job->points,
                                                          .excluded_count = job->point_count,
                                                          .budget.nodes = SEARCH_NODES,
                                                          .stop = w->stop,
                                                      });
    EngineLine line = r.lines[0];
    engine_result_release(&r);
    return line;
}

// Finds the move of a candidate and its value. False if the fact is known: won, or no candidate.
static bool choose_move(const Work *w) {
    const ProjectJob *job = w->job;
    const Board *b = &job->board;
    Fact *fact = w->fact;
    bool asks_threats = job->point_count == 0 && !job->is_hard;
    if (asks_threats && wins_by_proof(w, b, THREAT_NODES, POINT_NONE)) {
        fact->kind = FACT_WON;
        return false;
    }
    EngineLine line = {.move = job->move, .value = HINT_VALUE};
    if (line.move == POINT_NONE)
        line = search(w);
    fact->move = line.move;
    fact->value = line.value;
    if (line.value > ENGINE_CERTAIN && asks_threats &&
        wins_by_proof(w, b, CERTAIN_THREAT_NODES, POINT_NONE)) {
        fact->kind = FACT_WON;
        return false;
    }
    Board after = *b;
    if (line.value < -ENGINE_CERTAIN || board_play(&after, line.move) != PLAY_OK ||
        !board_has_legal_move(&after)) {
        fact->kind = FACT_DONE;
        return false;
    }
    return true;
}

static void find_candidate(const Work *w) {
    Board after;
    Point replies[REPLIES_MAX];
    w->fact->kind = FACT_TRY;
    if ((Stone)w->job->board.turn == w->job->winner && !choose_move(w))
        return;
    project_job_play(w->job, w->fact->move, &after);
    int n = list_replies(w->job, &after, NULL, is_examined_first, replies);
    if (!try_replies(w, &after, replies, n, OUTCOME_ONLY))
        w->fact->kind = FACT_DONE;
}

static void try_all_replies(const Work *w) {
    const ProjectJob *job = w->job;
    Board after;
    Footprint threat = {0};
    Point replies[REPLIES_MAX];
    w->fact->kind = FACT_ALL;
    w->fact->move = job->move;
    w->fact->value = job->value;
    bool ok = project_job_play(job, job->move, &after);
    if (ok && job->move != POINT_NONE)
        find_threat(w, &after, &threat);
    int n = ok ? project_job_replies(job, &after, &threat, replies) : 0;
    if (!ok || !try_replies(w, &after, replies, n, WRITTEN))
        w->fact->kind = FACT_DONE;
}

// What the engines have learned would make the result depend on the jobs before; search clears the
// other.
bool project_job_do(const ProjectJob *job, ProjectEngines *engines, StopToken stop, Fact *out,
                    Str *result) {
    JsonWriter writer = json_writer_into(result);
    Work w = {job, engines, stop, out, result ? &writer : NULL};
    engine_clear(engines->attacker);
    out->board = job->board;
    out->move = POINT_NONE;
    out->value = out->open_count = 0;
    if (result)
        project_result_begin(&writer);
    if (job->kind == JOB_CANDIDATE)
        find_candidate(&w);
    else
        try_all_replies(&w);
    if (out->kind == FACT_WON || out->kind == FACT_DONE) {
        out->move = POINT_NONE;
        out->value = out->open_count = 0;
    }
    if (result)
        project_result_end(&writer, out);
    return !stop_requested(stop);
}
