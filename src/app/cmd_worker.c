// `pentad worker`: plays and thinks for others, by jobs from a database.
#include "app/serve.h"

// clang-format off
static const Option options[] = {
    {"database", 0, OPTION_TEXT, offsetof(WorkerArgs, database), "where the jobs are: postgresql://USER@HOST/NAME", "URL"},
    {"threads", 'j', OPTION_INT, offsetof(WorkerArgs, threads), "number of threads (default: 1)", "N", .min = 1, .max = 256},
    {"kinds", 0, OPTION_TEXT, offsetof(WorkerArgs, kinds), "kinds of jobs, separated by commas: match, move, analysis, proof, selfplay (default: match)", "KINDS"},
    {"programs", 0, OPTION_TEXT, offsetof(WorkerArgs, programs), "also play matches that name programs and files, if they are in this folder", "FOLDER"},
    {"name", 0, OPTION_TEXT, offsetof(WorkerArgs, name), "its name in the database (default: that of this machine)", "NAME"},
    {"quiet", 'q', OPTION_FLAG, offsetof(WorkerArgs, quiet), "do not print a line for each job"},
    {0},
};

static const Example examples[] = {
    {"pentad worker --database postgresql://worker@db/lab --threads 4", "plays games of distributed matches"},
    {"pentad worker --database postgresql://worker@db/pentad --kinds move,analysis", "plays the levels and analyzes for pentad serve --jobs"},
    {"pentad worker --database postgresql://worker@db/lab --kinds match,proof", "also works on the projects of pentad solve"},
    {"pentad worker --database postgresql://worker@db/lab --programs engines", "also those of engines/pbrain-new: gomocup:./pbrain-new"},
    {0},
};
// clang-format on

const Subcommand cmd_worker = {
    .name = "worker",
    .summary = "play and think for others, by jobs from a database",
    .operands = "",
    .description =
        "Takes jobs from a PostgreSQL database and puts the results there: the games of pentad "
        "match --database (match), moves of levels (move) and analyses (analysis) of pentad serve "
        "--jobs, the work of pentad solve --project --database (proof), and the games of pentad "
        "selfplay --database (selfplay). Start as many as you like, on any machine; one that is "
        "killed loses nothing: another takes its games and proofs after 20 seconds, its moves and "
        "analyses after 3.\n\n"
        "Moves come first: if all threads are busy with other jobs, one more takes a move.\n\n"
        "Ctrl-C or SIGTERM returns the jobs and exits. If the database is away, it goes on and "
        "connects again.\n\n"
        "Jobs name the build that they were made for, by its commit and a hash of its sources; a "
        "worker takes only those of its own, and says so if others wait. It "
        "starts no programs and opens no files for a job, except in the folder of --programs.\n\n"
        "Its role in the database needs only what pentad store grant-jobs URL ROLE allows. A "
        "password belongs in ~/.pgpass or PGPASSWORD, where other users cannot see it.",
    .options = options,
    .examples = examples,
    .args_size = sizeof(WorkerArgs),
    .defaults = &(const WorkerArgs){.threads = 1, .kinds = "match"},
    .run = worker_command_run,
};
