// `pentad match`: engine matches with SPRT, between players and external engines.
#include "app/match_jobs.h"
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "core/mist_history.h"
#include "match/match_output.h"
#include "match/progress_display.h"
#include "match/runner.h"
#include "match/standings.h"
#include "player/player.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int64_t games, rounds, default_games, size, stones, seed, concurrency, max_moves;
    int64_t tolerance, patience, pause, depth, nodes, memory;
    const char *preset, *rules, *time, *opening, *book, *sprt, *alpha, *beta, *win, *draw;
    const char *sgf, *psq, *jsonl, *state, *database;
    bool gauntlet, mist, restart, resume, quiet;
} Args;

enum { GAMES_MAX = 1000000, CONCURRENCY_MAX = 256 };

// clang-format off
static const Option options[] = {
    {"games", 'n', OPTION_INT, offsetof(Args, games), "games per pairing, an even number (default: 100)", "N", .min = 2, .max = GAMES_MAX},
    {"rounds", 0, OPTION_INT, offsetof(Args, rounds), "the same in game pairs: each opening with both colors", "N", .min = 1, .max = GAMES_MAX / 2},
    {"gauntlet", 0, OPTION_FLAG, offsetof(Args, gauntlet), "play the first participant against each of the others"},
    {"concurrency", 'c', OPTION_INT, offsetof(Args, concurrency), "games to play at once (default: 1)", "N", .min = 1, .max = CONCURRENCY_MAX},
    {"preset", 0, OPTION_TEXT, offsetof(Args, preset), "read options from a file, one per line: time 0.1/move", "FILE"},
    RULES_OPTION("rule set (default: freestyle)"),
    SIZE_OPTION("board size (default: 15)", BOARD_MIN_PLAYABLE),
    {"mist", 0, OPTION_FLAG, offsetof(Args, mist), "Gomoku in the Mist, on 19x19: each side gets only its own views"},
    TIME_OPTION("time control in seconds: 10/move, 60, 60+1 (default: none)"),
    {"depth", 0, OPTION_INT, offsetof(Args, depth), "depth limit for players and Gomocup engines", "N", .min = 1, .max = 1000},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "node limit for players and Gomocup engines", "N", .min = 1, .max = INT64_MAX},
    {"memory", 0, OPTION_INT, offsetof(Args, memory), "memory limit in MiB for players and Gomocup engines", "MIB", .min = 24, .max = 1 << 20},
    {"book", 0, OPTION_TEXT, offsetof(Args, book), "opening book: a file with one opening per line", "FILE", .old = "-o --openings"},
    {"stones", 0, OPTION_INT, offsetof(Args, stones), "stones of a random opening, without a book (default: 3, or 0 with --opening)", "N", .min = 0, .max = 12},
    OPENING_OPTION(NULL),
    SEED_OPTION("random seed of the openings (default: 1)"),
    {"sprt", 0, OPTION_TEXT, offsetof(Args, sprt), "stop when a sequential test (SPRT) accepts one of two Elo differences", "ELO0,ELO1"},
    {"alpha", 0, OPTION_TEXT, offsetof(Args, alpha), "probability of accepting ELO1 if ELO0 is true (default: 0.05)", "P"},
    {"beta", 0, OPTION_TEXT, offsetof(Args, beta), "probability of accepting ELO0 if ELO1 is true (default: 0.05)", "P"},
    {"win", 0, OPTION_TEXT, offsetof(Args, win), "adjudicate a win when both sides report at least SCORE for MOVES moves each", "SCORE,MOVES"},
    {"draw", 0, OPTION_TEXT, offsetof(Args, draw), "adjudicate a draw when both report at most SCORE for MOVES moves each, from move FROM on", "SCORE,MOVES,FROM"},
    {"max-moves", 0, OPTION_INT, offsetof(Args, max_moves), "declare a draw after N moves", "N", .min = 1, .max = GAME_MOVES_MAX, .old = "-m"},
    {"tolerance", 0, OPTION_INT, offsetof(Args, tolerance), "milliseconds a move may be late (default: 100)", "MS", .min = 0, .max = 600000},
    {"patience", 0, OPTION_INT, offsetof(Args, patience), "seconds to wait for an answer beyond the time limit (default: 30)", "S", .min = 1, .max = 86400},
    {"pause", 0, OPTION_INT, offsetof(Args, pause), "milliseconds between an engine's answer and the next command (default: 5)", "MS", .min = 0, .max = 1000},
    {"restart", 0, OPTION_FLAG, offsetof(Args, restart), "restart engines for each game"},
    {"sgf", 0, OPTION_TEXT, offsetof(Args, sgf), "append the games as SGF", "FILE"},
    {"psq", 0, OPTION_TEXT, offsetof(Args, psq), "write each game as a PSQ file to this folder, created if missing", "FOLDER"},
    {"jsonl", 0, OPTION_TEXT, offsetof(Args, jsonl), "append the games as JSON lines", "FILE", .old = "--json"},
    {"state", 0, OPTION_TEXT, offsetof(Args, state), "save the state of the match, for --resume", "FILE"},
    {"resume", 0, OPTION_FLAG, offsetof(Args, resume), "continue the match in the state file"},
    {"database", 0, OPTION_TEXT, offsetof(Args, database), "let pentad worker play the games, on any machine: postgresql://USER@HOST/NAME", "URL"},
    QUIET_OPTION("do not print a line for each game"),
    {0},
};

