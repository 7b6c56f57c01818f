#include "match/referee.h"

#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <string.h>

// The engines are shell scripts that speak GTP or the Gomocup protocol; most fail in one way.
// clang-format off
#define GTP_ANSWERS "gtp:tests/match/engine.sh gtp "
#define GOMOCUP_ANSWERS "gomocup:tests/match/engine.sh gomocup "

static const struct {
    const char *name, *black, *white;
    const char *rules;
    const char *time;
    int max_moves;
    EndReason reason;
    Stone winner;
} rows[] = {
    {"five", "greedy", "random:1", "freestyle", "none", 0, END_FIVE, BLACK},
    {"five by GTP", GTP_ANSWERS "row0", GTP_ANSWERS "row2", "freestyle", "none", 0, END_FIVE, BLACK},
    {"five by Gomocup", GOMOCUP_ANSWERS "row0", GOMOCUP_ANSWERS "row2", "freestyle", "none", 0, END_FIVE, BLACK},
    {"five, one engine of each protocol", GTP_ANSWERS "row0", GOMOCUP_ANSWERS "row2", "freestyle", "60/move", 0, END_FIVE, BLACK},
    {"foul", GOMOCUP_ANSWERS "overline", GTP_ANSWERS "apart", "renju", "none", 0, END_FOUL, WHITE},
    {"time", GOMOCUP_ANSWERS "late", "greedy", "freestyle", "0.05/move", 0, END_TIME, WHITE},
    {"time by GTP", GTP_ANSWERS "late", "greedy", "freestyle", "0.05/move", 0, END_TIME, WHITE},
    {"not a point", "greedy", GTP_ANSWERS "nonsense", "freestyle", "none", 0, END_ILLEGAL, BLACK},
    {"off the board", "greedy", GOMOCUP_ANSWERS "outside", "freestyle", "none", 0, END_ILLEGAL, BLACK},
    {"an occupied point", GOMOCUP_ANSWERS "again", "greedy", "freestyle", "none", 0, END_ILLEGAL, WHITE},
    {"a failed engine is restarted", "greedy", GOMOCUP_ANSWERS "stuck", "freestyle", "none", 0, END_ILLEGAL, BLACK},
    {"an error at the start", GOMOCUP_ANSWERS "refuse", "greedy", "freestyle", "none", 0, END_ILLEGAL, WHITE},
    {"crash", GTP_ANSWERS "crash", "greedy", "freestyle", "none", 0, END_CRASH, WHITE},
    {"crash of White", "random:1", GOMOCUP_ANSWERS "crash", "freestyle", "none", 0, END_CRASH, BLACK},
    {"no such program", "greedy", "gtp:tests/match/no-such-program", "freestyle", "none", 0, END_CRASH, BLACK},
    {"no answer", GOMOCUP_ANSWERS "hang", "greedy", "freestyle", "none", 0, END_NO_ANSWER, WHITE},
    {"no answer by GTP", "greedy", GTP_ANSWERS "hang", "freestyle", "none", 0, END_NO_ANSWER, BLACK},
    {"no answer at the start", "gomocup:sleep 60", "greedy", "freestyle", "none", 0, END_NO_ANSWER, WHITE},
    {"resignation", GTP_ANSWERS "resign", "greedy", "freestyle", "none", 0, END_RESIGN, WHITE},
    {"agreement", GOMOCUP_ANSWERS "sure", GOMOCUP_ANSWERS "lost", "freestyle", "none", 0, END_AGREED, BLACK},
    {"agreement, the other way", GOMOCUP_ANSWERS "lost", GOMOCUP_ANSWERS "sure", "freestyle", "none", 0, END_AGREED, WHITE},
    {"only one claims a win", GOMOCUP_ANSWERS "sure", GOMOCUP_ANSWERS "row2", "freestyle", "none", 0, END_FIVE, BLACK},
    {"an agreed draw", GOMOCUP_ANSWERS "level", GOMOCUP_ANSWERS "level2", "freestyle", "none", 0, END_AGREED, EMPTY},
    {"a lost TURN", GOMOCUP_ANSWERS "deaf", GTP_ANSWERS "row2", "freestyle", "none", 0, END_FIVE, BLACK},
    {"move limit", "random:1", "random:2", "freestyle", "none", 6, END_MOVE_LIMIT, EMPTY},
};
// clang-format on

