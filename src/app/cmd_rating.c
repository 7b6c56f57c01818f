// `pentad rating`: a ladder from the results of matches.
#include "app/subcommand.h"
#include "match/rating_list.h"

#include <stdio.h>

typedef struct {
    const char *anchor;
} Args;

// clang-format off
static const Option options[] = {
    {"anchor", 'a', OPTION_TEXT, offsetof(Args, anchor), "the player whose rating is 0 (otherwise the average is)", "NAME"},
    {0},
};

static const Example examples[] = {
    {"pentad rating games.json", "the ladder of a match that was run with --json games.json"},
    {"pentad rating week1.json week2.json results.csv --anchor greedy", "of all of these together"},
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
    return !name || *out >= 0 || error_set(err, "--anchor: nobody is called '%.60s'", name);
}

static bool print_ladder(const Results *results, const char *anchor_name, Error *err) {
    RatingList ladder = {0};
    int anchor;
    if (!find_anchor(results, anchor_name, &anchor, err) ||
        !rating_list_fit(results, anchor, &ladder, err))
        return false;
    Str text = {0};
    rating_list_format(&ladder, results, &text);
    fputs(str_text(&text), stdout);
    str_release(&text);
    rating_list_release(&ladder);
    return true;
}

static int run(int argc, char **argv) {
    Args args = {0};
    int status;
    if (!subcommand_parse(&cmd_rating, &args, &argc, &argv, &status))
        return status;
    Results results = {0};
    Error err = {0};
    bool ok = load_all(argc, argv, &results, &err) && print_ladder(&results, args.anchor, &err);
    results_release(&results);
    return ok ? EXIT_OK : subcommand_fail(&cmd_rating, &err);
}

const Subcommand cmd_rating = {
    .name = "rating",
    .summary = "a ladder of players from the results of matches",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = FILES_MAX,
    .description =
        "Reads games from any number of files (- is standard input), a game a line: JSON as "
        "`pentad "
        "match --json` writes it, or BLACK,WHITE,SCORE with commas or tabs and a score of 1-0, 0-1 "
        "or 1/2-1/2. Empty lines and those that begin with # are skipped.\n\n"
        "Ratings are estimated for all players together, with what Black's first move is worth and "
        "how often equals draw (Bradley-Terry). \"95 %\" is where a rating lies in 95 of 100 "
        "cases; "
        "\"over next\" is how likely a player really is stronger than the one below.",
    .options = options,
    .examples = examples,
    .status = "1: a file cannot be read, or is not understood.",
    .run = run,
};
