#define _DEFAULT_SOURCE // required for wide characters in ncurses
#define NCURSES_WIDECHAR 1

// Terminal back end of the full-screen game, with ncurses: turns key and mouse input into Events
// and shows a Screen. Knows nothing about the game.
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/number.h"
#include "tui/fullscreen/ui.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- Colors

// Number of colors; 0 on a monochrome terminal or with NO_COLOR.
static int count_colors(void) {
    const char *no_color = getenv("NO_COLOR");
    if ((no_color && *no_color) || !has_colors())
        return 0;
    start_color();
    use_default_colors();
    return COLORS;
}

static attr_t curses_attributes(Style style) {
    int attributes = monochrome_attributes(style);
    attr_t bits = A_NORMAL;
    bits |= attributes & MONOCHROME_BOLD ? A_BOLD : 0;
    bits |= attributes & MONOCHROME_DIM ? A_DIM : 0;
    bits |= attributes & MONOCHROME_REVERSE ? A_REVERSE : 0;
    bits |= attributes & MONOCHROME_UNDERLINE ? A_UNDERLINE : 0;
    return bits;
}

// ---- Output

typedef struct {
    const Theme *theme;
    int colors;
    bool unicode;
} Terminal;

// alloc_pair creates color pairs on demand and recycles the oldest.
static void show_cell(const Terminal *t, int row, int col, const ScreenCell *cell) {
    bool shown = cell->character < 0x80 || t->unicode;
    wchar_t text[] = {shown ? (wchar_t)cell->character : L'?', L'\0'};
    ResolvedStyle resolved = theme_resolve(t->theme, cell->style, t->colors);
    attr_t attributes = resolved.bold ? A_BOLD : A_NORMAL;
    int pair = 0;
    if (t->colors > 0)
        pair = alloc_pair(resolved.fg, resolved.bg);
    else
        attributes = curses_attributes(cell->style);
    cchar_t c;
    setcchar(&c, text, attributes, 0, &pair);
    mvadd_wch(row, col, &c);
}

static void show(Terminal *t, const Screen *s, const Ui *ui) {
    t->theme = ui_theme(ui);
    erase();
    for (int row = 0; row < s->rows; row++)
        for (int col = 0; col < s->cols; col++) {
            const ScreenCell *cell = screen_cell(s, row, col);
            if (cell->character)
                show_cell(t, row, col, cell);
        }
    curs_set(s->cursor_row >= 0);
    if (s->cursor_row >= 0)
        move(s->cursor_row, s->cursor_col);
    refresh();
}

// ---- Input

static const struct {
    int code, key;
} special_keys[] = {
    {KEY_UP, KEYCODE_UP},         {KEY_DOWN, KEYCODE_DOWN},
    {KEY_LEFT, KEYCODE_LEFT},     {KEY_RIGHT, KEYCODE_RIGHT},
    {KEY_HOME, KEYCODE_HOME},     {KEY_END, KEYCODE_END},
    {KEY_PPAGE, KEYCODE_PAGE_UP}, {KEY_NPAGE, KEYCODE_PAGE_DOWN},
    {KEY_ENTER, KEYCODE_ENTER},   {KEY_BACKSPACE, KEYCODE_BACKSPACE},
    {KEY_DC, KEYCODE_BACKSPACE},
};

static const struct {
    int code, key;
} control_keys[] = {
    {'\r', KEYCODE_ENTER},  {'\n', KEYCODE_ENTER}, {'\t', KEYCODE_TAB},  {127, KEYCODE_BACKSPACE},
    {8, KEYCODE_BACKSPACE}, {12, KEYCODE_CTRL_L},  {18, KEYCODE_CTRL_R}, {21, KEYCODE_CTRL_U},
};

