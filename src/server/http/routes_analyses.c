// Routes of analyses: submit, long-poll and cancel.
#include "server/http/routes.h"
#include "server/server_internal.h"

// clang-format off
static const JsonField fields[] = {
    {"game", JSON_FIELD_TEXT, offsetof(AnalysisRequest, game), 0, 0},
    {"rules", JSON_FIELD_TEXT, offsetof(AnalysisRequest, rules), 0, 0},
    {"size", JSON_FIELD_NUMBER, offsetof(AnalysisRequest, size), GAME_REQUEST_SIZE_MIN, GAME_REQUEST_SIZE_MAX},
    {"black", JSON_FIELD_TEXT, offsetof(AnalysisRequest, black), 0, 0},
    {"white", JSON_FIELD_TEXT, offsetof(AnalysisRequest, white), 0, 0},
    {"turn", JSON_FIELD_TEXT, offsetof(AnalysisRequest, turn), 0, 0},
    {"moves", JSON_FIELD_TEXT, offsetof(AnalysisRequest, moves), 0, 0},
    {"lines", JSON_FIELD_NUMBER, offsetof(AnalysisRequest, lines), 1, ANALYSIS_LINES_MAX},
    {"ms", JSON_FIELD_NUMBER, offsetof(AnalysisRequest, ms), 1, ANALYSIS_MS_MAX},
    {"nodes", JSON_FIELD_NUMBER, offsetof(AnalysisRequest, nodes), 1, ANALYSIS_NODES_MAX},
    {"prove", JSON_FIELD_FLAG, offsetof(AnalysisRequest, prove), 0, 0},
    {0},
};
// clang-format on

static Status parse_request(Request *r, AnalysisJob **out, Error *err) {
    AnalysisRequest request = {0};
    if (!request_fields(r, fields,
                        "game? rules? size? black? white? turn? moves? lines? ms? nodes? prove?",
                        &request, err))
        return STATUS_MALFORMED;
    return registry_new_analysis(r->server->registry, &request, out, err);
}

static Status check_rate_limit(const Request *r, Error *err) {
    Server *s = r->server;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)r->user.id);
    if (rate_limiter_take(s->rate_limiter, RATE_LIMIT_ANALYSES, key, server_ms(s)) &&
        rate_limiter_take(s->rate_limiter, RATE_LIMIT_ANALYSES_PER_ADDRESS, r->network,
                          server_ms(s)))
        return STATUS_OK;
    error_set(err, "too many analyses; wait a moment");
    return STATUS_TOO_MANY;
}

// A long game takes as much of the server's time as many positions, also if all of it is known.
static Status charge_length(const Request *r, const AnalysisJob *job, Error *err) {
    enum { POSITIONS_PER_TOKEN = 64 };
    Status status = STATUS_OK;
    int count = analysis_job_position_count(job);
    for (int paid = POSITIONS_PER_TOKEN; !status && paid < count; paid += POSITIONS_PER_TOKEN)
        status = check_rate_limit(r, err);
    return status;
}

Status route_analyses_post(Request *r, Error *err) {
    Server *s = r->server;
    AnalysisJob *job = NULL;
    Status status = check_rate_limit(r, err);
    if (!status)
        status = parse_request(r, &job, err);
    if (!status)
        status = charge_length(r, job, err);
    if (status) {
        analysis_job_free(job);
        return status;
    }
    GameId started_id = {""};
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    status = analysis_queue_submit(s->analysis_queue, &(AnalysisClient){r->user.id, r->network},
                                   job, &w, &started_id, err);
    write_end_object(&w);
    if (status || !*started_id.text)
        return status;
    r->status = 202;
    worker_pool_dispatch(s->workers);
    return STATUS_OK;
}

static Status respond_analysis(Request *r, const char *id, Error *err) {
    str_clear(&r->response);
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    Status status = analysis_queue_get(r->server->analysis_queue, r->user.id, id, &w, &r->seq, err);
    write_end_object(&w);
    return status;
}

Status route_analysis_get(Request *r, Error *err) {
    return request_long_poll(r, respond_analysis, err);
}

Status route_analysis_delete(Request *r, Error *err) {
    Status status =
        analysis_queue_cancel(r->server->analysis_queue, r->user.id, r->path.parts[2], err);
    return status ? status : respond_analysis(r, r->path.parts[2], err);
}
