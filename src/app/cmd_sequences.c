// `pentad sequences`: the functions and the game of the analysis course.
#include "app/subcommand.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "protocol/sequences_game.h"
#include "record/format.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COURSE_SIZE = 8 };

typedef struct {
    const char *from;
    int64_t move;
} Args;

// clang-format off
static const Option options[] = {
    FROM_OPTION("format of FILE (default: by its extension, or a picture)"),
    MOVE_OPTION("use the position after N moves of a game"),
    {0},
};

static const Example examples[] = {
    {"pentad sequences board.txt", "counts the runs on a drawn board, by hand or by print_board"},
    {"pentad sequences --from sgf --move 9 game.sgf", "the position after nine moves of a game"},
    {"printf '...\\n.b.\\n..w\\n' | pentad sequences", "a board from a pipe"},
    {"pentad sequences play", "the game of the course on 8x8: the computer is Black and starts"},
    {"pentad sequences play 12", "the same on 12x12"},
    {0},
};
// clang-format on

// Boards of the course have any number of stones, and nothing here depends on the side to move.
static Record *load(const Args *args, const char *path, Error *err) {
    const Format *format = args->from ? format_find(args->from, err) : NULL;
    Error ignored;
    if (!args->from && !(format = format_for_path(path, &ignored)))
        format = &format_picture;
    return format ? record_load(path, format,
                                &(ReadOptions){.rules = &rules_standard, .turn = BLACK}, err)
                  : NULL;
}

static bool report(const Args *args, const char *path, Error *err) {
    Record *r = load(args, path, err);
    if (!r)
        return false;
    fputs(str_text(&r->notes), stderr);
    const Node *end = record_position(r, args->move, err);
    Game g;
    bool ok = end && record_replay(r, end, &g, err);
    record_free(r);
    if (!ok)
        return error_prefix(err, path);
    Str text = {0};
    sequences_add_report(&g.board, &text);
    print_and_release(&text, stdout);
    return true;
}

// The play_gomoku of the course returns the result and does not print it, so it goes to stderr.
static int play(int size) {
    Interrupts *held = interrupt_catch();
    SequenceState state = sequences_play(size, stdin, stdout);
    int signal = interrupt_signal();
    interrupt_restore(held);
    fflush(stdout);
    if (state != SEQUENCE_CONTINUE)
        fprintf(stderr, "Result: %s\n", sequences_state_text(state));
    else
        fprintf(stderr, "\n%s before the game was over.\n",
                signal ? "Interrupted" : "The input ended");
    return signal ? 128 + signal : EXIT_OK;
}

static int run_play(int argc, char **argv) {
    int64_t size = COURSE_SIZE;
    Error err = {0};
    if (argc > 1 && !number_parse(argv[1], BOARD_MIN, BOARD_MAX, &size, &err)) {
        error_prefix(&err, "the size of the board");
        return subcommand_misuse(&cmd_sequences, &err);
    }
    return play((int)size);
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    if (line->argc > 0 && !strcmp(line->argv[0], "play"))
        return run_play(line->argc, line->argv);
    Error err = {0};
    if (line->argc > 1) {
        error_set(&err, "one board at a time: pentad sequences %s", cmd_sequences.operands);
        return subcommand_misuse(&cmd_sequences, &err);
    }
    const char *path = line->argc > 0 ? line->argv[0] : "-";
    if (!strcmp(path, "-") && isatty(STDIN_FILENO))
        fputs("Type or paste a board, such as three lines of '. b w', then press Ctrl-D.\n",
              stderr);
    return report(args, path, &err) ? EXIT_OK : subcommand_fail(&cmd_sequences, &err);
}

const Subcommand cmd_sequences = {
    .name = "sequences",
    .summary = "CSC180: count runs, score a board, play gomoku.py",
    .operands = "[FILE | play [N]]",
    .max_operands = 2,
    .description =
        "Prints a board as print_board of the course does, the 18 lines of analysis, and the "
        "results of score, is_win and search_max. The board is a drawing (b and w, X and O, or the "
        "output of print_board) or a game in any format that convert reads. If FILE is missing or "
        "-, it is read from standard input. A file named play must be written as ./play.\n\n"
        "The rules of the course: Black is the computer and has just moved when a board is scored, "
        "exactly five in a row win, and rows and columns count from 0 at the top left.\n\n"
        "'play' is play_gomoku(N) of the course (default: 8). Invalid input is rejected and asked "
        "for again; the result is printed to standard error.",
    .options = options,
    .examples = examples,
    .status = "0 for success, 1 for a failure, 2 for a usage error, 128 + n after signal n.",
    ARGS(.move = -1),
    .run = run,
};
