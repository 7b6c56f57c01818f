#include "base/number.h"
#include "base/utf8.h"
#include "tui/views/views.h"

enum { LENGTH_MAX = 400 };

void prompt_begin(Prompt *p, const char *label, const char *text) {
    p->label = label;
    str_clear(&p->text);
    str_add_text(&p->text, text);
    p->at = p->text.len;
}

static size_t previous_offset(const Prompt *p) {
    size_t at = p->at;
    while (at > 0 && ((unsigned char)p->text.data[at - 1] & 0xc0) == 0x80)
        at--;
    return at > 0 ? at - 1 : 0;
}

static size_t next_offset(const Prompt *p) {
    const char *text = str_text(&p->text), *next = text + p->at;
    if (*next)
        utf8_next(&next);
    return (size_t)(next - text);
}

// Replaces the text from `from` to the cursor.
static void replace(Prompt *p, size_t from, const char *text_inserted) {
    Str text = {0};
    str_add_bytes(&text, str_text(&p->text), from);
    str_add_text(&text, text_inserted);
    size_t at = text.len;
    str_add_text(&text, str_text(&p->text) + p->at);
    str_release(&p->text);
    p->text = text;
    p->at = at;
}

static void insert_character(Prompt *p, int32_t character) {
    if (character < ' ' || character >= SPECIAL_KEYS_FIRST || character == 0x7f ||
        p->text.len >= LENGTH_MAX)
        return;
    ScopedStr text_inserted = {0};
    utf8_add(&text_inserted, (uint32_t)character);
    replace(p, p->at, str_text(&text_inserted));
}

PromptResult prompt_handle_key(Prompt *p, int32_t key) {
    switch (key) {
    case KEYCODE_ENTER:
        return PROMPT_DONE;
    case KEYCODE_ESCAPE:
        return PROMPT_CANCELLED;
    case KEYCODE_BACKSPACE:
        if (p->text.len == 0)
            return PROMPT_CANCELLED;
        replace(p, previous_offset(p), "");
        break;
    case KEYCODE_LEFT:
        p->at = previous_offset(p);
        break;
    case KEYCODE_RIGHT:
        p->at = next_offset(p);
        break;
    case KEYCODE_HOME:
        p->at = 0;
        break;
    case KEYCODE_END:
        p->at = p->text.len;
        break;
    case KEYCODE_CTRL_U:
        str_clear(&p->text);
        p->at = 0;
        break;
    default:
        insert_character(p, key);
    }
    return PROMPT_CONTINUE;
}

// Scrolls a long text so that the part before the cursor is visible.
void prompt_draw(const Prompt *p, Area line, Screen *s) {
    Style style = {FG_TEXT, BG_BAR};
    screen_fill(s, line, style);
    int room = int_max(line.cols - text_width(p->label) - 3, 1);
    ScopedStr before = {0};
    str_add_bytes(&before, str_text(&p->text), p->at);
    const char *shown = str_text(&before);
    while (text_width(shown) > room)
        utf8_next(&shown);
    int col = screen_put(s, line, 0, 1, (Style){FG_KEY, BG_BAR}, p->label);
    col = screen_put(s, line, 0, col + 1, style, shown);
    screen_put(s, line, 0, col, style, str_text(&p->text) + p->at);
    s->cursor_row = line.row;
    s->cursor_col = int_min(line.col + col, line.col + line.cols - 1);
}
