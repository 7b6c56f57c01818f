#include "match/progress_display.h"

#include "base/number.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_DEFAULT = 80, HEIGHT_DEFAULT = 24 };

static bool can_move_cursor(FILE *f) {
    const char *term = getenv("TERM");
    return isatty(fileno(f)) && term && strcmp(term, "dumb") != 0;
}

ProgressDisplay progress_display_on(FILE *first, FILE *second) {
    return (ProgressDisplay){.out = can_move_cursor(first)    ? first
                                    : can_move_cursor(second) ? second
                                                              : NULL};
}

// Queried each time, because the window may be resized.
static struct winsize size_of(const ProgressDisplay *t) {
    struct winsize size = {0};
    if (ioctl(fileno(t->out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        size = (struct winsize){.ws_row = HEIGHT_DEFAULT, .ws_col = WIDTH_DEFAULT};
    return size;
}

int progress_display_width(const ProgressDisplay *t) {
    return t->out ? size_of(t).ws_col - 1 : 0;
}

static const char *next_line(const char *text) {
    size_t len = strcspn(text, "\n");
    return text + len + (text[len] == '\n');
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text = next_line(text))
        lines++;
    return lines;
}

void progress_display_fit(const char *text, int width, int height, Str *out) {
    enum { LAST_LINES = 2 };
    int lines = count_lines(text), last = int_min(LAST_LINES, (height + 1) / 2);
    for (int i = 0; *text; i++, text = next_line(text)) {
        if (i >= height - last && i < lines - last)
            continue;
        str_add_bytes(out, text, utf8_cut(text, strcspn(text, "\n"), width));
        str_add_char(out, '\n');
    }
}

// Screen rows of the text. Lines wrap if the window became narrower after they were drawn.
static int count_rows(const char *text, int width) {
    int rows = 0;
    for (; *text; text = next_line(text)) {
        int columns = utf8_count(text, strcspn(text, "\n"));
        rows += int_max((columns + width - 1) / width, 1);
    }
    return rows;
}

void progress_display_show(ProgressDisplay *t, const Str *text) {
    if (!t->out)
        return;
    progress_display_clear(t);
    struct winsize size = size_of(t);
    progress_display_fit(str_text(text), size.ws_col - 1, int_max(size.ws_row - 1, 1), &t->shown);
    fputs(str_text(&t->shown), t->out);
    fflush(t->out);
}

void progress_display_clear(ProgressDisplay *t) {
    if (!t->out || t->shown.len == 0)
        return;
    fprintf(t->out, "\033[%dA\r\033[J", count_rows(str_text(&t->shown), size_of(t).ws_col));
    str_release(&t->shown);
}
