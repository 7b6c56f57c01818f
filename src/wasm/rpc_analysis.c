// RPC "think", "solve", "proof", "check_proof" and "bench": analysis, proofs, speed.
#include "base/clock.h"
#include "engine/bench.h"
#include "proof/checker.h"
#include "proof/proof_json.h"
#include "study/analysis_format.h"
#include "study/solution_json.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <inttypes.h>

// ---- Analysis

static void add_analysis(Str *out, const Analysis *a, const Board *b) {
    str_add_text(out, ",\"analysis\":");
    analysis_format_json(a, b, out);
    str_cut(out, out->len - 1); // the newline
}

// Sends an intermediate reply.
static void send_progress_report(void *context, const Analysis *so_far) {
    RpcServer *server = context;
    if (!server->host.send_progress)
        return;
    str_clear(&server->progress);
    str_add_text(&server->progress, "{\"ok\":true");
    add_analysis(&server->progress, so_far, server->board);
    str_add_char(&server->progress, '}');
    server->host.send_progress(server->host.progress_context, str_text(&server->progress));
}

// The best moves, or one or two balancing stones.
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

bool rpc_think(RpcCall *call, Error *err) {
    RpcServer *server = call->server;
    Game g;
    Point barred[BOARD_MAX * BOARD_MAX];
    int64_t ms = 0, nodes = 0, depth = 0, lines = 1, balance = 0;
    int barred_count;
    if (!request_running_game(call->request, &g, err) ||
        !request_integer(call->request, "ms", 1, REQUEST_MS_MAX, &ms, err) ||
        !request_integer(call->request, "nodes", 1, INT64_MAX, &nodes, err) ||
        !request_integer(call->request, "depth", 1, 100, &depth, err) ||
        !request_integer(call->request, "lines", 1, ANALYST_LINES_MAX, &lines, err) ||
        !request_integer(call->request, "balance", 0, 2, &balance, err) ||
        !request_points(call->request, "barred", g.board.size, BOARD_MAX * BOARD_MAX, barred,
                        &barred_count, err))
        return false;
    if (balance == 2 && !ms && !nodes && !depth)
        return error_set(err,
                         "two stones that keep the balance need \"ms\", \"nodes\" or \"depth\"");
    Question q = {
        .limits = {.ms = ms, .nodes = nodes, .depth = (int)depth, .stop = server->host.stop},
        .lines = (int)lines,
        .barred = barred,
        .barred_count = barred_count,
        .report = send_progress_report,
        .report_context = server,
    };
    server->board = &g.board;
    Analysis found = find_moves(server->analyst, &g.board, (int)balance, &q);
    server->board = NULL;
    add_analysis(call->out, &found, &g.board);
    return true;
}

// ---- Proofs

bool rpc_solve(RpcCall *call, Error *err) {
    RpcServer *server = call->server;
    Game g;
    Proof proof;
    SolverLimits limits = {.stop = server->host.stop};
    if (!request_running_game(call->request, &g, err) ||
        !request_integer(call->request, "ms", 1, REQUEST_MS_MAX, &limits.ms, err) ||
        !request_integer(call->request, "nodes", 1, INT64_MAX, &limits.nodes, err))
        return false;
    int64_t began = clock_now_ms();
    Solution s = solver_decide(server->solver, &g.board, &limits, &proof);
    str_clear(&server->proof);
    if (s.proved)
        proof_write_json(&proof, &server->proof);
    proof_release(&proof);
    str_add_char(call->out, ',');
    solution_json_fields(&s, &g.board, clock_now_ms() - began, call->out);
    return true;
}

bool rpc_proof(RpcCall *call, Error *err) {
    if (call->server->proof.len == 0)
        return error_set(err, "nothing is proved");
    str_add(call->out, ",\"proof\":%s", str_text(&call->server->proof));
    return true;
}

bool rpc_check_proof(RpcCall *call, Error *err) {
    Proof proof;
    ProofCheck checking = {.stop = call->server->host.stop};
    if (!proof_read_json(call->bytes, call->len, &proof, err))
        return false;
    bool ok = proof_check(&proof, &checking, err);
    proof_release(&proof);
    str_add(call->out, ",\"positions\":%" PRId64, checking.positions);
    return ok;
}

// ---- Speed

bool rpc_bench(RpcCall *call, Error *err) {
    int64_t row = 0, rounds = 1;
    if (!request_integer(call->request, "row", 0, 1000, &row, err) ||
        !request_integer(call->request, "rounds", 1, BENCH_ROUNDS_MAX, &rounds, err))
        return false;
    if (!bench_name((int)row))
        return error_set(err, "there is no row %d", (int)row);
    if (!bench_is_available((int)row))
        return error_set(err, "%s: no net is built in", bench_name((int)row));
    BenchResult r = bench_run((int)row, (int)rounds, NULL);
    rpc_add_text(call->out, "name", r.name);
    str_add(call->out,
            ",\"nodes\":%" PRId64 ",\"ns\":%" PRId64 ",\"signature\":\"0x%016" PRIx64 "\"", r.nodes,
            r.median_ns, r.signature);
    return true;
}
