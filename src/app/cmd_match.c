// `pentad match`: players and programs against each other.
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "match/gamelog.h"
#include "match/journal.h"
#include "match/runner.h"
#include "match/standings.h"
#include "player/player.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int64_t games, size, stones, seed, concurrency, max_moves, tolerance, patience, pause, depth,
        nodes;
    const char *rules, *time, *openings, *sprt, *sgf, *json, *state;
    bool gauntlet, restart, resume, quiet;
} Args;

enum { GAMES_MAX = 1000000, CONCURRENCY_MAX = 256 };

// clang-format off
static const Option options[] = {
    {"games", 'n', OPTION_INT, offsetof(Args, games), "games of each pairing, an even number (otherwise 100)", "N", .min = 2, .max = GAMES_MAX},
    {"gauntlet", 0, OPTION_FLAG, offsetof(Args, gauntlet), "the first against each of the others"},
    {"concurrency", 'c', OPTION_INT, offsetof(Args, concurrency), "games at once (otherwise 1)", "N", .min = 1, .max = CONCURRENCY_MAX},
    {"rules", 'r', OPTION_TEXT, offsetof(Args, rules), "rule set (otherwise freestyle)", "RULES", .choices = rules_name},
    {"size", 's', OPTION_INT, offsetof(Args, size), "lines of the board (otherwise 15)", "N", .min = BOARD_MIN_PLAYABLE, .max = BOARD_MAX},
    {"time", 't', OPTION_TEXT, offsetof(Args, time), "seconds: 10/move, 60, 60+1 (otherwise none)", "TIME"},
    {"openings", 'o', OPTION_TEXT, offsetof(Args, openings), "a file with an opening a line", "FILE"},
    {"stones", 0, OPTION_INT, offsetof(Args, stones), "of a random opening, without a file (otherwise 3)", "N", .min = 0, .max = 12},
    {"seed", 0, OPTION_INT, offsetof(Args, seed), "of the openings (otherwise 1)", "N", .min = 0, .max = INT64_MAX},
    {"sprt", 0, OPTION_TEXT, offsetof(Args, sprt), "stop once it is clear which of two Elo differences is true", "ELO0,ELO1"},
    {"max-moves", 'm', OPTION_INT, offsetof(Args, max_moves), "a draw after so many moves", "N", .min = 1, .max = GAME_MOVES_MAX},
    {"tolerance", 0, OPTION_INT, offsetof(Args, tolerance), "milliseconds a move may be late (otherwise 100)", "MS", .min = 0, .max = 600000},
    {"patience", 0, OPTION_INT, offsetof(Args, patience), "seconds for a program to answer at all, beyond its time (otherwise 30)", "S", .min = 1, .max = 86400},
    {"pause", 0, OPTION_INT, offsetof(Args, pause), "milliseconds between a program's answer and the next command (otherwise 5)", "MS", .min = 0, .max = 1000},
    {"depth", 0, OPTION_INT, offsetof(Args, depth), "depth limit for Gomocup programs", "N", .min = 1, .max = 1000},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "node limit for Gomocup programs", "N", .min = 1, .max = INT64_MAX},
    {"restart", 0, OPTION_FLAG, offsetof(Args, restart), "start programs anew for each game"},
    {"sgf", 0, OPTION_TEXT, offsetof(Args, sgf), "append the games as SGF", "FILE"},
    {"json", 0, OPTION_TEXT, offsetof(Args, json), "append the games as lines of JSON", "FILE"},
    {"state", 0, OPTION_TEXT, offsetof(Args, state), "keep there what is needed to go on later", "FILE"},
    {"resume", 0, OPTION_FLAG, offsetof(Args, resume), "go on with the match in the state file"},
    {"quiet", 'q', OPTION_FLAG, offsetof(Args, quiet), "no line for each game"},
    {0},
};

static const Example examples[] = {
    {"pentad match strong:100 greedy --games 20", "two of our players"},
    {"pentad match gomocup:./pbrain-new gomocup:./pbrain-old --time 1/move --concurrency 2 --sprt 0,10", "is the new one stronger?"},
    {"pentad match a=strong:50 'b=gtp:pentad gtp --player greedy' easy --gauntlet --sgf games.sgf", "one against the rest, in any language"},
    {"pentad match strong:100 greedy --state m.state --resume", "after Ctrl-C"},
    {0},
};
// clang-format on

