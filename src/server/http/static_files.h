// Static files of the web page, all in memory with their gzip variants. Files are looked up by
// name, so path traversal is impossible.
//
// Cache busting: the version is a hash of all files. In HTML and sw.js, "/@/js/main.js" becomes
// "/@VERSION/js/main.js", a URL whose content never changes; relative imports from there stay below
// it. "files.json" is generated: the name and ETag of every file, for the offline cache.
#pragma once

#include "base/error.h"
#include "base/str.h"

typedef struct {
    Str bytes;     // empty: there is no such variant
    char etag[24]; // with quotes
} FileVariant;

typedef struct {
    const char *name; // "js/board.js"
    const char *type; // "text/javascript; charset=utf-8"
    FileVariant plain, gzip;
    FileVariant new_gzip; // made by static_files_compress
} StaticFile;

typedef struct StaticFiles StaticFiles;

// Loads every file below the directory that has a known extension and is not hidden.
StaticFiles *static_files_load(const char *folder, Error *err);

// Large files, such as nets, have no gzip variant at first: that would delay the start of the
// server. static_files_compress makes it, on a thread; static_files_add_compressed then offers it.
void static_files_compress(StaticFiles *p);
void static_files_add_compressed(StaticFiles *p);

// Reference count: responses in flight keep the files of an earlier load. Both accept NULL.
StaticFiles *static_files_retain(StaticFiles *p);
void static_files_release(StaticFiles *p);

// NULL if there is no such file, or `p` is NULL.
const StaticFile *static_files_find(const StaticFiles *p, const char *name);

const char *static_files_version(const StaticFiles *p);

// The folders that files were read from, with symbolic links resolved; the last is followed by
// NULL. `p` may be NULL: none.
const char *const *static_files_folders(const StaticFiles *p);
