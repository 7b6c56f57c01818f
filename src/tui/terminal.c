#define _DEFAULT_SOURCE // ncurses has wide characters only with the older extensions
#define NCURSES_WIDECHAR 1

#include "tui/terminal.h"

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/util.h"
#include "tui/theme.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- Colours

// How many colours there are; 0: none, or none are wanted.
static int count_colours(void) {
    const char *refused = getenv("NO_COLOR");
    if ((refused && *refused) || !has_colors())
        return 0;
    start_color();
    use_default_colors();
    return COLORS;
}

static attr_t plain_attributes(Style style) {
    int marks = monochrome_attributes(style);
    attr_t bits = A_NORMAL;
    bits |= marks & MONOCHROME_BOLD ? A_BOLD : 0;
    bits |= marks & MONOCHROME_DIM ? A_DIM : 0;
    bits |= marks & MONOCHROME_REVERSE ? A_REVERSE : 0;
    bits |= marks & MONOCHROME_UNDERLINE ? A_UNDERLINE : 0;
    return bits;
}

// ---- Showing

typedef struct {
    const Theme *theme;
    int colors;
    bool unicode;
} Terminal;

// Ncurses makes pairs as they are needed, and takes back the oldest where there is room for few.
static void show_cell(const Terminal *t, int row, int col, const ScreenCell *cell) {
    bool shown = cell->character < 0x80 || t->unicode;
    wchar_t text[] = {shown ? (wchar_t)cell->character : L'?', L'\0'};
    ResolvedStyle tint = theme_resolve(t->theme, cell->style, t->colors);
    attr_t attributes = tint.bold ? A_BOLD : A_NORMAL;
    int pair = 0;
    if (t->colors > 0)
        pair = alloc_pair(tint.fg, tint.bg);
    else
        attributes = plain_attributes(cell->style);
    cchar_t c;
    setcchar(&c, text, attributes, 0, &pair);
    mvadd_wch(row, col, &c);
}

static void show(Terminal *t, const Screen *s, const Ui *f) {
    t->theme = ui_theme(f);
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

// ---- Keys

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

static bool read_letter(wint_t code, Event *e) {
    *e = (Event){.kind = EVENT_KEY, .key = (int32_t)code};
    for (int i = 0; i < COUNT(control_keys); i++)
        if (control_keys[i].code == (int)code)
            e->key = control_keys[i].key;
    return e->key >= ' ';
}

// What stands behind the escape character of a key that the terminal's description does not have,
// as where TERM names another terminal.
static const struct {
    const char *sequence;
    int key;
} usual_sequences[] = {
    {"[A", KEYCODE_UP},         {"[B", KEYCODE_DOWN}, {"[C", KEYCODE_RIGHT},
    {"[D", KEYCODE_LEFT},       {"OA", KEYCODE_UP},   {"OB", KEYCODE_DOWN},
    {"OC", KEYCODE_RIGHT},      {"OD", KEYCODE_LEFT}, {"[H", KEYCODE_HOME},
    {"[F", KEYCODE_END},        {"OH", KEYCODE_HOME}, {"OF", KEYCODE_END},
    {"[1~", KEYCODE_HOME},      {"[4~", KEYCODE_END}, {"[5~", KEYCODE_PAGE_UP},
    {"[6~", KEYCODE_PAGE_DOWN},
};

// The rest of such a sequence, which must not be taken for letters that somebody typed. Empty if
// only Escape was pressed.
static void read_sequence(char *out, size_t room) {
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
        else if (len + 1 < room)
            out[len++] = (char)code;
        ends = !belongs || (len > 1 && code >= '@');
    }
    out[len] = '\0';
}

static bool read_escape(Event *e) {
    char sequence[16];
    read_sequence(sequence, sizeof sequence);
    *e = (Event){.kind = EVENT_KEY, .key = KEYCODE_ESCAPE};
    for (int i = 0; i < COUNT(usual_sequences); i++)
        if (!strcmp(usual_sequences[i].sequence, sequence))
            e->key = usual_sequences[i].key;
    return !*sequence || e->key != KEYCODE_ESCAPE;
}

