// The HTTP request parser: what is a request, what is refused, how bytes are divided into requests.
#include "server/http/request_parser.h"

#include "base/number.h"
#include "test.h"

#include <string.h>

enum { MAX = 200 };

#define HOST "Host: x\r\n"

// Parses `bytes` in pieces; returns "METHOD PATH?QUERY body" for each request, or the error.
static void parse(const char *bytes, size_t len, size_t piece, Str *out) {
    RequestParser p;
    request_parser_init(&p, MAX);
    bool in_body = false;
    RequestHead head = {0};
    Str body = {0};
    const char *error = NULL;
    for (size_t at = 0; at < len && !error; at += piece) {
        request_parser_feed(&p, bytes + at, piece < len - at ? piece : len - at);
        for (bool more = true; more && !error;) {
            if (in_body) {
                more = request_parser_body(&p, head.body_len, &body);
                if (more)
                    str_add(out, "%s %s?%s %s%s;", head.method, head.path, head.query,
                            str_text(&body), head.keep_alive ? "" : " close");
                if (more)
                    str_release(&head.text);
                in_body = !more;
            } else {
                str_clear(&body);
                more = in_body = request_parser_head(&p, &head, &error) == HEAD_COMPLETE;
            }
        }
    }
    if (error)
        str_add_text(out, error);
    str_release(&body);
    str_release(&head.text);
    request_parser_release(&p);
}

TEST(http_requests_are_parsed_or_refused_however_they_are_split) {
    static const char first[] = "the first line must be: METHOD /PATH HTTP/1.1",
                      version[] = "the version must be HTTP/1.1",
                      ends[] = "a line must end with CRLF",
                      control[] = "control character in the headers";
    static const struct {
        const char *bytes, *want;
    } rows[] = {
        {"GET / HTTP/1.1\r\n" HOST "\r\n", "GET /? ;"},
        {"GET /a?b=c&d HTTP/1.1\r\n" HOST "\r\n", "GET /a?b=c&d ;"},
        {"GET /a?b?c HTTP/1.1\r\n" HOST "\r\n", "GET /a?b?c ;"},
        {"GET / HTTP/1.0\r\n" HOST "\r\n", "GET /?  close;"},
        {"GET / HTTP/1.9\r\n" HOST "\r\n", "GET /? ;"},
        {"GET / HTTP/1.1\r\n" HOST "Connection: a, Close\r\n\r\n", "GET /?  close;"},
        {"GET / HTTP/1.1\r\n" HOST "Connection: closed\r\n\r\n", "GET /? ;"},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n" HOST "\r\n",
         "POST /? abc;GET /? ;"},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 03\r\n\r\na\r\n", "POST /? a\r\n;"},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\nabc", ""},
        {"\r\nGET / HTTP/1.1\r\n" HOST "\r\n\r\nGET / HTTP/1.1\r\n" HOST "\r\n",
         "GET /? ;GET /? ;"},
        {"GET / HTTP/1.1\r\n" HOST "\r", ""},
        {"\r\n\r\nGET / HTTP/1.1\r\n" HOST "\r\n", first},
        {"GET / HTTP/1.1\n", ends},
        {"GET / HTTP/1.1\r\n" HOST "X: a\rb", ends},
        {"GET / HTTP/1.1\r\n" HOST "\r\r\n", ends},
        {"GET / HTTP/1.1\r\n" HOST "X: \x01", control},
        {"GET / HTTP/1.1\r\n" HOST "X: \x7f", control},
        {"\x16\x03\x01", control},
        {"GET / HTTP/1.1\r\n" HOST "X: a\r\n b\r\n\r\n", "folded header"},
        {"GET / HTTP/1.1\r\n" HOST "X: a\r\n\tb\r\n\r\n", "folded header"},
        {"GET / HTTP/1.1\r\n" HOST ": a\r\n\r\n", "invalid header name"},
        {"GET / HTTP/1.1\r\n" HOST "X : a\r\n\r\n", "invalid header name"},
        {"GET / HTTP/1.1\r\n" HOST "nonsense\r\n\r\n", "a header must be: NAME: VALUE"},
        {"GET  / HTTP/1.1\r\n" HOST "\r\n", first},
        {"GET /  HTTP/1.1\r\n" HOST "\r\n", version},
        {" GET / HTTP/1.1\r\n" HOST "\r\n", first},
        {"GET\t/ HTTP/1.1\r\n" HOST "\r\n", first},
        {"GET /a\tb HTTP/1.1\r\n" HOST "\r\n", first},
        {"GET /#a HTTP/1.1\r\n" HOST "\r\n", first},
        {"G(T / HTTP/1.1\r\n" HOST "\r\n", first},
        {"GET /\r\n" HOST "\r\n", first},
        {"GET / HTTP/2.0\r\n" HOST "\r\n", version},
        {"GET / HTTP/1.1 \r\n" HOST "\r\n", version},
        {"GET / HTTP/1.10\r\n" HOST "\r\n", version},
        {"GET / http/1.1\r\n" HOST "\r\n", version},
        {"GET /?a=%00 HTTP/1.1\r\n" HOST "\r\n", "%00 in the query"},
        {"GET / HTTP/1.1\r\n\r\n", "a request needs exactly one Host header"},
    };
    for (int i = 0; i < COUNT(rows); i++)
        for (size_t piece = 1; piece <= 64; piece += 9) {
            ScopedStr got = {0};
            parse(rows[i].bytes, strlen(rows[i].bytes), piece, &got);
            CHECK_TEXT(rows[i].bytes, str_text(&got), rows[i].want);
        }
}

