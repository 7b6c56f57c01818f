#include "engine/engine.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"
#include "engine/eval/weights.h"
#include "engine/prove/solver.h"
#include "engine/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOARD_SIZE = 15,        // assumed before the first search
    TABLE_BYTES = 32 << 20, // default size of the transposition table
    OTHER_BYTES = 8 << 20,  // everything else
    NET_BYTES = 36 << 20,   // a net and the main thread's accumulator
    HELPER_BYTES = 6 << 20, // one helper thread with its stack
};
static_assert(sizeof(Search) + sizeof(Position) + (2 << 20) < HELPER_BYTES, "a helper has room");
static const int64_t TABLE_BYTES_MAX = (int64_t)1 << 32; // a search never fills more

struct Engine {
    char *net_option, *weights_file; // as in EngineOptions; owned
    int64_t memory_max, table_max;   // of EngineOptions
    const void *offered_net;         // see engine_offer_net; NULL: none
    size_t offered_length;
    Error trouble; // why a file cannot be used; empty if all is well

    Patterns *patterns;          // of the rules last used; NULL before the first request
    TranspositionTable table;    // allocated on first use; small while there are provers
    int64_t memory, table_limit; // see engine_set_memory
    int64_t helpers_bytes;       // reserved for helpers, not available to the table
    Vcf *vcf;
    Net *net;               // NULL: none
    const void *net_source; // of `net`: an embedded net, the offered one, or net_option
    int board_size;         // of the last search: selects the embedded net
    Search *search;         // kept between moves for its history
    Search *helpers[ENGINE_THREADS_MAX - 1]; // also; NULL: not needed yet
    Prover *provers[SOLVER_PROVERS];         // share the table's memory; NULL while it is in use
};

static char *copy_text(const char *text) {
    return text ? mem_copy_text(text) : NULL;
}

Engine *engine_new(const EngineOptions *options) {
    Engine *e = mem_alloc(sizeof *e);
    e->vcf = vcf_new();
    e->search = mem_alloc(sizeof *e->search);
    e->board_size = BOARD_SIZE;
    if (!options)
        return e;
    e->net_option = copy_text(options->net);
    e->weights_file = copy_text(options->weights);
    e->memory = e->memory_max = options->memory;
    e->table_limit = e->table_max = options->table;
    return e;
}

// Including its accumulator and evaluation cache.
static int64_t helper_bytes(const Engine *e, int size) {
    return HELPER_BYTES +
           (e->net ? (int64_t)(accumulator_bytes(e->net, size) + sizeof(EvalCache)) : 0);
}

// Memory left for the transposition table after the net and the helpers.
static int64_t room_for_table(const Engine *e) {
    if (e->memory == 0)
        return TABLE_BYTES_MAX;
    int64_t bytes = e->memory < ENGINE_MEMORY_MIN ? ENGINE_MEMORY_MIN : e->memory;
    int64_t others = bytes < ENGINE_NET_MEMORY_MIN ? OTHER_BYTES : OTHER_BYTES + NET_BYTES;
    int64_t room = bytes - others - e->helpers_bytes;
    return room < 0 ? 0 : room < TABLE_BYTES_MAX ? room : TABLE_BYTES_MAX;
}

static size_t table_bytes(const Engine *e) {
    int64_t room = room_for_table(e);
    int64_t wanted = e->table_limit ? e->table_limit : e->memory ? room : TABLE_BYTES;
    return (size_t)(wanted < room ? wanted : room);
}

static void free_provers(Engine *e) {
    for (int i = 0; i < SOLVER_PROVERS; i++) {
        prover_free(e->provers[i]);
        e->provers[i] = NULL;
    }
}

static void free_helpers(Engine *e) {
    for (int i = 0; i < COUNT(e->helpers) && e->helpers[i]; i++) {
        vcf_free(e->helpers[i]->vcf);
        mem_free(e->helpers[i]);
        e->helpers[i] = NULL;
    }
}

