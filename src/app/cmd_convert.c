// `pentad convert`: converts game records between formats, and to images.
#include "app/positions.h"
#include "app/subcommand.h"
#include "base/file.h"
#include "base/number.h"
#include "record/format.h"
#include "record/renlib.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *from, *to, *rules, *notation, *charset, *delay;
    int64_t size, number, move, width, delay_ms;
    bool no_gm, plain_stones, quiet;
} Args;

enum { ALL_MOVES = -1 };

// clang-format off
static const Option options[] = {
    FROM_OPTION("format of IN (default: by its extension)"),
    {"to", 0, OPTION_TEXT, offsetof(Args, to), "format of OUT (default: by its extension)", "FORMAT", .choices = format_name, .old = "-t"},
    MOVE_OPTION("stop after N moves of the main line"),
    NUMBER_OPTION("convert the N-th game of a collection"),
    SIZE_OPTION("board size if IN does not specify it (default: 15)", BOARD_MIN),
    RULES_OPTION("rule set if IN does not specify it"),
    {"charset", 0, OPTION_TEXT, offsetof(Args, charset), "character set of IN if it does not specify it", "NAME"},
    NOTATION_OPTION("coordinates in pictures (default: pos)"),
    {"no-gm", 0, OPTION_FLAG, offsetof(Args, no_gm), "write SGF without GM[4], which GoGui rejects"},
    {"plain-stones", 0, OPTION_FLAG, offsetof(Args, plain_stones), "draw stones in pictures without move numbers"},
    {"width", 0, OPTION_INT, offsetof(Args, width), "width of a PNG or GIF in pixels (default: 640)", "PIXELS", .min = 100, .max = 4000},
    {"delay", 0, OPTION_TEXT, offsetof(Args, delay), "seconds between the moves in a GIF, 0.02 to 60 (default: 0.7)", "S"},
    QUIET_OPTION("do not print notes about assumptions and lost information"),
    {0},
};

static const Example examples[] = {
    {"pentad convert game.psq game.sgf", "a Piskvork game as SGF"},
    {"pentad convert game.sgf game.svg --move 9", "a picture of the position after nine moves"},
    {"pentad convert game.sgf game.gif --delay 0.5 --width 400", "an animation, two moves per second"},
    {"pentad convert --from classroom game.txt --to picture -", "a saved classroom game drawn on the terminal"},
    {"echo h8i9h9 | pentad convert -f pos - --to sgf -", "from a web address to SGF, in a pipe"},
    {0},
};
// clang-format on

static void list_formats(Str *out) {
    str_add_text(out, "formats:\n");
    for (int i = 0; format_at(i); i++) {
        const Format *f = format_at(i);
        const char *ways = f->read ? "in, out" : "out only";
        str_add(out, "  %-10s %-9s %s\n", f->name, ways, f->summary);
    }
}

