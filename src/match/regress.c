#include "match/regress.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/scanner.h"
#include "base/str.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { QUIT_MS = 1000 }; // time to exit after `quit`

// The file being run.
typedef struct {
    const RegressOptions *options;
    RegressReport *report;
    Process *process;
    Str reply;       // to the last command, unparsed
    Str stray;       // the last output line outside of replies
    bool failed;     // the last reply started with ?
    bool is_pending; // the last command was not checked yet: an expectation may follow
    int line;        // of that command
    const char *id, *command;
} Run;

// ---- Commands and replies

static void log_lines(const Run *run, const char *mark, const char *text) {
    if (!run->options->transcript)
        return;
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchr(text, '\n');
        end = end ? end : text + strlen(text);
        fprintf(run->options->transcript, "%s%.*s\n", mark, (int)(end - text), text);
    }
    fflush(run->options->transcript);
}

static bool starts_reply(const Str *line) {
    return line->len > 0 && (line->data[0] == '=' || line->data[0] == '?');
}

// Reads up to the empty line that ends the reply. Skips lines before the reply.
static ProcessResult read_reply(Run *run, int64_t deadline) {
    str_clear(&run->reply);
    str_clear(&run->stray);
    ScopedStr line = {0};
    ProcessResult r;
    bool ended = false;
    while (!ended && (r = process_read_line(run->process, deadline, &line)) == PROCESS_OK) {
        str_remove_nuls(&line);
        if (run->reply.len > 0 || starts_reply(&line)) {
            ended = line.len == 0;
            if (!ended)
                str_add(&run->reply, "%s%s", run->reply.len ? "\n" : "", str_text(&line));
        } else if (line.len > 0) {
            run->report->stray_lines++;
            str_clear(&run->stray);
            str_add_text(&run->stray, str_text(&line));
            log_lines(run, "! ", str_text(&line));
        }
    }
    return r;
}

// Stops the program and describes why there was no answer.
static bool give_up(Run *run, ProcessResult r) {
    ScopedStr how = {0};
    bool ended = r == PROCESS_ENDED;
    process_stop(run->process, clock_now_ms() + (ended ? QUIT_MS : 0), &how);
    run->process = NULL;
    Error *err = &run->report->trouble;
    if (ended)
        error_set(err, "the program exited%s%s%s instead of answering '%.60s'", how.len ? " (" : "",
                  str_text(&how), how.len ? ")" : "", run->command);
    else if (r == PROCESS_TOO_LONG)
        error_set(err, "the answer to '%.60s' is too long: stopped at %d MiB", run->command,
                  PROCESS_UNREAD_MAX >> 20);
    else if (run->reply.len > 0)
        error_set(err, "no empty line after the answer to '%.60s' within %g s", run->command,
                  (double)run->options->timeout_ms / 1000);
    else
        error_set(err, "no answer to '%.60s' within %g s", run->command,
                  (double)run->options->timeout_ms / 1000);
    if (run->stray.len > 0 && run->reply.len == 0) {
        Error reason = *err;
        error_set(err, "%s; it wrote '%.60s', but an answer starts with = or ?", reason.text,
                  str_text(&run->stray));
    }
    return false;
}

static bool send_command(Run *run, const char *line) {
    ScopedStr text = {0};
    str_add(&text, "%s\n", line);
    log_lines(run, "> ", line);
    int64_t deadline = clock_now_ms() + run->options->timeout_ms;
    ProcessResult r = process_write(run->process, text.data, text.len, deadline);
    // A program that closed its input may still have answered.
    if (r == PROCESS_OK || r == PROCESS_ENDED)
        r = read_reply(run, deadline);
    if (r != PROCESS_OK)
        return give_up(run, r);
    log_lines(run, "< ", str_text(&run->reply));
    run->failed = run->reply.data[0] == '?';
    return true;
}

// ---- Checking answers

// Everything after the first blank, trimmed, as in gogui-regress.
static const char *answer_of(const Run *run, Arena *arena) {
    const char *from = strchr(str_text(&run->reply), ' ');
    return from ? text_trim(arena_copy(arena, from, strlen(from))) : "";
}

static RegressVerdict judge(const Run *run, const Expectation *e, const char *answer) {
    bool passes = !run->failed && (!e || expectation_meets(e, answer));
    if (!e && !*run->id)
        return REGRESS_SETUP_ERROR;
    return e && e->known_failure ? (passes ? REGRESS_UNEXPECTED_PASS : REGRESS_KNOWN_FAIL)
                                 : (passes ? REGRESS_PASS : REGRESS_FAIL);
}