static const Example examples[] = {
    {"pentad match strong:100 greedy --games 20", "two built-in players"},
    {"pentad match gomocup:./pbrain-new gomocup:./pbrain-old --time 1/move --concurrency 2 --sprt 0,10", "is the new one stronger?"},
    {"pentad match a=strong:50 'b=gtp:pentad gtp --player greedy' easy --gauntlet --sgf games.sgf", "one against the others, over different protocols"},
    {"pentad match strong:100 greedy --state m.state --resume", "continues a match after Ctrl-C"},
    {"pentad match new=strong:100 old=strong:50 --database postgresql://pentad@db/lab --sprt 0,10", "workers on other machines play it"},
    {"pentad match --mist level:7 'bot=mist:python3 bot.py' --games 20", "in the mist, against a program that speaks the protocol of pentad mist"},
    {"pentad match strong gomocup:./pbrain-other --opening swap2 --time 60+1 --win 2000,4", "swap2 openings; a game ends when both agree who wins"},
    {0},
};
// clang-format on

typedef struct {
    const Args *args;
    RunnerOptions runner;
    OpeningBook book;
    Sprt sprt;
    bool has_sprt;
    const char *names[PARTICIPANTS_MAX];
    Standings standings;
    MatchOutput output;
    Str heading, resumed; // state file: its first line, and the games already played
    int64_t started_ms;
    int64_t shown_ms; // when the table was last drawn
    ProgressDisplay display;
    Error trouble; // a write error during the match
} Match;

// ---- Options

// Parses "12,3,60". Returns how many numbers there are; 0 if it is not a list of numbers.
static int parse_list(const char *text, double min, double max, int most, double *out) {
    int count = 0;
    for (const char *at = text;; at++) {
        char word[32];
        size_t len = strcspn(at, ",");
        Error ignored = {0};
        if (count == most || len >= sizeof word)
            return 0;
        memcpy(word, at, len);
        word[len] = '\0';
        if (!decimal_parse(word, min, max, &out[count++], &ignored))
            return 0;
        at += len;
        if (!*at)
            return count;
    }
}

static bool parse_sprt(const Args *a, Sprt *out, Error *err) {
    double elo[2];
    if (parse_list(a->sprt, -1000, 1000, 2, elo) != 2 || elo[0] >= elo[1])
        return error_set(err, "--sprt takes two Elo differences from -1000 to 1000, the smaller "
                              "first, such as 0,10");
    *out = (Sprt){.elo0 = elo[0], .elo1 = elo[1]};
    if (!decimal_parse(a->alpha, 0.0001, 0.4999, &out->alpha, err))
        return error_prefix(err, "--alpha");
    return decimal_parse(a->beta, 0.0001, 0.4999, &out->beta, err) || error_prefix(err, "--beta");
}

