#include "protocol/classroom_dialogue.h"

#include "base/command.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "engine/engine.h"
#include "player/moves.h"
#include "player/player.h"
#include "protocol/classroom_text.h"
#include "record/format.h"
#include "record/game_in_tree.h"
#include "record/saved_game.h"
#include "session/game_session.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_LIMIT = 1000 };

static const char default_file[] = "game.txt";
static const char signs[] = {[BLACK] = 'X', [WHITE] = 'O'};

// Arrays are indexed by Stone: player 1 has the black stones.
typedef struct {
    const ClassroomOptions *options;
    const ClassroomUser *user;
    GameSession play;
    Str names[WALL];
    Player players[WALL]; // all zero: a human
    Player adviser;
    Str line;       // the input line
    Str text;       // output buffer
    bool unsaved;   // changed since the last save
    bool started;   // the game has begun
    bool quit;      // "quit" was typed
    bool ended;     // end of input
    int read_error; // an errno; 0: none
    bool mute;      // the output failed
} Classroom;

// ---- The game and its players

static const Board *board_of(const Classroom *c) {
    return &c->play.game.board;
}

static bool is_human(const Classroom *c, Stone color) {
    return c->players[color].kind == NULL;
}

// The course has no clocks.
static bool play(Classroom *c, Point p) {
    Error ignored;
    bool ok = !session_play(&c->play, session_turn(&c->play), p, (Timestamp){0}, &ignored);
    c->unsaved |= ok;
    return ok;
}

// EMPTY: no winner. Checks the side that moved last first: a loaded position may have fives of both
// colors.
static Stone winner_of(const Classroom *c) {
    Stone turn = board_of(c)->turn;
    if (classroom_has_won(board_of(c), stone_other(turn)))
        return stone_other(turn);
    return classroom_has_won(board_of(c), turn) ? turn : EMPTY;
}

// Works for loaded positions too. A win takes precedence over a draw.
static bool is_over(const Classroom *c) {
    return winner_of(c) != EMPTY || board_is_full(board_of(c));
}

// Names other than C are humans.
static bool open_player(Classroom *c, Stone color, const char *strong, Error *err) {
    const char *kind = c->options->is_strong[color] ? strong : "easy";
    bool is_computer = !strcmp(str_text(&c->names[color]), "C");
    if (is_computer && !player_open(kind, &c->players[color], err))
        return false;
    c->play.computers[game_seat_of(&c->play.game, color)] = !is_human(c, color);
    return true;
}

// `strong` also gives the hints.
static bool open_players(Classroom *c, Error *err) {
    const char *strong = c->options->strong ? c->options->strong : "strong:2000";
    return open_player(c, BLACK, strong, err) && open_player(c, WHITE, strong, err) &&
           player_open(strong, &c->adviser, err);
}

// ---- Input and output

static bool is_interrupted(const Classroom *c) {
    return stop_requested(c->user->interrupted);
}

// Writes the buffered output in one call, so that a line never appears in pieces.
static void flush(Classroom *c) {
    if (c->text.len > 0 && !c->user->say(c->user->context, &c->text))
        c->mute = true;
    str_clear(&c->text);
}

static void notice(const Classroom *c, const char *text) {
    c->user->notice(c->user->context, text);
}

static void reject_input(Classroom *c, const char *reason) {
    str_add_text(&c->text, "Invalid input. Try again!\n");
    flush(c);
    ScopedStr text = {0};
    str_add(&text, "(%s)\n", reason);
    notice(c, str_text(&text));
}

static void strip_return(Str *line) {
    if (line->len > 0 && line->data[line->len - 1] == '\r')
        str_cut(line, line->len - 1);
}

