#include "project/project.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"
#include "core/notation.h"
#include "engine/engine.h"
#include "proof/certificate.h"

#include <string.h>

enum {
    THREAT_NODES = 25000,
    SEARCH_NODES = 100000,
    TABLE_BYTES = 32 << 20,
    DEPTH_MAX = 4, // of moves that the search engine adds
};

// The engines of a worker.
typedef struct {
    Engine *attacker, *searcher;
} Engines;

typedef struct {
    const CertificateOptions *options;
    Decision **decisions; // the strategy, in the order of the walk
    int count, capacity;
    Board *starts;
    int start_count;
    Str *out;
    int64_t entries;
    Engines *engines; // by worker
    atomic_bool stop;
    pthread_mutex_t mutex; // protects the rest
    HashMap leaves;        // the keys of those that are written
    Fact *failed;
    int failed_count, failed_capacity;
} Writer;

// What a job writes.
typedef struct {
    Str text;
    int64_t entries;
} Part;

// The position after the decision's move; the start itself if the other side is to move there.
static Board board_after(const Tree *tree, const Decision *n) {
    Board b = tree_board(tree, n);
    Point move = decision_proved_candidate(n)->move;
    if (move != POINT_NONE)
        board_play(&b, move);
    return b;
}

// ---- The strategy

static void add_decision(Writer *w, Decision *n) {
    Tree *tree = w->options->tree;
    if (n->visit == tree->visit)
        return;
    n->visit = tree->visit;
    w->decisions = mem_grow(w->decisions, w->count, 1, &w->capacity, sizeof(Decision *));
    w->decisions[w->count++] = n;
}

// The positions after all replies that are decisions themselves.
static void add_replies(Writer *w, const Board *after) {
    Tree *tree = w->options->tree;
    Point empty[REPLIES_MAX];
    int n = board_empty_points(after, empty);
    for (int i = 0; i < n; i++) {
        Board b = *after;
        if (board_play(&b, empty[i]) != PLAY_OK || b.winner != EMPTY)
            continue;
        Decision *child = tree_find(tree, tree_key(&b));
        if (child && child->is_proved && !child->is_won)
            add_decision(w, child);
    }
}

static bool add_start(Writer *w, const Board *start, Error *err) {
    Tree *tree = w->options->tree;
    if (start->turn == tree->goal.winner) {
        Decision *n = tree_find(tree, tree_key(start));
        if (!n || !n->is_proved)
            return error_set(err, "not proved yet");
        add_decision(w, n);
    } else {
        add_replies(w, start);
    }
    w->starts = mem_resize(w->starts, (size_t)(w->start_count + 1) * sizeof(Board));
    w->starts[w->start_count++] = *start;
    return true;
}

// The start of the project, or if that is not proved, the proved replies.
static bool add_starts(Writer *w, Error *err) {
    Tree *tree = w->options->tree;
    Board start = tree_board(tree, tree->root);
    const Candidate *c = tree->root->candidates;
    if (w->options->start)
        return add_start(w, w->options->start, err);
    if (tree->root->is_proved)
        return add_start(w, &start, err);
    for (int i = 0; c && c->move == POINT_NONE && i < c->child_count; i++) {
        Board b = start;
        board_play(&b, c->children[i].reply);
        if (c->children[i].node->is_proved && !add_start(w, &b, err))
            return false;
    }
    return w->start_count > 0 || error_set(err, "nothing is proved yet");
}

static bool collect(Writer *w, Error *err) {
    Tree *tree = w->options->tree;
    tree->visit++;
    if (!add_starts(w, err))
        return false;
    for (int i = 0; i < w->count; i++)
        if (decision_proved_candidate(w->decisions[i])) {
            Board after = board_after(tree, w->decisions[i]);
            add_replies(w, &after);
        }
    return true;
}

// ---- Entries

