#include "protocol/classroom_dialogue.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/line.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "core/game.h"
#include "player/player.h"
#include "protocol/classroom_text.h"
#include "record/autosave.h"
#include "record/classfile.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_LIMIT = 1000 };

static const char default_file[] = "game.txt";
static const char signs[] = {[BLACK] = 'X', [WHITE] = 'O'};

typedef struct {
    const ClassroomOptions *options;
    ClassroomStreams streams;
    Str line;             // as it was typed
    Str text;             // what is about to be written
    Str names[WALL];      // by Stone, as everything of the players here
    Player players[WALL]; // all zero: a person
    Player adviser;
    Game game;
    bool started;   // there is a game
    bool unsaved;   // a move was made since the game was last in a file
    bool quit;      // it was typed
    bool ended;     // there is no more input
    int read_error; // an errno; 0: none
} Classroom;

// Everything is written at once, so that a line is never half there.
static void flush(Classroom *c) {
    fwrite(str_text(&c->text), 1, c->text.len, c->streams.out);
    fflush(c->streams.out);
    str_clear(&c->text);
}

static void refuse(Classroom *c, const char *reason) {
    str_add_text(&c->text, "Invalid input. Try again!\n");
    flush(c);
    fprintf(c->streams.aside, "(%s)\n", reason);
}

static LineResult read_once(Classroom *c) {
    LineResult r;
    do {
        clearerr(c->streams.in); // after a signal that means nothing to us
        r = line_read(c->streams.in, LINE_LIMIT, &c->line);
    } while (r == LINE_FAILED && errno == EINTR && !interrupt_signal());
    if (r == LINE_FAILED)
        c->read_error = errno;
    return r;
}

static void strip_return(Str *line) {
    if (line->len > 0 && line->data[line->len - 1] == '\r')
        str_cut(line, line->len - 1);
}

// Asks, and reads the answer into c->line. False if there is none: the input has ended.
static bool ask(Classroom *c, const char *prompt) {
    for (;;) {
        str_add_text(&c->text, prompt);
        flush(c);
        LineResult r = c->ended || interrupt_signal() ? LINE_END : read_once(c);
        if (r == LINE_END || r == LINE_FAILED)
            break;
        strip_return(&c->line);
        if (r == LINE_TOO_LONG)
            refuse(c, "that line was too long");
        else if (!utf8_is_printable(str_text(&c->line), c->line.len))
            refuse(c, "there were control characters in that line");
        else
            return true;
    }
    c->ended = true;
    str_add_char(&c->text, '\n');
    flush(c);
    return false;
}

// The players

static const char *strong_player(const Classroom *c) {
    return c->options->strong ? c->options->strong : "strong:2000";
}

static bool is_person(const Classroom *c, Stone color) {
    return c->players[color].kind == NULL;
}

// Everybody whose name is not a computer's is a person.
static bool seat(Classroom *c, Stone color, Error *err) {
    const char *name = str_text(&c->names[color]);
    if (!strcmp(name, "C"))
        return player_open("easy", &c->players[color], err);
    return strcmp(name, "C2") != 0 || player_open(strong_player(c), &c->players[color], err);
}

static bool ask_name(Classroom *c, Stone color) {
    char prompt[32];
    snprintf(prompt, sizeof prompt, "Name of player %d: ", (int)color);
    Str *name = &c->names[color];
    while (name->len == 0) {
        if (!ask(c, prompt))
            return false;
        classroom_add_name(str_text(&c->line), c->line.len, name);
    }
    return true;
}

// Files

// "-" is a name like any other here, not a stream.
static void add_path(const char *typed, Str *out) {
    if (!strcmp(typed, "-"))
        str_add_text(out, "./");
    str_add_text(out, *typed ? typed : default_file);
}

static bool check_files(const Classroom *c, Error *err) {
    return !c->options->no_files || error_set(err, "files are switched off here");
}

