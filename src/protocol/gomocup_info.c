// INFO: the manager's settings, and the limits of the next move that follow from them.
#include "base/ascii.h"
#include "base/number.h"
#include "protocol/gomocup_session.h"

#include <string.h>

enum {
    MEMORY_MIN_MIB = 24, // the program with its smallest tables
    PROGRAM_MIB = 8,     // the part outside the player
};

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static const int64_t unlimited_ms = INT32_MAX; // how managers write it

void gomocup_info_init(GomocupInfo *info) {
    *info = (GomocupInfo){.turn_ms = -1, .strength = STRENGTH_FULL};
}

typedef struct {
    const char *name, *usage, *help;
    size_t offset;    // of an int64_t in GomocupInfo, plus 1; 0: the key has no effect
    int64_t min, max; // smaller values are ignored, larger ones are clamped
} Key;

// Plus 1, because the first member has offset 0.
#define MEMBER(name) (offsetof(GomocupInfo, name) + 1)

// clang-format off
static const Key keys[] = {
    {"timeout_turn", "MS", "for each move; 0: answer at once", MEMBER(turn_ms), 0, INT32_MAX},
    {"timeout_match", "MS", "for the game; 0: unlimited", MEMBER(match_ms), 0, INT32_MAX},
    {"time_left", "MS", "of the game's time; 2147483647: unlimited", MEMBER(left_ms), INT32_MIN, INT32_MAX},
    {"time_increment", "MS", "added to it after each move", MEMBER(increment_ms), 0, INT32_MAX},
    {"max_memory", "BYTES", "for the whole program; 0: unlimited", MEMBER(memory), 0, INT64_MAX},
    {"max_node", "N", "nodes per move; 0: unlimited", MEMBER(nodes), 0, INT64_MAX},
    {"max_depth", "N", "search depth in plies; 0: unlimited", MEMBER(depth), 0, INT16_MAX},
    {"hash_size", "KIB", "size of the transposition table; 0: as max_memory allows", MEMBER(hash_kib), 0, INT32_MAX},
    {"thread_num", "N", "search threads, up to the number of processors", MEMBER(threads), 0, ENGINE_THREADS_MAX},
    {"show_detail", "N", "report during a search: 1 the best move, 2 the lines, 3 both; 0 nothing", MEMBER(detail), 0, DETAIL_BEST | DETAIL_LINES},
    {"rule", "N", "0 freestyle, 1 standard, 4 renju, 8 and 9 caro", MEMBER(rule), INT16_MIN, INT16_MAX},
    {"strength", "N", "from 0 to 100: less than 100 makes the engine weaker", MEMBER(strength), 0, STRENGTH_FULL},
    {"max_moves", "N", "a draw after N stones; 0: no limit", MEMBER(max_moves), 0, INT16_MAX},
    {"pondering", "N", "1: think on the opponent's time; 0: do not", MEMBER(pondering), 0, 1},
    {"game_type", "N", "ignored"},
    {"evaluate", "X,Y", "ignored"},
    {"folder", "PATH", "ignored; nothing is stored"},
};
// clang-format on

void gomocup_info_add_help(Str *out) {
    for (int i = 0; i < COUNT(keys); i++)
        command_add_help(keys[i].name, keys[i].usage, keys[i].help, out);
}

static const Key *find_key(const char *name) {
    for (int i = 0; i < COUNT(keys); i++)
        if (ascii_equal(keys[i].name, name))
            return &keys[i];
    return NULL;
}

static void next_word(Scanner *s, Str *word) {
    str_clear(word);
    scanner_skip_blanks(s);
    while (!scanner_at_end(s) && !scanner_is_blank(scanner_peek(s)))
        str_add_char(word, (char)scanner_next(s));
}

static void set(GomocupInfo *info, const Key *key, int64_t value) {
    size_t offset = key->offset - 1;
    memcpy((char *)info + offset, &value, sizeof value);
    if (offset == offsetof(GomocupInfo, left_ms)) {
        info->left_is_known = true;
        info->spent_ms = 0;
    }
}

// Numbers beyond int64_t, such as "99999999999999999999", are clamped.
static bool read_value(const char *word, int64_t min, int64_t *out) {
    Error ignored;
    bool is_huge = *word && word[strspn(word, "0123456789")] == '\0' &&
                   !number_parse(word, 0, INT64_MAX, out, &ignored);
    if (is_huge)
        *out = INT64_MAX;
    return is_huge || number_parse(word, min, INT64_MAX, out, &ignored);
}

void gomocup_info_read(GomocupInfo *info, Scanner *s) {
    ScopedStr word = {0};
    next_word(s, &word);
    const Key *key = find_key(str_text(&word));
    next_word(s, &word);
    int64_t value;
    if (key && key->offset && read_value(str_text(&word), key->min, &value))
        set(info, key, smaller(value, key->max));
}

static int64_t mebibytes(int64_t n) {
    return n << 20;
}

// The texts must not contain "20": Piskvork would take that for a board size to try.
const Rules *gomocup_info_rules(const GomocupInfo *info, Error *err) {
    const Rules *rules = rules_from_gomocup((int)info->rule);
    if (info->memory > 0 && info->memory < mebibytes(MEMORY_MIN_MIB)) {
        error_set(err, "max_memory is too small: at least %d MiB are needed", MEMORY_MIN_MIB);
        return NULL;
    }
    if (!rules)
        error_set(err, "%s are not supported; rule is one of 0, 1, 4, 8 and 9",
                  info->rule > 0 && info->rule < 16 && (info->rule & 2) ? "continuous games"
                                                                        : "such rules");
    return rules;
}

static int64_t time_left(const GomocupInfo *info) {
    if (info->left_is_known && info->left_ms < unlimited_ms)
        return info->left_ms - info->spent_ms;
    if (info->left_is_known || info->match_ms == 0)
        return timer_unlimited;
    return info->match_ms - info->spent_ms;
}

// What is left of a limit; 0 means no limit.
static int64_t minus_elapsed(int64_t ms, int64_t elapsed_ms) {
    return ms == 0 ? 0 : ms > elapsed_ms ? ms - elapsed_ms : 1;
}

Budget gomocup_info_budget(const GomocupInfo *info, int64_t elapsed_ms) {
    MoveTime move_time = move_time_for(time_left(info), TIMER_MOVES_TO_GO, info->increment_ms,
                                       info->turn_ms < 0 ? timer_unlimited : info->turn_ms);
    return (Budget){
        .ms = minus_elapsed(move_time.most_ms, elapsed_ms),
        .target_ms = minus_elapsed(move_time.usual_ms, elapsed_ms),
        .nodes = info->nodes,
        .depth = (int)info->depth,
    };
}

int64_t gomocup_info_memory(const GomocupInfo *info) {
    return info->memory ? info->memory - mebibytes(PROGRAM_MIB) : 0;
}