// Several limits, because the prover may find another proof with another table.
static EngineResult prove(Writer *w, const Engines *e, const Board *b) {
    EngineResult r = {0};
    for (int64_t nodes = THREAT_NODES; nodes <= 16 * THREAT_NODES; nodes *= 4) {
        r = engine_run(e->attacker, &(EngineRequest){
                                        .kind = REQUEST_THREATS,
                                        .board = b,
                                        .attacker = w->options->tree->goal.winner,
                                        .any_length = true,
                                        .budget.nodes = nodes,
                                        .stop = stop_token_of(&w->stop),
                                    });
        if (r.outcome == OUTCOME_WIN || atomic_load(&w->stop))
            break;
        engine_result_release(&r);
    }
    return r;
}

static void fail(Writer *w, const Board *b) {
    if (atomic_load(&w->stop))
        return;
    pthread_mutex_lock(&w->mutex);
    w->failed = mem_grow(w->failed, w->failed_count, 1, &w->failed_capacity, sizeof *w->failed);
    Fact *fact = &w->failed[w->failed_count++];
    fact->kind = FACT_HARD;
    fact->board = *b;
    tree_canonical(&fact->board);
    fact->open_count = 0;
    pthread_mutex_unlock(&w->mutex);
}

static void write_move(Writer *w, const Engines *e, const Board *b, Point move, int depth,
                       Part *part);

// If there is no proof by threats after all, a move of the search engine.
static void write_leaf(Writer *w, const Engines *e, const Board *b, int depth, Part *part) {
    EngineResult r = prove(w, e, b);
    if (r.outcome == OUTCOME_WIN) {
        certificate_write_proof(&part->text, &r.proof);
        part->entries++;
    } else if (depth < DEPTH_MAX && !atomic_load(&w->stop)) {
        EngineResult found = engine_run(e->searcher, &(EngineRequest){
                                                         .kind = REQUEST_SEARCH,
                                                         .board = b,
                                                         .budget.nodes = SEARCH_NODES,
                                                         .stop = stop_token_of(&w->stop),
                                                     });
        if (found.lines[0].value > ENGINE_CERTAIN)
            write_move(w, e, b, found.lines[0].move, depth + 1, part);
        else
            fail(w, b);
        engine_result_release(&found);
    } else {
        fail(w, b);
    }
    engine_result_release(&r);
}

// True if the position after a reply needs no leaf: a five is left, it is a decision, or the threat
// still works.
static bool is_answered(const Writer *w, const Board *b, uint64_t key, const Proof *threat) {
    const Tree *tree = w->options->tree;
    Point fives[BOARD_MAX * BOARD_MAX];
    const Decision *known = tree_find(tree, key);
    ProofCheck check = {0};
    return board_five_points(b, tree->goal.winner, fives) > 0 ||
           (known && known->is_proved && !known->is_won) ||
           (threat &&
            proof_node_wins(threat, tree->goal.winner, b, threat->roots[0], &check, NULL));
}

static void write_replies(Writer *w, const Engines *e, const Board *after, const Proof *threat,
                          int depth, Part *part) {
    Stone winner = w->options->tree->goal.winner;
    Point empty[REPLIES_MAX];
    int n = board_empty_points(after, empty);
    Footprint footprint;
    ProofCheck check = {0};
    bool has_footprint = threat && proof_footprint(threat, winner, &threat->start, threat->roots[0],
                                                   &check, &footprint);
    for (int i = 0; i < n && !atomic_load(&w->stop); i++) {
        Board b = *after;
        if (board_play(&b, empty[i]) != PLAY_OK ||
            (has_footprint && footprint_excludes(&footprint, after, winner, empty[i], 1)))
            continue;
        uint64_t key = tree_key(&b);
        if (is_answered(w, &b, key, threat))
            continue;
        pthread_mutex_lock(&w->mutex);
        bool is_new = hash_map_put(&w->leaves, key, 0);
        pthread_mutex_unlock(&w->mutex);
        if (is_new)
            write_leaf(w, e, &b, depth, part);
    }
}

