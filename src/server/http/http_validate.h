// HTTP request validation: headers, paths, cookies, tokens and addresses, checked before routing.
// Pure functions on untrusted input, and fuzzed.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The headers of a request that the server uses, and how often some occur. Text is borrowed; NULL:
// missing.
typedef struct {
    int hosts, lengths, encodings, origins, cookies, authorizations, upgrades, keys, versions;
    int invalid_names;  // headers whose name is not a token of RFC 9110
    int invalid_values; // headers whose value has a control character
    bool closes;        // a Connection header says "close"
    const char *host, *length, *origin, *cookie, *authorization, *content_type;
    const char *upgrade, *connection, *expect, *websocket_key, *websocket_version;
    const char *forwarded_for, *fetch_site, *if_none_match, *accept, *accept_encoding;
} RequestHeaders;

// A token of RFC 9110: a method, or the name of a header. Anything else, above all a space before
// the colon, is parsed differently by different programs.
bool text_is_token(const char *text);

void headers_add(RequestHeaders *h, const char *name, const char *value);

// NULL if the headers are valid, otherwise an error message. Rejects what a proxy might read
// differently (request smuggling): several lengths or hosts, Transfer-Encoding.
const char *headers_error(const RequestHeaders *h);

// True if this is a valid WebSocket upgrade request.
bool headers_ask_for_websocket(const RequestHeaders *h);

// True if `word` is in a list like Accept or Accept-Encoding with a weight (q) above 0.
bool header_list_accepts(const char *list, const char *word);

// True if the list of If-None-Match contains this ETag (with quotes).
bool header_list_has_etag(const char *list, const char *tag);

// Copies the value of a cookie. False if it is missing, empty, too long for `size`, or occurs
// twice.
bool cookie_find(const char *cookies, const char *name, char *out, size_t size);

// Copies the token of "Bearer TOKEN".
bool bearer_find(const char *authorization, char *out, size_t size);

// A URL path split at its slashes, percent-decoded. Rejected: empty parts, parts that begin with a
// dot, encoded slashes or NUL, control characters, too many parts.
enum { PATH_PARTS_MAX = 6, PATH_BYTES_MAX = 512 };

typedef struct {
    int count;
    const char *parts[PATH_PARTS_MAX]; // point into `text`
    char text[PATH_BYTES_MAX];
} Path;

bool path_parse(const char *path, Path *out);
bool path_is_api(const Path *path); // "/api" or below

// True if the decoded query is UTF-8: PostgreSQL refuses other texts, with the whole transaction.
bool query_is_valid(const char *query);

// Decodes the value of an argument of a query such as "a=b&c=d"; the first one counts. False if it
// is missing, contains a NUL or does not fit into `size` bytes.
bool query_find(const char *query, const char *name, char *out, size_t size);

// IP addresses as text.
enum { ADDRESS_SIZE = 48 };

bool address_is_loopback(const char *address);

// An IPv4 or IPv6 address, or "any": the option --trusted-proxy.
bool proxy_is_valid(const char *proxy);

// Whether a client at `address` may say in X-Forwarded-For whom it asks for: a proxy on this
// machine, or `proxy`, which may be NULL.
bool proxy_is_trusted(const char *proxy, const char *address);

// The rate-limit key of an address: IPv4 as it is, IPv6 reduced to its /64 network, because one
// client usually has all of it.
void address_network(const char *address, char out[ADDRESS_SIZE]);

// Copies the last address of X-Forwarded-For, the one that the proxy itself saw, without a port.
// False if that is not an IP address.
bool forwarded_address(const char *forwarded_for, char *out, size_t size);
