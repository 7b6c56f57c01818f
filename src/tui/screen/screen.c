#include "tui/screen/screen.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"

#include <string.h>

void screen_reset(Screen *s, int rows, int cols) {
    s->cells = mem_resize(s->cells, (size_t)int_max(rows * cols, 1) * sizeof *s->cells);
    s->rows = rows;
    s->cols = cols;
    s->cursor_row = s->cursor_col = -1;
    screen_fill(s, screen_area(s), (Style){FG_TEXT, BG_SCREEN});
}

void screen_release(Screen *s) {
    mem_free(s->cells);
    *s = (Screen){0};
}

Area screen_area(const Screen *s) {
    return (Area){0, 0, s->rows, s->cols};
}

bool area_contains(Area a, int row, int col) {
    return row >= a.row && col >= a.col && row < a.row + a.rows && col < a.col + a.cols;
}

ScreenCell *screen_cell(const Screen *s, int row, int col) {
    return area_contains(screen_area(s), row, col) ? &s->cells[row * s->cols + col] : NULL;
}

void screen_fill(Screen *s, Area a, Style style) {
    for (int row = 0; row < a.rows; row++)
        for (int col = 0; col < a.cols; col++)
            screen_put_character(s, a, row, col, style, ' ');
}

typedef struct {
    uint32_t first, last;
} Range;

static bool is_in_ranges(const Range *ranges, int count, uint32_t character) {
    for (int i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

// Display width of a character. wcwidth is not used because it depends on the locale.
static int character_width(uint32_t character) {
    static const Range zero_width[] = {{0x300, 0x36f},   {0x200b, 0x200f}, {0x202a, 0x202e},
                                       {0x2060, 0x2069}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f},
                                       {0xfe20, 0xfe2f}};
    static const Range double_width[] = {{0x1100, 0x115f},  {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
                                         {0xf900, 0xfaff},  {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                                         {0xffe0, 0xffe6},  {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff},
                                         {0x20000, 0x3fffd}};
    if (character < 0x300)
        return 1;
    return is_in_ranges(zero_width, COUNT(zero_width), character)       ? 0
           : is_in_ranges(double_width, COUNT(double_width), character) ? 2
                                                                        : 1;
}

int text_width(const char *text) {
    int columns = 0;
    while (*text)
        columns += character_width(utf8_next(&text));
    return columns;
}

int screen_put_character(Screen *s, Area a, int row, int col, Style style, uint32_t character) {
    int width = character_width(character);
    bool fits = row >= 0 && row < a.rows && col >= 0 && col + width <= a.cols;
    for (int i = 0; fits && i < width; i++) {
        ScreenCell *cell = screen_cell(s, a.row + row, a.col + col + i);
        if (cell)
            *cell = (ScreenCell){i == 0 ? character : 0, style};
    }
    return col + width;
}

int screen_put(Screen *s, Area a, int row, int col, Style style, const char *text) {
    while (*text)
        col = screen_put_character(s, a, row, col, style, utf8_next(&text));
    return col;
}

int screen_put_str(Screen *s, Area a, int row, int col, Style style, Str *text) {
    col = screen_put(s, a, row, col, style, str_text(text));
    str_release(text);
    return col;
}

// Number of bytes that fit on a line of `cols` columns; at least one character.
static size_t line_length(const char *text, int cols) {
    const char *at = text, *blank = NULL;
    for (int used = 0; *at && *at != '\n';) {
        const char *next = at;
        used += character_width(utf8_next(&next));
        if (used > cols && at > text)
            return (size_t)((blank ? blank : at) - text);
        if (*at == ' ')
            blank = at;
        at = next;
    }
    return (size_t)(at - text);
}

int screen_put_paragraph(Screen *s, Area a, int row, Style style, const char *text) {
    int rows = 0;
    ScopedStr line = {0};
    while (*text && a.cols > 0) {
        size_t len = line_length(text, a.cols);
        str_clear(&line);
        str_add_bytes(&line, text, len);
        screen_put(s, a, row + rows++, 0, style, str_text(&line));
        text += len;
        text += *text == '\n' ? 1 : strspn(text, " ");
    }
    return rows;
}

void screen_format(const Screen *s, Str *out) {
    for (int row = 0; row < s->rows; row++) {
        size_t end = out->len;
        for (int col = 0; col < s->cols; col++) {
            uint32_t character = s->cells[row * s->cols + col].character;
            if (character)
                utf8_add(out, character);
            if (character != 0 && character != ' ')
                end = out->len;
        }
        str_cut(out, end);
        str_add_char(out, '\n');
    }
}
