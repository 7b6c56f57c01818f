// Report of a GTP regression run as an HTML page.
#include "base/utf8.h"
#include "match/regress.h"

static const struct {
    const char *class, *text;
} verdicts[REGRESS_VERDICTS] = {
    [REGRESS_PASS] = {"pass", "passed"},
    [REGRESS_FAIL] = {"fail", "FAILED"},
    [REGRESS_KNOWN_FAIL] = {"known", "known failure"},
    [REGRESS_UNEXPECTED_PASS] = {"unexpected", "PASSED unexpectedly"},
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
    str_add(out, "<p>%d tests", r->count);
    for (int i = 0; i < REGRESS_VERDICTS; i++)
        str_add(out, ", %d %s", r->verdicts[i], verdicts[i].text);
    str_add(out, "; %d errors in set-up</p>\n", r->setup_errors);
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