static bool parse_file(Classroom *c, const char *path, const Str *text, Error *err) {
    ClassroomGame loaded;
    if (!classroom_parse(str_text(text), text->len, NULL, &loaded, err))
        return error_prefix(err, path);
    for (Stone color = BLACK; color <= WHITE; color++) {
        str_release(&c->names[color]);
        c->names[color] = loaded.names[color - BLACK]; // which are ours from here
    }
    game_start_from(&c->game, &loaded.board);
    return true;
}

static bool load_file(Classroom *c, const char *path, Error *err) {
    Str text = {0};
    bool ok = check_files(c, err) && file_read(path, &text, err) && parse_file(c, path, &text, err);
    str_release(&text);
    return ok;
}

// A file that cannot be loaded ends the program, and that is not its failure, says the course.
static bool load(Classroom *c) {
    if (!ask(c, "Name of the file [game.txt]: "))
        return false;
    Error err = {0};
    Str path = {0};
    add_path(str_text(&c->line), &path);
    bool ok = load_file(c, str_text(&path), &err);
    if (!ok)
        str_add(&c->text, "The game cannot be loaded: %s\n", err.text);
    str_release(&path);
    return ok;
}

static bool save_file(Classroom *c, const char *path, Error *err) {
    Str text = {0};
    classroom_format(
        &(ClassroomGame){.names = {c->names[BLACK], c->names[WHITE]}, .board = c->game.board},
        &text);
    bool ok = check_files(c, err) && file_write(path, text.data, text.len, err);
    str_release(&text);
    return ok;
}

static bool is_there(const Classroom *c, const char *path) {
    return !c->options->no_files && access(path, F_OK) == 0;
}

static void save(Classroom *c, const char *path) {
    Error err = {0};
    if (!save_file(c, path, &err)) {
        str_add(&c->text, "The game cannot be saved: %s\n", err.text);
        return;
    }
    str_add(&c->text, "Saved to %s.\n", path);
    c->unsaved = false;
}

// Moves

static void show_board(Classroom *c) {
    classroom_add_board(&c->game.board, &c->text);
}

static bool play(Classroom *c, Point p) {
    if (game_play(&c->game, p) != PLAY_OK)
        return false;
    c->unsaved = true;
    return true;
}

static bool computer_moves(Classroom *c, Error *err) {
    Stone color = c->game.board.turn;
    Point p;
    str_add(&c->text, "Computer (%c) is thinking...", signs[color]);
    flush(c);
    if (!player_choose(&c->players[color], &c->game, &(Limits){0}, &p, err) || !play(c, p))
        return false;
    str_add_text(&c->text, " and selected ");
    classroom_point_format(p, &c->text);
    str_add_text(&c->text, ".\n");
    show_board(c);
    return true;
}

// What can be typed besides a move. `rest` is what follows the word.

static void do_undo(Classroom *c, const char *rest) {
    (void)rest;
    int turn = c->game.count - 1;
    while (turn >= 0 && !is_person(c, c->game.moves[turn].color))
        turn--;
    if (turn < 0) {
        str_add_text(&c->text, "There is no move of yours to take back.\n");
        return;
    }
    while (c->game.count > turn)
        game_undo(&c->game);
    c->unsaved = true;
    show_board(c);
}

static void do_hint(Classroom *c, const char *rest) {
    (void)rest;
    Point p;
    Error err = {0};
    if (!player_choose(&c->adviser, &c->game, &(Limits){0}, &p, &err)) {
        str_add(&c->text, "There is no hint: %s\n", err.text);
        return;
    }
    str_add_text(&c->text, "Hint: ");
    classroom_point_format(p, &c->text);
    str_add_char(&c->text, '\n');
}

static void do_show(Classroom *c, const char *rest) {
    (void)rest;
    show_board(c);
}

static void do_save(Classroom *c, const char *rest) {
    Str path = {0};
    add_path(rest, &path);
    if (is_there(c, str_text(&path)))
        str_add(&c->text, "There is a file %s already; save! %s replaces it.\n", str_text(&path),
                str_text(&path));
    else
        save(c, str_text(&path));
    str_release(&path);
}

