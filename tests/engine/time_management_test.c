#include "base/util.h"
#include "engine/search/time_management.h"
#include "support.h"
#include "test.h"

enum { ITERATIONS_MAX = 6 };

// All with 1000 ms usually and 4000 at most.
static const struct {
    const char *name;
    struct {
        bool changed;
        int value;
        int64_t elapsed_ms; // 0: no more iterations
    } seen[ITERATIONS_MAX];
    bool enough;
} rows[] = {
    {"nothing seen is not enough", {{0}}, false},
    {"calm, less than half of the usual time", {{false, 10, 200}, {false, 10, 490}}, false},
    {"calm, half of the usual time", {{false, 10, 200}, {false, 10, 510}}, true},
    {"the first iteration has nothing to change", {{true, 10, 510}}, true},
    {"the mind has just changed", {{false, 10, 200}, {true, 10, 900}}, false},
    {"changed, but all the usual time is gone", {{false, 10, 200}, {true, 10, 1010}}, true},
    {"it changes and changes",
     {{false, 10, 100}, {true, 10, 200}, {true, 10, 400}, {true, 10, 1300}},
     false},
    {"a change long ago counts little",
     {{false, 10, 10}, {true, 10, 20}, {false, 10, 40}, {false, 10, 80}, {false, 10, 570}},
     true},
    {"the value falls", {{false, 100, 100}, {false, 100, 300}, {false, 0, 700}}, false},
    {"the value rises", {{false, 0, 100}, {false, 0, 300}, {false, 100, 450}}, true},
    {"the next iteration would not end",
     {{false, 900, 10}, {true, 500, 20}, {true, 100, 40}, {true, -400, 1700}},
     true},
    {"but if it would, time is worth it",
     {{false, 900, 10}, {true, 500, 20}, {true, 100, 800}, {true, -400, 1700}},
     false},
};

TEST(pace_spends_time_where_it_is_needed) {
    for (int i = 0; i < COUNT(rows); i++) {
        TimeManager p = {.usual_ms = 1000, .most_ms = 4000};
        for (int k = 0; k < ITERATIONS_MAX && rows[i].seen[k].elapsed_ms > 0; k++)
            time_manager_update(&p, rows[i].seen[k].changed, rows[i].seen[k].value,
                                rows[i].seen[k].elapsed_ms);
        CHECK_INT(rows[i].name, time_manager_should_stop(&p), rows[i].enough);
    }
}

TEST(pace_saves_nothing_where_nothing_can_be_saved) {
    TimeManager p = {.most_ms = 4000};
    time_manager_update(&p, false, 0, 3999);
    CHECK("it goes on", !time_manager_should_stop(&p));
}