TEST(http_head_has_no_nul) {
    static const char bytes[] = "GET / HTTP/1.1\r\n" HOST "X: a\0b\r\n\r\n";
    ScopedStr got = {0};
    parse(bytes, sizeof bytes - 1, sizeof bytes, &got);
    CHECK_TEXT("a NUL", str_text(&got), "control character in the headers");
}

TEST(http_head_has_a_limit) {
    for (size_t more = 0; more <= 1; more++) {
        ScopedStr bytes = {0}, got = {0};
        str_add_text(&bytes, "GET / HTTP/1.1\r\n" HOST "X: ");
        str_add_repeated(&bytes, 'a', (int)(MAX - 4 - bytes.len + more));
        str_add_text(&bytes, "\r\n\r\n");
        parse(str_text(&bytes), bytes.len, 50, &got);
        CHECK_TEXT("at the limit, over it", str_text(&got),
                   more ? "the headers are too long" : "GET /? ;");
    }
}

TEST(http_parser_keeps_no_buffer_between_requests) {
    static const char bytes[] = "POST / HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}";
    RequestParser p;
    RequestHead head;
    const char *error;
    ScopedStr body = {0};
    request_parser_init(&p, MAX);
    request_parser_feed(&p, bytes, sizeof bytes - 1);
    CHECK("the head", request_parser_head(&p, &head, &error) == HEAD_COMPLETE);
    CHECK("the body", request_parser_body(&p, head.body_len, &body));
    CHECK("the buffer", !p.input.data);
    str_release(&head.text);
    request_parser_release(&p);
}

TEST(http_upgrade_and_expectation_need_http_1_1) {
    for (int minor = 0; minor <= 1; minor++) {
        ScopedStr bytes = {0};
        str_add(&bytes, "POST / HTTP/1.%d\r\n" HOST "Upgrade: a\r\nExpect: 100-Continue\r\n\r\n",
                minor);
        RequestParser p;
        RequestHead head;
        const char *error;
        request_parser_init(&p, MAX);
        request_parser_feed(&p, str_text(&bytes), bytes.len);
        CHECK("the head", request_parser_head(&p, &head, &error) == HEAD_COMPLETE);
        CHECK_INT("upgrades", head.headers.upgrades, minor);
        CHECK_INT("expects to be told", head.expects_continue, minor);
        str_release(&head.text);
        request_parser_release(&p);
    }
}