static void add_test(Run *run, const char *expected, const Expectation *e) {
    RegressReport *report = run->report;
    const char *answer = answer_of(run, &report->arena);
    RegressVerdict verdict = judge(run, e, answer);
    if (run->failed)
        answer = arena_copy(&report->arena, str_text(&run->reply), run->reply.len);
    report->tests =
        mem_grow(report->tests, report->count, 1, &report->capacity, sizeof report->tests[0]);
    report->tests[report->count++] = (RegressTest){
        run->line, run->id, run->command, expected, answer, verdict,
    };
    report->verdicts[verdict]++;
}

// Checks a command without an expectation: it only must not fail.
static void finish_pending(Run *run) {
    if (!run->is_pending)
        return;
    if (*run->id || run->failed)
        add_test(run, "", NULL);
    run->is_pending = false;
}

// ---- The lines of the file

static bool expect(Run *run, const char *text, Error *err) {
    if (!run->is_pending)
        return error_set(err, "an expectation without a command");
    Expectation e;
    if (!expectation_init(&e, text, err))
        return false;
    if (e.any_answer)
        finish_pending(run);
    else
        add_test(run, text + strspn(text, " \t"), &e);
    run->is_pending = false;
    expectation_release(&e);
    return true;
}

static bool command(Run *run, const char *line, int number, Error *err) {
    Arena *arena = &run->report->arena;
    size_t digits = strspn(line, "0123456789");
    size_t blanks = strspn(line + digits, " \t");
    if (!line[digits + blanks])
        return error_set(err, "a number without a command");
    bool numbered = digits > 0 && blanks > 0;
    run->id = numbered ? arena_copy(arena, line, digits) : "";
    run->command = numbered ? line + digits + blanks : line;
    run->line = number;
    run->is_pending = send_command(run, line);
    return run->is_pending;
}

static bool handle(Run *run, const char *line, int number, Error *err) {
    if (!strncmp(line, "#?", 2))
        return expect(run, line + 2, err);
    finish_pending(run);
    return !*line || *line == '#' || command(run, line, number, err);
}

static bool run_lines(Run *run, const Str *text) {
    Scanner all = scanner_over(str_text(text), text->len), one;
    Error *err = &run->report->trouble;
    while (scanner_line(&all, &one)) {
        scanner_skip_blanks(&one);
        size_t len = one.len - one.at;
        while (len > 0 && strchr(" \t\r", one.text[one.at + len - 1]))
            len--;
        const char *line = arena_copy(&run->report->arena, one.text + one.at, len);
        if (!handle(run, line, one.line, err)) {
            Error reason = *err;
            return error_set(err, "line %d: %s", one.line, reason.text);
        }
    }
    finish_pending(run);
    return true;
}

// ---- The program

// Makes the path of the program absolute, because it is started in another folder.
static Process *start_program(char *const *words, const char *folder, Error *err) {
    int count = 0;
    while (words[count])
        count++;
    const char **argv = mem_alloc((size_t)(count + 1) * sizeof argv[0]);
    memcpy(argv, words, (size_t)count * sizeof argv[0]);
    char *full = file_name(words[0]) != words[0] ? file_real_path(words[0]) : NULL;
    if (full)
        argv[0] = full;
    Process *p = process_start((const char *const *)argv, folder, err);
    free(full);
    mem_free(argv);
    return p;
}

static bool run_file(Run *run, const Str *text) {
    const char *path = run->report->path;
    ScopedStr folder = {0}; // of the file
    str_add_bytes(&folder, path, (size_t)(file_name(path) - path));
    run->process = start_program(run->options->program, folder.data, &run->report->trouble);
    if (!run->process)
        return false;
    bool ok = run_lines(run, text);
    int64_t deadline = clock_now_ms() + QUIT_MS;
    if (run->process)
        process_write(run->process, "quit\n", 5, deadline);
    process_stop(run->process, deadline, NULL);
    str_release(&run->reply);
    str_release(&run->stray);
    return ok;
}

void regress_run(const char *path, const RegressOptions *options, RegressReport *report) {
    *report = (RegressReport){.path = path};
    Run run = {.options = options, .report = report};
    ScopedStr text = {0};
    report->finished = file_read(path, &text, &report->trouble) &&
                       (run_file(&run, &text) || error_prefix(&report->trouble, path));
}

