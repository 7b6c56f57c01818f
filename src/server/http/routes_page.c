// Routes of the web page and its static files.
#include "base/number.h"
#include "server/http/routes.h"
#include "server/server_internal.h"

#include <string.h>

// Paths that the page routes itself: `routes` in web/js/main.js. They all return index.html.
// clang-format off
static const char *const page_views[] = {
    "",
    "/game/ID",
    "/review",
    "/review/ID",
    "/games",
    "/analyse",
    "/learn",
    "/learn/NAME",
    "/puzzles",
    "/puzzles/ID",
    "/together/ID", "/user/NAME",
    "/ratings",
    "/rules",
    "/account",
    "/reset",
    "/lab",
    "/about",
};
// clang-format on

static bool is_view(const Path *path) {
    for (int i = 0; i < COUNT(page_views); i++)
        if (path_matches(page_views[i], path))
            return true;
    return false;
}

// A folder of documents has no page of its own; the index lists them all.
static bool is_docs_folder(const Path *path) {
    static const char *const folders[] = {"/docs", "/docs/use", "/docs/integrate", "/docs/develop"};
    for (int i = 0; i < COUNT(folders); i++)
        if (path_matches(folders[i], path))
            return true;
    return false;
}

static const StaticFile *find_index(const Request *r) {
    return static_files_find(r->files, "index.html");
}

// Finds a file by its name, or by its name below /@VERSION. Files of another version are not found:
// newer ones would not match what the requesting page has already loaded.
static void find_file(Request *r) {
    int begin = r->path.count > 1 && *r->path.parts[0] == '@';
    if (begin && r->files && strcmp(r->path.parts[0] + 1, static_files_version(r->files)) != 0)
        return;
    ScopedStr name = {0};
    for (int i = begin; i < r->path.count; i++)
        str_add(&name, "%s%s", i > begin ? "/" : "", r->path.parts[i]);
    r->file = static_files_find(r->files, str_text(&name));
    r->file_is_immutable = r->file && begin;
}

Status route_page(Request *r, Error *err) {
    // The documents link to each other by relative addresses, which count from the last slash.
    if (is_docs_folder(&r->path) && static_files_find(r->files, "docs/index.html")) {
        r->status = 302;
        r->location = "/docs/index.html";
        r->type = NULL;
        return STATUS_OK;
    }
    if (is_view(&r->path))
        r->file = find_index(r);
    else
        find_file(r);
    if (r->file) {
        r->type = r->file->type;
        return STATUS_OK;
    }
    error_set(err, find_index(r) ? "there is nothing at this address"
                                 : "this server has no page; programs find the API at /api");
    return STATUS_NOT_FOUND;
}

void respond_not_found_page(Request *r) {
    const StaticFile *index = find_index(r);
    if (!index || path_is_api(&r->path) || !header_list_accepts(r->headers.accept, "text/html"))
        return;
    r->file = index;
    r->type = index->type;
}
