#include "base/number.h"

#include "base/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <unistd.h>

static bool accumulate(const char *digits, bool negative, int64_t *out) {
    int64_t value = 0;
    for (; *digits; digits++) {
        int digit = *digits - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value))
            return false;
    }
    *out = value;
    return true;
}

static bool all_digits(const char *text) {
    if (!*text)
        return false;
    for (; *text; text++)
        if (*text < '0' || *text > '9')
            return false;
    return true;
}

bool number_parse(const char *text, int64_t min, int64_t max, int64_t *out, Error *err) {
    bool negative = *text == '-';
    const char *digits = text + (negative || *text == '+');
    if (!all_digits(digits))
        return error_set(err, "'%.40s' is not a whole number", text);
    int64_t value = 0;
    bool fits = accumulate(digits, negative, &value);
    if (fits && value >= min && value <= max) {
        *out = value;
        return true;
    }
    if (max < INT32_MAX)
        return error_set(err, "%.40s is not between %" PRId64 " and %" PRId64, text, min, max);
    bool is_low = fits ? value < min : negative;
    return error_set(err, is_low ? "%.40s is less than %" PRId64 : "%.40s is more than %" PRId64,
                     text, is_low ? min : max);
}

enum { DECIMALS_MAX = 9, WHOLE_DIGITS_MAX = 9 };

// Reads 1 to `max` digits.
static bool read_digits(const char **at, int max, double *value, double *unit) {
    int count = 0;
    for (; **at >= '0' && **at <= '9'; ++*at, count++) {
        *value = *value * 10 + (**at - '0');
        *unit *= 10;
    }
    return count > 0 && count <= max;
}

bool decimal_parse(const char *text, double min, double max, double *out, Error *err) {
    bool negative = *text == '-';
    const char *at = text + (negative || *text == '+');
    double value = 0, unit = 1;
    bool ok = read_digits(&at, WHOLE_DIGITS_MAX, &value, &unit);
    unit = 1;
    if (ok && *at == '.') {
        at++;
        ok = read_digits(&at, DECIMALS_MAX, &value, &unit);
    }
    if (!ok || *at)
        return error_set(err, "'%.40s' is not a number such as 0.05", text);
    value = (negative ? -value : value) / unit;
    if (value < min || value > max)
        return error_set(err, "%.40s is not between %g and %g", text, min, max);
    *out = value;
    return true;
}

// SplitMix64: a counter passed through a mixing function. 64 bits of state, no bad seeds.
uint64_t rng_next(Rng *rng) {
    return rng_mix(rng->state += 0x9e3779b97f4a7c15u);
}

// Lemire's method: the high word of a 32x32 bit product, redrawn for the few low words that would
// bias the result.
int rng_below(Rng *rng, int bound) {
    assert(bound > 0);
    uint32_t n = (uint32_t)bound;
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * n;
    }
    return (int)(product >> 32);
}

uint64_t rng_fresh_seed(void) {
    Rng mixer = {(uint64_t)clock_now_ns() ^ ((uint64_t)getpid() << 40)};
    return rng_next(&mixer);
}
