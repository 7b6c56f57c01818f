// The bytes of a response: status line, headers, body.
#include "base/number.h"
#include "server/accounts/secret.h"
#include "server/http/http.h"
#include "server/server_internal.h"

#include <string.h>
#include <time.h>

static const struct {
    int status;
    const char *phrase;
} phrases[] = {
    {101, "Switching Protocols"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {302, "Found"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {503, "Service Unavailable"},
};

static const struct {
    const char *name, *value;
} security_headers[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self' blob:; "
     "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'none'; object-src 'none'; "
     "require-trusted-types-for 'script'; trusted-types pentad"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

static void add_header(Str *out, const char *name, const char *value) {
    str_add_text(out, name);
    str_add_text(out, ": ");
    str_add_text(out, value);
    str_add_text(out, "\r\n");
}

static const char *phrase_of(int status) {
    for (int i = 0; i < COUNT(phrases); i++)
        if (phrases[i].status == status)
            return phrases[i].phrase;
    return "Status"; // any text will do, and none at all too
}

// Not by strftime, whose words depend on the locale.
static void add_date(Str *out) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t now = time(NULL);
    struct tm t;
    gmtime_r(&now, &t);
    str_add(out, "Date: %.3s, %02d %.3s %d %02d:%02d:%02d GMT\r\n", days + 3 * t.tm_wday, t.tm_mday,
            months + 3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

static void add_status_line(Str *out, int status) {
    str_add(out, "HTTP/1.1 %d %s\r\n", status, phrase_of(status));
    add_date(out);
}

// ---- Files

// The variant of the file to send, plain or gzip; NULL if the response is not a file.
static const FileVariant *variant_of(const Request *r) {
    bool packed = r->file && r->file->gzip.bytes.len > 0 &&
                  header_list_accepts(r->headers.accept_encoding, "gzip");
    return !r->file ? NULL : packed ? &r->file->gzip : &r->file->plain;
}

// False for the page of a 404.
static bool is_static_file(const Request *r) {
    return r->file && r->status == 200;
}

static const char *cache_control(const Request *r) {
    return !is_static_file(r)     ? "no-store"
           : r->file_is_immutable ? "public, max-age=31536000, immutable"
                                  : "no-cache";
}

static void add_file_headers(const Request *r, const FileVariant *variant, Str *out) {
    if (variant == &r->file->gzip)
        add_header(out, "Content-Encoding", "gzip");
    if (r->file->gzip.bytes.len > 0)
        add_header(out, "Vary", "Accept-Encoding");
    if (is_static_file(r))
        add_header(out, "ETag", variant->etag);
}

// ---- Responses

static void add_headers(const Request *r, const FileVariant *variant, Str *out) {
    for (int i = 0; i < COUNT(security_headers); i++)
        add_header(out, security_headers[i].name, security_headers[i].value);
    if (r->server->secure)
        add_header(out, "Strict-Transport-Security", "max-age=31536000");
    add_header(out, "Cache-Control", cache_control(r));
    if (r->type)
        add_header(out, "Content-Type", r->type);
    if (r->location)
        add_header(out, "Location", r->location);
    if (variant)
        add_file_headers(r, variant, out);
    if (*r->session_cookie)
        add_header(out, "Set-Cookie", r->session_cookie);
    if (*r->device_cookie)
        add_header(out, "Set-Cookie", r->device_cookie);
    if (r->status == 405)
        add_header(out, "Allow", "GET, HEAD, POST, DELETE");
}

static void format_upgrade(const Request *r, Str *out) {
    WebSocketAccept accept = websocket_accept_key(r->headers.websocket_key);
    add_status_line(out, 101);
    add_header(out, "Connection", "Upgrade");
    add_header(out, "Upgrade", "websocket");
    add_header(out, "Sec-WebSocket-Accept", accept.text);
    str_add_text(out, "\r\n");
}

void response_format(const Request *r, Connection *c) {
    c->sent = c->body_len = 0;
    str_clear(&c->head);
    if (r->upgrades_to_websocket) {
        format_upgrade(r, &c->head);
        return;
    }
    const FileVariant *variant = variant_of(r);
    const Str *body = variant ? &variant->bytes : &r->response;
    bool known = is_static_file(r) && header_list_has_etag(r->headers.if_none_match, variant->etag);
    add_status_line(&c->head, known ? 304 : r->status);
    add_headers(r, variant, &c->head);
    if (!known)
        str_add(&c->head, "Content-Length: %zu\r\n", body->len);
    if (!c->keep_alive)
        add_header(&c->head, "Connection", "close");
    str_add_text(&c->head, "\r\n");
    bool has_body = !known && strcmp(r->method, "HEAD") != 0;
    c->body = has_body ? str_text(body) : NULL;
    c->body_len = has_body ? body->len : 0;
}