static bool read_event(int kind, wint_t code, Event *e) {
    enum { ESCAPE = 27 };
    if (kind == KEY_CODE_YES)
        return read_special(code, e);
    return code == ESCAPE ? read_escape(e) : read_letter(code, e);
}

// The next event that is there already. False if there is none.
static bool next_event(Event *e) {
    wint_t code;
    int kind;
    while ((kind = get_wch(&code)) != ERR)
        if (read_event(kind, code, e))
            return true;
    return false;
}

// ---- The loop

// Until a key, a result, a signal or the time comes. False when the terminal is gone.
static bool wait_for_news(const Ui *f) {
    struct pollfd sources[] = {
        {STDIN_FILENO, POLLIN, 0},
        {background_fd(f->move_thread), POLLIN, 0},
        {game_analysis_fd(f->game_analysis), POLLIN, 0},
    };
    // Never for ever: a signal may come between the look at it and the wait.
    enum { LONGEST_MS = 1000 };
    int patience = ui_poll_timeout_ms(f);
    poll(sources, COUNT(sources), patience < 0 ? LONGEST_MS : patience);
    return !(sources[0].revents & (POLLHUP | POLLERR | POLLNVAL));
}

static void handle_events(Ui *f) {
    Event e;
    while (!f->quit && next_event(&e))
        ui_handle(f, &e);
    ui_handle(f, &(Event){.kind = EVENT_TICK});
}

static void run(Terminal *t, Ui *f) {
    Screen screen = {0};
    bool there = true;
    ui_handle(f, &(Event){EVENT_RESIZE, 0, LINES, COLS});
    while (there && !f->quit && !interrupt_signal()) {
        ui_draw(f, &screen);
        if (f->redraw)
            clearok(curscr, TRUE);
        f->redraw = false;
        show(t, &screen, f);
        there = wait_for_news(f);
        handle_events(f);
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

// What another program complains of must not run across the screen. Returns what puts it back; -1:
// nothing is to be done, because the complaints go elsewhere anyway.
static int hush_complaints(void) {
    if (!isatty(STDERR_FILENO))
        return -1;
    int held = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (held >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0)
        close(nowhere);
    return held;
}

static void hear_complaints(int held) {
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

// Says where the game is, once the screen is the shell's again.
static int leave(Ui *f, Error *err) {
    TerminalSession *s = &f->interpreter.session;
    ui_stop_thinking(f);
    bool kept = terminal_session_suspend(s, err);
    if (kept && s->kept.path)
        printf("The unfinished game is kept; pentad play offers to go on with it.\n");
    int signal = interrupt_signal();
    return signal ? 128 + signal : kept ? 0 : 1;
}

int terminal_play(const UiOptions *options, Error *err) {
    setlocale(LC_CTYPE, "");
    Terminal t = {.unicode = !strcmp(nl_langinfo(CODESET), "UTF-8")};
    UiOptions ui_options = *options;
    ui_options.unicode = t.unicode;
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) {
        error_set(err, "this terminal ('%.40s') is not known here; --plain needs none",
                  getenv("TERM") ? getenv("TERM") : "");
        return 2;
    }
    t.colors = count_colours();
    ui_options.colors = t.colors > 0;
    Ui *f = mem_alloc(sizeof *f);       // too large for a stack
    int status = options->path ? 1 : 2; // what can go wrong at the start
    if (ui_init(f, &ui_options, err)) {
        Interrupts held;
        open_terminal();
        interrupt_catch(&held);
        int complaints = hush_complaints();
        run(&t, f);
        hear_complaints(complaints);
        endwin();
        status = leave(f, err);
        interrupt_restore(&held);
        ui_release(f);
    } else {
        endwin();
    }
    mem_free(f);
    delscreen(screen);
    return status;
}
