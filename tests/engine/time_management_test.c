#include "base/number.h"
#include "engine/search/time_management.h"
#include "support.h"
#include "test.h"

enum { ITERATIONS_MAX = 6 };

// All with a soft limit of 1000 ms and a hard limit of 4000.
static const struct {
    const char *name;
    struct {
        bool changed;
        int value;
        int64_t elapsed_ms; // 0: no more iterations
    } iterations[ITERATIONS_MAX];
    bool should_stop;
} rows[] = {
    {"no iteration yet", {{0}}, false},
    {"stable, less than half of the soft limit", {{false, 10, 200}, {false, 10, 490}}, false},
    {"stable, half of the soft limit", {{false, 10, 200}, {false, 10, 510}}, true},
    {"the first iteration never counts as a change", {{true, 10, 510}}, true},
    {"the best move has just changed", {{false, 10, 200}, {true, 10, 900}}, false},
    {"changed, but the soft limit is reached", {{false, 10, 200}, {true, 10, 1010}}, true},
    {"the best move keeps changing",
     {{false, 10, 100}, {true, 10, 200}, {true, 10, 400}, {true, 10, 1300}},
     false},
    {"an old change counts little",
     {{false, 10, 10}, {true, 10, 20}, {false, 10, 40}, {false, 10, 80}, {false, 10, 570}},
     true},
    {"the value falls", {{false, 100, 100}, {false, 100, 300}, {false, 0, 700}}, false},
    {"the value rises", {{false, 0, 100}, {false, 0, 300}, {false, 100, 450}}, true},
    {"the next iteration would not finish",
     {{false, 900, 10}, {true, 500, 20}, {true, 100, 40}, {true, -400, 1700}},
     true},
    {"the next iteration would finish",
     {{false, 900, 10}, {true, 500, 20}, {true, 100, 800}, {true, -400, 1700}},
     false},
};

TEST(time_manager_spends_time_where_it_is_needed) {
    for (int i = 0; i < COUNT(rows); i++) {
        TimeManager t = {.soft_ms = 1000, .hard_ms = 4000};
        for (int k = 0; k < ITERATIONS_MAX && rows[i].iterations[k].elapsed_ms > 0; k++)
            time_manager_update(&t, rows[i].iterations[k].changed, rows[i].iterations[k].value,
                                rows[i].iterations[k].elapsed_ms);
        CHECK_INT(rows[i].name, time_manager_should_stop(&t), rows[i].should_stop);
    }
}

TEST(time_manager_uses_all_time_without_a_soft_limit) {
    TimeManager t = {.hard_ms = 4000};
    time_manager_update(&t, false, 0, 3999);
    CHECK("continues", !time_manager_should_stop(&t));
}