static void write_move(Writer *w, const Engines *e, const Board *b, Point move, int depth,
                       Part *part) {
    Stone winner = w->options->tree->goal.winner;
    Board after = *b, pass;
    Point fives[BOARD_MAX * BOARD_MAX];
    board_play(&after, move);
    pass = after;
    pass.turn = (uint8_t)winner;
    bool is_four = board_five_points(&after, winner, fives) > 0;
    EngineResult r = is_four ? (EngineResult){0} : prove(w, e, &pass);
    const Proof *threat = r.outcome == OUTCOME_WIN ? &r.proof : NULL;
    certificate_write_move(&part->text, b, move, threat);
    part->entries++;
    write_replies(w, e, &after, threat, depth, part);
    engine_result_release(&r);
}

static void write_decision(Writer *w, const Engines *e, const Decision *n, Part *part) {
    Board b = tree_board(w->options->tree, n);
    Point move = decision_proved_candidate(n)->move;
    if (!w->options->moves_only) {
        write_move(w, e, &b, move, 0, part);
        return;
    }
    certificate_write_move(&part->text, &b, move, NULL);
    part->entries++;
}

static void *run_job(void *context, int worker, int job) {
    Writer *w = context;
    Part *part = mem_alloc(sizeof *part);
    const Tree *tree = w->options->tree;
    if (job < w->count && decision_proved_candidate(w->decisions[job])) {
        write_decision(w, &w->engines[worker], w->decisions[job], part);
    } else if (job < w->count && !w->options->moves_only) {
        Board b = tree_board(tree, w->decisions[job]);
        write_leaf(w, &w->engines[worker], &b, 0, part);
    } else if (job >= w->count && !w->options->moves_only &&
               w->starts[job - w->count].turn != tree->goal.winner) {
        write_replies(w, &w->engines[worker], &w->starts[job - w->count], NULL, 0, part);
    }
    return part;
}

static bool report(void *context, int job, const void *result) {
    Writer *w = context;
    Part part = *(const Part *)result;
    str_add_bytes(w->out, str_text(&part.text), part.text.len);
    w->entries += part.entries;
    str_release(&part.text);
    if (w->options->on_progress)
        w->options->on_progress(w->options->context, int_min(job + 1, w->count), w->count);
    return !stop_requested(w->options->stop);
}

static bool keep_waiting(void *context) {
    return !stop_requested(((Writer *)context)->options->stop);
}

static bool write_all(Writer *w, Error *err) {
    const CertificateOptions *o = w->options;
    const Goal *goal = &o->tree->goal;
    int threads = int_max(1, o->threads);
    CertificateHeading heading = {goal->start.rules, goal->start.size, goal->winner, CLAIM_WIN};
    certificate_write_heading(w->out, &heading, w->starts, w->start_count);
    w->engines = mem_alloc((size_t)threads * sizeof *w->engines);
    for (int i = 0; i < threads; i++)
        w->engines[i] = (Engines){engine_new(&(EngineOptions){.table = TABLE_BYTES}),
                                  engine_new(&(EngineOptions){.table = TABLE_BYTES})};
    OrderedJobs jobs = {.threads = threads,
                        .count = w->count + w->start_count,
                        .stop = &w->stop,
                        .context = w,
                        .run = run_job,
                        .report = report,
                        .waiting = keep_waiting};
    bool ok = ordered_jobs_run(&jobs, err);
    for (int i = 0; i < threads; i++) {
        engine_free(w->engines[i].attacker);
        engine_free(w->engines[i].searcher);
    }
    mem_free(w->engines);
    if (ok && stop_requested(o->stop))
        ok = error_set(err, "interrupted");
    if (ok && w->failed_count > 0)
        ok = error_set(err, "%d positions could not be proved again; run the project once more",
                       w->failed_count);
    if (ok)
        certificate_write_end(w->out, w->entries);
    return ok;
}