static bool parse_adjudication(const Args *a, AdjudicationRules *out, Error *err) {
    double win[2] = {0}, draw[3] = {0};
    if (a->win && parse_list(a->win, 1, GAME_MOVES_MAX * 1000, 2, win) != 2)
        return error_set(err, "--win takes a score and a number of moves, such as 2000,4");
    if (a->draw && parse_list(a->draw, 0, GAME_MOVES_MAX * 1000, 3, draw) != 3)
        return error_set(err, "--draw takes a score, a number of moves and the move from which it "
                              "counts, such as 10,10,60");
    *out = (AdjudicationRules){.win_score = (int)win[0],
                               .win_moves = (int)win[1],
                               .draw_score = (int)draw[0],
                               .draw_moves = (int)draw[1],
                               .draw_from = (int)draw[2]};
    return true;
}

static bool parse_time(const char *text, TimeControl *out, Error *err) {
    if (!time_control_parse(text, out, err))
        return error_prefix(err, "--time");
    return out->periods == 0 || error_set(err, "--time: byoyomi is not supported");
}

// Printable, so safe for a terminal.
static char *name_of(const char *description) {
    ScopedStr text = {0};
    participant_format_name(description, &text);
    char *name = mem_copy_text(str_text(&text));
    utf8_make_printable(name);
    return name;
}

// Names must be unique: tables and files identify participants by name.
static bool name_participants(Match *m, int count, char **descriptions, Error *err) {
    for (int i = 0; i < count; i++) {
        m->names[i] = name_of(descriptions[i]);
        for (int k = 0; k < i; k++)
            if (!strcmp(m->names[i], m->names[k]))
                return error_set(err,
                                 "two participants are called '%.60s'; give one of them another "
                                 "name with NAME=, such as b=greedy",
                                 m->names[i]);
    }
    return true;
}

// The first line of the state file: all options that affect the games.
static void describe(const Match *m, int argc, char **argv, Str *out) {
    const Args *a = m->args;
    str_add(out, "pentad match 3: %s %dx%d, %d rounds, seed %lld, openings %s ",
            m->runner.participants.rules->name, m->runner.schedule.size, m->runner.schedule.size,
            m->runner.schedule.rounds, (long long)a->seed, a->opening);
    if (a->book)
        str_add(out, "of book %08x", (unsigned)opening_book_checksum(&m->book));
    else
        str_add(out, "random %lld", (long long)a->stones);
    str_add(out, ", time %s, moves %lld, depth %lld, nodes %lld, memory %lld", a->time,
            (long long)a->max_moves, (long long)a->depth, (long long)a->nodes,
            (long long)a->memory);
    str_add(out, ", win %s, draw %s", a->win ? a->win : "-", a->draw ? a->draw : "-");
    if (a->sprt)
        str_add(out, ", sprt %s %s %s", a->sprt, a->alpha, a->beta);
    str_add(out, "%s%s%s:", a->mist ? ", mist" : "", a->gauntlet ? ", gauntlet" : "",
            a->restart ? ", restart" : "");
    for (int i = 0; i < argc; i++)
        str_add(out, " %s", argv[i]);
    utf8_make_printable(out->data);
}

enum { STONES_DEFAULT = 3, STONES_UNSET = -1 };

// The games per pairing.
static bool count_games(const Args *a, int64_t *out, Error *err) {
    if (a->games && a->rounds && a->games != 2 * a->rounds)
        return error_set(err, "--games %lld contradicts --rounds %lld: a round is two games",
                         (long long)a->games, (long long)a->rounds);
    if (a->games % 2)
        return error_set(err, "--games must be even: each opening is played with both colors");
    *out = a->rounds ? 2 * a->rounds : a->games ? a->games : a->default_games;
    return true;
}