typedef struct {
    const Args *args;
    RunnerOptions runner;
    Book book;
    Sprt sprt;
    bool has_sprt;
    const char *names[CONTESTANTS_MAX];
    Standings standings;
    FILE *sgf, *json, *state;
    Str heading, journal; // of the state file; what it held when we came
    int64_t started_ms;
    bool shows_progress;
    Error trouble; // with a file, once the match runs
} Match;

// ---- Understanding

static bool parse_sprt(const char *text, Sprt *out, Error *err) {
    char first[32];
    size_t len = strcspn(text, ",");
    int64_t elo0, elo1;
    Error ignored = {0};
    if (text[len] != ',' || len >= sizeof first)
        return error_set(err, "--sprt takes two Elo differences, such as 0,10");
    memcpy(first, text, len);
    first[len] = '\0';
    if (!number_parse(first, -1000, 1000, &elo0, &ignored) ||
        !number_parse(text + len + 1, -1000, 1000, &elo1, &ignored) || elo0 >= elo1)
        return error_set(err, "--sprt takes two whole numbers from -1000 to 1000, the smaller "
                              "first, such as 0,10");
    *out = (Sprt){(double)elo0, (double)elo1, 0.05, 0.05};
    return true;
}

static bool parse_time(const char *text, TimeControl *out, Error *err) {
    if (!time_control_parse(text, out, err))
        return error_prefix(err, "--time");
    return out->periods == 0 || error_set(err, "--time: programs know no byoyomi");
}

// Safe for a terminal.
static char *name_of(const char *description) {
    Str name = {0};
    contestant_format_name(description, &name);
    if (name.data)
        utf8_make_printable(name.data);
    return name.data;
}

// Everything that decides which games are played.
static void describe(const Match *m, int argc, char **argv, Str *out) {
    const Args *a = m->args;
    str_add(out, "pentad match 1: %s %dx%d, %lld games, seed %lld, openings %s %lld, time %s",
            m->runner.contestants.rules->name, (int)a->size, (int)a->size, (long long)a->games,
            (long long)a->seed, a->openings ? a->openings : "random", (long long)a->stones,
            a->time);
    str_add(out, ", moves %lld, depth %lld, nodes %lld%s:", (long long)a->max_moves,
            (long long)a->depth, (long long)a->nodes, a->gauntlet ? ", gauntlet" : "");
    for (int i = 0; i < argc; i++)
        str_add(out, " %s", argv[i]);
    utf8_make_printable(out->data);
}

static bool understand(Match *m, int argc, char **argv, Error *err) {
    const Args *a = m->args;
    RunnerOptions *r = &m->runner;
    if (a->games % 2)
        return error_set(err, "--games must be even: each opening is played with both colours");
    if (a->resume && !a->state)
        return error_set(err, "--resume needs --state FILE");
    if (a->sprt && argc != 2)
        return error_set(err, "--sprt is for two contestants");
    m->has_sprt = a->sprt != NULL;
    if ((a->sprt && !parse_sprt(a->sprt, &m->sprt, err)) ||
        !(r->contestants.rules = rules_find(a->rules, err)) ||
        !parse_time(a->time, &r->contestants.time, err))
        return false;
    if (a->openings && !book_load(a->openings, r->contestants.rules, (int)a->size, &m->book, err))
        return false;
    r->descriptions = (const char *const *)argv;
    r->contestants.size = (int)a->size;
    r->contestants.patience_ms = a->patience * 1000;
    r->contestants.pause_ms = a->pause;
    r->contestants.depth = a->depth;
    r->contestants.nodes = a->nodes;
    r->contestants.restart = a->restart;
    r->max_moves = (int)a->max_moves;
    r->tolerance_ms = a->tolerance;
    r->concurrency = (int)a->concurrency;
    r->schedule = (Schedule){.contestants = argc,
                             .gauntlet = a->gauntlet,
                             .rounds = (int)a->games / 2,
                             .rules = r->contestants.rules,
                             .size = (int)a->size,
                             .book = a->openings ? &m->book : NULL,
                             .random_stones = (int)a->stones,
                             .seed = (uint64_t)a->seed};
    for (int i = 0; i < argc; i++)
        m->names[i] = name_of(argv[i]);
    describe(m, argc, argv, &m->heading);
    return true;
}

