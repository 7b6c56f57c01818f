#include "protocol/gomocup.h"

#include "base/ascii.h"
#include "base/clock.h"
#include "base/input.h"
#include "base/line_reader.h"
#include "base/mem.h"
#include "base/number.h"
#include "protocol/gomocup_session.h"

#include <string.h>

// ---- Commands

static const Command *const tables[] = {gomocup_commands, gomocup_yixin_commands};

void gomocup_add_help(Str *out) {
    str_add_text(out, "commands:\n");
    for (int t = 0; t < COUNT(tables); t++)
        for (const Command *c = tables[t]; c->name; c++)
            command_add_help(c->name, c->usage, c->help, out);
    str_add_text(out, "\nkeys of INFO (others are ignored):\n");
    gomocup_info_add_help(out);
}

static size_t word_length(const char *line, size_t len) {
    size_t n = 0;
    while (n < len && !scanner_is_blank((unsigned char)line[n]))
        n++;
    return n;
}

static bool is_word(const char *line, size_t len, const char *word) {
    return len == strlen(word) && ascii_equal_part(line, word, len);
}

static const Command *find_command(const char *word, size_t len) {
    const Command *c = NULL;
    for (int t = 0; t < COUNT(tables) && !c; t++)
        c = command_find_any_case(tables[t], word, len);
    return c;
}

static bool meets_needs(const Gomocup *g, const Command *c, Error *err) {
    if (c->traits & NEEDS_STARTED && g->size == 0)
        return error_set(err, "no game was started; START comes first");
    return !(c->traits & NEEDS_LIMITS) || gomocup_info_rules(&g->info, err);
}

static bool read_block(Gomocup *g, Call *call) {
    GomocupBlockReader *in = &g->block;
    const Command *c = in->open;
    gomocup_block_read(in, &call->rest, g->size);
    if (!in->is_done)
        return true;
    in->open = NULL;
    if (in->is_bad)
        return error_set(&call->err, "%s", in->err.text);
    return c->run(g, call);
}

// The stones of a block may begin on the line of the command.
static bool run_command(Gomocup *g, const Command *c, Call *call) {
    if (!meets_needs(g, c, &call->err))
        return false;
    if (!(c->traits & READS_STONES))
        return c->run(g, call);
    g->block = (GomocupBlockReader){.open = c};
    return read_block(g, call);
}

// ---- Lines

// Replaces control characters by blanks.
static void blank_controls(const char *line, size_t len, Str *out) {
    str_clear(out);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)line[i];
        str_add_char(out, c < ' ' || c == 127 ? ' ' : (char)c);
    }
}

static void add_answer(Gomocup *g, bool ok, const Call *call, Str *reply) {
    str_add_text(reply, str_text(&g->messages));
    str_clear(&g->messages);
    if (!ok)
        str_add(reply, "ERROR %s\n", call->err.text);
    else if (call->reply.len > 0)
        str_add(reply, "%s\n", str_text(&call->reply));
}

// A command inside an unfinished block aborts the block, with a message.
static void abort_block(Gomocup *g, const Command *c, Str *reply) {
    if (!g->block.open || !(c->traits & NEEDS_LIMITS))
        return;
    str_add(reply, "MESSAGE %s was not DONE when %s came\n", g->block.open->name, c->name);
    g->block.open = NULL;
}

bool gomocup_answer(Gomocup *g, const char *line, size_t len, Str *reply) {
    enum { WORD_SHOWN = 40 };
    g->received_ms = clock_now_ms();
    g->has_moved = false;
    blank_controls(line, len, &g->line);
    Call call = {.rest = scanner_over(str_text(&g->line), g->line.len)};
    Scanner *s = &call.rest;
    scanner_skip_blanks(s);
    if (scanner_at_end(s))
        return !g->is_over;
    const char *word = s->text + s->at;
    size_t word_len = word_length(word, s->len - s->at);
    const Command *c = find_command(word, word_len);
    if (c) {
        abort_block(g, c, reply);
        s->at += word_len;
        add_answer(g, run_command(g, c, &call), &call, reply);
    } else if (g->block.open) {
        add_answer(g, read_block(g, &call), &call, reply);
    } else if (!g->is_silent) {
        error_set(&call.err, "%.*s", int_min((int)word_len, WORD_SHOWN), word); // printable
        str_add(reply, "UNKNOWN command '%s'\n", call.err.text);
    }
    str_release(&call.reply);
    return !g->is_over;
}