// The next node of the whole tree, or of the main line.
static const Node *node_after(const Node *node, bool whole_tree) {
    if (node->child || !whole_tree)
        return node->child;
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

typedef bool NodeTest(const Node *node);

static bool any_node(const Record *r, bool whole_tree, NodeTest *test) {
    for (const Node *node = r->root; node; node = node_after(node, whole_tree))
        if (test(node))
            return true;
    return false;
}

static bool has_variation(const Node *node) {
    return node->next != NULL;
}

static bool has_comment(const Node *node) {
    return node_value(node, "C") != NULL;
}

static bool has_any(const Node *node, const char *const *ids) {
    for (; *ids; ids++)
        if (node_property(node, *ids))
            return true;
    return false;
}

static bool has_mark(const Node *node) {
    static const char *const ids[] = {"TR", "CR", "SQ", "SL", "MA", "LB", NULL};
    return has_any(node, ids);
}

// RenLib holds labels, and a cross on the move of the node itself.
static bool has_mark_renlib_lacks(const Node *node) {
    static const char *const ids[] = {"TR", "CR", "SQ", "SL", NULL};
    const Property *crosses = node_property(node, "MA");
    Error ignored;
    Point at;
    for (const Value *v = crosses ? crosses->values : NULL; v; v = v->next)
        if (!point_parse(v->text, NOTATION_SGF, RENLIB_BOARD_SIZE, &at, &ignored) ||
            at != node->point)
            return true;
    return has_any(node, ids);
}

static bool has_names(const Record *r) {
    return node_value(r->root, "PB") || node_value(r->root, "PW");
}

static void note_marks(const Record *r, const Format *to) {
    bool is_renlib = to == &format_renlib;
    if (to != &format_sgf && any_node(r, is_renlib, is_renlib ? has_mark_renlib_lacks : has_mark))
        fprintf(stderr, "marks are left out: %s holds %s\n", to->name,
                is_renlib ? "only labels, and crosses on the last move" : "no marks");
}

// Five in a row, or a full board: whoever reads the moves sees it.
static bool result_follows_from_moves(const Record *r) {
    Game g;
    Error ignored = {0};
    return record_replay(r, record_last(r), &g, &ignored) && g.forced.reason == END_NONE &&
           game_result(&g).reason != END_NONE;
}

// What only SGF holds.
static void note_game_info(const Record *r, const Format *to) {
    static const char *const info[][2] = {{"RE", "result"}, {"DT", "date"}, {"EV", "event"}};
    for (int i = 0; to != &format_sgf && i < COUNT(info); i++)
        if (node_value(r->root, info[i][0]) && (i > 0 || !result_follows_from_moves(r)))
            fprintf(stderr, "the %s is left out: %s cannot hold it\n", info[i][1], to->name);
}

// What the output format cannot hold. Nobody reads a game back from an image, so there only
// what could have been drawn is missing.
static void note_losses(const Record *r, const Format *to, int64_t move) {
    int moves = node_moves(record_last(r));
    bool has_variations = any_node(r, false, has_variation);
    if (to->read && !to->keeps_tree && has_variations)
        fprintf(stderr, "variations are left out: %s holds the main line only\n", to->name);
    else if (move != ALL_MOVES && has_variations)
        fprintf(stderr, "variations are left out: --move takes the main line only\n");
    if (to->read && !to->keeps_tree && any_node(r, false, has_comment))
        fprintf(stderr, "comments are left out: %s cannot hold them\n", to->name);
    if (to->read && !to->keeps_names && has_names(r))
        fprintf(stderr, "the players' names are left out: %s cannot hold them\n", to->name);
    note_marks(r, to);
    if (to->read)
        note_game_info(r, to);
    if (to->read && !to->keeps_moves && moves > 0)
        fprintf(stderr, "the order of the moves is left out: %s holds the position only\n",
                to->name);
    if (to->read && !to->keeps_size && r->size != 15)
        fprintf(stderr, "the size is left out: %s cannot hold it; read it with --size %d\n",
                to->name, r->size);
    if (to->read && !to->keeps_rules && r->rules != &rules_freestyle)
        fprintf(stderr, "the rules are left out: %s cannot hold them; read it with --rules %s\n",
                to->name, r->rules->name);
    if (move > moves)
        fprintf(stderr, "all moves are taken: the game has %d, fewer than --move says\n", moves);
}

static void note_ignored_options(const Args *args, const Format *to) {
    const struct {
        const char *option, *formats;
        bool given;
    } rows[] = {
        {"--width", "png gif", args->width != 0},
        {"--delay", "gif", args->delay != NULL},
        {"--plain-stones", "svg png gif", args->plain_stones},
        {"--notation", "picture svg png gif", args->notation != NULL},
        {"--no-gm", "sgf", args->no_gm},
    };
    for (int i = 0; i < COUNT(rows); i++)
        if (rows[i].given && !strstr(rows[i].formats, to->name))
            fprintf(stderr, "%s is ignored: it is for %s, not for %s\n", rows[i].option,
                    rows[i].formats, to->name);
}

// For errors in the game, which are errors in IN even if the writer finds them.
static const char *name_of(const char *in) {
    return strcmp(in, "-") ? in : "standard input";
}

// Centiseconds are the unit of a GIF, and browsers slow down a single one.
static bool parse_delay(const char *text, int64_t *ms, Error *err) {
    return (seconds_parse(text, ms, err) && *ms >= 20 && *ms <= 60000) ||
           error_set(err, "option --delay: '%s' is not between 0.02 and 60 seconds", text);
}

static bool convert(const Args *args, const char *in, const char *out, Error *err) {
    // Checked first, so that a mistyped name is reported immediately.
    const Format *to = format_to_write(args->to, out, err);
    const Format *from = to ? format_to_read(args->from, in, err) : NULL;
    if (!from)
        return false;
    Notation notation = NOTATION_POS;
    if (args->notation && !notation_find(args->notation, &notation, err))
        return false;
    ReadOptions reading = {
        .size = (int)args->size,
        .rules = args->rules ? rules_find(args->rules, err) : NULL,
        .charset = args->charset,
        .game = (int)args->number,
    };
    Record *r = record_load(in, from, &reading, err);
    if (!r)
        return false;
    if (!args->quiet)
        fputs(str_text(&r->notes), stderr);
    WriteOptions writing = {
        .end = args->move != ALL_MOVES ? record_after_moves(r, (int)args->move) : NULL,
        .notation = notation,
        .sgf_without_gm = args->no_gm,
        .plain_stones = args->plain_stones,
        .width = (int)args->width,
        .delay_ms = (int)args->delay_ms,
    };
    ScopedStr text = {0};
    bool ok = (to->write(r, &writing, &text, err) || error_prefix(err, name_of(in))) &&
              file_write(out, str_text(&text), text.len, err);
    if (ok && !args->quiet) {
        note_losses(r, to, args->move);
        note_ignored_options(args, to);
    }
    record_free(r);
    return ok;
}

static int run(const CommandLine *line) {
    Args *args = line->args;
    Error err = {0};
    if (args->delay && !parse_delay(args->delay, &args->delay_ms, &err))
        return subcommand_misuse(&cmd_convert, &err);
    return convert(args, line->argv[0], line->argv[1], &err) ? EXIT_OK
                                                             : subcommand_fail(&cmd_convert, &err);
}

const Subcommand cmd_convert = {
    .name = "convert",
    .summary = "convert game records between formats, and draw boards",
    .operands = "IN OUT",
    .min_operands = 2,
    .max_operands = 2,
    .description =
        "Reads a game from IN and writes it to OUT; - is standard input or output. The formats "
        "are given by the file names or by --from and --to.\n\n"
        "Every format has its own coordinates: k5 is a different point in different formats. "
        "If a file does not specify the rules or the size, the assumption is printed on "
        "standard error, and so is everything that the format of OUT cannot hold.",
    .details = list_formats,
    .options = options,
    .examples = examples,
    ARGS(.move = ALL_MOVES),
    .run = run,
};
