#include "project/project_job.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "base/number.h"
#include "core/notation.h"
#include "project/project_work.h"
#include "proof/certificate.h"

#include <string.h>

enum {
    VALUE_MAX = 100000,
    REPLAY_MAX = 20000000, // positions; a proof may be a trap that takes forever
};

static const char *const kind_names[] = {
    [JOB_CANDIDATE] = "candidate", [JOB_ALL_REPLIES] = "all-replies"};

static const char *const fact_names[] = {
    [FACT_TRY] = "try", [FACT_ALL] = "all", [FACT_WON] = "won", [FACT_DONE] = "done"};

// ---- The job as text

static void write_point(JsonWriter *w, const char *key, Point p, int size) {
    write_points(w, key, &p, p != POINT_NONE, size);
}

void project_job_format(const ProjectJob *job, Str *out) {
    ScopedStr position = {0};
    const Board *b = &job->board;
    certificate_add_position(&position, b);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "kind", kind_names[job->kind]);
    write_text(&w, "rules", b->rules->name);
    write_number(&w, "size", b->size);
    write_text(&w, "position", str_text(&position));
    write_text(&w, "turn", stone_word(b->turn));
    write_text(&w, "winner", stone_word(job->winner));
    write_flag(&w, "hard", job->is_hard);
    write_point(&w, "move", job->move, b->size);
    write_number(&w, "value", job->value);
    write_points(&w, "points", job->points, job->point_count, b->size);
    write_end_object(&w);
}

// The number of a name; -1 and an error if there is none.
static int find_name(const Json *object, const char *key, const char *const *names, int count,
                     Error *err) {
    const Json *j = json_member(object, key, JSON_STRING, err);
    for (int i = 0; j && i < count; i++)
        if (names[i] && !strcmp(names[i], j->text))
            return i;
    if (j)
        json_error(j, err, "not a name that belongs here");
    return -1;
}

static bool read_color(const Json *object, const char *key, Stone *out, Error *err) {
    static const char *const names[] = {[BLACK] = "black", [WHITE] = "white"};
    int i = find_name(object, key, names, COUNT(names), err);
    *out = i < 0 ? EMPTY : (Stone)i;
    return i >= 0;
}

static bool read_number(const Json *object, const char *key, int min, int max, int *out,
                        Error *err) {
    int64_t n = 0;
    const Json *j = json_member(object, key, JSON_NUMBER, err);
    bool ok = j && json_integer(j, key, min, max, &n, err);
    *out = (int)n;
    return ok;
}

static bool read_points(const Json *object, const char *key, const Board *b, int max, Point *out,
                        int *count, Error *err) {
    const Json *j = json_member(object, key, JSON_STRING, err);
    *count = 0;
    if (!j || (*j->text && !points_parse(j->text, b->size, max, out, count, err)))
        return j && json_locate(j, err);
    for (int i = 0; i < *count; i++)
        if (b->at[out[i]] != EMPTY)
            return json_error(j, err, "there is a stone on a point");
    return true;
}

static bool read_point(const Json *object, const char *key, const Board *b, Point *out,
                       Error *err) {
    int count;
    *out = POINT_NONE;
    return read_points(object, key, b, 1, out, &count, err);
}

static bool read_board(const Json *object, ProjectJob *job, Error *err) {
    const Json *rules = json_member(object, "rules", JSON_STRING, err),
               *position = json_member(object, "position", JSON_STRING, err);
    const Rules *found = rules ? rules_find(rules->text, err) : NULL;
    Stone turn;
    int size;
    if (!found || !position ||
        !read_number(object, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err))
        return false;
    board_init(&job->board, found, size);
    if (!certificate_read_position(position->text, &job->board, err) ||
        !read_color(object, "turn", &turn, err) || !read_color(object, "winner", &job->winner, err))
        return false;
    job->board.turn = (uint8_t)turn;
    return board_has_legal_move(&job->board) || error_set(err, "no move is left");
}

