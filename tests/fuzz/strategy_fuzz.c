// Strategies: reading terminates and says why it failed; what was read answers every mirror image
// of its positions. The input is the lines before the end; a correct end line is added, so that the
// checksum does not stop everything.
#include "base/scanner.h"
#include "fuzz.h"
#include "proof/strategy.h"
#include "token_mutator.h"

static void check_entry(const Strategy *s, const Json *entry) {
    const char *position = entry ? json_text(entry, "position") : NULL;
    Board b, turned;
    board_init(&b, s->heading.rules, s->heading.size);
    if (!position || !certificate_read_position(position, &b, NULL))
        return;
    b.turn = (uint8_t)s->heading.side;
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        StrategyMove m;
        turned = b;
        for (int k = 0; k < b.size * b.size; k++) {
            Point p = point_at(k % b.size, k / b.size);
            turned.at[symmetry_apply(i, p, b.size)] = b.at[p];
        }
        DEMAND(strategy_find(s, &turned, &m));
        DEMAND(board_check(&turned, m.move) == PLAY_OK);
        for (int k = 0; k < 2 * m.pair_count; k++)
            DEMAND(board_has(&turned, m.pairs[k]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str text = {0};
    int64_t lines = -1;
    str_add_bytes(&text, data, size);
    if (size == 0 || data[size - 1] != '\n')
        str_add_char(&text, '\n');
    for (size_t i = 0; i < text.len; i++)
        lines += text.data[i] == '\n';
    size_t before_end = text.len;
    certificate_write_end(&text, lines);
    Strategy s;
    Error err = {0};
    bool ok = strategy_read(text.data, text.len, &s, &err);
    DEMAND(ok || *err.text);
    if (ok) {
        Scanner all = scanner_over(text.data, before_end), line;
        scanner_line(&all, &line);
        while (scanner_line(&all, &line)) {
            Arena arena = {0};
            check_entry(&s, json_scan(&arena, &line, NULL));
            arena_release(&arena);
        }
        strategy_release(&s);
    }
    str_release(&text);
    return 0;
}
