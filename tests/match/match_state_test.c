#include "match/match_output.h"

#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <string.h>

// clang-format off
static const struct {
    const char *name, *text;
    int count;
    const char *error;
} rows[] = {
    {"no games yet", "h\n", 0, NULL},
    {"two games", "h\n0 1 1 3 4 h8a1i8a2j8a3k8a4l8.\n1 2 8 0 0 h8i9.\n", 2, NULL},
    {"a foul", "h\n0 2 3 0 0 a1o1b1o2c1o3e1o4f1o6d1.\n", 1, NULL},
    {"no moves", "h\n0 2 8 0 0 .\n", 1, NULL},
    {"truncated in the moves", "h\n0 2 8 0 0 .\n1 2 8 0 0 h8i", 1, NULL},
    {"truncated in the numbers", "h\n0 2", 0, NULL},
    {"another match", "g\n0 2 8 0 0 .\n", -1, "the state belongs to another match: that has 'g', this one 'h'"},
    {"an empty file", "", -1, "the state file is empty"},
    {"a game is missing", "h\n1 2 8 0 0 .\n", -1, "line 2, column 1: expected game 0"},
    {"unknown end reason", "h\n0 2 99 0 0 .\n", -1, "line 2, column 1: expected game 0"},
    {"no end reason", "h\n0 0 0 0 0 .\n", -1, "line 2, column 1: expected game 0"},
    {"no such point", "h\n0 2 8 0 0 h99.\n", -1, "line 2, column 11: "},
};
// clang-format on

static void write_again(void *context, int number, const PlayedGame *played) {
    match_state_format(number, played, context);
}

TEST(match_state_round_trip) {
    for (int i = 0; i < COUNT(rows); i++) {
        Str again = {0};
        Error err = {0};
        MatchStateReader reader = {"h", {.rules = &rules_renju}, &again, write_again};
        str_add_text(&again, "h\n");
        int count = match_state_parse(rows[i].text, strlen(rows[i].text), &reader, &err);
        CHECK_INT(rows[i].name, count, rows[i].count);
        if (rows[i].error)
            CHECK(err.text, !strncmp(err.text, rows[i].error, strlen(rows[i].error)));
        else // everything except a truncated line
            CHECK(rows[i].name, !strncmp(rows[i].text, str_text(&again), again.len));
        str_release(&again);
    }
}

// clang-format off
static const struct {
    const char *name, *heading, *state, *error;
} headings[] = {
    {"the seed", "match: renju, seed 1, time 5", "match: renju, seed 2, time 5\n", "that has 'seed 2', this one 'seed 1'"},
    {"the rules", "match: renju, seed 1", "match: caro, seed 1\n", "that has 'caro', this one 'renju'"},
    {"one is longer", "match: renju, seed 1", "match: renju, seed 12, x\n", "that has 'seed 12', this one 'seed 1'"},
    {"one has more", "match: renju, seed 1, gauntlet", "match: renju, seed 1\n", "that has '', this one 'gauntlet'"},
    {"cut off", "match: renju", "match:", "that has '', this one 'renju'"},
    {"cut off in a word", "match: renju", "match: ren", "that has 'ren', this one 'renju'"},
    {"another file", "match: renju", "\x7f" "ELF", "that has '?ELF', this one 'match: renju'"},
};
// clang-format on

TEST(match_state_names_what_differs) {
    for (int i = 0; i < COUNT(headings); i++) {
        Error err = {0};
        MatchStateReader reader = {headings[i].heading, {.rules = &rules_renju}, NULL, write_again};
        size_t len = strlen(headings[i].state);
        char *text = mem_alloc(len); // without the NUL, so that reading on is seen
        memcpy(text, headings[i].state, len);
        CHECK_INT(headings[i].name, match_state_parse(text, len, &reader, &err), -1);
        CHECK(err.text, strstr(err.text, headings[i].error) != NULL);
        mem_free(text);
    }
}
