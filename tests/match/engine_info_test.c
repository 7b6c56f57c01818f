#include "match/engine_process.h"

#include "base/number.h"
#include "engine/engine.h"
#include "test.h"

// Lines of Rapfi, Yixin and our engine, and lines that only look similar.
// clang-format off
static const struct {
    const char *line;
    bool is_known;
    int value;
} rows[] = {
    {"MESSAGE Depth 12-19 | Eval 266 | Time 27ms | H7", true, 266},
    {"MESSAGE Speed 429K | Depth 12-19 | Eval -31 | Node 11K | Time 27ms", true, -31},
    {"MESSAGE Depth 3-9 | Eval +M5 | Time 1ms | I7 G9", true, ENGINE_MATE - 5},
    {"MESSAGE Depth 3-9 | Eval -M12 | Time 1ms | I7 G9", true, 12 - ENGINE_MATE},
    {"MESSAGE Depth 3-9 | Eval +M* | Time 1ms", true, ENGINE_MATE},
    {"MESSAGE depth 14-22 multipv 1 ev 123 n 1M n/ms 900 tm 1200 pv H8 I9", true, 123},
    {"INFO EVAL -45", true, -45},
    {"MESSAGE REALTIME VAL 17", true, 17},
    {"DEBUG eval: +12", true, 12},
    {"debug Eval=99999999", true, ENGINE_MATE},
    {"MESSAGE eval", false, 0},
    {"MESSAGE eval unknown", false, 0},
    {"MESSAGE Eval M", false, 0},
    {"MESSAGE medieval 12", false, 0},
    {"MESSAGE evaluation 12", false, 0},
    {"MESSAGE ev12", false, 0},
    {"", false, 0},
};
// clang-format on

TEST(engine_info_reads_evaluations) {
    for (int i = 0; i < COUNT(rows); i++) {
        int value = 0;
        CHECK_INT(rows[i].line, engine_info_value(rows[i].line, &value), rows[i].is_known);
        CHECK_INT(rows[i].line, value, rows[i].value);
    }
}
