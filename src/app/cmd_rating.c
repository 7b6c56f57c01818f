// `pentad rating`: an Elo rating list from match results.
#include "app/subcommand.h"
#include "match/rating_list.h"

#include <stdio.h>

typedef struct {
    const char *anchor;
} Args;

// clang-format off
static const Option options[] = {
    {"anchor", 0, OPTION_TEXT, offsetof(Args, anchor), "the player with rating 0 (default: the average is 0)", "NAME", .old = "-a"},
    {0},
};

static const Example examples[] = {
    {"pentad rating games.json", "rates the participants of a match run with --jsonl games.json"},
    {"pentad rating week1.json week2.json results.csv --anchor greedy", "rates all players of several files together"},
    {0},
};
// clang-format on

enum { FILES_MAX = 10000 };

static bool load_all(int count, char *const *paths, Results *results, Error *err) {
    for (int i = 0; i < count; i++)
        if (!results_load(results, paths[i], err))
            return false;
    return true;
}

static bool find_anchor(const Results *results, const char *name, int *out, Error *err) {
    *out = name ? results_find(results, name) : -1;
    return !name || *out >= 0 || error_set(err, "--anchor: no player is called '%.60s'", name);
}

static bool print_ratings(const Results *results, const char *anchor_name, Error *err) {
    RatingList list = {0};
    int anchor;
    if (!find_anchor(results, anchor_name, &anchor, err) ||
        !rating_list_fit(results, anchor, &list, err))
        return false;
    Str text = {0};
    rating_list_format(&list, results, &text);
    print_and_release(&text, stdout);
    rating_list_release(&list);
    return true;
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    Results results = {0};
    Error err = {0};
    bool ok = load_all(line->argc, line->argv, &results, &err) &&
              print_ratings(&results, args->anchor, &err);
    results_release(&results);
    return ok ? EXIT_OK : subcommand_fail(&cmd_rating, &err);
}

const Subcommand cmd_rating = {
    .name = "rating",
    .summary = "compute Elo ratings from match results",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = FILES_MAX,
    .description =
        "Reads games from any number of files (- is standard input), one per line: JSON as written "
        "by `pentad match --jsonl`, or BLACK,WHITE,SCORE separated by commas or tabs, where SCORE "
        "is 1-0, 0-1 or 1/2-1/2. Empty lines and lines that start with # are skipped.\n\n"
        "Estimates the ratings of all players together with Black's advantage and the draw rate "
        "(Bradley-Terry model). \"95 %\" is the confidence interval of a rating; \"LOS\" is the "
        "likelihood of superiority: the probability that a player is stronger than the next one "
        "in the list.",
    .options = options,
    .examples = examples,
    .status = "0 for success, 1 if a file cannot be read or is invalid, 2 for a usage error.",
    .args_size = sizeof(Args),
    .run = run,
};
