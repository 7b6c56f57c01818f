// `pentad store`: work on the server's database.
#include "app/serve.h"

// clang-format off
static const Option options[] = {
    {"quiet", 'q', OPTION_FLAG, offsetof(StoreArgs, quiet), "no progress on standard error"},
    {0},
};

static const Example examples[] = {
    {"pentad store copy sqlite:/var/lib/pentad/pentad.db postgresql://pentad@localhost/pentad", "moves a server to PostgreSQL"},
    {"pentad store copy postgresql://pentad@localhost/pentad sqlite:pentad.db", "and back"},
    {"pentad store grant-jobs postgresql://pentad@localhost/pentad worker", "lets the role worker take jobs"},
    {0},
};
// clang-format on

const Subcommand cmd_store = {
    .name = "store",
    .summary = "copy the server's database, or let workers take jobs from it",
    .operands = "copy FROM TO | grant-jobs URL ROLE",
    .min_operands = 3,
    .max_operands = 3,
    .description =
        "store copy copies all games and accounts from one database to another, and compares row "
        "counts and "
        "hashes of every table. A database is sqlite:PATH, a path, or "
        "postgresql://USER@HOST/NAME.\n\n"
        "The target must be empty, and no server may use either. FROM is migrated to the newest "
        "schema, as by pentad serve, and is otherwise unchanged. If the copy fails or is "
        "interrupted, the target stays empty.\n\n"
        "store grant-jobs lets a PostgreSQL role run pentad worker: it may take jobs and "
        "deliver "
        "results, and read nothing else. It creates the job queue if it is missing.\n\n"
        "A password belongs in ~/.pgpass or PGPASSWORD, where other users cannot see it.",
    .options = options,
    .examples = examples,
    .args_size = sizeof(StoreArgs),
    .catches_signals = true,
    .run = store_run,
};
