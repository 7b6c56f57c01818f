#include "protocol/gomocup.h"

#include "base/number.h"
#include "core/point.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static Gomocup *session(const char *player) {
    Error err = {0};
    Gomocup *g = gomocup_new(&(GomocupOptions){.player = player}, &err);
    assert_non_null(g);
    return g;
}

static void send(Gomocup *g, const char *lines, Str *replies) {
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

static const char set_up[] = "START 15\nINFO max_node 3000\nYXBOARD 7,7,1 8,8,2 DONE\n";

TEST(gomocup_reports_the_best_lines) {
    Gomocup *g = session("strong");
    Str replies = {0};
    send(g, set_up, &replies);
    send(g, "YXNBEST 3", &replies);
    int x, y, from;
    CHECK_INT(last_line(&replies), sscanf(last_line(&replies), "%d,%d%n", &x, &y, &from), 2);
    CHECK("three lines", strstr(str_text(&replies), "MESSAGE (1) Depth 1 | Eval ") &&
                             strstr(str_text(&replies), "MESSAGE (3) Depth 1 | Eval "));
    CHECK("no lines for GUIs", !strstr(str_text(&replies), "INFO PV"));
    send(g, "INFO show_detail 3\nTURN 0,0", &replies);
    static const char *const expected[] = {
        "INFO PV 0\n",     "INFO NUMPV 1\n",        "INFO DEPTH 1\n",
        "INFO EVAL ",      "INFO WINRATE 0.",       "INFO BESTLINE ",
        "INFO PV DONE\n",  "INFO TOTALNODES ",      "MESSAGE Depth 1 | Eval ",
        "INFO TOTALTIME ", "MESSAGE REALTIME BEST "};
    for (int i = 0; i < COUNT(expected); i++)
        CHECK(expected[i], strstr(str_text(&replies), expected[i]) != NULL);
    send(g, "INFO show_detail 0\nTURN 0,2", &replies);
    CHECK(str_text(&replies), !strstr(str_text(&replies), "MESSAGE"));
    str_release(&replies);
    gomocup_free(g);
}

// Sets the position up again, so that only the blocked points differ.
static void best_now(Gomocup *g, char move[static 16], Str *replies) {
    send(g, set_up, replies);
    send(g, "YXHASHCLEAR\nTURN 6,8", replies);
    snprintf(move, 16, "%.*s", (int)strcspn(str_text(replies), "\n"), str_text(replies));
}

TEST(gomocup_does_not_play_on_blocked_points) {
    Gomocup *g = session("strong");
    Str replies = {0}, block = {0};
    char first[16], second[16], again[16];
    best_now(g, first, &replies);
    str_add(&block, "YXBLOCK\n%s\nDONE", first);
    send(g, str_text(&block), &replies);
    CHECK_TEXT("not answered", str_text(&replies), "");
    best_now(g, second, &replies);
    CHECK(second, strcmp(first, second) != 0 && strchr(second, ','));
    send(g, str_text(&block), &replies); // again: no effect
    str_clear(&block);
    str_add(&block, "YXBLOCKUNDO %s DONE", first);
    send(g, str_text(&block), &replies);
    best_now(g, again, &replies);
    CHECK_TEXT("free again", again, first);
    str_release(&block);
    str_release(&replies);
    gomocup_free(g);
}

TEST(gomocup_fails_when_everything_is_blocked) {
    Gomocup *g = session("greedy");
    Str replies = {0}, block = {0};
    send(g, "START 5\nINFO max_node 1000", &replies);
    str_add_text(&block, "YXBLOCK");
    for (int i = 0; i < 25; i++)
        str_add(&block, " %d,%d", i % 5, i / 5);
    str_add_text(&block, " DONE\nBEGIN");
    send(g, str_text(&block), &replies);
    CHECK_TEXT("everything", str_text(&replies), "ERROR every legal point is blocked\n");
    send(g, "YXBLOCKRESET\nBEGIN", &replies);
    CHECK(str_text(&replies), strchr(str_text(&replies), ',') != NULL);
    str_release(&block);
    str_release(&replies);
    gomocup_free(g);
}

TEST(gomocup_plays_balancing_stones) {
    Gomocup *g = session("strong");
    Str replies = {0};
    int x, y, u, v, end = 0;
    send(g, set_up, &replies);
    send(g, "YXBALANCEONE 0", &replies);
    CHECK_INT("one", sscanf(str_text(&replies), "%d,%d\n%n", &x, &y, &end), 2);
    CHECK_INT("and no more", end, (int)replies.len);
    send(g, set_up, &replies);
    send(g, "YXBALANCETWO -20", &replies);
    CHECK_INT("two", sscanf(str_text(&replies), "%d,%d %d,%d\n%n", &x, &y, &u, &v, &end), 4);
    CHECK_INT("and no more", end, (int)replies.len);
    Str turn = {0};
    str_add(&turn, "TURN %d,%d", x, y); // both were placed
    send(g, str_text(&turn), &replies);
    CHECK("the first", strstr(str_text(&replies), "there is already a stone on") != NULL);
    str_clear(&turn);
    str_add(&turn, "TURN %d,%d", u, v);
    send(g, str_text(&turn), &replies);
    CHECK("the second", strstr(str_text(&replies), "there is already a stone on") != NULL);
    str_release(&turn);
    str_release(&replies);
    gomocup_free(g);
}

// clang-format off
static const struct {
    const char *line, *reply;
} invalid[] = {
    {"YXNBEST", "ERROR YXNBEST takes a number of lines from 1 to 32\n"},
    {"YXNBEST 0", "ERROR YXNBEST takes a number of lines from 1 to 32\n"},
    {"YXNBEST 33", "ERROR YXNBEST takes a number of lines from 1 to 32\n"},
    {"YXBALANCEONE x", "ERROR the target value is a number from -30000 to 30000\n"},
    {"YXBALANCETWO 99999", "ERROR the target value is a number from -30000 to 30000\n"},
    {"YXBLOCK 15,0 DONE", "ERROR a point is x,y with both from 0 to 14\n"},
};
// clang-format on

TEST(gomocup_rejects_invalid_arguments) {
    Gomocup *g = session("strong");
    Str replies = {0};
    send(g, set_up, &replies);
    for (int i = 0; i < COUNT(invalid); i++) {
        send(g, invalid[i].line, &replies);
        CHECK_TEXT(invalid[i].line, str_text(&replies), invalid[i].reply);
    }
    str_release(&replies);
    gomocup_free(g);
}
