// Typed input: points in every notation on every board, time controls, numbers. Everything accepted
// must survive formatting and parsing again.
#include "base/number.h"
#include "core/notation.h"
#include "core/timer.h"
#include "fuzz.h"

static void check_point(const char *text, Notation notation, int size) {
    Error err = {0};
    Point p, again;
    if (!point_parse(text, notation, size, &p, &err)) {
        DEMAND(err.text[0]);
        return;
    }
    DEMAND(point_x(p) >= 0 && point_x(p) < size && point_y(p) >= 0 && point_y(p) < size);
    Str written = {0};
    point_format(p, notation, size, &written);
    DEMAND(point_parse(str_text(&written), notation, size, &again, &err));
    DEMAND(again == p);
    str_release(&written);
}

static void check_time_control(const char *text) {
    Error err = {0};
    TimeControl control, again;
    if (!time_control_parse(text, &control, &err)) {
        DEMAND(err.text[0]);
        return;
    }
    Str written = {0};
    time_control_format(&control, &written);
    DEMAND(time_control_parse(str_text(&written), &again, &err));
    DEMAND(!memcmp(&control, &again, sizeof control));
    str_release(&written);
}

static void check_number(const char *text) {
    static const struct {
        int64_t min, max;
    } ranges[] = {{0, 9}, {-100, 100}, {INT64_MIN, INT64_MAX}, {INT64_MAX, INT64_MAX}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        Error err = {0};
        int64_t n, again;
        if (!number_parse(text, ranges[i].min, ranges[i].max, &n, &err)) {
            DEMAND(err.text[0]);
            continue;
        }
        DEMAND(n >= ranges[i].min && n <= ranges[i].max);
        Str written = {0};
        str_add(&written, "%lld", (long long)n);
        DEMAND(number_parse(str_text(&written), n, n, &again, &err));
        DEMAND(again == n);
        str_release(&written);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    for (Notation notation = 0; notation < NOTATION_COUNT; notation++)
        for (int board = BOARD_MIN; board <= BOARD_MAX; board++)
            check_point(text, notation, board);
    check_time_control(text);
    check_number(text);
    mem_free(text);
    return 0;
}