// Book or random stones replace the first step of the opening rule.
static bool check_opening(const OpeningRule *rule, const Schedule *s, Error *err) {
    if (rule == &opening_none)
        return true;
    int longest = s->book ? 0 : s->random_stones;
    for (int i = 0; s->book && i < s->book->count; i++)
        longest = s->book->lines[i].count > longest ? s->book->lines[i].count : longest;
    return longest <= rule->steps[0].stones ||
           error_set(err, "the opening %s allows at most %d given stones, not %d", rule->name,
                     rule->steps[0].stones, longest);
}

static bool set_openings(Match *m, Error *err) {
    const Args *a = m->args;
    ParticipantOptions *c = &m->runner.participants;
    Schedule *s = &m->runner.schedule;
    bool plain = !strcmp(a->opening, opening_none.name);
    if (!(c->opening = opening_rule_find(a->opening, err)) ||
        (a->book && !opening_book_load(a->book, c->rules, c->size, &m->book, err)))
        return false;
    s->book = a->book ? &m->book : NULL;
    s->random_stones = a->stones != STONES_UNSET ? (int)a->stones : plain ? STONES_DEFAULT : 0;
    s->seed = (uint64_t)a->seed;
    return check_opening(c->opening, s, err);
}

enum { SIZE_DEFAULT = 15 };

static bool set_game(const Args *a, ParticipantOptions *c, Error *err) {
    if (!(c->rules = rules_find(a->rules ? a->rules : rules_freestyle.name, err)))
        return false;
    c->mist = a->mist;
    c->size = a->size ? (int)a->size : a->mist ? MIST_BOARD_SIZE : SIZE_DEFAULT;
    return !a->mist || subcommand_check_mist(a->rules, a->size, a->opening, err);
}

static bool set_options(Match *m, int argc, char **argv, Error *err) {
    const Args *a = m->args;
    RunnerOptions *r = &m->runner;
    int64_t games;
    if (a->resume && !a->state)
        return error_set(err, "--resume needs --state FILE");
    if (a->database && a->concurrency != 1)
        return error_set(err, "--concurrency is for games on this machine; with --database use "
                              "pentad worker --threads");
    if (a->sprt && argc != 2)
        return error_set(err, "--sprt needs exactly two participants");
    m->has_sprt = a->sprt != NULL;
    if ((a->sprt && !parse_sprt(a, &m->sprt, err)) || !count_games(a, &games, err) ||
        !parse_adjudication(a, &r->referee.adjudication, err) ||
        !set_game(a, &r->participants, err) || !parse_time(a->time, &r->participants.time, err) ||
        !set_openings(m, err))
        return false;
    r->schedule.rounds = (int)(games / 2);
    r->descriptions = (const char *const *)argv;
    r->participants.patience_ms = a->patience * 1000;
    r->participants.pause_ms = a->pause;
    r->participants.depth = a->depth;
    r->participants.nodes = a->nodes;
    r->participants.memory = a->memory << 20;
    r->participants.restart = a->restart;
    r->participants.wants_evaluations = a->win || a->draw;
    r->referee.max_moves = (int)a->max_moves;
    r->referee.tolerance_ms = a->tolerance;
    r->concurrency = (int)a->concurrency;
    r->schedule.participants = argc;
    r->schedule.gauntlet = a->gauntlet;
    r->schedule.rules = r->participants.rules;
    r->schedule.size = r->participants.size;
    if (!name_participants(m, argc, argv, err))
        return false;
    describe(m, argc, argv, &m->heading);
    return true;
}

// ---- Files

static void add_resumed_game(void *context, int number, const PlayedGame *played) {
    Match *m = context;
    ScheduledGame game = schedule_game(&m->runner.schedule, number);
    standings_add(&m->standings, &game, played);
    match_state_format(number, played, &m->resumed);
}

