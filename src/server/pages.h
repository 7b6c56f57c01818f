// The files of the page, all in memory: what is asked for is looked up by name, so there is no path
// to leave the folder by.
#pragma once

#include "base/error.h"
#include "base/str.h"

typedef struct {
    const char *name; // "js/board.js"
    const char *type; // "text/javascript; charset=utf-8"
    char etag[24];    // with its quotes
    Str bytes;
} PageFile;

typedef struct Pages Pages;

// Every file below the folder whose kind is known; hidden ones are left out.
Pages *pages_load(const char *folder, Error *err);
void pages_free(Pages *p);

// NULL if there is none of that name.
const PageFile *pages_find(const Pages *p, const char *name);