static void do_replace(Classroom *c, const char *rest) {
    Str path = {0};
    add_path(rest, &path);
    save(c, str_text(&path));
    str_release(&path);
}

static void do_help(Classroom *c, const char *rest) {
    (void)rest;
    classroom_add_commands(&c->text);
}

static void do_quit(Classroom *c, const char *rest) {
    (void)rest;
    c->quit = true;
}

static const struct {
    const char *word, *operand, *help;
    void (*run)(Classroom *c, const char *rest);
} commands[] = {
    {"undo", "", "take back your last move", do_undo},
    {"hint", "", "ask for advice", do_hint},
    {"show", "", "show the board again", do_show},
    {"save", "[FILE]", "save the game, to game.txt if no file is named", do_save},
    {"save!", "[FILE]", "the same, replacing a file that is there", do_replace},
    {"help", "", "show this", do_help},
    {"quit", "", "leave; an unfinished game is not lost", do_quit},
};

void classroom_add_commands(Str *out) {
    str_add_text(out, "  c4, 4C, c 4    put your stone there; row 1 is at the top\n");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        str_add(out, "  %-5s %-8s %s\n", commands[i].word, commands[i].operand, commands[i].help);
}

// False if the line is none of these.
static bool run_command(Classroom *c) {
    const char *line = str_text(&c->line);
    line += strspn(line, " ");
    size_t word = strcspn(line, " ");
    const char *rest = line + word + strspn(line + word, " ");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strlen(commands[i].word) == word && !strncasecmp(line, commands[i].word, word) &&
            (*rest == '\0' || *commands[i].operand)) {
            commands[i].run(c, rest);
            return true;
        }
    return false;
}

static void answer(Classroom *c) {
    Point p;
    if (!classroom_point_parse(str_text(&c->line), c->line.len, &p)) {
        if (!run_command(c))
            refuse(c, "a move is a letter from a to h and a digit from 1 to 8, such as c4; help "
                      "shows what else can be typed");
    } else if (play(c, p)) {
        show_board(c);
    } else {
        refuse(c, "that position is taken");
    }
}

static void person_moves(Classroom *c) {
    Stone color = c->game.board.turn;
    Str prompt = {0};
    str_add(&prompt, "%s (%c): Which move to make? ", str_text(&c->names[color]), signs[color]);
    if (ask(c, str_text(&prompt)))
        answer(c);
    str_release(&prompt);
}

static bool is_over(const Classroom *c) {
    const Board *b = &c->game.board;
    return classroom_has_won(b, BLACK) || classroom_has_won(b, WHITE) || board_is_full(b);
}

// A win goes before a draw. Whoever moved last is looked at first: a file may show fives of both.
static void announce_end(Classroom *c) {
    const Board *b = &c->game.board;
    Stone last = stone_other(b->turn);
    Stone winner = classroom_has_won(b, last) ? last : b->turn;
    if (!classroom_has_won(b, winner))
        str_add_text(&c->text, "The game ends in a draw!\n");
    else
        str_add(&c->text, "%s (%c) has won!\n",
                is_person(c, winner) ? str_text(&c->names[winner]) : "Computer", signs[winner]);
    flush(c);
}

// From the first prompt to the first move. False if there will be none.
static bool begin(Classroom *c) {
    str_add_repeated(&c->text, '*', 55);
    str_add(&c->text, "\n****%8sWELCOME TO STEFAN'S GOMOKU!%8s****\n", "", "");
    str_add_repeated(&c->text, '*', 55);
    str_add_text(&c->text, " \n\nEnter the players' names, or type 'C' or 'L'.\n\n");
    game_init(&c->game, &(GameOptions){.rules = &rules_freestyle, .size = CLASSROOM_SIZE});
    if (!ask_name(c, BLACK))
        return false;
    return strcmp(str_text(&c->names[BLACK]), "L") ? ask_name(c, WHITE) : load(c);
}

static bool goes_on(const Classroom *c) {
    return !is_over(c) && !c->quit && !c->ended && !interrupt_signal() && !ferror(c->streams.out);
}