static bool resume(Match *m, Error *err) {
    MatchStateReader reader = {
        .heading = str_text(&m->heading),
        .game = {.rules = m->runner.participants.rules,
                 .opening = m->runner.participants.opening,
                 .size = m->runner.participants.size,
                 .time = m->runner.participants.time},
        .context = m,
        .finished = add_resumed_game,
    };
    int games = match_state_load(m->args->state, &reader, err);
    m->runner.first_game = games;
    return games >= 0;
}

static bool open_files(Match *m, Error *err) {
    const Args *a = m->args;
    if (a->resume && !resume(m, err))
        return false;
    if (a->state && !a->resume && access(a->state, F_OK) == 0)
        return error_set(err, "%.100s exists: continue it with --resume, or remove it", a->state);
    MatchOutputPaths paths = {.sgf = a->sgf, .json = a->jsonl, .state = a->state, .psq = a->psq};
    return match_output_open(&m->output, &paths, str_text(&m->heading), &m->resumed, err);
}

// ---- Output

static void add_duration(int64_t ms, Str *out) {
    int64_t s = ms / 1000;
    str_add(out, "%lld:%02lld:%02lld", (long long)(s / 3600), (long long)(s / 60 % 60),
            (long long)(s % 60));
}

static void add_progress(const Match *m, Str *out) {
    int total = schedule_games(&m->runner.schedule), done = m->standings.games;
    int now = done - m->runner.first_game; // games of this run
    int64_t elapsed = clock_now_ms() - m->started_ms;
    str_add(out, "%d of %d games", done, total);
    if (now > 0) {
        str_add_text(out, ", ");
        add_duration(elapsed * (total - done) / now, out);
        str_add_text(out, " left");
    }
    str_add_text(out, ", ");
    add_duration(elapsed, out);
    str_add_text(out, " elapsed\n");
}

static void add_sprt(const Match *m, Str *out) {
    static const char *const words[] = {
        [SPRT_CONTINUE] = "not decided",
        [SPRT_ACCEPT_H0] = "the lower one is accepted",
        [SPRT_ACCEPT_H1] = "the higher one is accepted",
    };
    SprtState s = sprt_evaluate(&m->sprt, &m->standings.rows[0].pairs);
    str_add(out, "SPRT %+g or %+g Elo: LLR %.2f (%.2f to %.2f): %s\n", m->sprt.elo0, m->sprt.elo1,
            s.llr, s.lower, s.upper, words[s.verdict]);
}

static void add_table(const Match *m, int width, Str *out) {
    TableLayout layout = {m->names, m->runner.schedule.participants, width};
    standings_format(&m->standings, &layout, out);
}

static void show_progress(Match *m) {
    enum { EVERY_MS = 200 };
    int64_t now = clock_now_ms();
    if (!m->display.out || now < m->shown_ms + EVERY_MS)
        return;
    m->shown_ms = now;
    ScopedStr text = {0};
    add_table(m, progress_display_width(&m->display), &text);
    if (m->has_sprt)
        add_sprt(m, &text);
    add_progress(m, &text);
    progress_display_show(&m->display, &text);
}

static void print_line(Match *m, const LoggedGame *g) {
    Str line = {0};
    gamelog_line(g, &line);
    progress_display_clear(&m->display);
    m->shown_ms = 0;
    print_and_release(&line, stdout);
}

static void print_table(Match *m) {
    Str table = {0};
    progress_display_clear(&m->display);
    add_table(m, m->display.out == stdout ? progress_display_width(&m->display) : 0, &table);
    standings_format_signature(&m->standings, &table);
    if (m->has_sprt)
        add_sprt(m, &table);
    print_and_release(&table, stdout);
}

// ---- Playing

static bool is_decided(const Match *m) {
    return m->has_sprt &&
           sprt_evaluate(&m->sprt, &m->standings.rows[0].pairs).verdict != SPRT_CONTINUE;
}