// Prompts and reads the answer into c->line. False at the end of input.
static bool ask(Classroom *c, const char *prompt) {
    for (;;) {
        flush(c);
        LineResult r = c->ended || is_interrupted(c)
                           ? LINE_END
                           : c->user->ask(c->user->context, prompt, LINE_LIMIT, &c->line);
        if (r == LINE_FAILED)
            c->read_error = errno;
        if (r == LINE_END || r == LINE_FAILED)
            break;
        strip_return(&c->line);
        if (r == LINE_TOO_LONG)
            reject_input(c, "that line was too long");
        else if (!utf8_is_valid(str_text(&c->line), c->line.len))
            reject_input(c, "that line is not text");
        else if (!utf8_is_printable(str_text(&c->line), c->line.len))
            reject_input(c, "there were control characters in that line");
        else
            return true;
    }
    c->ended = true;
    str_add_char(&c->text, '\n');
    flush(c);
    return false;
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

// ---- Files

// Trims blanks. "-" is an ordinary file name here, not a stream.
static void add_path(const char *line, Str *out) {
    ScopedStr name = {0};
    str_add_text(&name, line);
    str_trim(&name);
    const char *typed = str_text(&name);
    if (!strcmp(typed, "-"))
        str_add_text(out, "./");
    str_add_text(out, *typed ? typed : default_file);
}

static bool check_files(const Classroom *c, Error *err) {
    return !c->options->no_files || error_set(err, "files are switched off here");
}

// Reading a pipe or a device could wait forever.
static bool check_regular(const char *path, Error *err) {
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
        return true;
    error_set(err, "not a regular file");
    return error_prefix(err, path);
}

// Replaces the names and the position by those of a file.
static bool load_path(Classroom *c, const char *path, Error *err) {
    ScopedStr text = {0};
    ClassroomGame loaded;
    bool ok =
        check_regular(path, err) && file_read(path, &text, err) &&
        (classroom_parse(str_text(&text), text.len, NULL, &loaded, err) || error_prefix(err, path));
    if (!ok)
        return false;
    for (Stone color = BLACK; color <= WHITE; color++) {
        str_release(&c->names[color]);
        c->names[color] = loaded.names[color - BLACK]; // moved: we own them now
    }
    Game *g = mem_alloc(sizeof *g); // large for a stack
    game_start_from(g, &loaded.board);
    session_set_game(&c->play, g, (Timestamp){0});
    mem_free(g);
    return true;
}

// If the file cannot be loaded the program ends, and the course wants exit status 0.
static bool load(Classroom *c) {
    if (!ask(c, "Name of the file [game.txt]: "))
        return false;
    Error err = {0};
    ScopedStr path = {0};
    add_path(str_text(&c->line), &path);
    bool ok = check_files(c, &err) && load_path(c, str_text(&path), &err);
    if (!ok)
        str_add(&c->text, "The game cannot be loaded: %s\n", err.text);
    return ok;
}

static bool file_exists(const Classroom *c, const char *path) {
    return !c->options->no_files && access(path, F_OK) == 0;
}

static void save(Classroom *c, const char *path) {
    Error err = {0};
    ScopedStr text = {0};
    classroom_format(
        &(ClassroomGame){.names = {c->names[BLACK], c->names[WHITE]}, .board = *board_of(c)},
        &text);
    bool ok = check_files(c, &err) && file_write(path, text.data, text.len, &err);
    if (ok)
        str_add(&c->text, "Saved to %s.\n", path);
    else
        str_add(&c->text, "The game cannot be saved: %s\n", err.text);
    c->unsaved &= !ok;
}

// ---- Moves

static void show_board(Classroom *c) {
    classroom_add_board(board_of(c), &c->text);
}

static bool computer_moves(Classroom *c, Error *err) {
    Stone color = board_of(c)->turn;
    PlayerMove choice;
    str_add(&c->text, "Computer (%c) is thinking...", signs[color]);
    flush(c);
    if (!player_choose(&c->players[color], &c->play.game, &(Budget){0}, c->user->interrupted,
                       &choice, err))
        return false;
    if (is_interrupted(c))
        return true;
    play(c, choice.move);
    str_add_text(&c->text, " and selected ");
    classroom_point_format(choice.move, &c->text);
    str_add_text(&c->text, ".\n");
    show_board(c);
    return true;
}

// ---- Commands of the move prompt. The text after the command word is one argument.

static bool do_undo(void *session, Call *call) {
    Classroom *c = session;
    Error ignored;
    if (!session_undo(&c->play, 1, (Timestamp){0}, &ignored))
        return error_set(&call->err, "There is no move of yours to take back.");
    c->unsaved = true;
    show_board(c);
    return true;
}

static bool do_hint(void *session, Call *call) {
    Classroom *c = session;
    PlayerMove choice;
    if (!player_choose(&c->adviser, &c->play.game, &(Budget){0}, c->user->interrupted, &choice,
                       &call->err))
        return error_prefix(&call->err, "There is no hint");
    str_add_text(&c->text, "Hint: ");
    classroom_point_format(choice.move, &c->text);
    const char *reason = moves_reason(board_of(c), choice.move);
    if (reason)
        str_add(&c->text, ", which %s", reason);
    else if (choice.has_value && choice.value > ENGINE_CERTAIN)
        str_add(&c->text, ", which wins in %d stones", ENGINE_MATE - choice.value);
    else if (choice.has_value)
        str_add(&c->text, ": win rate %.0f %%", 100 * engine_win_rate(choice.value));
    str_add_char(&c->text, '\n');
    return true;
}

static bool do_show(void *session, Call *call) {
    (void)call;
    show_board(session);
    return true;
}

static void add_path_argument(const Call *call, Str *out) {
    add_path(call->argc > 1 ? call->argv[1] : "", out);
}

static bool do_save(void *session, Call *call) {
    Classroom *c = session;
    ScopedStr path = {0};
    add_path_argument(call, &path);
    if (file_exists(c, str_text(&path)))
        str_add(&c->text, "There is a file %s already; save! %s replaces it.\n", str_text(&path),
                str_text(&path));
    else
        save(c, str_text(&path));
    return true;
}

static bool do_replace(void *session, Call *call) {
    ScopedStr path = {0};
    add_path_argument(call, &path);
    save(session, str_text(&path));
    return true;
}

static bool do_help(void *session, Call *call) {
    (void)call;
    Str *out = &((Classroom *)session)->text;
    str_add_text(out, "You can type:\n");
    classroom_add_commands(out);
    return true;
}

static bool do_quit(void *session, Call *call) {
    (void)call;
    ((Classroom *)session)->quit = true;
    return true;
}

static const Command commands[] = {
    {"undo", 0, 0, do_undo, "", "take back your last move"},
    {"hint", 0, 0, do_hint, "", "ask for advice"},
    {"show", 0, 0, do_show, "", "show the board again"},
    {"save", 0, 1, do_save, "[FILE]", "save the game (default: game.txt)"},
    {"save!", 0, 1, do_replace, "[FILE]", "the same, overwriting an existing file"},
    {"help", 0, 0, do_help, "", "show this"},
    {"quit", 0, 0, do_quit, "", "quit; an unfinished game is saved"},
    {0},
};

void classroom_add_commands(Str *out) {
    str_add_text(out, "  c4, 4C, c 4    place your stone there; row 1 is at the top\n");
    for (const Command *row = commands; row->name; row++)
        str_add(out, "  %-5s %-8s %s\n", row->name, row->usage, row->help);
}

// False if the line is not a command.
static bool run_command(Classroom *c) {
    const char *line = str_text(&c->line);
    line += strspn(line, " ");
    size_t word = strcspn(line, " ");
    const char *rest = line + word + strspn(line + word, " ");
    const Command *found = command_find_any_case(commands, line, word);
    Call call = {.argc = *rest ? 2 : 1, .argv = {NULL, (char *)(uintptr_t)rest}};
    if (!found || call.argc - 1 > found->max_args)
        return false;
    if (!found->run(c, &call))
        str_add(&c->text, "%s\n", call.err.text);
    return true;
}

static void handle_line(Classroom *c) {
    Point p;
    if (!classroom_point_parse(str_text(&c->line), c->line.len, &p)) {
        if (!run_command(c))
            reject_input(c,
                         "a move is a letter from a to h and a digit from 1 to 8, such as c4; help "
                         "shows what else can be typed");
    } else if (play(c, p)) {
        show_board(c);
    } else {
        reject_input(c, "that position is taken");
    }
}

static void human_moves(Classroom *c) {
    Stone color = board_of(c)->turn;
    ScopedStr prompt = {0};
    str_add(&prompt, "%s (%c): Which move to make? ", str_text(&c->names[color]), signs[color]);
    if (ask(c, str_text(&prompt)))
        handle_line(c);
}

static void announce_end(Classroom *c) {
    Stone winner = winner_of(c);
    if (winner == EMPTY)
        str_add_text(&c->text, "The game ends in a draw!\n");
    else
        str_add(&c->text, "%s (%c) has won!\n",
                is_human(c, winner) ? str_text(&c->names[winner]) : "Computer", signs[winner]);
    flush(c);
}

// From the banner to the first move. False if there is no game.
static bool begin(Classroom *c) {
    str_add_repeated(&c->text, '*', 55);
    str_add(&c->text, "\n****%8sWELCOME TO STEFAN'S GOMOKU!%8s****\n", "", "");
    str_add_repeated(&c->text, '*', 55);
    str_add_text(&c->text, " \n\nEnter the players' names, or type 'C' or 'L'.\n\n");
    if (!ask_name(c, BLACK))
        return false;
    return strcmp(str_text(&c->names[BLACK]), "L") ? ask_name(c, WHITE) : load(c);
}

static bool goes_on(const Classroom *c) {
    return !is_over(c) && !c->quit && !c->ended && !c->mute && !is_interrupted(c);
}

static bool play_game(Classroom *c, Error *err) {
    if (!open_players(c, err))
        return false;
    c->started = true;
    str_add_text(&c->text, "Okay, let's play!\n");
    show_board(c);
    flush(c);
    if (c->options->at_terminal && (is_human(c, BLACK) || is_human(c, WHITE)))
        notice(c, "(Type a move such as c4; help shows what else can be typed.)\n");
    while (goes_on(c)) {
        if (is_human(c, board_of(c)->turn))
            human_moves(c);
        else if (!computer_moves(c, err))
            return false;
        flush(c);
    }
    if (is_over(c))
        announce_end(c);
    return true;
}

// ---- Leaving before the end

static bool needs_saving(const Classroom *c) {
    return c->started && c->unsaved && c->play.game.count > 0 && !is_over(c) &&
           !c->options->no_files;
}

static bool may_write(Classroom *c, const char *path) {
    return !file_exists(c, path) || (ask(c, "Replace the file that is there (y/n)? ") &&
                                     (c->line.len > 0 && (c->line.data[0] | 0x20) == 'y'));
}

// Interactive only. An empty answer means: do not save.
static void offer_to_save(Classroom *c) {
    while (c->unsaved && ask(c, "Save the game as (Enter: do not save): ")) {
        if (c->line.len == 0) {
            c->unsaved = false;
            continue;
        }
        ScopedStr path = {0};
        add_path(str_text(&c->line), &path);
        if (may_write(c, str_text(&path)))
            save(c, str_text(&path));
    }
    flush(c);
}

// To the state directory.
static bool save_unfinished(const Classroom *c, Error *err) {
    char *path = state_dir_path(c->options->state_folder, "classroom.txt", err);
    if (!path)
        return false;
    Record *r = record_from_position(board_of(c));
    record_set_value(r, r->root, "PB", str_text(&c->names[BLACK]));
    record_set_value(r, r->root, "PW", str_text(&c->names[WHITE]));
    bool ok = state_dir_save_with_backup(path, r, &format_classroom, err);
    ScopedStr text = {0};
    str_add(&text,
            "The unfinished game is saved. To continue it, type L for player 1 and then\n%s\n",
            path);
    if (ok)
        notice(c, str_text(&text));
    record_free(r);
    mem_free(path);
    return ok;
}

static bool leave(Classroom *c, bool ok, Error *err) {
    flush(c);
    if (is_interrupted(c) && !c->mute) // a failed output interrupts, too, where it is an exception
        notice(c, "Interrupted.\n");
    else if (c->ended && !c->mute)
        notice(c, "The input ended.\n");
    if (needs_saving(c) && c->quit && c->options->at_terminal)
        offer_to_save(c);
    Error save_error = {0};
    if (needs_saving(c) && !save_unfinished(c, &save_error)) {
        error_prefix(&save_error, "the unfinished game cannot be kept");
        *err = save_error;
        ok = false;
    }
    if (c->read_error && !is_interrupted(c))
        ok = error_set(err, "cannot read the input: %s", strerror(c->read_error));
    else if (c->mute)
        ok = error_set(err, "cannot write the output");
    return ok;
}

bool classroom_run(const ClassroomOptions *options, const ClassroomUser *user, Error *err) {
    Classroom *c = mem_alloc(sizeof *c); // a game is large for a stack
    c->options = options;
    c->user = user;
    session_init(&c->play,
                 &(SessionOptions){.game = {.rules = &rules_freestyle, .size = CLASSROOM_SIZE}},
                 (Timestamp){0});
    bool ok = leave(c, !begin(c) || play_game(c, err), err);
    for (Stone color = BLACK; color <= WHITE; color++) {
        player_close(&c->players[color]);
        str_release(&c->names[color]);
    }
    player_close(&c->adviser);
    str_release(&c->line);
    str_release(&c->text);
    mem_free(c);
    return ok;
}

// ---- The program

typedef struct {
    const ClassroomStreams *streams;
    LineReader reader;
} StreamUser;

static LineResult ask_stream(void *context, const char *prompt, size_t limit, Str *line) {
    StreamUser *u = context;
    fputs(prompt, u->streams->out);
    fflush(u->streams->out);
    return line_read(&u->reader, limit, line);
}

static bool say_to_stream(void *context, const Str *text) {
    const StreamUser *u = context;
    fwrite(text->data, 1, text->len, u->streams->out);
    return fflush(u->streams->out) == 0 && !ferror(u->streams->out);
}

static void notice_to_stream(void *context, const char *text) {
    const StreamUser *u = context;
    fputs(text, u->streams->notices);
}

int classroom_play(const ClassroomOptions *options, const ClassroomStreams *streams, Error *err) {
    StreamUser to = {streams, line_reader_from(streams->in)};
    ClassroomUser user = {ask_stream, say_to_stream, notice_to_stream, &to, interrupt_stop};
    Interrupts *held = interrupt_catch();
    bool ok = classroom_run(options, &user, err);
    int signal = interrupt_signal();
    interrupt_restore(held);
    line_reader_release(&to.reader);
    return signal ? 128 + signal : ok ? 0 : 1;
}
