#include "core/position_text.h"

#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <string.h>

// clang-format off
static const struct {
    const char *name;
    const OpeningRule *opening;
    const char *text, *again;
    const char *error; // NULL: valid
} rows[] = {
    {"empty", &opening_none, "", "", NULL},
    {"stones", &opening_none, "h8i9h10", "h8i9h10", NULL},
    {"blanks", &opening_none, " h8 i9  h10 ", "h8i9h10", NULL},
    {"swap", &opening_swap, "h8i9h10 swap a1", "h8i9h10 swap a1", NULL},
    {"words without blanks", &opening_swap, "h8i9h10stayA1", "h8i9h10 stay a1", NULL},
    {"more", &opening_swap2, "h8i9h10 more a1a2 swap a3", "h8i9h10 more a1a2 swap a3", NULL},
    {"a foul", &opening_none, "a1o1b1o2c1o3e1o4f1o6d1", "a1o1b1o2c1o3e1o4f1o6d1", NULL},
    {"occupied", &opening_none, "h8h8", NULL, "line 1, column 3: the point is occupied"},
    {"swap not allowed", &opening_none, "h8i9h10 swap", NULL, "line 1, column 9: "},
    {"not a move", &opening_none, "h8?", NULL, "line 1, column 3: "},
    {"off the board", &opening_none, "h99999999", NULL, "line 1, column 1: "},
};
// clang-format on

TEST(move_string_round_trip) {
    Game *g = mem_alloc(sizeof *g);
    for (int i = 0; i < COUNT(rows); i++) {
        game_init(g, &(GameOptions){.rules = &rules_renju, .opening = rows[i].opening});
        Scanner s = scanner_over(rows[i].text, strlen(rows[i].text));
        Error err = {0};
        bool ok = move_string_replay(&s, g, &err);
        CHECK_INT(rows[i].name, ok, !rows[i].error);
        if (rows[i].error) {
            CHECK(err.text, !strncmp(err.text, rows[i].error, strlen(rows[i].error)));
            continue;
        }
        Str again = {0};
        move_string_format(g, &again);
        CHECK_TEXT(rows[i].name, str_text(&again), rows[i].again);
        str_release(&again);
    }
    mem_free(g);
}