// Shared by the participants of a test.
typedef struct {
    ParticipantOptions options;
} Fixture;

// Long enough for every engine that answers at all, however busy the machine is.
enum { PATIENCE_MS = 60000, SHORT_PATIENCE_MS = 400 };

static void fixture_init(Fixture *fixture, const char *rules, const char *time) {
    *fixture = (Fixture){0};
    Error err = {0};
    fixture->options = (ParticipantOptions){
        .rules = rules_find(rules, &err), .size = 15, .patience_ms = PATIENCE_MS};
    CHECK(time, time_control_parse(time, &fixture->options.time, &err));
}

TEST(referee_reports_the_end_reason) {
    PlayedGame *played = mem_alloc(sizeof *played);
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture fixture;
        fixture_init(&fixture, rows[i].rules, rows[i].time);
        if (rows[i].reason == END_NO_ANSWER)
            fixture.options.patience_ms = SHORT_PATIENCE_MS;
        Error err = {0};
        Participant *black = participant_new(rows[i].black, &fixture.options, &err);
        Participant *white = participant_new(rows[i].white, &fixture.options, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        RefereeOptions o = {
            .participants = &fixture.options,
            .max_moves = rows[i].max_moves,
            .tolerance_ms = 20,
            .adjudication = {.win_score = 900, .win_moves = 2, .draw_score = 5, .draw_moves = 2}};
        for (int round = 0; round < 2; round++) { // a failed engine is restarted
            referee_play((Participant *[]){black, white}, &(OpeningLine){0}, &o, played);
            Result r = game_result(&played->game);
            CHECK_TEXT(rows[i].name, end_reason_text(r.reason), end_reason_text(rows[i].reason));
            CHECK_INT(rows[i].name, r.winner, rows[i].winner);
            CHECK(rows[i].name, !end_is_fault(r.reason) || *played->why.text);
        }
        participant_free(black);
        participant_free(white);
    }
    mem_free(played);
}

TEST(referee_starts_from_the_opening) {
    Fixture fixture;
    fixture_init(&fixture, "freestyle", "none");
    Error err = {0};
    Participant *black = participant_new("a=" GTP_ANSWERS "row0", &fixture.options, &err);
    Participant *white = participant_new(GOMOCUP_ANSWERS "row2", &fixture.options, &err);
    OpeningLine opening = {3, {point_at(7, 7), point_at(8, 8), point_at(9, 7)}};
    RefereeOptions o = {.participants = &fixture.options};
    PlayedGame *played = mem_alloc(sizeof *played);
    referee_play((Participant *[]){black, white}, &opening, &o, played);
    for (int i = 0; i < opening.count; i++)
        CHECK_INT("opening", played->game.moves[i].point, opening.points[i]);
    CHECK_INT("White moves next", played->game.moves[3].color, WHITE);
    CHECK_INT("White is first with five", game_result(&played->game).winner, WHITE);
    mem_free(played);
    participant_free(black);
    participant_free(white);
}

// clang-format off
static const struct {
    const char *description, *error;
} refused[] = {
    {"gtp:", "which program? gtp:COMMAND ARGUMENTS"},
    {"gomocup:  ", "which program? gomocup:COMMAND ARGUMENTS"},
    {"strong:soon", "strong: "},
    {"clever", "'clever'"},
};
// clang-format on

TEST(participant_has_a_name) {
    static const char *const names[][2] = {
        {"strong:100", "strong:100"},
        {"a=strong:100", "a"},
        {"gtp:./x --level=3", "gtp:./x --level=3"},
        {"b=gtp:./x --level=3", "b"},
        {"=easy", "=easy"},
    };
    for (int i = 0; i < COUNT(names); i++) {
        Str name = {0};
        participant_format_name(names[i][0], &name);
        CHECK_TEXT(names[i][0], str_text(&name), names[i][1]);
        str_release(&name);
    }
}

TEST(participant_rejects_bad_descriptions) {
    Fixture fixture;
    fixture_init(&fixture, "freestyle", "none");
    for (int i = 0; i < COUNT(refused); i++) {
        Error err = {0};
        CHECK(refused[i].description,
              !participant_new(refused[i].description, &fixture.options, &err));
        CHECK(err.text, strstr(err.text, refused[i].error) != NULL);
    }
}