// ---- Files

static bool open_to_append(const char *path, FILE **out, Error *err) {
    if (path && !(*out = fopen(path, "a")))
        return error_set(err, "%.100s: %s", path, strerror(errno));
    return true;
}

static void remember(void *context, int number, const PlayedGame *played) {
    Match *m = context;
    ScheduledGame game = schedule_game(&m->runner.schedule, number);
    standings_add(&m->standings, &game, played);
    journal_format(number, played, &m->journal);
}

static bool take_up(Match *m, Error *err) {
    JournalReader reader = {
        .heading = str_text(&m->heading),
        .rules = m->runner.contestants.rules,
        .size = m->runner.contestants.size,
        .context = m,
        .finished = remember,
    };
    int games = journal_load(m->args->state, &reader, err);
    m->runner.first_game = games;
    return games >= 0;
}

// What was cut off at the end of an old state is gone after this.
static bool open_state(Match *m, Error *err) {
    const char *path = m->args->state;
    if (!path)
        return true;
    if (m->args->resume && !take_up(m, err))
        return false;
    if (!m->args->resume && access(path, F_OK) == 0)
        return error_set(err, "%.100s is there: --resume goes on with it; or remove it", path);
    Str text = {0};
    str_add(&text, "%s\n%s", str_text(&m->heading), str_text(&m->journal));
    bool ok = file_write(path, text.data, text.len, err) && open_to_append(path, &m->state, err);
    str_release(&text);
    return ok;
}

static bool append(FILE *file, const char *path, const Str *text, Error *err) {
    if (!file)
        return true;
    fwrite(str_text(text), 1, text->len, file);
    return (fflush(file) == 0 && !ferror(file)) ||
           error_set(err, "%.100s: %s", path, strerror(errno));
}

static bool write_game(Match *m, const LoggedGame *g) {
    Str text = {0};
    bool ok = true;
    if (m->sgf)
        ok = gamelog_sgf(g, &text, &m->trouble) && append(m->sgf, m->args->sgf, &text, &m->trouble);
    str_clear(&text);
    gamelog_json(g, &text);
    ok = ok && append(m->json, m->args->json, &text, &m->trouble);
    str_clear(&text);
    journal_format(g->number, g->played, &text);
    ok = ok && append(m->state, m->args->state, &text, &m->trouble);
    str_release(&text);
    return ok;
}

// ---- Showing

static void clear_progress(const Match *m) {
    if (m->shows_progress)
        fputs("\r\033[K", stderr);
}

static void show_progress(const Match *m) {
    if (!m->shows_progress)
        return;
    int total = schedule_games(&m->runner.schedule), done = m->standings.games;
    int here = done - m->runner.first_game;
    fprintf(stderr, "\r\033[K%d of %d games", done, total);
    if (here > 0) {
        int64_t s = (clock_now_ms() - m->started_ms) * (total - done) / here / 1000;
        fprintf(stderr, ", %lld:%02lld:%02lld to go", (long long)(s / 3600),
                (long long)(s / 60 % 60), (long long)(s % 60));
    }
}

static void print_line(const Match *m, const LoggedGame *g) {
    Str line = {0};
    gamelog_line(g, &line);
    clear_progress(m);
    fputs(str_text(&line), stdout);
    fflush(stdout);
    str_release(&line);
}

static void print_sprt(const Match *m) {
    static const char *const words[] = {
        [SPRT_CONTINUES] = "not decided",
        [SPRT_ACCEPTS_ELO0] = "the lower one is accepted",
        [SPRT_ACCEPTS_ELO1] = "the higher one is accepted",
    };
    SprtState s = sprt_judge(&m->sprt, &m->standings.rows[0].pairs);
    printf("SPRT %+.0f or %+.0f Elo: LLR %.2f (%.2f to %.2f): %s\n", m->sprt.elo0, m->sprt.elo1,
           s.llr, s.lower, s.upper, words[s.verdict]);
}

static void print_table(const Match *m) {
    Str table = {0};
    standings_format(&m->standings, m->names, m->runner.schedule.contestants, &table);
    clear_progress(m);
    fputs(str_text(&table), stdout);
    if (m->has_sprt)
        print_sprt(m);
    fflush(stdout);
    str_release(&table);
}

