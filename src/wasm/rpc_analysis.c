// RPC "think", "solve", "proof", "check_proof" and "bench": analysis, proofs, speed.
#include "engine/bench.h"
#include "proof/proof.h"
#include "study/review.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <inttypes.h>
#include <stdio.h>

// ---- Analysis

// Sends an intermediate reply.
static void send_progress_report(void *context, const EngineResult *so_far) {
    RpcServer *server = context;
    if (!server->host.send_progress)
        return;
    str_clear(&server->progress);
    JsonWriter w = json_writer_into(&server->progress);
    write_object(&w, NULL);
    write_flag(&w, "ok", true);
    analysis_write(&w, "analysis", so_far, server->board);
    write_end_object(&w);
    server->host.send_progress(server->host.progress_context, str_text(&server->progress));
}

bool rpc_think(RpcCall *call, Error *err) {
    RpcServer *server = call->server;
    Game g;
    Point excluded[BOARD_MAX * BOARD_MAX];
    int64_t ms = 0, nodes = 0, depth = 0, lines = 1, balance = 0;
    int excluded_count;
    if (!request_running_game(call->request, &g, err) ||
        !request_integer(call->request, "ms", 1, REQUEST_MS_MAX, &ms, err) ||
        !request_integer(call->request, "nodes", 1, INT64_MAX, &nodes, err) ||
        !request_integer(call->request, "depth", 1, 100, &depth, err) ||
        !request_integer(call->request, "lines", 1, ENGINE_LINES_MAX, &lines, err) ||
        !request_integer(call->request, "balance", 0, 2, &balance, err) ||
        !request_points(call->request, "barred", g.board.size, BOARD_MAX * BOARD_MAX, excluded,
                        &excluded_count, err))
        return false;
    if (balance == 2 && !ms && !nodes && !depth)
        return error_set(err,
                         "two stones that keep the balance need \"ms\", \"nodes\" or \"depth\"");
    static const RequestKind kinds[] = {REQUEST_SEARCH, REQUEST_BALANCE, REQUEST_BALANCE_TWO};
    EngineRequest request = {
        .kind = kinds[balance],
        .board = &g.board,
        .budget = {.ms = ms, .nodes = nodes, .depth = (int)depth},
        .line_count = (int)lines,
        .excluded = excluded,
        .excluded_count = excluded_count,
        .stop = server->host.stop,
        .on_progress = send_progress_report,
        .progress_context = server,
    };
    server->board = &g.board;
    EngineResult found = engine_run(server->engine, &request);
    server->board = NULL;
    analysis_write(call->reply, "analysis", &found, &g.board);
    return true;
}

// ---- Proofs

bool rpc_solve(RpcCall *call, Error *err) {
    RpcServer *server = call->server;
    Game g;
    EngineRequest request = {.kind = REQUEST_PROVE, .board = &g.board, .stop = server->host.stop};
    if (!request_running_game(call->request, &g, err) ||
        !request_integer(call->request, "ms", 1, REQUEST_MS_MAX, &request.budget.ms, err) ||
        !request_integer(call->request, "nodes", 1, INT64_MAX, &request.budget.nodes, err))
        return false;
    EngineResult r = engine_run(server->engine, &request);
    str_clear(&server->proof);
    if (r.outcome != OUTCOME_UNKNOWN)
        proof_write_json(&r.proof, &server->proof);
    solution_write(call->reply, &r, g.board.size);
    engine_result_release(&r);
    return true;
}

bool rpc_proof(RpcCall *call, Error *err) {
    if (call->server->proof.len == 0)
        return error_set(err, "nothing is proved");
    write_raw(call->reply, "proof", str_text(&call->server->proof));
    return true;
}

bool rpc_check_proof(RpcCall *call, Error *err) {
    Proof proof;
    ProofCheck checking = {.stop = call->server->host.stop};
    if (!proof_read_json(call->bytes, call->len, &proof, err))
        return false;
    bool ok = proof_check(&proof, &checking, err);
    proof_release(&proof);
    write_number(call->reply, "positions", checking.positions);
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
    char signature[19];
    snprintf(signature, sizeof signature, "0x%016" PRIx64, r.signature);
    write_text(call->reply, "name", r.name);
    write_number(call->reply, "nodes", r.nodes);
    write_number(call->reply, "ns", r.median_ns);
    write_text(call->reply, "signature", signature);
    return true;
}
