#include "match/match_job.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "core/mist_history.h"
#include "core/notation.h"
#include "match/match_output.h"

#include <string.h>

// ---- The job as text

// Numbers of a job, which are int or int64_t members.
typedef struct {
    const char *name;
    size_t offset, size;
    int64_t min, max;
} NumberField;

#define NUMBER_FIELD(name, member, min, max)                                                       \
    { name, offsetof(MatchJob, member), sizeof(((MatchJob *)0)->member), min, max }

enum { MS_MAX = 86400 * 1000 };

// clang-format off
static const NumberField numbers[] = {
    NUMBER_FIELD("size", participants.size, BOARD_MIN_PLAYABLE, BOARD_MAX),
    NUMBER_FIELD("patience_ms", participants.patience_ms, 1, MS_MAX),
    NUMBER_FIELD("pause_ms", participants.pause_ms, 0, MS_MAX),
    NUMBER_FIELD("depth", participants.depth, 0, 1000),
    NUMBER_FIELD("nodes", participants.nodes, 0, INT64_MAX),
    NUMBER_FIELD("memory", participants.memory, 0, INT64_C(1) << 40),
    NUMBER_FIELD("win_score", referee.adjudication.win_score, 0, INT32_MAX),
    NUMBER_FIELD("win_moves", referee.adjudication.win_moves, 0, INT32_MAX / 2),
    NUMBER_FIELD("draw_score", referee.adjudication.draw_score, 0, INT32_MAX),
    NUMBER_FIELD("draw_moves", referee.adjudication.draw_moves, 0, INT32_MAX / 2),
    NUMBER_FIELD("draw_from", referee.adjudication.draw_from, 0, INT32_MAX),
    NUMBER_FIELD("max_moves", referee.max_moves, 0, GAME_MOVES_MAX),
    NUMBER_FIELD("tolerance_ms", referee.tolerance_ms, 0, MS_MAX),
};

static const struct {
    const char *name;
    size_t offset;
} flags[] = {
    {"mist", offsetof(MatchJob, participants.mist)},
    {"restart", offsetof(MatchJob, participants.restart)},
    {"evaluations", offsetof(MatchJob, participants.wants_evaluations)},
};
// clang-format on

static int64_t number_of(const MatchJob *job, const NumberField *f) {
    const char *at = (const char *)job + f->offset;
    int small;
    int64_t large;
    memcpy(&small, at, sizeof small);
    if (f->size == sizeof small)
        return small;
    memcpy(&large, at, sizeof large);
    return large;
}

static void set_number(MatchJob *job, const NumberField *f, int64_t n) {
    char *at = (char *)job + f->offset;
    int small = (int)n;
    memcpy(at, f->size == sizeof small ? (void *)&small : (void *)&n, f->size);
}

static void write_moves(JsonWriter *w, const OpeningLine *line, int size) {
    ScopedStr moves = {0};
    for (int i = 0; i < line->count; i++)
        str_add_text(&moves, move_text(line->points[i], size).text);
    write_text(w, "moves", str_text(&moves));
}

static void job_write(const MatchJob *job, const char *const descriptions[2], Str *out) {
    ScopedStr time = {0};
    time_control_format(&job->participants.time, &time);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "first", descriptions[0]);
    write_text(&w, "second", descriptions[1]);
    write_text(&w, "rules", job->participants.rules->name);
    write_text(&w, "opening", job->participants.opening->name);
    write_text(&w, "time", str_text(&time));
    write_moves(&w, &job->opening, job->participants.size);
    for (int i = 0; i < COUNT(flags); i++)
        write_flag(&w, flags[i].name, *(const bool *)((const char *)job + flags[i].offset));
    for (int i = 0; i < COUNT(numbers); i++)
        write_number(&w, numbers[i].name, number_of(job, &numbers[i]));
    write_end_object(&w);
}