// ---- Playing

static bool is_decided(const Match *m) {
    return m->has_sprt &&
           sprt_judge(&m->sprt, &m->standings.rows[0].pairs).verdict != SPRT_CONTINUES;
}

static bool finished(void *context, int number, const PlayedGame *played) {
    Match *m = context;
    ScheduledGame game = schedule_game(&m->runner.schedule, number);
    LoggedGame g = {number, m->names[game.black], m->names[game.white], played};
    standings_add(&m->standings, &game, played);
    if (!m->args->quiet)
        print_line(m, &g);
    return write_game(m, &g) && !is_decided(m);
}

static bool waiting(void *context) {
    show_progress(context);
    return interrupt_signal() == 0;
}

static bool play(Match *m, Error *err) {
    if (is_decided(m) || m->standings.games == schedule_games(&m->runner.schedule))
        return true; // nothing was left to go on with
    m->started_ms = clock_now_ms();
    m->shows_progress = isatty(STDERR_FILENO);
    return runner_play(&m->runner, &(Audience){m, finished, waiting}, err);
}

static int play_to_the_end(Match *m) {
    Interrupts held;
    Error err = {0};
    interrupt_catch(&held);
    bool ok = play(m, &err);
    int signal = interrupt_signal();
    interrupt_restore(&held);
    if (!ok) {
        subcommand_fail(&cmd_match, &err);
        return STATUS_MISUSED;
    }
    print_table(m);
    if (*m->trouble.text)
        return subcommand_fail(&cmd_match, &m->trouble);
    return signal ? 128 + signal : STATUS_DONE;
}

static void release(Match *m) {
    FILE *files[] = {m->sgf, m->json, m->state};
    for (int i = 0; i < 3; i++)
        if (files[i])
            fclose(files[i]);
    for (int i = 0; i < CONTESTANTS_MAX; i++)
        mem_free((char *)m->names[i]);
    book_release(&m->book);
    str_release(&m->heading);
    str_release(&m->journal);
    mem_free(m);
}

static int run(int argc, char **argv) {
    Args args = {.games = 100,
                 .size = 15,
                 .stones = 3,
                 .seed = 1,
                 .concurrency = 1,
                 .tolerance = 100,
                 .patience = 30,
                 .pause = 5,
                 .rules = "freestyle",
                 .time = "none"};
    int status;
    if (!subcommand_parse(&cmd_match, &args, &argc, &argv, &status))
        return status;
    Match *m = mem_alloc(sizeof *m);
    m->args = &args;
    Error err = {0};
    if (understand(m, argc, argv, &err) && open_state(m, &err) &&
        open_to_append(args.sgf, &m->sgf, &err) && open_to_append(args.json, &m->json, &err)) {
        status = play_to_the_end(m);
    } else {
        subcommand_fail(&cmd_match, &err);
        status = STATUS_MISUSED;
    }
    release(m);
    return status;
}

static void list_players(Str *out) {
    str_add_text(out, "players:\n");
    for (int i = 0; player_kind_at(i); i++)
        str_add(out, "  %-10s %s\n", player_kind_at(i)->name, player_kind_at(i)->summary);
}

const Subcommand cmd_match = {
    .name = "match",
    .summary = "let players and programs play against each other",
    .operands = "CONTESTANT CONTESTANT...",
    .min_operands = 2,
    .max_operands = CONTESTANTS_MAX,
    .description =
        "A contestant is a player of ours (strong:100), a program that speaks Gomocup's protocol "
        "(gomocup:COMMAND ARGUMENTS) or one that speaks GTP (gtp:COMMAND ARGUMENTS); NAME= before "
        "it gives it a name. Games come in pairs: one opening, played with each colour. The same "
        "seed gives the same openings, and results are printed in the order of the schedule "
        "however many games are played at once.\n\n"
        "A program that crashes, says nothing, answers nonsense or takes too long loses that game "
        "and is started anew; the match goes on. Ctrl-C prints the table so far; with --state the "
        "match can go on later.\n\n"
        "Exit status: 0 played, 1 a file could not be written, 2 used wrongly or a program could "
        "not be started, 130 after Ctrl-C.",
    .details = list_players,
    .options = options,
    .examples = examples,
    .run = run,
};
