// Routes: questions to the engine.
#include "server/http/routes.h"
#include "server/json/json_fields.h"
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

static Status read_inquiry(Request *r, AnalysisJob **out, Error *err) {
    JsonObject *d = json_fields_parse(str_text(&r->body), r->body.len, err);
    AnalysisRequest request = {0};
    Status no = STATUS_MALFORMED;
    if (d &&
        json_fields_fill(d, fields,
                         "game? rules? size? black? white? turn? moves? lines? ms? nodes? prove?",
                         &request, err))
        no = registry_new_analysis(r->server->registry, &request, out, err);
    json_fields_free(d);
    return no;
}

static Status take_drops(const Request *r, Error *err) {
    Server *s = r->server;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)r->user.id);
    if (rate_limiter_take(s->limiter, RATE_LIMIT_ANALYSES, key, server_ms(s)) &&
        rate_limiter_take(s->limiter, RATE_LIMIT_ANALYSES_PER_ADDRESS, r->network, server_ms(s)))
        return STATUS_OK;
    error_set(err, "too many questions; wait a little");
    return STATUS_TOO_MANY;
}

Status route_analyses_post(Request *r, Error *err) {
    Server *s = r->server;
    AnalysisJob *inquiry = NULL;
    Status no = take_drops(r, err);
    if (!no)
        no = read_inquiry(r, &inquiry, err);
    if (no)
        return no;
    GameId begun = {""};
    JsonWriter w = json_writer_into(&r->answer);
    write_object(&w, NULL);
    no = analysis_queue_submit(s->analyses, &(AnalysisClient){r->user.id, r->network}, inquiry, &w,
                               &begun, err);
    write_end_object(&w);
    if (no || !*begun.text)
        return no;
    r->status = 202;
    worker_pool_dispatch(s->workers);
    return STATUS_OK;
}

static Status answer_analysis(Request *r, const char *id, Error *err) {
    str_clear(&r->answer);
    JsonWriter w = json_writer_into(&r->answer);
    write_object(&w, NULL);
    Status no = analysis_queue_get(r->server->analyses, r->user.id, id, &w, &r->after, err);
    write_end_object(&w);
    return no;
}

Status route_analysis_get(Request *r, Error *err) {
    return request_long_poll(r, answer_analysis, err);
}

Status route_analysis_delete(Request *r, Error *err) {
    Status no = analysis_queue_cancel(r->server->analyses, r->user.id, r->path.parts[2], err);
    return no ? no : answer_analysis(r, r->path.parts[2], err);
}
