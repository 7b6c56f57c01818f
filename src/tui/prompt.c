#include "tui/prompt.h"

#include "base/utf8.h"
#include "base/util.h"

enum { LENGTH_MAX = 400 };

void prompt_begin(Prompt *p, const char *question, const char *text) {
    p->question = question;
    str_clear(&p->text);
    str_add_text(&p->text, text);
}

void prompt_release(Prompt *p) {
    str_release(&p->text);
}

static void drop_last_letter(Str *text) {
    size_t len = text->len;
    while (len > 0 && ((unsigned char)text->data[len - 1] & 0xc0) == 0x80)
        len--;
    str_cut(text, len > 0 ? len - 1 : 0);
}

static void add_letter(Str *text, int32_t letter) {
    if (letter >= ' ' && letter < KEYS_FIRST && letter != 0x7f && text->len < LENGTH_MAX)
        utf8_add(text, (uint32_t)letter);
}

PromptResult prompt_press(Prompt *p, int32_t key) {
    switch (key) {
    case PRESS_ENTER:
        return PROMPT_DONE;
    case PRESS_ESCAPE:
        return PROMPT_LEFT;
    case PRESS_BACKSPACE:
        if (p->text.len == 0)
            return PROMPT_LEFT;
        drop_last_letter(&p->text);
        break;
    case PRESS_CTRL_U:
        str_cut(&p->text, 0);
        break;
    default:
        add_letter(&p->text, key);
    }
    return PROMPT_STAYS;
}

// Of a text that is too long the end is seen.
void prompt_draw(const Prompt *p, Area line, Screen *s) {
    Style style = {INK_TEXT, PAPER_BAR};
    screen_fill(s, line, style);
    int room = line.cols - text_columns(p->question) - 3;
    const char *text = str_text(&p->text);
    while (text_columns(text) > int_max(room, 1))
        utf8_next(&text);
    int col = screen_put(s, line, 0, 1, (Style){INK_KEY, PAPER_BAR}, p->question);
    col = screen_put(s, line, 0, col + 1, style, text);
    s->cursor_row = line.row;
    s->cursor_col = int_min(line.col + col, line.col + line.cols - 1);
}
