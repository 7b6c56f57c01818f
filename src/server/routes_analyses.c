// Routes: questions to the engine.
#include "server/fields.h"
#include "server/inside.h"
#include "server/routes.h"

// clang-format off
static const Field fields[] = {
    {"game", FIELD_TEXT, offsetof(InquiryRequest, game), 0, 0},
    {"rules", FIELD_TEXT, offsetof(InquiryRequest, rules), 0, 0},
    {"size", FIELD_NUMBER, offsetof(InquiryRequest, size), SETUP_SIZE_MIN, SETUP_SIZE_MAX},
    {"black", FIELD_TEXT, offsetof(InquiryRequest, black), 0, 0},
    {"white", FIELD_TEXT, offsetof(InquiryRequest, white), 0, 0},
    {"turn", FIELD_TEXT, offsetof(InquiryRequest, turn), 0, 0},
    {"moves", FIELD_TEXT, offsetof(InquiryRequest, moves), 0, 0},
    {"lines", FIELD_NUMBER, offsetof(InquiryRequest, lines), 1, INQUIRY_LINES_MAX},
    {"ms", FIELD_NUMBER, offsetof(InquiryRequest, ms), 1, INQUIRY_MS_MAX},
    {"nodes", FIELD_NUMBER, offsetof(InquiryRequest, nodes), 1, INQUIRY_NODES_MAX},
    {"prove", FIELD_FLAG, offsetof(InquiryRequest, prove), 0, 0},
    {0},
};
// clang-format on

static Refusal read_inquiry(Request *r, Inquiry **out, Error *err) {
    Document *d = document_read(str_text(&r->body), r->body.len, err);
    InquiryRequest request = {0};
    Refusal no = REFUSED_MALFORMED;
    if (d && document_fill(d, fields,
                           "game? rules? size? black? white? turn? moves? lines? ms? nodes? prove?",
                           &request, err))
        no = hall_inquire(r->server->hall, &request, out, err);
    document_free(d);
    return no;
}

static Refusal take_drops(const Request *r, Error *err) {
    Server *s = r->server;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)r->user.id);
    if (limiter_take(s->limiter, BUCKET_ANALYSES, key, server_ms(s)) &&
        limiter_take(s->limiter, BUCKET_ANALYSES_NEAR, r->network, server_ms(s)))
        return REFUSED_NOT;
    error_set(err, "too many questions; wait a little");
    return REFUSED_TOO_MANY;
}

Refusal route_analyses_post(Request *r, Error *err) {
    Server *s = r->server;
    Inquiry *inquiry = NULL;
    Refusal no = take_drops(r, err);
    if (!no)
        no = read_inquiry(r, &inquiry, err);
    if (no)
        return no;
    GameId begun = {""};
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    no = analyses_ask(s->analyses, &(AnalysisAsker){r->user.id, r->network}, inquiry, &w, &begun,
                      err);
    write_end_object(&w);
    if (no || !*begun.text)
        return no;
    r->status = 202;
    thinkers_stir(s->thinkers);
    return REFUSED_NOT;
}

static Refusal answer_analysis(Request *r, const char *id, Error *err) {
    str_clear(&r->answer);
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    Refusal no = analyses_see(r->server->analyses, r->user.id, id, &w, &r->after, err);
    write_end_object(&w);
    return no;
}

Refusal route_analysis_get(Request *r, Error *err) {
    return request_poll(r, answer_analysis, err);
}

Refusal route_analysis_delete(Request *r, Error *err) {
    Refusal no = analyses_stop(r->server->analyses, r->user.id, r->path.parts[2], err);
    return no ? no : answer_analysis(r, r->path.parts[2], err);
}
