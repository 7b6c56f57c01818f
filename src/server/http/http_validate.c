#include "server/http/http_validate.h"

#include "base/ascii.h"
#include "base/number.h"
#include "base/utf8.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

// ---- Headers

typedef struct {
    const char *name;
    size_t value, count; // offsets in RequestHeaders, or NOT_COUNTED
} HeaderField;

#define NOT_COUNTED ((size_t)-1)

static const HeaderField fields[] = {
    {"Host", offsetof(RequestHeaders, host), offsetof(RequestHeaders, hosts)},
    {"Content-Length", offsetof(RequestHeaders, length), offsetof(RequestHeaders, lengths)},
    {"Transfer-Encoding", NOT_COUNTED, offsetof(RequestHeaders, encodings)},
    {"Origin", offsetof(RequestHeaders, origin), offsetof(RequestHeaders, origins)},
    {"Cookie", offsetof(RequestHeaders, cookie), offsetof(RequestHeaders, cookies)},
    {"Authorization", offsetof(RequestHeaders, authorization),
     offsetof(RequestHeaders, authorizations)},
    {"Content-Type", offsetof(RequestHeaders, content_type), NOT_COUNTED},
    {"Upgrade", offsetof(RequestHeaders, upgrade), offsetof(RequestHeaders, upgrades)},
    {"Connection", offsetof(RequestHeaders, connection), NOT_COUNTED},
    {"Expect", offsetof(RequestHeaders, expect), NOT_COUNTED},
    {"Sec-WebSocket-Key", offsetof(RequestHeaders, websocket_key), offsetof(RequestHeaders, keys)},
    {"Sec-WebSocket-Version", offsetof(RequestHeaders, websocket_version),
     offsetof(RequestHeaders, versions)},
    {"X-Forwarded-For", offsetof(RequestHeaders, forwarded_for), NOT_COUNTED},
    {"Sec-Fetch-Site", offsetof(RequestHeaders, fetch_site), NOT_COUNTED},
    {"If-None-Match", offsetof(RequestHeaders, if_none_match), NOT_COUNTED},
    {"Accept", offsetof(RequestHeaders, accept), NOT_COUNTED},
    {"Accept-Encoding", offsetof(RequestHeaders, accept_encoding), NOT_COUNTED},
};

bool text_is_token(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "!#$%&'*+-.^_`|~";
    return *text && text[strspn(text, letters)] == '\0';
}

static bool has_control_character(const char *text) {
    for (; text && *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7f)
            return true;
    return false;
}

static bool has_word(const char *list, const char *word) {
    size_t len = strlen(word);
    for (; list && *list; list += strcspn(list, ","), list += *list == ',') {
        list += strspn(list, " \t");
        if (ascii_equal_part(list, word, len) && strchr(" \t,", list[len]))
            return true;
    }
    return false;
}

void headers_add(RequestHeaders *h, const char *name, const char *value) {
    h->invalid_names += !text_is_token(name);
    h->invalid_values += has_control_character(value);
    h->closes |= ascii_equal(name, "Connection") && has_word(value, "close");
    for (int i = 0; i < COUNT(fields); i++) {
        if (!ascii_equal(fields[i].name, name))
            continue;
        if (fields[i].value != NOT_COUNTED)
            *(const char **)((char *)h + fields[i].value) = value ? value : "";
        if (fields[i].count != NOT_COUNTED)
            ++*(int *)((char *)h + fields[i].count);
    }
}

static bool is_digits(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text);
}

const char *headers_error(const RequestHeaders *h) {
    if (h->hosts != 1 || !*h->host)
        return "a request needs exactly one Host header";
    if (h->invalid_names)
        return "invalid header name";
    if (h->invalid_values)
        return "control character in a header";
    if (h->encodings)
        return "Transfer-Encoding is not supported; send a Content-Length";
    if (h->lengths > 1 || (h->length && !is_digits(h->length)))
        return "Content-Length must occur at most once and be a number";
    if (h->origins > 1 || h->cookies > 1 || h->authorizations > 1)
        return "Origin, Cookie and Authorization may occur only once";
    return NULL;
}