static bool read_job(const Json *object, ProjectJob *job, Error *err) {
    const Json *hard = json_member(object, "hard", JSON_BOOLEAN, err);
    int kind = find_name(object, "kind", kind_names, COUNT(kind_names), err);
    if (!hard || kind < 0 || !read_board(object, job, err) ||
        !read_number(object, "value", -VALUE_MAX, VALUE_MAX, &job->value, err) ||
        !read_point(object, "move", &job->board, &job->move, err) ||
        !read_points(object, "points", &job->board, REPLIES_MAX, job->points, &job->point_count,
                     err))
        return false;
    job->kind = (TreeJobKind)kind;
    job->is_hard = hard->boolean;
    bool is_start = (Stone)job->board.turn != job->winner;
    if (job->kind == JOB_CANDIDATE && is_start && job->move != POINT_NONE)
        return error_set(err, "a move out of turn");
    if (job->kind == JOB_ALL_REPLIES && is_start != (job->move == POINT_NONE))
        return error_set(err, "a candidate is a move of the winner");
    return job->move == POINT_NONE || board_check(&job->board, job->move) == PLAY_OK ||
           error_set(err, "the move is not legal");
}

bool project_job_parse(const char *text, size_t len, ProjectJob *out, Error *err) {
    Arena arena = {0};
    *out = (ProjectJob){0};
    const Json *object = json_parse_object(&arena, text, len, err);
    bool ok = object && read_job(object, out, err);
    arena_release(&arena);
    return ok;
}

// ---- The result as text

void project_result_begin(JsonWriter *w) {
    write_object(w, NULL);
    write_array(w, "proofs");
}

void project_result_add(JsonWriter *w, Point reply, const Proof *proof) {
    write_object(w, NULL);
    write_point(w, "reply", reply, proof->start.size);
    write_number(w, "root", proof->roots[0]);
    proof_write_nodes(w, proof);
    write_end_object(w);
}

void project_result_end(JsonWriter *w, const Fact *fact) {
    int size = fact->board.size;
    write_end_array(w);
    write_text(w, "fact", fact_names[fact->kind]);
    write_point(w, "move", fact->move, size);
    write_number(w, "value", fact->value);
    write_points(w, "open", fact->open, fact->open_count, size);
    write_end_object(w);
}

// ---- Checking a result

typedef struct {
    ProofCheck count;
    StopToken stop;
} Replay;

// Also stops a proof that would take forever.
static bool is_over(void *context) {
    const Replay *r = context;
    return r->count.positions > REPLAY_MAX || stop_requested(r->stop);
}

// A proof of the result that begins at `start`. Caller releases it, also after a failure.
static bool read_proof(const Json *object, const Board *start, Proof *out, Error *err) {
    int root;
    proof_init(out, start);
    if (!proof_read_nodes(object, out, err) ||
        !read_number(object, "root", 0, out->node_count - 1, &root, err))
        return false;
    out->roots[0] = root;
    return true;
}

static bool proof_wins(const Json *object, Stone winner, const Board *b, Replay *replay,
                       Error *err) {
    Proof proof;
    bool ok = read_proof(object, b, &proof, err) &&
              proof_node_wins(&proof, winner, b, proof.roots[0], &replay->count, err);
    proof_release(&proof);
    return ok;
}

static const Json *find_proof(const Json *proofs, const char *reply) {
    const Json *j = proofs->first;
    while (j && (!json_text(j, "reply") || strcmp(json_text(j, "reply"), reply) != 0))
        j = j->next;
    return j;
}

static bool check_won(const ProjectJob *job, const Json *proofs, Replay *replay, Error *err) {
    const Json *proof = find_proof(proofs, "");
    return proof ? proof_wins(proof, job->winner, &job->board, replay, err)
                 : error_set(err, "the proof is missing");
}

// The threat is a proof from the position in which the winner moves again.
static bool check_threat(const ProjectJob *job, const Board *after, const Json *proofs,
                         Replay *replay, Footprint *out, Error *err) {
    const Json *threat = find_proof(proofs, "");
    Proof proof;
    out->is_known = false;
    if (!threat)
        return true;
    Board pass = *after;
    pass.turn = (uint8_t)job->winner;
    bool ok = read_proof(threat, &pass, &proof, err) &&
              (proof_footprint(&proof, job->winner, &pass, proof.roots[0], &replay->count, out) ||
               error_set(err, "the threat does not win"));
    proof_release(&proof);
    return ok;
}

