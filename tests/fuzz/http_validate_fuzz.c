// Fuzzes HTTP validation: accepted headers, cookies and paths have the promised form and survive a
// round trip.
#include "fuzz.h"

#include "base/str.h"
#include "base/utf8.h"
#include "server/http/http_validate.h"

static void try_path(const char *text) {
    Path path;
    if (!path_parse(text, &path))
        return;
    Str again = {0};
    for (int i = 0; i < path.count; i++) {
        const char *part = path.parts[i];
        DEMAND(*part && *part != '.' && !strchr(part, '/') && !strchr(part, '\\'));
        DEMAND(utf8_is_printable(part, strlen(part)));
        str_add_char(&again, '/');
        for (; *part; part++)
            str_add(&again, "%%%02x", (unsigned)(unsigned char)*part);
    }
    Path second;
    if (again.len < PATH_BYTES_MAX && again.len > 0) {
        DEMAND(path_parse(str_text(&again), &second) && second.count == path.count);
        for (int i = 0; i < path.count; i++)
            DEMAND(!strcmp(path.parts[i], second.parts[i]));
    }
    str_release(&again);
}

static void try_cookie(const char *text) {
    char value[16];
    if (!cookie_find(text, "session", value, sizeof value))
        return;
    DEMAND(*value && !strchr(value, ';'));
    Str again = {0};
    str_add(&again, "a=b; session=%s", value);
    char second[16];
    DEMAND(cookie_find(str_text(&again), "session", second, sizeof second));
    DEMAND(!strcmp(value, second));
    str_release(&again);
}

// What was decoded is found again when it is encoded, and is UTF-8 if the query is.
static void try_query(const char *text) {
    char value[64], second[64];
    if (!query_find(text, "a", value, sizeof value))
        return;
    DEMAND(!query_is_valid(text) || utf8_is_valid(value, strlen(value)));
    Str again = {0};
    str_add_text(&again, "b=c&a=");
    for (const char *at = value; *at; at++)
        str_add(&again, "%%%02X", (unsigned)(unsigned char)*at);
    str_add_text(&again, "&a=other");
    DEMAND(query_find(str_text(&again), "a", second, sizeof second) && !strcmp(value, second));
    str_release(&again);
}

// Lines of "name: value".
static void try_headers(char *text) {
    RequestHeaders headers = {0};
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        char *colon = strchr(line, ':');
        if (!colon)
            continue;
        *colon = '\0';
        headers_add(&headers, line, colon + 1);
    }
    if (!headers_error(&headers))
        DEMAND(headers.hosts == 1 && headers.lengths <= 1 && headers.encodings == 0);
    if (headers_ask_for_websocket(&headers))
        DEMAND(headers.keys == 1 && strlen(headers.websocket_key) == 24);
    char token[16];
    if (bearer_find(headers.authorization, token, sizeof token))
        DEMAND(*token && strlen(token) < sizeof token);
    char address[48];
    if (headers.forwarded_for && forwarded_address(headers.forwarded_for, address, sizeof address))
        DEMAND(strpbrk(address, ".:") &&
               address[strspn(address, "0123456789abcdefABCDEF.:")] == '\0');
}

// A word is found in a list at any position.
static void try_list(const char *text) {
    bool word = header_list_accepts(text, "gzip"), tag = header_list_has_etag(text, "\"ab\"");
    Str longer = {0};
    str_add(&longer, "br;q=0, %s", text);
    DEMAND(header_list_accepts(str_text(&longer), "gzip") == word);
    DEMAND(header_list_has_etag(str_text(&longer), "\"ab\"") == tag);
    str_release(&longer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    try_path(text);
    try_cookie(text);
    try_list(text);
    try_query(text);
    try_headers(text);
    mem_free(text);
    return 0;
}