bool tree_write_certificate(const CertificateOptions *options, Str *out, Fact **failed,
                            int *failed_count, Error *err) {
    Writer w = {.options = options, .out = out};
    pthread_mutex_init(&w.mutex, NULL);
    bool ok = collect(&w, err) && write_all(&w, err);
    for (int i = 0; i < w.failed_count; i++)
        tree_apply(options->tree, &w.failed[i]);
    *failed = w.failed;
    *failed_count = w.failed_count;
    pthread_mutex_destroy(&w.mutex);
    mem_free(w.decisions);
    mem_free(w.starts);
    hash_map_release(&w.leaves);
    return ok;
}

// ---- Reading a strategy

static bool read_start(const Json *heading, Goal *goal, Error *err) {
    const Json *rules = json_member(heading, "rules", JSON_STRING, err),
               *size = json_member(heading, "size", JSON_NUMBER, err),
               *side = json_member(heading, "side", JSON_STRING, err),
               *starts = json_member(heading, "starts", JSON_ARRAY, err);
    const char *format = json_text(heading, "format"), *claim = json_text(heading, "claim");
    const Rules *found;
    int64_t n;
    if (!format || strcmp(format, "pentad-certificate") != 0 || !claim || strcmp(claim, "win") != 0)
        return error_set(err, "not the strategy of a win");
    if (!rules || !size || !side || !starts || !(found = rules_find(rules->text, err)) ||
        !json_integer(size, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &n, err))
        return false;
    const char *position = starts->first ? json_text(starts->first, "position") : NULL,
               *turn = starts->first ? json_text(starts->first, "turn") : NULL;
    if (!position || !turn || starts->first->next)
        return error_set(err, "a strategy has one start");
    board_init(&goal->start, found, (int)n);
    if (!certificate_read_position(position, &goal->start, err))
        return false;
    goal->start.turn = strcmp(turn, "black") == 0 ? BLACK : WHITE;
    goal->winner = strcmp(side->text, "black") == 0 ? BLACK : WHITE;
    return true;
}

// Turns the position and the move to their canonical mirror image.
static bool read_entry(const Json *entry, Tree *tree, Fact *fact, Error *err) {
    const char *position = json_text(entry, "position"), *move = json_text(entry, "move");
    Board *b = &fact->board;
    if (!move)
        return json_find(entry, "root") || json_find(entry, "entries") ||
               json_error(entry, err, "an entry has a move");
    board_init(b, tree->goal.start.rules, tree->goal.start.size);
    if (!position || !certificate_read_position(position, b, err) ||
        !point_parse(move, NOTATION_POS, b->size, &fact->move, err))
        return json_locate(entry, err);
    b->turn = (uint8_t)tree->goal.winner;
    fact->move = symmetry_apply(tree_canonical(b), fact->move, b->size);
    fact->open_count = 0;
    for (fact->kind = FACT_TRY; fact->kind <= FACT_ALL; fact->kind++)
        if (!tree_apply(tree, fact))
            return json_error(entry, err, "the move is not legal");
    return true;
}

bool tree_read_strategy(const char *text, size_t len, Tree *out, Error *err) {
    Scanner all = scanner_over(text, len), line;
    Fact *fact = mem_alloc(sizeof *fact);
    Goal goal;
    bool is_first = true, ok = true;
    while (ok && scanner_line(&all, &line)) {
        Arena arena = {0};
        const Json *json = json_scan(&arena, &line, err);
        if (is_first) {
            ok = json && read_start(json, &goal, err);
            if (ok)
                tree_init(out, &goal);
            is_first = !ok;
        } else {
            ok = json && read_entry(json, out, fact, err);
        }
        arena_release(&arena);
    }
    mem_free(fact);
    if (is_first)
        return ok ? error_set(err, "the file is empty") : false;
    if (!ok)
        tree_release(out);
    return ok;
}
