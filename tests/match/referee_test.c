#include "match/referee.h"

#include "base/mem.h"
#include "base/util.h"
#include "test.h"

#include <string.h>

// Contestants in a few words: what a shell makes of them speaks GTP or Gomocup's protocol, and goes
// wrong in one way.
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
    {"five, both languages", GTP_ANSWERS "row0", GOMOCUP_ANSWERS "row2", "freestyle", "60/move", 0, END_FIVE, BLACK},
    {"foul", GOMOCUP_ANSWERS "overline", GTP_ANSWERS "apart", "renju", "none", 0, END_FOUL, WHITE},
    {"time", GOMOCUP_ANSWERS "late", "greedy", "freestyle", "0.05/move", 0, END_TIME, WHITE},
    {"time by GTP", GTP_ANSWERS "late", "greedy", "freestyle", "0.05/move", 0, END_TIME, WHITE},
    {"no point", "greedy", GTP_ANSWERS "nonsense", "freestyle", "none", 0, END_ILLEGAL, BLACK},
    {"no point of the board", "greedy", GOMOCUP_ANSWERS "outside", "freestyle", "none", 0, END_ILLEGAL, BLACK},
    {"an occupied point", GOMOCUP_ANSWERS "again", "greedy", "freestyle", "none", 0, END_ILLEGAL, WHITE},
    {"whoever failed is started anew", "greedy", GOMOCUP_ANSWERS "stuck", "freestyle", "none", 0, END_ILLEGAL, BLACK},
    {"a refusal", GOMOCUP_ANSWERS "refuse", "greedy", "freestyle", "none", 0, END_ILLEGAL, WHITE},
    {"crash", GTP_ANSWERS "crash", "greedy", "freestyle", "none", 0, END_CRASH, WHITE},
    {"crash of White", "random:1", GOMOCUP_ANSWERS "crash", "freestyle", "none", 0, END_CRASH, BLACK},
    {"not there", "greedy", "gtp:tests/match/no-such-program", "freestyle", "none", 0, END_CRASH, BLACK},
    {"no answer", GOMOCUP_ANSWERS "hang", "greedy", "freestyle", "none", 0, END_NO_ANSWER, WHITE},
    {"no answer by GTP", "greedy", GTP_ANSWERS "hang", "freestyle", "none", 0, END_NO_ANSWER, BLACK},
    {"no answer at the start", "gomocup:sleep 60", "greedy", "freestyle", "none", 0, END_NO_ANSWER, WHITE},
    {"resignation", GTP_ANSWERS "resign", "greedy", "freestyle", "none", 0, END_RESIGN, WHITE},
    {"agreement", GOMOCUP_ANSWERS "sure", GOMOCUP_ANSWERS "lost", "freestyle", "none", 0, END_AGREED, BLACK},
    {"agreement, the other way", GOMOCUP_ANSWERS "lost", GOMOCUP_ANSWERS "sure", "freestyle", "none", 0, END_AGREED, WHITE},
    {"only one is sure", GOMOCUP_ANSWERS "sure", GOMOCUP_ANSWERS "row2", "freestyle", "none", 0, END_FIVE, BLACK},
    {"an agreed draw", GOMOCUP_ANSWERS "level", GOMOCUP_ANSWERS "level2", "freestyle", "none", 0, END_AGREED, EMPTY},
    {"a TURN that gets lost", GOMOCUP_ANSWERS "deaf", GTP_ANSWERS "row2", "freestyle", "none", 0, END_FIVE, BLACK},
    {"move limit", "random:1", "random:2", "freestyle", "none", 6, END_MOVE_LIMIT, EMPTY},
};
// clang-format on

// What all contestants of a test share.
typedef struct {
    pthread_mutex_t starting;
    atomic_bool stop;
    ParticipantOptions options;
} Hall;

// However busy the machine is, who answers at all has answered by then.
enum { PATIENCE_MS = 60000, LITTLE_PATIENCE_MS = 400 };

static void open_hall(Hall *hall, const char *rules, const char *time) {
    *hall = (Hall){0};
    pthread_mutex_init(&hall->starting, NULL);
    Error err = {0};
    hall->options = (ParticipantOptions){.rules = rules_find(rules, &err),
                                         .size = 15,
                                         .patience_ms = PATIENCE_MS,
                                         .starting = &hall->starting,
                                         .stop = &hall->stop};
    CHECK(time, time_control_parse(time, &hall->options.time, &err));
}

TEST(referee_tells_every_end_apart) {
    PlayedGame *played = mem_alloc(sizeof *played);
    for (int i = 0; i < COUNT(rows); i++) {
        Hall hall;
        open_hall(&hall, rows[i].rules, rows[i].time);
        if (rows[i].reason == END_NO_ANSWER)
            hall.options.patience_ms = LITTLE_PATIENCE_MS;
        Error err = {0};
        Participant *black = participant_new(rows[i].black, &hall.options, &err);
        Participant *white = participant_new(rows[i].white, &hall.options, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        RefereeOptions o = {
            .contestants = &hall.options,
            .max_moves = rows[i].max_moves,
            .tolerance_ms = 20,
            .adjudication = {.win_score = 900, .win_moves = 2, .draw_score = 5, .draw_moves = 2}};
        for (int round = 0; round < 2; round++) { // whoever failed is there again
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
    Hall hall;
    open_hall(&hall, "freestyle", "none");
    Error err = {0};
    Participant *black = participant_new("a=" GTP_ANSWERS "row0", &hall.options, &err);
    Participant *white = participant_new(GOMOCUP_ANSWERS "row2", &hall.options, &err);
    OpeningLine opening = {3, {point_at(7, 7), point_at(8, 8), point_at(9, 7)}};
    RefereeOptions o = {.contestants = &hall.options};
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

TEST(participant_refuses_what_it_does_not_understand) {
    Hall hall;
    open_hall(&hall, "freestyle", "none");
    for (int i = 0; i < COUNT(refused); i++) {
        Error err = {0};
        CHECK(refused[i].description,
              !participant_new(refused[i].description, &hall.options, &err));
        CHECK(err.text, strstr(err.text, refused[i].error) != NULL);
    }
}