static bool finished(void *context, int number, const PlayedGame *played) {
    Match *m = context;
    ScheduledGame game = schedule_game(&m->runner.schedule, number);
    LoggedGame g = {
        .number = number,
        .black = m->names[game.seats[game_seat_of(&played->game, BLACK)]],
        .white = m->names[game.seats[game_seat_of(&played->game, WHITE)]],
        .played = played,
    };
    standings_add(&m->standings, &game, played);
    if (!m->args->quiet)
        print_line(m, &g);
    return match_output_add(&m->output, &g, &m->trouble) && !is_decided(m);
}

static bool waiting(void *context) {
    show_progress(context);
    return interrupt_signal() == 0;
}

// ---- The report of a distributed match, for the page /lab

static void write_elo(JsonWriter *w, const char *key, double elo) {
    if (isfinite(elo))
        write_real(w, key, elo, 1);
    else
        write_null(w, key);
}

static void write_standing(JsonWriter *w, const char *name, const Standing *s) {
    write_object(w, NULL);
    write_text(w, "name", name);
    write_number(w, "won", s->won);
    write_number(w, "drawn", s->drawn);
    write_number(w, "lost", s->lost);
    write_number(w, "faults", s->faults);
    write_array(w, "pairs");
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        write_number(w, NULL, s->pairs.pairs[i]);
    write_end_array(w);
    if (pentanomial_total(&s->pairs) > 0) {
        Estimate elo = pentanomial_elo(&s->pairs);
        write_elo(w, "elo", elo.value);
        write_elo(w, "low", elo.low);
        write_elo(w, "high", elo.high);
    }
    write_end_object(w);
}

static void write_sprt(JsonWriter *w, const Match *m) {
    static const char *const verdicts[] = {
        [SPRT_CONTINUE] = "none", [SPRT_ACCEPT_H0] = "lower", [SPRT_ACCEPT_H1] = "higher"};
    SprtState s = sprt_evaluate(&m->sprt, &m->standings.rows[0].pairs);
    write_object(w, "sprt");
    write_real(w, "elo0", m->sprt.elo0, 2);
    write_real(w, "elo1", m->sprt.elo1, 2);
    write_real(w, "llr", s.llr, 2);
    write_real(w, "lower", s.lower, 2);
    write_real(w, "upper", s.upper, 2);
    write_text(w, "verdict", verdicts[s.verdict]);
    write_end_object(w);
}

static void write_report(void *context, Str *out) {
    const Match *m = context;
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "rules", m->runner.schedule.rules->name);
    write_number(&w, "size", m->runner.schedule.size);
    write_flag(&w, "mist", m->runner.participants.mist);
    write_text(&w, "time", m->args->time);
    write_number(&w, "nodes", m->args->nodes);
    write_number(&w, "games", m->standings.games);
    write_number(&w, "total", schedule_games(&m->runner.schedule));
    write_array(&w, "participants");
    for (int i = 0; i < m->runner.schedule.participants; i++)
        write_standing(&w, m->names[i], &m->standings.rows[i]);
    write_end_array(&w);
    if (m->has_sprt)
        write_sprt(&w, m);
    write_end_object(&w);
}

static bool is_complete(void *context) {
    const Match *m = context;
    return is_decided(m) || m->standings.games == schedule_games(&m->runner.schedule);
}

// ---- The match

static bool play(Match *m, Error *err) {
    if (is_complete(m))
        return true; // a resumed match that was complete
    m->started_ms = clock_now_ms();
    RunnerCallbacks callbacks = {m, finished, waiting};
    if (!m->args->database)
        return runner_play(&m->runner, &callbacks, err);
    MatchJobs jobs = {.database = m->args->database,
                      .title = str_text(&m->heading),
                      .resumes = m->args->resume,
                      .context = m,
                      .report = write_report,
                      .is_complete = is_complete};
    return match_jobs_play(&m->runner, &jobs, &callbacks, err);
}

