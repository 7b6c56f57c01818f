// What is asked of a request before anybody looks at its meaning. Pure, and fuzzed: these functions
// see what strangers send.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// What the head of a request says, counted and picked out. All text is borrowed; NULL: not there.
typedef struct {
    int hosts, lengths, encodings, origins, cookies, authorizations, upgrades, keys, versions;
    int odd_names; // of headers
    const char *host, *length, *origin, *cookie, *authorization, *content_type;
    const char *upgrade, *connection, *socket_key, *socket_version;
    const char *forwarded_for, *fetch_site, *if_none_match, *accept, *accept_encoding;
} RequestHeaders;

void headers_add(RequestHeaders *h, const char *name, const char *value);

// NULL if the head is sound; otherwise what is wrong with it. Refuses what different programs read
// differently: several lengths or hosts, Transfer-Encoding.
const char *headers_error(const RequestHeaders *h);

// Does it ask for a WebSocket, rightly?
bool headers_ask_for_websocket(const RequestHeaders *h);

// Is the word in a list such as those of Accept and Accept-Encoding, with a weight above 0?
bool header_list_accepts(const char *list, const char *word);

// Is the tag, quotes and all, one of If-None-Match's?
bool header_list_has_etag(const char *list, const char *tag);

// The value of a cookie, copied; false if there is none, it is longer than `size` allows, or there
// are two of that name.
bool cookie_find(const char *cookies, const char *name, char *out, size_t size);

// The token of "Bearer TOKEN".
bool bearer_find(const char *authorization, char *out, size_t size);

// A path cut at its slashes, percent signs decoded. False for what no address of ours looks like:
// empty or dotted parts, encoded slashes or zeros, control characters, too many parts.
enum { PATH_PARTS_MAX = 6, PATH_BYTES_MAX = 512 };

typedef struct {
    int count;
    const char *parts[PATH_PARTS_MAX]; // into `text`
    char text[PATH_BYTES_MAX];
} Path;

bool path_parse(const char *path, Path *out);
bool path_is_api(const Path *path); // "/api" and below

// Addresses in numbers.
enum { ADDRESS_SIZE = 48 };

bool address_is_loopback(const char *address);

// For whom an address counts where something is limited: itself, but of IPv6 the network, since
// whoever has one address there has 2^64.
void address_network(const char *address, char out[ADDRESS_SIZE]);

// The last address of X-Forwarded-For: the one the proxy itself saw.
bool forwarded_address(const char *forwarded_for, char *out, size_t size);