// The stricter of two limits; zero means no limit.
static int64_t stricter_limit(int64_t a, int64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

void engine_set_memory(Engine *e, int64_t memory, int64_t table) {
    memory = stricter_limit(memory, e->memory_max);
    table = stricter_limit(table, e->table_max);
    if (memory == e->memory && table == e->table_limit)
        return;
    e->memory = memory;
    e->table_limit = table;
    e->helpers_bytes = 0;
    free_helpers(e);
    free_provers(e);
    tt_release(&e->table);
}

void engine_clear(Engine *e) {
    free_helpers(e);
    free_provers(e);
    if (tt_bytes(&e->table) > TABLE_BYTES)
        tt_release(&e->table); // faster than clearing; allocated again when needed
    else if (e->table.slots)
        tt_clear(&e->table);
    vcf_clear(e->vcf);
    *e->search = (Search){0};
}

// ---- Rules and nets

static void use_net(Engine *e, Net *net, const void *source) {
    net_free(e->net);
    e->net = net;
    e->net_source = source;
    engine_clear(e);
}

static void use_rules(Engine *e, const Rules *rules) {
    if (e->patterns && e->patterns->rules == rules)
        return;
    use_net(e, NULL, NULL); // its fit to the rules has to be checked again
    patterns_free(e->patterns);
    e->trouble = (Error){0};
    Weights weights;
    bool has_weights =
        e->weights_file && weight_file_load(e->weights_file, rules, &weights, &e->trouble);
    e->patterns = has_weights ? patterns_new_with_weights(rules, &weights) : patterns_new(rules);
}

static bool is_on(const char *net) {
    return !net || strcmp(net, "on") == 0;
}

// Where the net for these rules, board size and memory comes from; NULL: no net.
static const void *find_net(const Engine *e) {
    if (*e->trouble.text)
        return e->net_source;
    if (!is_on(e->net_option))
        return strcmp(e->net_option, "off") == 0 ? NULL : e->net_option;
    if (e->memory != 0 && e->memory < ENGINE_NET_MEMORY_MIN)
        return NULL;
    const void *embedded = embedded_net_for(e->patterns->rules, e->board_size);
    return embedded ? embedded : e->offered_net;
}

static Net *load_net(const Engine *e, const void *source, Error *err) {
    const Rules *rules = e->patterns->rules;
    bool is_file = source == e->net_option;
    Net *net = is_file                    ? net_load(source, err)
               : source == e->offered_net ? net_parse(source, e->offered_length, err)
                                          : embedded_net_load(source);
    if (!net || net_supports_rules(net, rules))
        return net;
    error_set(err, "%s: a net for %s, not for %s", is_file ? e->net_option : "the net",
              net->file.rules->name, rules->name);
    net_free(net);
    return NULL;
}

// An offered net that does not fit these rules is not an error: it is for other requests.
static void select_net(Engine *e) {
    const void *source = find_net(e);
    Error err = {0};
    if (source == e->net_source)
        return;
    use_net(e, source ? load_net(e, source, &err) : NULL, source);
    if (source == e->net_option)
        e->trouble = err;
}

void engine_offer_net(Engine *e, const void *bytes, size_t length) {
    if (e->net_source && e->net_source == e->offered_net)
        use_net(e, NULL, NULL);
    e->offered_net = bytes;
    e->offered_length = length;
}

const char *engine_net_name(const Engine *e) {
    return e->net ? e->net->file.name : "";
}

const char *engine_published_net(const Rules *rules, int size) {
    const PublishedNet *net = published_net_for(rules, size);
    return net ? net->name : "";
}

bool engine_prepare(Engine *e, const Rules *rules, Error *err) {
    use_rules(e, rules);
    select_net(e);
    if (!e->table.slots && !e->provers[0])
        tt_init(&e->table, table_bytes(e));
    return !*e->trouble.text || error_set(err, "%s", e->trouble.text);
}

void engine_free(Engine *e) {
    if (!e)
        return;
    net_free(e->net);
    patterns_free(e->patterns);
    vcf_free(e->vcf);
    mem_free(e->search);
    free_helpers(e);
    free_provers(e);
    tt_release(&e->table);
    mem_free(e->net_option);
    mem_free(e->weights_file);
    mem_free(e);
}

// ---- Search

// How much of the table a search can fill in its time, with room for the moves before.
static size_t useful_table_bytes(const EngineRequest *request) {
    enum { BYTES_PER_MS = 512 << 10 };
    int64_t ms = request->budget.ms, threads = int_max(1, request->threads);
    if (ms == 0 || ms >= TABLE_BYTES_MAX / (BYTES_PER_MS * threads))
        return SIZE_MAX;
    int64_t bytes = ms * threads * BYTES_PER_MS;
    return (size_t)(bytes > TABLE_BYTES ? bytes : TABLE_BYTES);
}

// The transposition table and the provers share the memory: allocating one frees the other. Beside
// provers there may be a small table (propose_move).
static void prepare_table(Engine *e, const EngineRequest *request) {
    if (e->provers[0])
        tt_release(&e->table);
    free_provers(e);
    if (!e->table.slots)
        tt_init(&e->table, table_bytes(e));
    tt_new_search(&e->table, useful_table_bytes(request));
}

// The share of the memory of a prover; the converter's gets half of it.
static size_t prover_bytes(const Engine *e) {
    return table_bytes(e) / (e->memory ? 4 : 2);
}

// Forgets what earlier searches learned, so that a proof depends on nothing but the request.
static void prepare_provers(Engine *e) {
    tt_release(&e->table);
    for (int i = 0; i < SOLVER_PROVERS && !e->provers[i]; i++)
        e->provers[i] = prover_new(e->patterns, prover_bytes(e) / (i < 2 ? 1 : 2));
}

// Resets everything except the history, which is kept between moves.
static void prepare_search(Engine *e, Search *t, const EngineRequest *request,
                           StopCondition *stop_condition, bool is_main_thread) {
    const Board *b = request->board;
    t->request = request;
    t->position = position_new(e->patterns, b);
    t->net = NULL;
    t->net_name = engine_net_name(e);
    t->eval_cache = NULL;
    if (e->net) {
        t->net = accumulator_new(e->net, b->size, NET_BACKEND_BEST);
        accumulator_refresh(t->net, b);
        t->eval_cache = mem_alloc(sizeof *t->eval_cache);
    }
    t->table = &e->table;
    t->stop_condition = stop_condition;
    t->is_main_thread = is_main_thread;
    t->nodes = t->next_check = 0;
    t->stopped = false;
    t->pool_used = 0;
    for (int i = 0; i < COUNT(t->frames); i++)
        t->frames[i] = (SearchFrame){0};
}

static void release_search(Search *t) {
    position_free(t->position);
    accumulator_free(t->net);
    mem_free(t->eval_cache);
}

int engine_threads_max(void) {
    return int_max(1, int_min(thread_processors(), ENGINE_THREADS_MAX));
}

// Not more threads than processors: otherwise the main thread, which checks the limits, has to wait
// for its turn.
static int count_helpers(const Engine *e, int size, int threads) {
    int helpers = int_max(1, int_min(threads, engine_threads_max())) - 1;
    int64_t spare = e->memory - (e->net ? NET_BYTES : 0) - ENGINE_MEMORY_MIN;
    int64_t most = spare > 0 ? spare / helper_bytes(e, size) : 0;
    return e->memory && most < helpers ? (int)most : helpers;
}

// Shrinks the table to make room for helpers. It does not grow back: they are likely to return.
static void make_room(Engine *e, int64_t helpers_bytes) {
    if (helpers_bytes <= e->helpers_bytes)
        return;
    e->helpers_bytes = helpers_bytes;
    if (!e->memory || !e->table.slots)
        return; // no limit, or the table is not allocated yet
    tt_release(&e->table);
    tt_init(&e->table, table_bytes(e));
}

// Lazy SMP: helper threads run the same search and share only the transposition table.
typedef struct {
    pthread_t thread;
    Search *search; // borrowed from the engine
    bool is_running;
} Helper;

static void *run_helper(void *context) {
    EngineResult ignored;
    root_search(context, &ignored);
    return NULL;
}

static void start_helper(Engine *e, int i, const EngineRequest *request,
                         StopCondition *stop_condition, Helper *h) {
    if (!e->helpers[i]) {
        e->helpers[i] = mem_alloc(sizeof *e->helpers[i]);
        e->helpers[i]->vcf = vcf_new();
    }
    h->search = e->helpers[i];
    prepare_search(e, h->search, request, stop_condition, false);
    h->is_running = thread_start(&h->thread, run_helper, h->search);
}

// Joins the thread and returns its node count.
static int64_t end_helper(Helper *h) {
    if (h->is_running)
        pthread_join(h->thread, NULL);
    int64_t nodes = h->search->nodes;
    release_search(h->search);
    return nodes;
}

// Prepares the main thread's search.
static void begin_search(Engine *e, const EngineRequest *request, StopCondition *stop) {
    prepare_table(e, request);
    e->search->vcf = e->vcf;
    prepare_search(e, e->search, request, stop, true);
}

static void run_search(Engine *e, const EngineRequest *request, StopCondition *stop,
                       EngineResult *result) {
    int size = request->board->size, helper_count = count_helpers(e, size, request->threads);
    make_room(e, helper_count * helper_bytes(e, size));
    Helper *helpers = mem_alloc((size_t)(helper_count + 1) * sizeof *helpers);
    begin_search(e, request, stop);
    for (int i = 0; i < helper_count; i++)
        start_helper(e, i, request, stop, &helpers[i]);
    root_search(e->search, result);
    stop_condition_stop(stop);
    for (int i = 0; i < helper_count; i++)
        result->nodes += end_helper(&helpers[i]);
    release_search(e->search);
    mem_free(helpers);
}

static void run_on_one_thread(Engine *e, const EngineRequest *request, StopCondition *stop,
                              void (*run)(Search *t, EngineResult *result), EngineResult *result) {
    begin_search(e, request, stop);
    run(e->search, result);
    release_search(e->search);
}

// The request for the next of `parts` remaining searches out of `whole`: an equal share of the
// nodes, and an equal share of the remaining time, so that time saved earlier is used. A depth
// limit stays.
static EngineRequest part_of(const EngineRequest *request, int whole, int parts,
                             int64_t elapsed_ms) {
    EngineRequest part = *request;
    const Budget *budget = &request->budget;
    part.kind = REQUEST_BALANCE;
    part.on_progress = NULL;
    part.budget.target_ms = 0;
    part.budget.ms = budget->ms > 0 ? int_max(1, (int)((budget->ms - elapsed_ms) / parts)) : 0;
    part.budget.nodes = budget->nodes > 0 ? budget->nodes / whole + 1 : 0;
    return part;
}

// For each of a few first stones finds the best balancing reply, and keeps the pair closest to the
// target.
static void run_balance_two(Engine *e, const EngineRequest *request, const StopCondition *stop,
                            EngineResult *result) {
    enum { FIRST_STONES = 6, PARTS = FIRST_STONES + 1 };
    int target = request->balance_target;
    EngineRequest part = part_of(request, PARTS, PARTS, 0);
    part.line_count = FIRST_STONES;
    EngineResult first = engine_run(e, &part);
    *result = (EngineResult){.nodes = first.nodes, .line_count = 1, .lines = {first.lines[0]}};
    EngineLine *best = &result->lines[0];
    bool found = false;
    for (int i = 0; i < first.line_count; i++) {
        if (found && stop_condition_is_late(stop))
            break;
        Board after = *request->board;
        if (board_play(&after, first.lines[i].move) != PLAY_OK || !board_has_legal_move(&after))
            continue;
        part = part_of(request, PARTS, first.line_count - i, stop_condition_elapsed_ms(stop));
        part.line_count = 1;
        part.board = &after;
        part.balance_target = -target;
        EngineResult reply = engine_run(e, &part);
        const EngineLine *second = &reply.lines[0];
        result->nodes += reply.nodes;
        if (found && abs(-second->value - target) >= abs(best->value - target))
            continue;
        found = true;
        *best = (EngineLine){.move = first.lines[i].move,
                             .value = -second->value,
                             .depth = second->depth + 1,
                             .length = 2,
                             .moves = {first.lines[i].move, second->move}};
    }
}

// Searches a position on behalf of the solver.
static Proposal propose_move(void *context, const Board *b, int64_t nodes,
                             const StopCondition *outer) {
    Engine *e = context;
    EngineRequest request = {.kind = REQUEST_SEARCH, .board = b};
    StopCondition stop = {.nodes = nodes,
                          .started_ns = clock_now_ns(),
                          .deadline_ns = outer->deadline_ns,
                          .token = outer->token};
    EngineResult result = {0};
    if (!e->table.slots) { // the first search for this request
        tt_init(&e->table, prover_bytes(e));
        e->search->history = (History){0};
        vcf_clear(e->vcf);
    }
    tt_new_search(&e->table, SIZE_MAX);
    e->search->vcf = e->vcf;
    prepare_search(e, e->search, &request, &stop, true);
    root_search(e->search, &result);
    release_search(e->search);
    return (Proposal){result.lines[0].move, result.lines[0].value, result.nodes};
}

EngineResult engine_run(Engine *e, const EngineRequest *request) {
    EngineResult result = {0};
    StopCondition stop;
    stop_condition_start(&stop, &request->budget, request->stop); // first: preparing takes time
    use_rules(e, request->board->rules);
    bool is_proof = request->kind == REQUEST_PROVE || request->kind == REQUEST_THREATS;
    if (request->kind != REQUEST_THREATS) {
        e->board_size = request->board->size;
        select_net(e); // may free the provers
    }
    if (is_proof)
        prepare_provers(e);
    switch (request->kind) {
    case REQUEST_SEARCH:
        run_search(e, request, &stop, &result);
        break;
    case REQUEST_BALANCE:
        run_on_one_thread(e, request, &stop, root_balance, &result);
        break;
    case REQUEST_BALANCE_TWO:
        run_balance_two(e, request, &stop, &result);
        break;
    case REQUEST_ORDER:
        run_on_one_thread(e, request, &stop, root_order_moves, &result);
        break;
    case REQUEST_PROVE:
        solver_prove(e->provers, (Proposer){e, propose_move}, request, &stop, &result);
        break;
    case REQUEST_THREATS:
        solver_search_threats(e->provers[0], request, &stop, &result);
        break;
    }
    result.ms = stop_condition_elapsed_ms(&stop);
    result.net_name = is_proof ? "" : engine_net_name(e);
    return result;
}

// Scores in units of NET_POLICY_SCALE per logit.
static void score_points(Engine *e, const Board *b, const Point *points, int count,
                         int16_t *scores) {
    if (e->net) {
        Accumulator *accumulator = accumulator_new(e->net, b->size, NET_BACKEND_BEST);
        accumulator_refresh(accumulator, b);
        accumulator_policy(accumulator, b->turn, points, count, scores);
        accumulator_free(accumulator);
        return;
    }
    Position *position = position_new(e->patterns, b);
    for (int i = 0; i < count; i++)
        scores[i] = (int16_t)position_score(position, points[i]);
    position_free(position);
}

void engine_policy(Engine *e, const Board *b, float probabilities[static POINT_COUNT]) {
    Point points[BOARD_MAX * BOARD_MAX];
    int16_t scores[BOARD_MAX * BOARD_MAX];
    int count = board_empty_points(b, points), best = INT16_MIN;
    double sum = 0;
    use_rules(e, b->rules);
    e->board_size = b->size;
    select_net(e);
    score_points(e, b, points, count, scores);
    for (int i = 0; i < count; i++)
        best = int_max(best, scores[i]);
    memset(probabilities, 0, POINT_COUNT * sizeof *probabilities);
    for (int i = 0; i < count; i++) {
        probabilities[points[i]] = (float)exp((double)(scores[i] - best) / NET_POLICY_SCALE);
        sum += probabilities[points[i]];
    }
    for (int i = 0; i < count; i++)
        probabilities[points[i]] /= (float)sum;
}

void engine_result_release(EngineResult *result) {
    proof_release(&result->proof);
}

// ---- Values

int engine_plies_to_end(int value) {
    return engine_is_certain(value) ? ENGINE_MATE - abs(value) : 0;
}

double engine_win_rate(int value) {
    enum { VALUE_PER_LOGIT = 200 };
    if (engine_is_certain(value))
        return value > 0 ? 1 : 0;
    return 1 / (1 + exp(-(double)value / VALUE_PER_LOGIT));
}