static bool is_websocket_key(const char *key) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == 24 && strspn(key, letters) == 22 && !strcmp(key + 22, "==");
}

bool headers_ask_for_websocket(const RequestHeaders *h) {
    return h->upgrades == 1 && ascii_equal(h->upgrade, "websocket") &&
           has_word(h->connection, "upgrade") && h->keys == 1 &&
           is_websocket_key(h->websocket_key) && h->versions == 1 &&
           !strcmp(h->websocket_version, "13") && !h->lengths;
}

// ---- Header lists

// True if the parameters of a list element contain a weight of 0: "; q=0.0".
static bool has_zero_weight(const char *parameters, size_t len) {
    for (const char *end = parameters + len; parameters < end; parameters++) {
        if (*parameters != ';')
            continue;
        const char *name = parameters + 1 + strspn(parameters + 1, " \t");
        if (ascii_equal_part(name, "q=", 2))
            return name[2] == '0' && strspn(name + 2, "0.") == strspn(name + 2, "0123456789.");
    }
    return false;
}

bool header_list_accepts(const char *list, const char *word) {
    for (size_t len; list && *list; list += len, list += *list == ',') {
        list += strspn(list, " \t");
        len = strcspn(list, ",");
        size_t name_len = strcspn(list, ",; \t");
        if (name_len == strlen(word) && ascii_equal_part(list, word, name_len))
            return !has_zero_weight(list + name_len, len - name_len);
    }
    return false;
}

bool header_list_has_etag(const char *list, const char *tag) {
    for (size_t len; list && *list; list += len, list += *list == ',') {
        list += strspn(list, " \t");
        if (!strncmp(list, "W/", 2))
            list += 2;
        len = strcspn(list, ",");
        size_t tag_len = strcspn(list, ", \t");
        if ((tag_len == strlen(tag) && !strncmp(list, tag, tag_len)) ||
            (tag_len == 1 && *list == '*'))
            return true;
    }
    return false;
}

// ---- Cookies and tokens

bool cookie_find(const char *cookies, const char *name, char *out, size_t size) {
    size_t name_len = strlen(name);
    bool found = false;
    for (size_t len; cookies && *cookies; cookies += len, cookies += *cookies == ';') {
        cookies += strspn(cookies, " \t");
        len = strcspn(cookies, ";");
        if (len <= name_len || strncmp(cookies, name, name_len) != 0 || cookies[name_len] != '=')
            continue;
        size_t value_len = len - name_len - 1;
        if (found || value_len == 0 || value_len >= size)
            return false;
        memcpy(out, cookies + name_len + 1, value_len);
        out[value_len] = '\0';
        found = true;
    }
    return found;
}

bool bearer_find(const char *authorization, char *out, size_t size) {
    static const char scheme[] = "Bearer ";
    if (!authorization || !ascii_equal_part(authorization, scheme, sizeof scheme - 1))
        return false;
    const char *token = authorization + sizeof scheme - 1;
    size_t len = strlen(token);
    if (len == 0 || len >= size)
        return false;
    memcpy(out, token, len + 1);
    return true;
}

// ---- Addresses

bool address_is_loopback(const char *address) {
    return !strncmp(address, "127.", 4) || !strcmp(address, "::1") ||
           !strncmp(address, "::ffff:127.", 11);
}

// IPv4 as it is written in IPv6: a socket for both says ::ffff:1.2.3.4.
static bool parse_address(const char *address, struct in6_addr *out) {
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    memcpy(out->s6_addr, mapped, sizeof mapped);
    return inet_pton(AF_INET, address, &out->s6_addr[12]) == 1 ||
           inet_pton(AF_INET6, address, out) == 1;
}

bool proxy_is_valid(const char *proxy) {
    struct in6_addr parsed;
    return !strcmp(proxy, "any") || parse_address(proxy, &parsed);
}

bool proxy_is_trusted(const char *proxy, const char *address) {
    struct in6_addr a, b;
    return address_is_loopback(address) ||
           (proxy &&
            (!strcmp(proxy, "any") || (parse_address(proxy, &a) && parse_address(address, &b) &&
                                       !memcmp(&a, &b, sizeof a))));
}

