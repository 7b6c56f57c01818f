// The engine's opinion, its proofs, and how fast it is.
#include "base/clock.h"
#include "engine/bench.h"
#include "proof/checker.h"
#include "proof/proof_json.h"
#include "study/analysis_format.h"
#include "study/solution_json.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <inttypes.h>

bool rpc_is_stopped(void *local) {
    const RpcHost *page = &((const RpcServer *)local)->page;
    return page->stops && page->stops(page->context);
}

// ---- Thinking

static void add_analysis(Str *out, const Analysis *a, const Board *b) {
    str_add_text(out, ",\"analysis\":");
    analysis_format_json(a, b, out);
    str_cut(out, out->len - 1); // the newline
}

// A reply before the reply.
static void tell(void *context, const Analysis *so_far) {
    RpcServer *l = context;
    if (!l->page.tells)
        return;
    str_clear(&l->word);
    str_add_text(&l->word, "{\"ok\":true");
    add_analysis(&l->word, so_far, l->board);
    str_add_char(&l->word, '}');
    l->page.tells(l->page.context, str_text(&l->word));
}

// The best moves, or as many stones as are wanted that leave neither side better off.
static Analysis find_moves(Analyst *a, const Board *b, int balance, const Question *q) {
    switch (balance) {
    case 1:
        return analyst_balance(a, b, 0, q);
    case 2:
        return analyst_balance_two(a, b, 0, q);
    default:
        return analyst_think(a, b, q);
    }
}

bool rpc_think(RpcCall *a, Error *err) {
    RpcServer *l = a->local;
    Game g;
    Point barred[BOARD_MAX * BOARD_MAX];
    int64_t ms = 0, nodes = 0, depth = 0, lines = 1, balance = 0;
    int barred_count;
    if (!request_running_game(a->request, &g, err) ||
        !request_integer(a->request, "ms", 1, REQUEST_MS_MAX, &ms, err) ||
        !request_integer(a->request, "nodes", 1, INT64_MAX, &nodes, err) ||
        !request_integer(a->request, "depth", 1, 100, &depth, err) ||
        !request_integer(a->request, "lines", 1, ANALYST_LINES_MAX, &lines, err) ||
        !request_integer(a->request, "balance", 0, 2, &balance, err) ||
        !request_points(a->request, "barred", g.board.size, BOARD_MAX * BOARD_MAX, barred,
                        &barred_count, err))
        return false;
    if (balance == 2 && !ms && !nodes && !depth)
        return error_set(err,
                         "two stones that keep the balance need \"ms\", \"nodes\" or \"depth\"");
    Question q = {
        .limits = {.ms = ms,
                   .nodes = nodes,
                   .depth = (int)depth,
                   .interrupted = rpc_is_stopped,
                   .context = l},
        .lines = (int)lines,
        .barred = barred,
        .barred_count = barred_count,
        .report = tell,
    };
    l->board = &g.board;
    Analysis found = find_moves(l->analyst, &g.board, (int)balance, &q);
    l->board = NULL;
    add_analysis(a->out, &found, &g.board);
    return true;
}

// ---- Proofs

bool rpc_solve(RpcCall *a, Error *err) {
    RpcServer *l = a->local;
    Game g;
    Proof proof;
    SolverLimits limits = {.interrupted = rpc_is_stopped, .context = l};
    if (!request_running_game(a->request, &g, err) ||
        !request_integer(a->request, "ms", 1, REQUEST_MS_MAX, &limits.ms, err) ||
        !request_integer(a->request, "nodes", 1, INT64_MAX, &limits.nodes, err))
        return false;
    int64_t began = clock_now_ms();
    Solution s = solver_decide(l->solver, &g.board, &limits, &proof);
    str_clear(&l->proof);
    if (s.proved)
        proof_write_json(&proof, &l->proof);
    proof_release(&proof);
    str_add_char(a->out, ',');
    solution_json_fields(&s, &g.board, clock_now_ms() - began, a->out);
    return true;
}

bool rpc_proof(RpcCall *a, Error *err) {
    if (a->local->proof.len == 0)
        return error_set(err, "nothing is proved");
    str_add(a->out, ",\"proof\":%s", str_text(&a->local->proof));
    return true;
}

bool rpc_check_proof(RpcCall *a, Error *err) {
    Proof proof;
    ProofCheck checking = {.interrupted = rpc_is_stopped, .context = a->local};
    if (!proof_read_json(a->bytes, a->len, &proof, err))
        return false;
    bool ok = proof_check(&proof, &checking, err);
    proof_release(&proof);
    str_add(a->out, ",\"positions\":%" PRId64, checking.positions);
    return ok;
}

// ---- Measuring

bool rpc_bench(RpcCall *a, Error *err) {
    int64_t row = 0, rounds = 1;
    if (!request_integer(a->request, "row", 0, 1000, &row, err) ||
        !request_integer(a->request, "rounds", 1, BENCH_ROUNDS_MAX, &rounds, err))
        return false;
    if (!bench_name((int)row))
        return error_set(err, "there is no row %d", (int)row);
    if (!bench_is_available((int)row))
        return error_set(err, "%s: there is no net inside", bench_name((int)row));
    BenchResult r = bench_run((int)row, (int)rounds, NULL);
    rpc_add_text(a->out, "name", r.name);
    str_add(a->out, ",\"nodes\":%" PRId64 ",\"ns\":%" PRId64 ",\"signature\":\"0x%016" PRIx64 "\"",
            r.nodes, r.median_ns, r.signature);
    return true;
}
