// `pentad worker`: runs jobs from a database.
#include "app/serve.h"

// clang-format off
static const Option options[] = {
    {"database", 0, OPTION_TEXT, offsetof(WorkerArgs, database), "database with the jobs: postgresql://USER@HOST/NAME", "URL"},
    {"threads", 'j', OPTION_INT, offsetof(WorkerArgs, threads), "number of threads (default: 1)", "N", .min = 1, .max = 256},
    {"kinds", 0, OPTION_TEXT, offsetof(WorkerArgs, kinds), "kinds of jobs, separated by commas: match, move, analysis, proof, selfplay (default: match)", "KINDS"},
    {"programs", 0, OPTION_TEXT, offsetof(WorkerArgs, programs), "also play matches that use programs and files, from this folder only", "FOLDER"},
    {"name", 0, OPTION_TEXT, offsetof(WorkerArgs, name), "name of this worker in the database (default: the host name)", "NAME"},
    {"quiet", 'q', OPTION_FLAG, offsetof(WorkerArgs, quiet), "do not print a line for each job"},
    {0},
};

static const Example examples[] = {
    {"pentad worker --database postgresql://worker@db/lab --threads 4", "plays games of distributed matches"},
    {"pentad worker --database postgresql://worker@db/pentad --kinds move,analysis", "plays level moves and runs analyses for pentad serve --jobs"},
    {"pentad worker --database postgresql://worker@db/lab --kinds match,proof", "also works on the projects of pentad solve"},
    {"pentad worker --database postgresql://worker@db/lab --programs engines", "also plays matches of gomocup:./pbrain-new, the program engines/pbrain-new"},
    {0},
};
// clang-format on

const Subcommand cmd_worker = {
    .name = "worker",
    .summary = "run jobs from a database: match games, level moves, analyses, proofs",
    .operands = "",
    .description =
        "Takes jobs from a PostgreSQL database and stores the results there: games of pentad match "
        "--database (match), level moves (move) and analyses (analysis) of pentad serve --jobs, "
        "work of pentad solve --project --database (proof), and games of pentad selfplay "
        "--database (selfplay). Start as many as you like, on any machine. If one is killed, "
        "another takes over its games and proofs after 20 seconds, its moves and "
        "analyses after 3.\n\n"
        "Moves come first: if all threads are busy with other jobs, an extra thread takes a "
        "move.\n\n"
        "Ctrl-C or SIGTERM returns the jobs and exits. If the connection to the database is lost, "
        "it keeps working and reconnects.\n\n"
        "A worker takes only jobs that were made by the same build: the same commit and sources. "
        "It "
        "says so if others are waiting. For a job it "
        "starts no programs and opens no files, except in the folder of --programs.\n\n"
        "Its database role needs only what pentad store grant-jobs URL ROLE grants. A "
        "password belongs in ~/.pgpass or PGPASSWORD, where other users cannot see it.",
    .options = options,
    .examples = examples,
    .args_size = sizeof(WorkerArgs),
    .defaults = &(const WorkerArgs){.threads = 1, .kinds = "match"},
    .run = worker_command_run,
};
