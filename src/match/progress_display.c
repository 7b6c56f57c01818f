#include "match/progress_display.h"

#include "base/console.h"
#include "base/number.h"
#include "base/utf8.h"

#include <string.h>

ProgressDisplay progress_display_on(FILE *first, FILE *second) {
    return (ProgressDisplay){.out = console_can_move_cursor(first)    ? first
                                    : console_can_move_cursor(second) ? second
                                                                      : NULL};
}

// The size is queried each time, because the window may be resized.

int progress_display_width(const ProgressDisplay *t) {
    return t->out ? console_size(t->out).columns - 1 : 0;
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
    ConsoleSize size = console_size(t->out);
    progress_display_fit(str_text(text), size.columns - 1, int_max(size.rows - 1, 1), &t->shown);
    fputs(str_text(&t->shown), t->out);
    fflush(t->out);
}

void progress_display_clear(ProgressDisplay *t) {
    if (!t->out || t->shown.len == 0)
        return;
    fprintf(t->out, "\033[%dA\r\033[J",
            count_rows(str_text(&t->shown), console_size(t->out).columns));
    str_release(&t->shown);
}