static bool read_mouse(Event *e) {
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return false;
    e->row = mouse.y;
    e->col = mouse.x;
    if (mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
        e->kind = EVENT_CLICK;
    else if (mouse.bstate & BUTTON4_PRESSED)
        e->kind = EVENT_SCROLL_UP;
    else if (mouse.bstate & BUTTON5_PRESSED)
        e->kind = EVENT_SCROLL_DOWN;
    else
        return false;
    return true;
}

static bool read_special(wint_t code, Event *e) {
    if (code == KEY_MOUSE)
        return read_mouse(e);
    if (code == KEY_RESIZE) {
        *e = (Event){EVENT_RESIZE, 0, LINES, COLS};
        return true;
    }
    for (int i = 0; i < COUNT(special_keys); i++)
        if (special_keys[i].code == (int)code) {
            *e = (Event){.kind = EVENT_KEY, .key = special_keys[i].key};
            return true;
        }
    return false;
}

static bool read_character(wint_t code, Event *e) {
    *e = (Event){.kind = EVENT_KEY, .key = (int32_t)code};
    for (int i = 0; i < COUNT(control_keys); i++)
        if (control_keys[i].code == (int)code)
            e->key = control_keys[i].key;
    return e->key >= ' ';
}

// Escape sequences (after ESC) of keys that are missing from the terminal's terminfo entry, for
// example if TERM is wrong.
static const struct {
    const char *sequence;
    int key;
} escape_sequences[] = {
    {"[A", KEYCODE_UP},         {"[B", KEYCODE_DOWN}, {"[C", KEYCODE_RIGHT},
    {"[D", KEYCODE_LEFT},       {"OA", KEYCODE_UP},   {"OB", KEYCODE_DOWN},
    {"OC", KEYCODE_RIGHT},      {"OD", KEYCODE_LEFT}, {"[H", KEYCODE_HOME},
    {"[F", KEYCODE_END},        {"OH", KEYCODE_HOME}, {"OF", KEYCODE_END},
    {"[1~", KEYCODE_HOME},      {"[4~", KEYCODE_END}, {"[5~", KEYCODE_PAGE_UP},
    {"[6~", KEYCODE_PAGE_DOWN},
};

// Reads the rest of an unknown escape sequence, so that it is not taken for typed characters. Empty
// if only Escape was pressed.
static void read_sequence(char *out, size_t size) {
    size_t len = 0;
    wint_t code;
    int kind;
    bool ends = false;
    while (!ends && (kind = get_wch(&code)) != ERR) {
        bool belongs = kind == OK && code <= '~' && (len > 0 || code == '[' || code == 'O');
        if (kind == KEY_CODE_YES)
            ungetch((int)code);
        else if (!belongs)
            unget_wch((wchar_t)code);
        else if (len + 1 < size)
            out[len++] = (char)code;
        ends = !belongs || (len > 1 && code >= '@');
    }
    out[len] = '\0';
}

static bool read_escape(Event *e) {
    char sequence[16];
    read_sequence(sequence, sizeof sequence);
    *e = (Event){.kind = EVENT_KEY, .key = KEYCODE_ESCAPE};
    for (int i = 0; i < COUNT(escape_sequences); i++)
        if (!strcmp(escape_sequences[i].sequence, sequence))
            e->key = escape_sequences[i].key;
    return !*sequence || e->key != KEYCODE_ESCAPE;
}

static bool read_event(int kind, wint_t code, Event *e) {
    enum { ESCAPE = 27 };
    if (kind == KEY_CODE_YES)
        return read_special(code, e);
    return code == ESCAPE ? read_escape(e) : read_character(code, e);
}

// Reads the next pending event. False if there is none.
static bool next_event(Event *e) {
    wint_t code;
    int kind;
    while ((kind = get_wch(&code)) != ERR)
        if (read_event(kind, code, e))
            return true;
    return false;
}

// ---- Event loop

enum { PAUSE_MS = 500 }; // for two keys typed in a row, as in h8

// Waits for a key, a background result, a signal or the timeout. False if the terminal is gone.
static bool wait_for_input(const Ui *ui) {
    struct pollfd sources[] = {
        {STDIN_FILENO, POLLIN, 0},
        {background_fd(ui->move_thread), POLLIN, 0},
        {game_analysis_fd(ui->game_analysis), POLLIN, 0},
    };
    // Never without a limit: a signal may arrive between the check and poll.
    enum { MAX_WAIT_MS = 1000 };
    int timeout_ms = ui_poll_timeout_ms(ui);
    poll(sources, COUNT(sources), timeout_ms < 0 ? MAX_WAIT_MS : timeout_ms);
    return !(sources[0].revents & (POLLHUP | POLLERR | POLLNVAL));
}

// *key_ms is the time of the last input.
static void handle_events(Ui *ui, int64_t *key_ms) {
    Event e;
    while (!ui->session.quit && next_event(&e)) {
        ui_handle(ui, &e);
        *key_ms = clock_now_ms();
    }
    if (clock_now_ms() - *key_ms >= PAUSE_MS)
        ui_handle(ui, &(Event){.kind = EVENT_PAUSE});
    ui_handle(ui, &(Event){.kind = EVENT_TICK});
}

static void run(Terminal *t, Ui *ui) {
    Screen screen = {0};
    bool connected = true;
    int64_t key_ms = 0;
    ui_handle(ui, &(Event){EVENT_RESIZE, 0, LINES, COLS});
    while (connected && !ui->session.quit && !interrupt_signal()) {
        ui_draw(ui, &screen);
        if (ui->redraw)
            clearok(curscr, TRUE);
        ui->redraw = false;
        show(t, &screen, ui);
        connected = wait_for_input(ui);
        handle_events(ui, &key_ms);
    }
    screen_release(&screen);
}

static void open_terminal(void) {
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
}

// Keeps stderr of child processes off the screen. Returns a descriptor for restore_stderr; -1 if
// stderr is not the terminal.
static int silence_stderr(void) {
    if (!isatty(STDERR_FILENO))
        return -1;
    int held = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    int null_device = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (held >= 0 && null_device >= 0)
        dup2(null_device, STDERR_FILENO);
    if (null_device >= 0)
        close(null_device);
    return held;
}

static void restore_stderr(int held) {
    if (held < 0)
        return;
    dup2(held, STDERR_FILENO);
    close(held);
}

bool terminal_is_capable(void) {
    const char *kind = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && *kind &&
           strcmp(kind, "dumb") != 0;
}

// Suspends the game. Prints after ncurses has ended.
static int leave(Ui *ui, Error *err) {
    TerminalSession *s = &ui->session;
    ui_stop_thinking(ui);
    bool saved = terminal_session_suspend(s, err);
    if (saved && s->saved_game.path)
        printf("The unfinished game was saved; pentad play offers to continue it.\n");
    int signal = interrupt_signal();
    return signal ? 128 + signal : saved ? 0 : 1;
}

int terminal_play(const PlayOptions *options, Error *err) {
    setlocale(LC_CTYPE, "");
    Terminal t = {.unicode = !strcmp(nl_langinfo(CODESET), "UTF-8")};
    PlayOptions ui_options = *options;
    ui_options.unicode = t.unicode;
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) {
        error_set(err, "unknown terminal type '%.40s'; --plain works without one",
                  getenv("TERM") ? getenv("TERM") : "");
        return 2;
    }
    t.colors = count_colors();
    ui_options.colors = t.colors > 0;
    Ui *ui = mem_alloc(sizeof *ui);     // too large for the stack
    int status = options->path ? 1 : 2; // if ui_init fails: unreadable file or invalid options
    if (ui_init(ui, &ui_options, err)) {
        open_terminal();
        Interrupts *held = interrupt_catch();
        int saved_stderr = silence_stderr();
        run(&t, ui);
        restore_stderr(saved_stderr);
        endwin();
        status = leave(ui, err);
        interrupt_restore(held);
        ui_release(ui);
    } else {
        endwin();
    }
    mem_free(ui);
    delscreen(screen);
    return status;
}
