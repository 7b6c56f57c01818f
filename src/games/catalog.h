// Catalog: the tables of rules, openings, levels and limits as JSON, for the web page and other
// clients.
//
// The page contains it as web/js/catalog.js (`pentad serve --catalog`), so that it knows the rules
// before the engine is loaded; a test compares them. The server returns it as /api/choices.
#pragma once

#include "base/str.h"

// A file format in which a game can be downloaded.
typedef struct {
    const char *name, *type; // "sgf", its MIME type
} ExportFormat;

const ExportFormat *export_format_at(int i); // NULL after the last

// Appends the catalog as one JSON object. Its fields: docs/integrate/api.md.
void catalog_write(Str *out);

// Appends the source text of web/js/catalog.js.
void catalog_write_module(Str *out);