void address_network(const char *address, char out[ADDRESS_SIZE]) {
    struct in6_addr v6;
    snprintf(out, ADDRESS_SIZE, "%s", address);
    if (inet_pton(AF_INET6, address, &v6) != 1)
        return;
    if (IN6_IS_ADDR_V4MAPPED(&v6)) {
        inet_ntop(AF_INET, &v6.s6_addr[12], out, ADDRESS_SIZE);
        return;
    }
    memset(&v6.s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, &v6, out, ADDRESS_SIZE);
}

// Without brackets and a port, which some proxies add.
static bool copy_host(const char *text, size_t len, char *out, size_t size) {
    const char *colon = memchr(text, ':', len), *bracket = memchr(text, ']', len);
    if (*text == '[' && bracket)
        len = (size_t)(bracket - ++text);
    else if (colon && !memchr(colon + 1, ':', len - (size_t)(colon + 1 - text)))
        len = (size_t)(colon - text);
    if (len >= size)
        return false;
    memcpy(out, text, len);
    out[len] = '\0';
    return true;
}

bool forwarded_address(const char *forwarded_for, char *out, size_t size) {
    struct in6_addr parsed;
    const char *comma = strrchr(forwarded_for, ',');
    const char *address = comma ? comma + 1 : forwarded_for;
    address += strspn(address, " \t");
    return copy_host(address, strlen(address), out, size) && parse_address(out, &parsed);
}

// ---- Paths

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Decodes one part up to a slash or the end. Returns the rest; NULL if the part is invalid.
static const char *decode_part(const char *from, char **to) {
    char *begin = *to;
    while (*from && *from != '/') {
        int c = (unsigned char)*from++;
        if (c == '%') {
            if (hex(from[0]) < 0 || hex(from[1]) < 0)
                return NULL;
            c = hex(from[0]) * 16 + hex(from[1]);
            from += 2;
        }
        if (c < 0x20 || c == 0x7f || c == '/' || c == '\\')
            return NULL;
        *(*to)++ = (char)c;
    }
    bool fine = *to > begin && *begin != '.' && utf8_is_printable(begin, (size_t)(*to - begin));
    *(*to)++ = '\0';
    return fine ? from : NULL;
}

bool path_parse(const char *path, Path *out) {
    *out = (Path){0};
    if (*path != '/' || strlen(path) >= PATH_BYTES_MAX)
        return false;
    char *to = out->text;
    for (path++; *path; path += *path == '/') {
        if (out->count == PATH_PARTS_MAX)
            return false;
        out->parts[out->count++] = to;
        path = decode_part(path, &to);
        if (!path)
            return false;
    }
    return true;
}

bool path_is_api(const Path *path) {
    return path->count > 0 && !strcmp(path->parts[0], "api");
}

// ---- Query

// The value of the first argument with this name; NULL if it is missing. It ends at an `&`.
static const char *find_argument(const char *query, const char *name) {
    size_t len = strlen(name);
    for (; *query; query += strcspn(query, "&"), query += *query == '&')
        if (!strncmp(query, name, len) && query[len] == '=')
            return query + len + 1;
    return NULL;
}

// The next character of a query, decoded.
static char next_character(const char **query) {
    const char *at = (*query)++;
    if (*at != '%' || hex(at[1]) < 0 || hex(at[2]) < 0)
        return *at == '+' ? ' ' : *at;
    *query += 2;
    return (char)(hex(at[1]) * 16 + hex(at[2]));
}

bool query_is_valid(const char *query) {
    ScopedStr decoded = {0};
    while (*query)
        str_add_char(&decoded, next_character(&query));
    return utf8_is_valid(str_text(&decoded), decoded.len);
}

bool query_find(const char *query, const char *name, char *out, size_t size) {
    const char *value = find_argument(query, name);
    if (!value)
        return false;
    size_t n = 0;
    while (*value && *value != '&' && n + 1 < size) {
        out[n] = next_character(&value);
        if (out[n++] == '\0')
            return false;
    }
    out[n] = '\0';
    return !*value || *value == '&';
}
