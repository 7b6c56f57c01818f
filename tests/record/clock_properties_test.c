#include "record/record.h"

#include "base/number.h"
#include "record/game_in_tree.h"
#include "test.h"

static const struct {
    const char *control, *main, *extra; // NULL: not written
} written[] = {
    {"none", NULL, NULL},          {"300", "300", NULL},
    {"300+5", "300", "5 fischer"}, {"0.5+0.25", "0.5", "0.25 fischer"},
    {"0+5", "0", "5 fischer"},     {"600+3x30", "600", "3x30 byo-yomi"},
    {"10/move", "0", "10/move"},   {"300+5,30/move", "300", "5 fischer, 30/move"},
};

static void check_control(const char *row, const Record *r, const char *want) {
    TimeControl control = clock_properties_read_control(r);
    Str text = {0};
    time_control_format(&control, &text);
    CHECK_TEXT(row, str_text(&text), want);
    str_release(&text);
}

TEST(clock_properties_round_trip_a_time_control) {
    for (int i = 0; i < COUNT(written); i++) {
        const char *row = written[i].control;
        TimeControl control;
        Error err = {0};
        Record *r = record_new(15, &rules_freestyle);
        CHECK(row, time_control_parse(row, &control, &err));
        clock_properties_write_control(r, &control);
        const char *main = node_value(r->root, "TM"), *extra = node_value(r->root, "OT");
        CHECK_TEXT(row, main ? main : "", written[i].main ? written[i].main : "");
        CHECK_TEXT(row, extra ? extra : "", written[i].extra ? written[i].extra : "");
        check_control(row, r, row);
        record_free(r);
    }
}

static const struct {
    const char *name, *main, *extra, *control;
} foreign[] = {
    {"only TM", "1800", NULL, "1800"},
    {"only OT", NULL, "10/move", "10/move"},
    {"other words", "1800", "as usual", "none"},
    {"words for a time", "half an hour", NULL, "none"},
    {"no time", "0", NULL, "none"},
    {"nothing in OT", "60", "", "60"},
    {"no blanks", "60", "5 fischer,30/move", "60+5,30/move"},
    {"two increments", "60", "5 fischer, 3x30 byo-yomi", "none"},
    {"an end without a beginning", "60", " byo-yomi", "none"},
};

TEST(clock_properties_ignore_unknown_time_controls) {
    for (int i = 0; i < COUNT(foreign); i++) {
        Record *r = record_new(15, &rules_freestyle);
        if (foreign[i].main)
            record_add_value(r, r->root, "TM", foreign[i].main);
        if (foreign[i].extra)
            record_add_value(r, r->root, "OT", foreign[i].extra);
        check_control(foreign[i].name, r, foreign[i].control);
        record_free(r);
    }
}

TEST(clock_properties_read_times_of_other_programs) {
    Record *r = record_new(15, &rules_freestyle);
    record_add_value(r, r->root, "TM", "60");
    Node *first = record_add_move(r, r->root, BLACK, point_at(7, 7));
    record_add_value(r, first, "BL", "41.5");
    Node *second = record_add_move(r, first, WHITE, point_at(7, 8));
    record_add_value(r, second, "ET",
                     "70000"); // over the limit, but the record states how the game ended
    Node *third = record_add_move(r, second, BLACK, point_at(8, 8));
    record_add_value(r, third, "BL", "soon");
    Game g;
    Error err = {0};
    CHECK("replay", record_replay(r, third, &g, &err));
    CHECK_INT("Black has", g.timers[SEAT_FIRST].main_left_ms, 41500);
    CHECK_INT("White has", g.timers[SEAT_SECOND].main_left_ms, 60000);
    CHECK_INT("White's move cost", g.moves[1].ms, 70000);
    CHECK_INT("Black's is not known", g.moves[0].ms, -1);
    CHECK_INT("goes on", game_result(&g).reason, END_NONE);
    record_free(r);
}

// A turn earned an increment for each of its stones once. Files of that time say what was left.
TEST(clock_properties_keep_the_clocks_of_an_opening) {
    static const struct {
        const char *name, *left; // BL of the fifth stone; NULL: as written
        int64_t want;
    } rows[] = {
        {"as written", NULL, 304000},
        {"with an increment for each stone", "309", 309000},
    };
    const Point moves[] = {point_at(7, 7), point_at(8, 8), point_at(9, 6),
                           POINT_MORE,     point_at(0, 0), point_at(1, 0)};
    for (int i = 0; i < COUNT(rows); i++) {
        Game g, again;
        Error err = {0};
        game_init(&g, &(GameOptions){.opening = &opening_swap2,
                                     .time = {.main_ms = 300000, .increment_ms = 5000}});
        for (int k = 0; k < COUNT(moves); k++)
            CHECK_INT(rows[i].name,
                      k < 4 ? game_play(&g, moves[k]) : game_play_timed(&g, moves[k], 500),
                      PLAY_OK);
        CHECK_INT(rows[i].name, g.timers[SEAT_SECOND].main_left_ms, 304000);
        Record *r = record_from_game(&g);
        Node *last = record_last(r);
        if (rows[i].left)
            record_set_value(r, last, "BL", rows[i].left);
        CHECK(rows[i].name, record_replay(r, last, &again, &err));
        CHECK_INT(rows[i].name, again.timers[SEAT_FIRST].main_left_ms, 300000);
        CHECK_INT(rows[i].name, again.timers[SEAT_SECOND].main_left_ms, rows[i].want);
        record_free(r);
    }
}