void regress_release(RegressReport *report) {
    mem_free(report->tests);
    arena_release(&report->arena);
}

// Report of a GTP regression run as an HTML page.
static const struct {
    const char *class, *text;
} verdicts[REGRESS_VERDICTS] = {
    [REGRESS_PASS] = {"pass", "passed"},
    [REGRESS_FAIL] = {"fail", "FAILED"},
    [REGRESS_KNOWN_FAIL] = {"known", "known failure"},
    [REGRESS_UNEXPECTED_PASS] = {"unexpected", "PASSED unexpectedly"},
    [REGRESS_SETUP_ERROR] = {"fail", "ERROR in setup"},
};

static void add_cell(Str *out, const char *text) {
    str_add_text(out, "<td><code>");
    utf8_add_xml(out, text);
    str_add_text(out, "</code></td>");
}

static void add_row(Str *out, const RegressTest *test) {
    str_add(out, "<tr class=\"%s\"><td>%s</td><td>%d</td>", verdicts[test->verdict].class, test->id,
            test->line);
    add_cell(out, test->command);
    add_cell(out, test->expected);
    add_cell(out, test->answer);
    str_add(out, "<td>%s</td></tr>\n", verdicts[test->verdict].text);
}

static void add_counts(Str *out, const RegressReport *r) {
    str_add(out, "<p>%d tests", r->count - r->verdicts[REGRESS_SETUP_ERROR]);
    for (int i = 0; i < REGRESS_VERDICTS; i++)
        str_add(out, ", %d %s", r->verdicts[i], verdicts[i].text);
    str_add_text(out, "</p>\n");
    if (r->finished)
        return;
    str_add_text(out, "<p class=\"fail\">Not finished: ");
    utf8_add_xml(out, r->trouble.text);
    str_add_text(out, "</p>\n");
}

static void add_file(Str *out, const RegressReport *r) {
    str_add_text(out, "<h2>");
    utf8_add_xml(out, r->path);
    str_add_text(out, "</h2>\n");
    add_counts(out, r);
    str_add_text(out, "<table>\n<thead><tr><th>test</th><th>line</th><th>command</th>"
                      "<th>expected</th><th>answer</th><th>verdict</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < r->count; i++)
        add_row(out, &r->tests[i]);
    str_add_text(out, "</tbody>\n</table>\n");
}

void regress_html(const RegressReport *reports, int count, Str *out) {
    str_add_text(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>GTP regression</title>\n"
        "<style>\n"
        "body { font-family: sans-serif; margin: 2em; color: #111; background: #fff }\n"
        "table { border-collapse: collapse }\n"
        "td, th { border: 1px solid #999; padding: 0.2em 0.5em; text-align: left; "
        "vertical-align: top }\n"
        "code { white-space: pre-wrap; overflow-wrap: anywhere }\n"
        ".fail { background: #fbb } .known { background: #eee } .unexpected { background: #bfb }\n"
        "</style>\n</head>\n<body>\n<h1>GTP regression</h1>\n");
    for (int i = 0; i < count; i++)
        add_file(out, &reports[i]);
    str_add_text(out, "</body>\n</html>\n");
}

// ---- Expectations

static bool read_pattern(Expectation *e, const char *text, size_t len, Error *err) {
    if (text[len - 1] == '*') {
        e->known_failure = true;
        len--;
    }
    if (len == 0 || text[0] != '[')
        return error_set(err, "the expectation '%.40s' does not start with [", text);
    if (len < 2 || text[len - 1] != ']')
        return error_set(err, "the expectation '%.40s' does not end with ]", text);
    ScopedStr inner = {0};
    str_add_bytes(&inner, text + 1, len - 2);
    str_trim(&inner);
    const char *java = str_text(&inner);
    e->negated = *java == '!';
    e->regex = regex_new(java + e->negated, err);
    return e->regex || error_prefix(err, "bad pattern");
}

bool expectation_init(Expectation *e, const char *text, Error *err) {
    *e = (Expectation){0};
    ScopedStr trimmed = {0};
    str_add_text(&trimmed, text);
    str_trim(&trimmed);
    e->any_answer = trimmed.len == 0;
    return e->any_answer || read_pattern(e, str_text(&trimmed), trimmed.len, err);
}

void expectation_release(Expectation *e) {
    regex_free(e->regex);
}

bool expectation_meets(const Expectation *e, const char *text) {
    return e->any_answer ||
           regex_match(e->regex, text) == (e->negated ? REGEX_DIFFERS : REGEX_MATCHES);
}