static bool converse(Classroom *c, Error *err) {
    if (!seat(c, BLACK, err) || !seat(c, WHITE, err) ||
        !player_open(strong_player(c), &c->adviser, err))
        return false;
    c->started = true;
    str_add_text(&c->text, "Okay, let's play!\n");
    show_board(c);
    flush(c);
    if (c->options->at_terminal && (is_person(c, BLACK) || is_person(c, WHITE)))
        fputs("(Type a move such as c4; help shows what else can be typed.)\n", c->streams.aside);
    while (goes_on(c)) {
        if (is_person(c, c->game.board.turn))
            person_moves(c);
        else if (!computer_moves(c, err))
            return false;
        flush(c);
    }
    if (is_over(c))
        announce_end(c);
    return true;
}

// Leaving before the end

static bool needs_keeping(const Classroom *c) {
    return c->started && c->unsaved && c->game.count > 0 && !is_over(c) && !c->options->no_files;
}

static bool may_write(Classroom *c, const char *path) {
    return !is_there(c, path) || (ask(c, "Replace the file that is there (y/n)? ") &&
                                  (c->line.len > 0 && (c->line.data[0] | 0x20) == 'y'));
}

// Where somebody can answer. An empty answer is a decision too.
static void offer_to_save(Classroom *c) {
    while (c->unsaved && ask(c, "Save the game as (Enter: do not save): ")) {
        if (c->line.len == 0) {
            c->unsaved = false;
            continue;
        }
        Str path = {0};
        add_path(str_text(&c->line), &path);
        if (may_write(c, str_text(&path)))
            save(c, str_text(&path));
        str_release(&path);
    }
    flush(c);
}

static bool keep(const Classroom *c, Error *err) {
    char *path = autosave_path(c->options->state_folder, "classroom.txt");
    if (!path)
        return error_set(err, "the unfinished game cannot be kept: "
                              "neither XDG_STATE_HOME nor HOME names a folder");
    Record *r = record_from_position(&c->game.board);
    record_set_value(r, r->root, "PB", str_text(&c->names[BLACK]));
    record_set_value(r, r->root, "PW", str_text(&c->names[WHITE]));
    bool ok = autosave_write(path, r, &format_classroom, err) ||
              error_prefix(err, "the unfinished game cannot be kept");
    if (ok)
        fprintf(c->streams.aside,
                "The unfinished game is kept. To go on with it, type L for player 1 and then\n%s\n",
                path);
    record_free(r);
    mem_free(path);
    return ok;
}

static int leave(Classroom *c, bool ok, Error *err) {
    flush(c);
    if (interrupt_signal())
        fputs("Interrupted.\n", c->streams.aside);
    else if (c->ended)
        fputs("The input ended.\n", c->streams.aside);
    if (needs_keeping(c) && c->quit && c->options->at_terminal)
        offer_to_save(c);
    Error unkept = {0};
    if (needs_keeping(c) && !keep(c, &unkept)) {
        *err = unkept;
        ok = false;
    }
    if (interrupt_signal())
        return 128 + interrupt_signal();
    if (c->read_error)
        ok = error_set(err, "cannot read the input: %s", strerror(c->read_error));
    else if (ferror(c->streams.out))
        ok = error_set(err, "cannot write the output");
    return ok ? 0 : 1;
}

int classroom_play(const ClassroomOptions *options, const ClassroomStreams *streams, Error *err) {
    Classroom *c = mem_alloc(sizeof *c); // a game is large for a stack
    c->options = options;
    c->streams = *streams;
    Interrupts held;
    interrupt_catch(&held);
    int status = leave(c, !begin(c) || converse(c, err), err);
    interrupt_restore(&held);
    for (Stone color = BLACK; color <= WHITE; color++) {
        player_close(&c->players[color]);
        str_release(&c->names[color]);
    }
    player_close(&c->adviser);
    str_release(&c->line);
    str_release(&c->text);
    mem_free(c);
    return status;
}
