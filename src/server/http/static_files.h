// The files of the page, all in memory: what is asked for is looked up by name, so there is no path
// to leave the folder by.
//
// All files together have a version, a hash of what is in them. Where a page of HTML or sw.js names
// a file as "/@/js/main.js", that becomes "/@VERSION/js/main.js": an address whose contents never
// change, and neither do those of what it imports by relative names. "files.json" is made here: the
// name of every file with a hash of it, for who wants to keep them all.
#pragma once

#include "base/error.h"
#include "base/str.h"

typedef struct {
    Str bytes;     // empty: there is no such form
    char etag[24]; // with its quotes
} FileVariant;

typedef struct {
    const char *name; // "js/board.js"
    const char *type; // "text/javascript; charset=utf-8"
    FileVariant plain, gzip;
} StaticFile;

typedef struct StaticFiles StaticFiles;

// Every file below the folder whose kind is known; hidden ones are left out.
StaticFiles *static_files_load(const char *folder, Error *err);
void static_files_free(StaticFiles *p);

// NULL if there is none of that name, or no page at all.
const StaticFile *static_files_find(const StaticFiles *p, const char *name);

const char *static_files_version(const StaticFiles *p);
