// HTTP/1.1 request parser (RFC 9112, strict): turns received bytes into request heads and bodies,
// pipelined ones too. No I/O, and fuzzed: the same bytes give the same requests however they are
// split.
//
// What programs read in different ways is refused, not repaired, because a proxy in front might
// have read it in the other way (request smuggling): line ends other than CRLF, folded headers,
// control characters, NUL, more than one space in the request line, Transfer-Encoding.
#pragma once

#include "base/str.h"
#include "server/http/http_validate.h"

#include <stdbool.h>

typedef struct {
    Str input;         // received, but not yet part of a request
    size_t scanned;    // how much of it is known to be valid in a head
    size_t head_max;   // bytes, with the request line
    bool skipped_line; // the one empty line that may precede a request
    bool refused;      // nothing can follow
} RequestParser;

typedef enum {
    HEAD_INCOMPLETE,
    HEAD_COMPLETE,
    HEAD_TOO_LARGE,
    HEAD_MALFORMED,
} HeadResult;

typedef struct {
    Str text;                          // owned; everything else points into it
    const char *method, *path, *query; // the path is still encoded; without a query ""
    RequestHeaders headers;
    size_t body_len;       // Content-Length; SIZE_MAX: too large for a size_t
    bool keep_alive;       // the connection may be used for another request
    bool expects_continue; // "Expect: 100-continue"
} RequestHead;

void request_parser_init(RequestParser *p, size_t head_max);
void request_parser_release(RequestParser *p);

void request_parser_feed(RequestParser *p, const void *bytes, size_t len);

// Takes the next head from the input. HEAD_COMPLETE fills *out, whose text the caller releases. The
// others leave it empty; HEAD_TOO_LARGE and HEAD_MALFORMED set *error, and nothing follows them.
HeadResult request_parser_head(RequestParser *p, RequestHead *out, const char **error);

// Takes a body of `len` bytes. False: not all of it is there.
bool request_parser_body(RequestParser *p, size_t len, Str *out);
