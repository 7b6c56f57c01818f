// Generates the tables of docs/integrate/api.md from the tables of routes, messages, errors and
// limits.
#include "server/http/rate_limit.h"
#include "server/http/routes.h"
#include "server/server.h"
#include "server/websocket/messages.h"

#include <string.h>

static void begin(Str *out, const char *mark, const char *columns) {
    str_add(out, "<!-- %s -->\n%s\n|", mark, columns);
    for (const char *c = columns + 1; *c; c++)
        if (*c == '|')
            str_add_text(out, "---|");
    str_add_char(out, '\n');
}

static void end(Str *out, const char *mark) {
    str_add(out, "<!-- /%s -->\n", mark);
}

static void describe_routes(Str *out) {
    begin(out, "routes", "| method | path | needs | takes | gives |");
    const Route *r;
    for (int i = 0; (r = route_at(i)); i++) {
        const char *quote = *r->path == '/' ? "`" : "";
        str_add(out, "| %s | %s%s%s | %s | %s | %s |\n", r->method, quote, r->path, quote,
                route_needs_name(r->needs), r->takes, r->gives);
    }
    end(out, "routes");
}

// "game text key?" becomes "`game`, `text`, `key` (optional)".
static void add_fields(Str *out, const char *with) {
    for (size_t len; *with; with += len + strspn(with + len, " ")) {
        len = strcspn(with, " ");
        bool optional = with[len - 1] == '?';
        str_add(out, "`%.*s`%s%s", (int)(len - optional), with, optional ? " (optional)" : "",
                with[len] ? ", " : "");
    }
}

static void describe_messages(Str *out) {
    begin(out, "messages", "| `do` | with | does |");
    const MessageRow *m;
    for (int i = 0; (m = message_at(i)); i++) {
        str_add(out, "| `%s` | ", m->name);
        add_fields(out, m->with);
        str_add(out, " | %s |\n", m->does);
    }
    end(out, "messages");
}

static void describe_pushes(Str *out) {
    begin(out, "pushes", "| `is` | with | comes |");
    const PushRow *p;
    for (int i = 0; (p = push_at(i)); i++)
        str_add(out, "| `%s` | %s | %s |\n", p->is, p->with, p->comes);
    end(out, "pushes");
}

// The row of a code is followed by those of its reasons.
static void describe_errors(Str *out) {
    begin(out, "errors", "| code | status | means | reasons |");
    for (int i = STATUS_OK + 1; i < STATUS_COUNT;) {
        const StatusInfo *code = status_info((Status)i), *r = code;
        str_add(out, "| `%s` | %d | %s |", code->code, code->status, code->means);
        for (i++; i < STATUS_COUNT && (r = status_info((Status)i))->reason; i++)
            str_add(out, " `%s`", r->reason);
        str_add_text(out, " |\n");
    }
    end(out, "errors");
}

static void describe_limits(Str *out) {
    begin(out, "limits", "| what | limit |");
    LimitRow r;
    for (int i = 0; limit_row(i, &r); i++)
        str_add(out, "| %s | %s |\n", r.what, r.limit);
    end(out, "limits");
}

void server_describe(Str *out) {
    describe_routes(out);
    describe_messages(out);
    describe_pushes(out);
    describe_errors(out);
    describe_limits(out);
}
