#include "protocol/gomocup.h"

#include "base/clock.h"
#include "base/line_queue.h"
#include "base/mem.h"
#include "base/util.h"
#include "protocol/gomocup_session.h"

#include <string.h>
#include <strings.h>

// ---- Commands

static const GomocupCommand *command_at(int i) {
    static const GomocupCommand *const tables[] = {gomocup_commands, gomocup_yixin_commands};
    for (int t = 0; t < COUNT(tables); t++)
        for (const GomocupCommand *c = tables[t]; c->word.name; c++)
            if (i-- == 0)
                return c;
    return NULL;
}

bool gomocup_command_at(int i, GomocupHelp *out) {
    const GomocupCommand *c = command_at(i);
    if (c)
        *out = c->word;
    return c != NULL;
}

static size_t word_length(const char *line, size_t len) {
    size_t n = 0;
    while (n < len && !scanner_is_blank((unsigned char)line[n]))
        n++;
    return n;
}

static bool is_word(const char *line, size_t len, const char *word) {
    return len == strlen(word) && !strncasecmp(line, word, len);
}

static const GomocupCommand *find_command(const char *word, size_t len) {
    for (int i = 0; command_at(i); i++)
        if (is_word(word, len, command_at(i)->word.name))
            return command_at(i);
    return NULL;
}

static bool has_what_it_needs(const Gomocup *g, const GomocupCommand *c, Error *err) {
    if (c->needs == NEEDS_GAME && g->size == 0)
        return error_set(err, "no game was started; START comes first");
    return c->needs == NEEDS_NOTHING || gomocup_info_rules(&g->info, err);
}

static bool read_block(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    GomocupBlockReader *in = &g->incoming;
    const GomocupBlock *block = in->open;
    gomocup_block_read(in, s, g->size);
    if (!in->is_done)
        return true;
    in->open = NULL;
    if (in->is_bad)
        return error_set(err, "%s", in->err.text);
    return block->done(g, reply, err);
}

bool gomocup_block_open(Gomocup *g, const GomocupBlock *block, Scanner *s, Str *reply, Error *err) {
    gomocup_block_start(&g->incoming, block);
    return read_block(g, s, reply, err);
}

// ---- Lines

// Without control characters; a line of blanks is empty.
static void clean(const char *line, size_t len, Str *out) {
    str_clear(out);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)line[i];
        str_add_char(out, c < ' ' || c == 127 ? ' ' : (char)c);
    }
}

static void add_answer(Gomocup *g, bool ok, const Str *answer, const Error *err, Str *reply) {
    str_add_text(reply, str_text(&g->messages));
    str_clear(&g->messages);
    if (!ok)
        str_add(reply, "ERROR %s\n", err->text);
    else if (answer->len > 0)
        str_add(reply, "%s\n", str_text(answer));
}

// A block that another command breaks off is given up, and people may know.
static void break_off_block(Gomocup *g, const GomocupCommand *c, Str *reply) {
    if (!g->incoming.open || c->needs == NEEDS_NOTHING)
        return;
    str_add(reply, "MESSAGE %s was not DONE when %s came\n", g->incoming.open->name, c->word.name);
    g->incoming.open = NULL;
}

static void answer_line(Gomocup *g, Scanner *s, Str *reply) {
    enum { WORD_SHOWN = 40 };
    const char *line = s->text + s->at;
    size_t len = word_length(line, s->len - s->at);
    const GomocupCommand *c = find_command(line, len);
    Str answer = {0};
    Error err = {0};
    if (c) {
        break_off_block(g, c, reply);
        s->at += len;
        bool ok = has_what_it_needs(g, c, &err) && c->run(g, s, &answer, &err);
        add_answer(g, ok, &answer, &err, reply);
    } else if (g->incoming.open) {
        bool ok = read_block(g, s, &answer, &err);
        add_answer(g, ok, &answer, &err, reply);
    } else if (!g->is_silent) {
        error_set(&err, "%.*s", int_min((int)len, WORD_SHOWN), line); // fit to be shown
        str_add(reply, "UNKNOWN command '%s'\n", err.text);
    }
    str_release(&answer);
}

