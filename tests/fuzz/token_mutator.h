// A structure-aware mutator for formats made of tokens, such as JSON and SGF: it copies, moves,
// removes and replaces whole tokens and bracketed groups, so that more inputs get past the parser.
// Every other mutation is one of libFuzzer's own. Include it in a fuzz target, once.
#pragma once

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

typedef struct {
    size_t start, end;
} TokenSpan;

static inline uint32_t token_random(uint64_t *state, size_t below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % below);
}

static inline bool token_is_word(uint8_t c) {
    return isalnum(c) || c == '_' || c == '-' || c == '+' || c == '.' || c >= 0x80;
}

// The end of the token at `at`: a string, a word or number, or a single character.
static inline size_t token_end(const uint8_t *data, size_t size, size_t at) {
    size_t end = at + 1;
    if (data[at] == '"') {
        while (end < size && data[end] != '"')
            end += data[end] == '\\' ? 2 : 1;
        return end < size ? end + 1 : size;
    }
    while (token_is_word(data[at]) && end < size && token_is_word(data[end]))
        end++;
    return end;
}

// The end of the group that opens at `at`, or of the token there.
static inline size_t token_group_end(const uint8_t *data, size_t size, size_t at) {
    int depth = 0;
    for (size_t end = at; end < size; end = token_end(data, size, end)) {
        depth += strchr("([{", data[end]) && data[end] ? 1 : 0;
        depth -= strchr(")]}", data[end]) && data[end] ? 1 : 0;
        if (depth <= 0)
            return token_end(data, size, end);
    }
    return size;
}

// A token, or every other time the group that it opens.
static inline TokenSpan token_choose(const uint8_t *data, size_t size, uint64_t *state) {
    size_t wanted = token_random(state, size), at = 0;
    for (size_t end = 0; at < size; at = end) {
        end = token_end(data, size, at);
        if (end > wanted)
            break;
    }
    bool group = token_random(state, 2) == 0;
    return (TokenSpan){at, group ? token_group_end(data, size, at) : token_end(data, size, at)};
}

// Replaces the bytes of a span. Returns the new size; the old one if there is no room.
static inline size_t token_replace(uint8_t *data, size_t size, size_t max_size, TokenSpan span,
                                   const void *bytes, size_t len) {
    size_t removed = span.end - span.start;
    if (size - removed + len > max_size)
        return size;
    memmove(data + span.start + len, data + span.end, size - span.end);
    memcpy(data + span.start, bytes, len);
    return size - removed + len;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    enum { COPY_MAX = 512 };
    static const char *const values[] = {"0",     "-1",          "1",      "9007199254740993",
                                         "1e308", "0.1",         "true",   "null",
                                         "\"\"",  "\"\\u0000\"", "{}",     "[]",
                                         ",",     ":",           ";B[aa]", "(",
                                         ")",     "[",           "]"};
    uint64_t state = seed;
    uint8_t copy[COPY_MAX];
    if (size == 0 || token_random(&state, 2))
        return LLVMFuzzerMutate(data, size, max_size);
    TokenSpan to = token_choose(data, size, &state), from = token_choose(data, size, &state);
    size_t len = from.end - from.start < COPY_MAX ? from.end - from.start : COPY_MAX;
    memcpy(copy, data + from.start, len);
    switch (token_random(&state, 4)) {
    case 0: // remove
        return size > to.end - to.start ? token_replace(data, size, max_size, to, "", 0) : size;
    case 1: { // a value of interest
        const char *value = values[token_random(&state, sizeof values / sizeof *values)];
        return token_replace(data, size, max_size, to, value, strlen(value));
    }
    case 2: // a copy in front of it
        to.end = to.start;
        break;
    default: // a copy instead of it
        break;
    }
    return token_replace(data, size, max_size, to, copy, len);
}
