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

// clang-format off
#define MIST_PLANS "mist:tests/match/mist_program.py "

static const struct {
    const char *name, *black, *white;
    const char *time;
    EndReason reason;
    Stone winner;
} mist_rows[] = {
    {"five", MIST_PLANS "row1", MIST_PLANS "row5", "none", END_FIVE, BLACK},
    {"five of a player that sees the board", MIST_PLANS "row1", "open:greedy", "none", END_FIVE, WHITE},
    {"occupied points are tried again", MIST_PLANS "at=S1,S3,S5,S7,S9,S11", MIST_PLANS "at=S1,A5,B5,C5,D5,E5", "none", END_FIVE, WHITE},
    {"bad commands", MIST_PLANS "bad", "open:greedy", "none", END_RESIGN, WHITE},
    {"resignation", "open:greedy", MIST_PLANS "resign", "none", END_RESIGN, BLACK},
    {"term", "open:greedy", MIST_PLANS "term", "none", END_RESIGN, BLACK},
    {"crash", MIST_PLANS "crash", "open:greedy", "none", END_CRASH, WHITE},
    {"exit", MIST_PLANS "exit", "open:greedy", "none", END_CRASH, WHITE},
    {"no answer", MIST_PLANS "hang", "open:greedy", "none", END_NO_ANSWER, WHITE},
    {"endless commands", MIST_PLANS "talk", "open:greedy", "none", END_NO_ANSWER, WHITE},
    {"time", MIST_PLANS "late", "open:greedy", "0.05/move", END_TIME, WHITE},
    {"no such program", "mist:tests/match/no-such-program", "open:greedy", "none", END_CRASH, WHITE},
    {"our player in the mist", "greedy", MIST_PLANS "row1", "none", END_FIVE, BLACK},
};
// clang-format on

static void fixture_init_mist(Fixture *fixture, const char *time) {
    fixture_init(fixture, "freestyle", time);
    fixture->options.mist = true;
    fixture->options.size = 19;
}

static Result play_in_mist(Fixture *fixture, const char *black, const char *white,
                           const OpeningLine *opening, Error *why) {
    Error err = {0};
    Participant *sides[] = {participant_new(black, &fixture->options, &err),
                            participant_new(white, &fixture->options, &err)};
    CHECK_TEXT(black, err.text, "");
    PlayedGame *played = mem_alloc(sizeof *played);
    referee_play(sides, opening, &(RefereeOptions){.participants = &fixture->options}, played);
    Result r = game_result(&played->game);
    *why = played->why;
    mem_free(played);
    participant_free(sides[0]);
    participant_free(sides[1]);
    return r;
}

TEST(referee_plays_in_the_mist) {
    for (int i = 0; i < COUNT(mist_rows); i++) {
        Fixture fixture;
        Error why;
        fixture_init_mist(&fixture, mist_rows[i].time);
        if (!strcmp(mist_rows[i].name, "no answer"))
            fixture.options.patience_ms = SHORT_PATIENCE_MS;
        Result r =
            play_in_mist(&fixture, mist_rows[i].black, mist_rows[i].white, &(OpeningLine){0}, &why);
        CHECK_TEXT(mist_rows[i].name, end_reason_text(r.reason),
                   end_reason_text(mist_rows[i].reason));
        CHECK_INT(mist_rows[i].name, r.winner, mist_rows[i].winner);
        CHECK(mist_rows[i].name, !end_is_fault(r.reason) || *why.text);
    }
}

// White has every other point of rows 5 to 7, all hidden, and Black, a program, tries these.
TEST(referee_limits_the_tries_in_the_mist) {
    Fixture fixture;
    Error why;
    fixture_init_mist(&fixture, "none");
    OpeningLine opening = {0};
    for (int i = 0; i < 30; i++) {
        opening.points[opening.count++] = point_at(2 * (i % 10), i / 10);
        opening.points[opening.count++] = point_at(2 * (i % 10), 14 - i / 10);
    }
    Result r = play_in_mist(&fixture, MIST_PLANS "tries", "open:greedy", &opening, &why);
    CHECK_INT("illegal", r.reason, END_ILLEGAL);
    CHECK_TEXT("why", why.text, "too many tries on hidden stones");
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
    bool mist;
} refused[] = {
    {"gtp:", "which program? gtp:COMMAND ARGUMENTS"},
    {"gomocup:  ", "which program? gomocup:COMMAND ARGUMENTS"},
    {"strong:soon", "strong: "},
    {"clever", "'clever'"},
    {"mist:./bot", "mist:COMMAND plays only in the mist"},
    {"open:greedy", "every player sees the board"},
    {"mist:", "which program? mist:COMMAND ARGUMENTS", true},
    {"gtp:./x", "in the mist a program speaks the protocol of the course", true},
    {"gomocup:./x", "in the mist a program speaks the protocol of the course", true},
    {"open:clever", "'clever'", true},
    {"open:gtp:./x", "gtp", true},
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
        fixture.options.mist = refused[i].mist;
        CHECK(refused[i].description,
              !participant_new(refused[i].description, &fixture.options, &err));
        CHECK(err.text, strstr(err.text, refused[i].error) != NULL);
    }
}