void match_job_format(const RunnerOptions *options, int pair, Str *out) {
    ScheduledGame game = schedule_game(&options->schedule, 2 * pair);
    MatchJob job = {.participants = options->participants,
                    .referee = options->referee,
                    .opening = game.opening};
    const char *const descriptions[2] = {options->descriptions[game.first],
                                         options->descriptions[game.second]};
    job_write(&job, descriptions, out);
}

static bool read_text(const Json *object, const char *name, const char **out, Error *err) {
    const Json *member = json_member(object, name, JSON_STRING, err);
    *out = member ? member->text : NULL;
    return member != NULL;
}

static bool read_numbers(const Json *object, MatchJob *job, Error *err) {
    for (int i = 0; i < COUNT(numbers); i++) {
        const NumberField *f = &numbers[i];
        int64_t n;
        const Json *member = json_member(object, f->name, JSON_NUMBER, err);
        if (!member || !json_integer(member, f->name, f->min, f->max, &n, err))
            return false;
        set_number(job, f, n);
    }
    for (int i = 0; i < COUNT(flags); i++) {
        const Json *member = json_member(object, flags[i].name, JSON_BOOLEAN, err);
        if (!member)
            return false;
        *(bool *)((char *)job + flags[i].offset) = member->boolean;
    }
    return true;
}

static bool read_opening(const char *moves, MatchJob *job, Error *err) {
    OpeningBook book = {0};
    if (!*moves)
        return true;
    if (strpbrk(moves, "\n#") || !opening_book_parse(moves, strlen(moves), job->participants.rules,
                                                     job->participants.size, &book, err))
        return error_prefix(err, "moves");
    job->opening = book.lines[0];
    opening_book_release(&book);
    return true;
}

static bool read_settings(const Json *object, MatchJob *job, Error *err) {
    const char *rules, *opening, *time, *moves, *descriptions[2];
    ParticipantOptions *p = &job->participants;
    if (!read_text(object, "first", &descriptions[0], err) ||
        !read_text(object, "second", &descriptions[1], err) ||
        !read_text(object, "rules", &rules, err) || !read_text(object, "opening", &opening, err) ||
        !read_text(object, "time", &time, err) || !read_text(object, "moves", &moves, err) ||
        !read_numbers(object, job, err))
        return false;
    for (int i = 0; i < 2; i++)
        job->descriptions[i] = mem_copy_text(descriptions[i]);
    return (p->rules = rules_find(rules, err)) && (p->opening = opening_rule_find(opening, err)) &&
           time_control_parse(time, &p->time, err) &&
           (p->time.periods == 0 || error_set(err, "byoyomi is not supported")) &&
           (!p->mist ||
            (p->rules == &rules_freestyle && p->size == MIST_BOARD_SIZE &&
             p->opening == &opening_none) ||
            error_set(err, "the mist is freestyle on 19x19 without an opening rule")) &&
           read_opening(moves, job, err);
}

bool match_job_parse(const char *text, size_t len, MatchJob *out, Error *err) {
    Arena arena = {0};
    *out = (MatchJob){0};
    const Json *object = json_parse_object(&arena, text, len, err);
    bool ok = object && read_settings(object, out, err);
    arena_release(&arena);
    if (!ok)
        match_job_release(out);
    return ok;
}

void match_job_release(MatchJob *job) {
    mem_free(job->descriptions[0]);
    mem_free(job->descriptions[1]);
    *job = (MatchJob){0};
}

bool match_job_check(const MatchJob *job, bool allows_external, Error *err) {
    for (int i = 0; i < 2; i++)
        if (!participant_check(job->descriptions[i], allows_external, err))
            return error_prefix(err, job->descriptions[i]);
    return true;
}

// ---- The result

// For each game its line of a state file, the times of its moves, and what went wrong.
static void add_result(int number, const PlayedGame *played, Str *out) {
    const Game *g = &played->game;
    bool has_times = false;
    match_state_format(number, played, out);
    for (int i = 0; i < g->count; i++)
        has_times = has_times || g->moves[i].ms >= 0;
    for (int i = 0; i < g->count && has_times; i++)
        if (g->moves[i].ms >= 0)
            str_add(out, "%d ", (int)g->moves[i].ms);
        else
            str_add_text(out, "- ");
    str_add(out, "\n%s\n", played->why.text);
}

