#include "engine/engine.h"

#include "base/mem.h"
#include "base/thread.h"
#include "base/util.h"
#include "engine/eval/weight_file.h"
#include "engine/prove/solver.h"
#include "engine/search/root.h"

#include <math.h>
#include <unistd.h>

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
    Patterns *patterns;
    TranspositionTable table;    // allocated on first use; empty while there are provers
    int64_t memory, table_limit; // see engine_set_memory
    int64_t helpers_bytes;       // reserved for helpers, not available to the table
    Vcf *vcf;
    Net *net;                   // NULL: none
    bool wants_own_net;         // use an embedded net as soon as there is memory for it
    const EmbeddedNet *own_net; // the source of `net`; NULL if it is not an embedded one
    int board_size;             // of the last search: selects the embedded net
    Search *search;             // kept between moves for its history
    Prover *provers[2];         // share the table's memory; NULL while it is in use
};

Engine *engine_new(const Rules *rules) {
    Engine *e = mem_alloc(sizeof *e);
    e->patterns = patterns_new(rules);
    e->vcf = vcf_new();
    e->search = mem_alloc(sizeof *e->search);
    e->board_size = BOARD_SIZE;
    return e;
}

bool engine_is_for(const Engine *e, const Rules *rules) {
    return e && e->patterns->rules == rules;
}

Engine *engine_for(Engine *e, const Rules *rules) {
    if (engine_is_for(e, rules))
        return e;
    engine_free(e);
    return engine_new(rules);
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
    for (int i = 0; i < 2; i++) {
        prover_free(e->provers[i]);
        e->provers[i] = NULL;
    }
}

static void use_net(Engine *e, Net *net) {
    net_free(e->net);
    e->net = net;
    engine_forget(e);
}

// Loads or drops the embedded net according to the memory limit and the board size.
static void select_own_net(Engine *e) {
    bool fits = e->memory == 0 || e->memory >= ENGINE_NET_MEMORY_MIN;
    const EmbeddedNet *own = fits ? embedded_net_for(e->patterns->rules, e->board_size) : NULL;
    if (!e->wants_own_net || own == e->own_net)
        return;
    use_net(e, own ? embedded_net_load(own) : NULL);
    e->own_net = own;
}

void engine_set_memory(Engine *e, int64_t bytes, int64_t table) {
    if (bytes == e->memory && table == e->table_limit && (e->table.slots || e->provers[0]))
        return;
    e->memory = bytes;
    e->table_limit = table;
    e->helpers_bytes = 0;
    free_provers(e);
    tt_release(&e->table);
    tt_init(&e->table, table_bytes(e));
    select_own_net(e);
}

void engine_forget(Engine *e) {
    free_provers(e);
    if (tt_bytes(&e->table) > TABLE_BYTES)
        tt_release(&e->table); // faster than clearing; allocated again when needed
    else if (e->table.slots)
        tt_clear(&e->table);
    vcf_clear(e->vcf);
    *e->search = (Search){0};
}

bool engine_load_weights(Engine *e, const char *path, Error *err) {
    const Rules *rules = e->patterns->rules;
    Weights weights;
    if (!weight_file_load(path, rules, &weights, err))
        return false;
    patterns_free(e->patterns);
    e->patterns = patterns_new_with_weights(rules, &weights);
    engine_forget(e);
    return true;
}

bool engine_has_own_net(const Engine *e) {
    return embedded_net_for(e->patterns->rules, e->board_size) != NULL;
}

void engine_use_own_net(Engine *e) {
    e->wants_own_net = true;
    select_own_net(e);
}

// Takes ownership of `net`.
static bool accept_net(Engine *e, Net *net, Error *err) {
    if (!net_supports_rules(net, e->patterns->rules)) {
        error_set(err, "a net for %s, not for %s", net->file.rules->name, e->patterns->rules->name);
        net_free(net);
        return false;
    }
    e->wants_own_net = false;
    e->own_net = NULL;
    use_net(e, net);
    return true;
}

bool engine_load_net(Engine *e, const char *path, Error *err) {
    Error reason = {0};
    Net *net = net_load(path, err);
    if (!net)
        return false;
    return accept_net(e, net, &reason) || error_set(err, "%s: %s", path, reason.text);
}

bool engine_read_net(Engine *e, const void *bytes, size_t len, Error *err) {
    Net *net = net_parse(bytes, len, err);
    return net && accept_net(e, net, err);
}

bool engine_is_net(const void *bytes, size_t len, Error *err) {
    NetFile ignored;
    return net_file_parse(bytes, len, &ignored, err);
}