static bool check_reply(const ProjectJob *job, const Board *after, Point reply, const Json *proofs,
                        Replay *replay, Error *err) {
    Board b = *after;
    Point fives[BOARD_MAX * BOARD_MAX];
    board_play(&b, reply);
    if (b.winner != EMPTY)
        return error_set(err, "the other side wins by it");
    if (board_five_points(&b, job->winner, fives) > 0)
        return true;
    ScopedStr name = {0};
    point_format(reply, NOTATION_POS, b.size, &name);
    const Json *proof = find_proof(proofs, str_text(&name));
    return proof ? proof_wins(proof, job->winner, &b, replay, err)
                 : error_set(err, "its proof is missing");
}

static bool check_all(const ProjectJob *job, const Json *proofs, const Fact *fact, Replay *replay,
                      Error *err) {
    Board after;
    Footprint footprint;
    Point replies[REPLIES_MAX];
    if (!project_job_play(job, job->move, &after))
        return error_set(err, "the move is not legal");
    if (!check_threat(job, &after, proofs, replay, &footprint, err))
        return false;
    int n = project_job_replies(job, &after, &footprint, replies), open = 0;
    for (int i = 0; i < n; i++) {
        if (open < fact->open_count && fact->open[open] == replies[i]) {
            open++;
        } else if (!check_reply(job, &after, replies[i], proofs, replay, err)) {
            ScopedStr where = {0};
            str_add_text(&where, "reply ");
            point_format(replies[i], NOTATION_POS, after.size, &where);
            return error_prefix(err, str_text(&where));
        }
    }
    return open == fact->open_count || error_set(err, "an open reply is not one of the job");
}

// The move and the open replies of a fact: legal, and the game goes on.
static bool check_moves(const ProjectJob *job, const Fact *fact, Error *err) {
    Board after;
    bool has_moves = fact->kind == FACT_TRY || fact->kind == FACT_ALL;
    bool is_start = (Stone)job->board.turn != job->winner;
    if (has_moves && (is_start != (fact->move == POINT_NONE) ||
                      !project_job_play(job, fact->move, &after) || after.winner != EMPTY))
        return error_set(err, "the move is not legal, or ends the game");
    for (int i = 0; has_moves && i < fact->open_count; i++) {
        Board b = after;
        if (board_play(&b, fact->open[i]) != PLAY_OK || b.winner != EMPTY)
            return error_set(err, "an open reply is not legal, or wins");
    }
    return true;
}

static bool read_fact(const ProjectJob *job, const Json *object, Fact *out, Error *err) {
    int kind = find_name(object, "fact", fact_names, COUNT(fact_names), err);
    out->board = job->board;
    if (kind < 0 || !read_number(object, "value", -VALUE_MAX, VALUE_MAX, &out->value, err) ||
        !read_point(object, "move", &job->board, &out->move, err) ||
        !read_points(object, "open", &job->board, REPLIES_MAX, out->open, &out->open_count, err))
        return false;
    out->kind = (FactKind)kind;
    bool fits = out->kind == FACT_DONE ||
                (job->kind == JOB_CANDIDATE
                     ? out->kind == FACT_TRY || out->kind == FACT_WON
                     : out->kind == FACT_ALL && out->move == job->move && out->value == job->value);
    bool is_start = (Stone)job->board.turn != job->winner;
    return (fits && !(is_start && out->kind == FACT_WON)) ||
           error_set(err, "the fact does not answer the job");
}

bool project_job_check(const ProjectJob *job, const char *text, size_t len, StopToken stop,
                       Fact *out, Error *err) {
    Arena arena = {0};
    Replay replay = {.stop = stop};
    replay.count.stop = (StopToken){is_over, &replay};
    const Json *object = json_parse_object(&arena, text, len, err);
    const Json *proofs = object ? json_member(object, "proofs", JSON_ARRAY, err) : NULL;
    bool ok = proofs && read_fact(job, object, out, err) && check_moves(job, out, err) &&
              (out->kind != FACT_WON || check_won(job, proofs, &replay, err)) &&
              (out->kind != FACT_ALL || check_all(job, proofs, out, &replay, err));
    arena_release(&arena);
    return ok;
}