// Plays the moves again with their times, so that the clocks are what they were.
static bool add_times(Scanner *line, const GameOptions *options, Game *g, Error *err) {
    if (scanner_at_end(line))
        return true;
    Game *timed = mem_alloc(sizeof *timed);
    game_init(timed, options);
    bool ok = true;
    for (int i = 0; i < g->count && ok; i++) {
        int ms = 0;
        const Move *m = &g->moves[i];
        bool is_known = !scanner_accept(line, '-');
        ok = (!is_known || scanner_number(line, INT32_MAX, &ms)) && scanner_accept(line, ' ');
        PlayResult r = m->foul    ? game_place(timed, (Stone)m->color, m->point)
                       : is_known ? game_play_timed(timed, m->point, ms)
                                  : game_play(timed, m->point);
        ok = ok && r == PLAY_OK;
    }
    ok = (ok && scanner_at_end(line)) || scanner_error(line, err, "expected a time for each move");
    if (ok) {
        timed->forced = g->forced;
        *g = *timed;
    }
    mem_free(timed);
    return ok;
}

static bool begins_with(const Game *g, const OpeningLine *opening) {
    for (int i = 0; i < opening->count; i++)
        if (i >= g->count || g->moves[i].point != opening->points[i])
            return false;
    return true;
}

static bool read_game(const MatchJob *job, Scanner *s, int number, PlayedGame *out, Error *err) {
    Scanner state, times, why;
    const ParticipantOptions *p = &job->participants;
    GameOptions options = {
        .rules = p->rules, .opening = p->opening, .size = p->size, .time = p->time};
    if (!scanner_line(s, &state) || !scanner_line(s, &times) || !scanner_line(s, &why))
        return error_set(err, "the result of a pair has six lines");
    if (!match_state_read_game(&state, number, &options, out, err) ||
        !add_times(&times, &options, &out->game, err))
        return false;
    error_set(&out->why, "%.*s", (int)(why.len < 200 ? why.len : 200), why.text);
    return begins_with(&out->game, &job->opening) ||
           error_set(err, "game %d does not begin with its opening", number);
}

bool match_job_result(const MatchJob *job, const char *text, size_t len, PlayedGame out[2],
                      Error *err) {
    Scanner s = scanner_over(text, len);
    for (int i = 0; i < 2; i++)
        if (!read_game(job, &s, i, &out[i], err))
            return false;
    return scanner_at_end(&s) || error_set(err, "the result of a pair has six lines");
}

// ---- Playing

// An engine that cannot be started is an error, not a lost game.
static bool can_start(Participant *participant, Error *err) {
    bool ok = participant_begin(participant, err) == END_NONE;
    participant_finish(participant, NULL, !ok);
    return ok;
}

bool match_job_play(const MatchJob *job, StopToken stop, Str *result, Error *err) {
    ParticipantOptions options = job->participants;
    RefereeOptions referee = job->referee;
    Participant *both[2] = {0};
    options.stop = stop;
    referee.participants = &options;
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++)
        ok = ((both[i] = participant_new(job->descriptions[i], &options, err)) &&
              can_start(both[i], err)) ||
             error_prefix(err, job->descriptions[i]);
    PlayedGame *played = mem_alloc(sizeof *played);
    for (int i = 0; i < 2 && ok; i++) {
        Participant *sides[2] = {both[i], both[1 - i]};
        referee_play(sides, &job->opening, &referee, played);
        ok = !stop_requested(stop) || error_set(err, "stopped");
        if (ok)
            add_result(i, played, result);
    }
    mem_free(played);
    participant_free(both[0]);
    participant_free(both[1]);
    return ok;
}