// ---- Polling the input during a search

typedef struct {
    LineReader lines;
    FILE *out;
    // About the command being answered:
    bool has_next;   // another searching command is waiting, so a STOP after it is not for this one
    bool has_polled; // the lines that were waiting at the start have been seen
    bool stops;      // answer now
    bool ends;       // END arrived during the search, or nobody reads: no answer is wanted
    bool is_batch;   // the input ended with the command, but the answer is wanted
    int64_t began_ms;
} Input;

static bool ends_thinking(void *context, const char *line, size_t len) {
    Input *input = context;
    while (len > 0 && scanner_is_blank((unsigned char)*line)) {
        line++;
        len--;
    }
    size_t word = word_length(line, len);
    if (is_word(line, word, "END")) {
        input->ends = input->has_polled;
        return true;
    }
    if (is_word(line, word, "STOP") || is_word(line, word, "YXSTOP"))
        return !input->has_next;
    const Command *c = find_command(line, word);
    input->has_next |= c && c->traits & THINKS;
    return false;
}

// True if the manager is gone. The commands of a script end at once, so an end of input that comes
// later is not theirs.
static bool has_hung_up(Input *input) {
    enum { SCRIPT_MS = 1000 };
    if (input->lines.ended && clock_now_ms() - input->began_ms < SCRIPT_MS)
        input->is_batch = true;
    input->ends |= ferror(input->out) || output_is_closed(fileno(input->out));
    return input->ends || (input->lines.ended && !input->is_batch);
}

static bool should_stop(void *context) {
    Input *input = context;
    input->stops =
        input->stops || line_peek(&input->lines, ends_thinking, input) || has_hung_up(input);
    input->has_polled = true;
    return input->stops;
}

static bool has_input(void *context) {
    return line_has_input(&((Input *)context)->lines);
}

// If no command is waiting, uses the time to set up and to ponder.
static bool next_line(Gomocup *g, Input *input, Str *line) {
    if (!has_input(input)) {
        gomocup_prepare(g);
        gomocup_ponder(g, (StopToken){has_input, input});
    }
    *input = (Input){.lines = input->lines, .out = input->out};
    bool has_line = line_read_command(&input->lines, LINE_COMMAND_MAX, line);
    input->is_batch = input->lines.ended;
    input->began_ms = clock_now_ms();
    return has_line;
}

static void send_now(void *context, const Str *text) {
    fwrite(str_text(text), 1, text->len, context);
    fflush(context);
}

void gomocup_run(Gomocup *g, int in, FILE *out) {
    Input input = {.lines = {.fd = in, .cr_ends_line = true}, .out = out};
    g->send = send_now;
    g->send_context = out;
    g->stop = (StopToken){should_stop, &input};
    ScopedStr line = {0}, reply = {0};
    bool goes_on = true;
    while (goes_on && next_line(g, &input, &line)) {
        str_clear(&reply);
        goes_on = gomocup_answer(g, str_text(&line), line.len, &reply);
        if (input.ends)
            break;
        fwrite(str_text(&reply), 1, reply.len, out);
        goes_on = fflush(out) == 0 && goes_on;
    }
    g->stop = (StopToken){0};
    g->send = NULL;
    line_reader_release(&input.lines);
}

// ---- Sessions

Gomocup *gomocup_new(const GomocupOptions *options, Error *err) {
    Gomocup *g = mem_alloc(sizeof *g);
    gomocup_info_init(&g->info);
    g->analysis_nodes = options->analysis_nodes;
    g->engine = options->engine;
    g->borrows_engine = options->engine != NULL;
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
    if (!g->borrows_engine)
        engine_free(g->engine);
    str_release(&g->messages);
    str_release(&g->player_name);
    str_release(&g->line);
    mem_free(g);
}