void engine_free(Engine *e) {
    if (!e)
        return;
    net_free(e->net);
    patterns_free(e->patterns);
    vcf_free(e->vcf);
    mem_free(e->search);
    free_provers(e);
    tt_release(&e->table);
    mem_free(e);
}

// The transposition table and the provers share the memory: allocating one frees the other.
static void prepare_table(Engine *e) {
    free_provers(e);
    if (!e->table.slots)
        tt_init(&e->table, table_bytes(e));
    tt_new_search(&e->table);
}

static void prepare_provers(Engine *e) {
    if (e->provers[0])
        return;
    tt_release(&e->table);
    for (int i = 0; i < 2; i++)
        e->provers[i] = prover_new(e->patterns, table_bytes(e) / 2);
}

// Resets everything except the history, which is kept between moves.
static void prepare_search(Engine *e, Search *t, const Board *b, StopCondition *stop_condition,
                           bool is_main_thread) {
    t->position = position_new(e->patterns, b);
    t->net = NULL;
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
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1                    ? 1
           : processors < ENGINE_THREADS_MAX ? (int)processors
                                             : ENGINE_THREADS_MAX;
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
    Search *search;
    bool is_running;
} Helper;

static void *run_helper(void *context) {
    EngineAnswer ignored;
    root_search(context, &ignored);
    return NULL;
}

static void start_helper(Engine *e, const Board *b, StopCondition *stop_condition, Helper *h) {
    h->search = mem_alloc(sizeof *h->search);
    h->search->vcf = vcf_new();
    prepare_search(e, h->search, b, stop_condition, false);
    h->is_running = thread_start(&h->thread, run_helper, h->search);
}

// Joins the thread and returns its node count.
static int64_t end_helper(Helper *h) {
    if (h->is_running)
        pthread_join(h->thread, NULL);
    int64_t nodes = h->search->nodes;
    release_search(h->search);
    vcf_free(h->search->vcf);
    mem_free(h->search);
    return nodes;
}

// Prepares the main thread's search.
static void begin(Engine *e, const Board *b, StopCondition *stop_condition,
                  const EngineLimits *limits) {
    stop_condition_start(stop_condition, limits); // first, because loading another net takes time
    e->board_size = b->size;
    select_own_net(e);
    prepare_table(e);
    e->search->vcf = e->vcf;
    prepare_search(e, e->search, b, stop_condition, true);
}

EngineAnswer engine_think(Engine *e, const Board *b, const EngineLimits *limits) {
    StopCondition stop_condition;
    EngineAnswer answer;
    int helper_count = count_helpers(e, b->size, limits->threads);
    make_room(e, helper_count * helper_bytes(e, b->size));
    Helper *helpers = mem_alloc((size_t)(helper_count + 1) * sizeof *helpers);
    begin(e, b, &stop_condition, limits);
    for (int i = 0; i < helper_count; i++)
        start_helper(e, b, &stop_condition, &helpers[i]);
    root_search(e->search, &answer);
    stop_condition_stop(&stop_condition);
    for (int i = 0; i < helper_count; i++)
        answer.nodes += end_helper(&helpers[i]);
    release_search(e->search);
    mem_free(helpers);
    return answer;
}

EngineAnswer engine_balance(Engine *e, const Board *b, int aim, const EngineLimits *limits) {
    StopCondition stop_condition;
    EngineAnswer answer;
    begin(e, b, &stop_condition, limits);
    root_balance(e->search, aim, &answer);
    release_search(e->search);
    return answer;
}

EngineAnswer engine_glance(Engine *e, const Board *b, const EngineLimits *limits) {
    StopCondition stop_condition;
    EngineAnswer answer;
    begin(e, b, &stop_condition, limits);
    root_order_moves(e->search, &answer);
    release_search(e->search);
    return answer;
}

double engine_win_rate(int value) {
    enum { VALUE_PER_LOGIT = 200 };
    if (engine_is_certain(value))
        return value > 0 ? 1 : 0;
    return 1 / (1 + exp(-(double)value / VALUE_PER_LOGIT));
}

EngineProof engine_prove(Engine *e, const Board *b, const EngineLimits *limits, Proof *out) {
    prepare_provers(e);
    return solver_solve(e->provers, b, limits, out);
}

EngineProof engine_solve(Engine *e, const Board *b, const EngineLimits *limits) {
    Proof ignored;
    EngineProof proof = engine_prove(e, b, limits, &ignored);
    proof_release(&ignored);
    return proof;
}

EngineAttack engine_attack(Engine *e, const Board *b, Stone attacker, const EngineLimits *limits,
                           Proof *out) {
    prepare_provers(e);
    return solver_attack(e->provers[0], b, attacker, limits, out);
}