// Removes a state file without games, which would block the next try.
static void remove_empty_state(const Match *m) {
    if (m->args->state && !m->args->resume && m->standings.games == 0)
        unlink(m->args->state);
}

static int play_to_the_end(Match *m) {
    Error err = {0};
    Interrupts *held = interrupt_catch();
    m->display = progress_display_on(stdout, stderr);
    bool ok = play(m, &err);
    int signal = interrupt_signal();
    interrupt_restore(held);
    if (!ok) {
        remove_empty_state(m);
        return subcommand_misuse(&cmd_match, &err);
    }
    print_table(m);
    if (*m->trouble.text)
        return subcommand_fail(&cmd_match, &m->trouble);
    return signal ? 128 + signal : EXIT_OK;
}

static void release(Match *m) {
    match_output_close(&m->output);
    for (int i = 0; i < PARTICIPANTS_MAX; i++)
        mem_free((char *)m->names[i]);
    opening_book_release(&m->book);
    str_release(&m->heading);
    str_release(&m->resumed);
    mem_free(m);
}

static int set_up_and_play(Match *m, int argc, char **argv) {
    Error err = {0};
    if (set_options(m, argc, argv, &err) && open_files(m, &err))
        return play_to_the_end(m);
    return subcommand_misuse(&cmd_match, &err);
}

// --games or --rounds on the command line override both options of the preset.
static bool apply_preset(CommandLine *line, Str *text, Error *err) {
    Args *a = line->args;
    subcommand_exec_with_database(&cmd_match, line);
    bool ok = options_file_apply(options, "preset", a, line->argc, line->argv, text, err) &&
              count_games(a, &a->default_games, err);
    a->games = a->rounds = 0;
    return ok;
}

static int run(const CommandLine *line) {
    Match *m = mem_alloc(sizeof *m);
    m->args = line->args;
    int status = set_up_and_play(m, line->argc, line->argv);
    release(m);
    return status;
}

const Subcommand cmd_match = {
    .name = "match",
    .summary = "play a match between players and engines",
    .operands = "PARTICIPANT PARTICIPANT...",
    .min_operands = 2,
    .max_operands = PARTICIPANTS_MAX,
    .description =
        "A participant is a built-in player (strong:100), an engine that speaks the Gomocup "
        "protocol (gomocup:COMMAND ARGUMENTS) or an engine that speaks GTP (gtp:COMMAND "
        "ARGUMENTS; quote arguments that contain spaces: 'gtp:\"my engine\" -x'), optionally with "
        "a name (NAME=strong:100). Games come in pairs: one opening, "
        "played with each color. The same seed gives the same openings, and results are printed in "
        "the order of the schedule, no matter how many games are played at once.\n\n"
        "An engine that crashes, does not answer, answers nonsense or exceeds its time loses that "
        "game and is restarted; the match continues. Ctrl-C prints the table so far. With --state "
        "the match can be continued later.\n\n"
        "With --database the pairs of games become jobs in a PostgreSQL database, and any number "
        "of "
        "pentad worker processes of the same build play them. The output is the same.\n\n"
        "With --mist each side gets only what it may know: its views, its own stones and the "
        "hidden "
        "stones it hit. A program (mist:COMMAND ARGUMENTS) sends the commands of `pentad mist`; "
        "they "
        "are answered on its turns, and it is started for each game. open:PLAYER is a player that "
        "sees the whole board.",
    .details = help_add_players,
    .options = options,
    .examples = examples,
    .status =
        "0 if the match was played, 1 if a file could not be written, 2 for a usage error, an "
        "engine that cannot be started, or weights or a net that cannot be used, 130 after Ctrl-C.",
    .prepare = apply_preset,
    ARGS(.default_games = 100, .stones = STONES_UNSET, .seed = 1, .concurrency = 1,
         .tolerance = 100, .patience = 30, .pause = 5, .opening = "none", .alpha = "0.05",
         .beta = "0.05", .time = "none"),
    .run = run,
};