bool gomocup_answer(Gomocup *g, const char *line, size_t len, Str *reply) {
    g->asked_ms = clock_now_ms();
    g->has_moved = false;
    clean(line, len, &g->line);
    Scanner s = scanner_over(str_text(&g->line), g->line.len);
    scanner_skip_blanks(&s);
    if (!scanner_at_end(&s))
        answer_line(g, &s, reply);
    return !g->is_over;
}

// ---- Listening while thinking

typedef struct {
    LineQueue inbox;
    // About the command being answered:
    bool asks_more;  // another question waits, so that a STOP behind it is not for this one
    bool has_looked; // at what waits
    bool stops;      // an answer is wanted now
    bool ends;       // END has come since: nobody wants one
} Ears;

static bool ends_thinking(void *context, const char *line, size_t len) {
    Ears *ears = context;
    while (len > 0 && scanner_is_blank((unsigned char)*line)) {
        line++;
        len--;
    }
    size_t word = word_length(line, len);
    if (is_word(line, word, "END")) {
        ears->ends = ears->has_looked;
        return true;
    }
    if (is_word(line, word, "STOP") || is_word(line, word, "YXSTOP"))
        return !ears->asks_more;
    const GomocupCommand *c = find_command(line, word);
    ears->asks_more |= c && c->thinks;
    return false;
}

static bool is_told_to_stop(void *context) {
    Ears *ears = context;
    ears->stops = ears->stops || line_queue_peek(&ears->inbox, ends_thinking, ears);
    ears->has_looked = true;
    return ears->stops;
}

static bool is_told_anything(void *context) {
    return line_queue_has_input(&((Ears *)context)->inbox);
}

// Before waiting is the time for what takes long.
static bool hear(Gomocup *g, Ears *ears, Str *line) {
    if (!is_told_anything(ears)) {
        gomocup_prepare(g);
        gomocup_ponder(g, is_told_anything, ears);
    }
    *ears = (Ears){.inbox = ears->inbox};
    return line_queue_next(&ears->inbox, line);
}

static void tell_at_once(void *context, const Str *text) {
    fwrite(str_text(text), 1, text->len, context);
    fflush(context);
}

void gomocup_run(Gomocup *g, int in, FILE *out) {
    Ears ears = {.inbox = line_queue_from(in)};
    g->tell = tell_at_once;
    g->tell_context = out;
    g->interrupted = is_told_to_stop;
    g->context = &ears;
    Str line = {0}, reply = {0};
    bool goes_on = true;
    while (goes_on && hear(g, &ears, &line)) {
        str_clear(&reply);
        goes_on = gomocup_answer(g, str_text(&line), line.len, &reply);
        if (ears.ends)
            break;
        fwrite(str_text(&reply), 1, reply.len, out);
        goes_on = fflush(out) == 0 && goes_on;
    }
    g->interrupted = NULL;
    g->tell = NULL;
    str_release(&reply);
    str_release(&line);
    line_queue_release(&ears.inbox);
}

// ---- Sessions

Gomocup *gomocup_new(const GomocupOptions *options, Error *err) {
    Gomocup *g = mem_alloc(sizeof *g);
    gomocup_info_init(&g->info);
    g->analysis_nodes = options->analysis_nodes;
    str_add_text(&g->player_name, options->player ? options->player : player_strong.name);
    if (gomocup_open_player(g, err))
        return g;
    gomocup_free(g);
    return NULL;
}

void gomocup_free(Gomocup *g) {
    if (!g)
        return;
    player_close(&g->player);
    analyst_free(g->analyst);
    str_release(&g->messages);
    str_release(&g->player_name);
    str_release(&g->line);
    mem_free(g);
}
