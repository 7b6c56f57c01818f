#include "protocol/gomocup.h"

#include "base/util.h"
#include "core/point.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// A session that thinks about so few positions that every answer is the same each time.
static Gomocup *session(const char *player) {
    Error err = {0};
    Gomocup *g = gomocup_new(&(GomocupOptions){.player = player}, &err);
    assert_non_null(g);
    return g;
}

static void say(Gomocup *g, const char *lines, Str *replies) {
    str_clear(replies);
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        gomocup_answer(g, lines, len, replies);
        lines += len + (lines[len] == '\n');
    }
}

static const char *last_line(const Str *replies) {
    const char *text = str_text(replies), *last = text;
    for (const char *at = text; *at; at++)
        if (*at == '\n' && at[1])
            last = at + 1;
    return last;
}

static const char begun[] = "START 15\nINFO max_node 3000\nYXBOARD 7,7,1 8,8,2 DONE\n";

TEST(gomocup_tells_the_best_lines) {
    Gomocup *g = session("strong");
    Str replies = {0};
    say(g, begun, &replies);
    say(g, "YXNBEST 3", &replies);
    int x, y, from;
    CHECK_INT(last_line(&replies), sscanf(last_line(&replies), "%d,%d%n", &x, &y, &from), 2);
    CHECK("three lines", strstr(str_text(&replies), "MESSAGE (1) Depth 1 | Eval ") &&
                             strstr(str_text(&replies), "MESSAGE (3) Depth 1 | Eval "));
    CHECK("no stream for windows", !strstr(str_text(&replies), "INFO PV"));
    say(g, "INFO show_detail 3\nTURN 0,0", &replies);
    static const char *const told[] = {
        "INFO PV 0\n",     "INFO NUMPV 1\n",        "INFO DEPTH 1\n",
        "INFO EVAL ",      "INFO WINRATE 0.",       "INFO BESTLINE ",
        "INFO PV DONE\n",  "INFO TOTALNODES ",      "MESSAGE Depth 1 | Eval ",
        "INFO TOTALTIME ", "MESSAGE REALTIME BEST "};
    for (int i = 0; i < COUNT(told); i++)
        CHECK(told[i], strstr(str_text(&replies), told[i]) != NULL);
    say(g, "INFO show_detail 0\nTURN 0,2", &replies);
    CHECK(str_text(&replies), !strstr(str_text(&replies), "MESSAGE"));
    str_release(&replies);
    gomocup_free(g);
}

// The position is set up again each time, so that only what is blocked differs.
static void best_now(Gomocup *g, char move[static 16], Str *replies) {
    say(g, begun, replies);
    say(g, "YXHASHCLEAR\nTURN 6,8", replies);
    snprintf(move, 16, "%.*s", (int)strcspn(str_text(replies), "\n"), str_text(replies));
}

TEST(gomocup_does_not_play_where_it_is_blocked) {
    Gomocup *g = session("strong");
    Str replies = {0}, block = {0};
    char first[16], second[16], again[16];
    best_now(g, first, &replies);
    str_add(&block, "YXBLOCK\n%s\nDONE", first);
    say(g, str_text(&block), &replies);
    CHECK_TEXT("not answered", str_text(&replies), "");
    best_now(g, second, &replies);
    CHECK(second, strcmp(first, second) != 0 && strchr(second, ','));
    say(g, str_text(&block), &replies); // twice is once
    str_clear(&block);
    str_add(&block, "YXBLOCKUNDO %s DONE", first);
    say(g, str_text(&block), &replies);
    best_now(g, again, &replies);
    CHECK_TEXT("free again", again, first);
    str_release(&block);
    str_release(&replies);
    gomocup_free(g);
}

TEST(gomocup_says_when_everything_is_blocked) {
    Gomocup *g = session("greedy");
    Str replies = {0}, block = {0};
    say(g, "START 5\nINFO max_node 1000", &replies);
    str_add_text(&block, "YXBLOCK");
    for (int i = 0; i < 25; i++)
        str_add(&block, " %d,%d", i % 5, i / 5);
    str_add_text(&block, " DONE\nBEGIN");
    say(g, str_text(&block), &replies);
    CHECK_TEXT("everything", str_text(&replies), "ERROR every legal point is blocked\n");
    say(g, "YXBLOCKRESET\nBEGIN", &replies);
    CHECK(str_text(&replies), strchr(str_text(&replies), ',') != NULL);
    str_release(&block);
    str_release(&replies);
    gomocup_free(g);
}

TEST(gomocup_balances) {
    Gomocup *g = session("strong");
    Str replies = {0};
    int x, y, u, v, end = 0;
    say(g, begun, &replies);
    say(g, "YXBALANCEONE 0", &replies);
    CHECK_INT("one", sscanf(str_text(&replies), "%d,%d\n%n", &x, &y, &end), 2);
    CHECK_INT("and no more", end, (int)replies.len);
    say(g, begun, &replies);
    say(g, "YXBALANCETWO -20", &replies);
    CHECK_INT("two", sscanf(str_text(&replies), "%d,%d %d,%d\n%n", &x, &y, &u, &v, &end), 4);
    CHECK_INT("and no more", end, (int)replies.len);
    Str turn = {0};
    str_add(&turn, "TURN %d,%d", x, y); // both are on the board
    say(g, str_text(&turn), &replies);
    CHECK("the first", strstr(str_text(&replies), "there is a stone on") != NULL);
    str_clear(&turn);
    str_add(&turn, "TURN %d,%d", u, v);
    say(g, str_text(&turn), &replies);
    CHECK("the second", strstr(str_text(&replies), "there is a stone on") != NULL);
    str_release(&turn);
    str_release(&replies);
    gomocup_free(g);
}

// clang-format off
static const struct {
    const char *line, *reply;
} refused[] = {
    {"YXNBEST", "ERROR YXNBEST takes a number of lines from 1 to 32\n"},
    {"YXNBEST 0", "ERROR YXNBEST takes a number of lines from 1 to 32\n"},
    {"YXNBEST 33", "ERROR YXNBEST takes a number of lines from 1 to 32\n"},
    {"YXBALANCEONE x", "ERROR the value to come near to is a number from -30000 to 30000\n"},
    {"YXBALANCETWO 99999", "ERROR the value to come near to is a number from -30000 to 30000\n"},
    {"YXBLOCK 15,0 DONE", "ERROR a point is x,y with both from 0 to 14\n"},
};
// clang-format on

TEST(gomocup_refuses_wrong_questions) {
    Gomocup *g = session("strong");
    Str replies = {0};
    say(g, begun, &replies);
    for (int i = 0; i < COUNT(refused); i++) {
        say(g, refused[i].line, &replies);
        CHECK_TEXT(refused[i].line, str_text(&replies), refused[i].reply);
    }
    str_release(&replies);
    gomocup_free(g);
}
