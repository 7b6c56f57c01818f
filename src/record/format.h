// The file formats, as rows: reading, writing, and which name or file ending means which.
#pragma once

#include "record/record.h"

#include "core/notation.h"

// What a file may not say by itself.
typedef struct {
    int size;           // 0: 15, or what the format fixes
    const Rules *rules; // NULL: freestyle, or what the file says
    const char
        *charset; // of files that do not name theirs; NULL: UTF-8 if it is that, else Latin-1
    int game;     // which of several games in one file, from 1; 0: the first
    Stone turn;   // who moves on a drawn board that does not tell; EMPTY: it is then refused
} ReadOptions;

// A number to write on an empty point, and how strongly to colour it.
typedef struct {
    Point point;
    int percent;
} Heat;

typedef struct {
    const Node *end; // the position to draw or the move to stop at; NULL: the end of the main line
    Notation notation;   // of coordinate labels in pictures
    bool sgf_without_gm; // leave GM out: GoGui refuses GM[4]
    bool plain_stones;   // in SVG: no move numbers
    const Heat *heat;    // in SVG: what points are worth
    int heat_count;
} WriteOptions;

typedef struct {
    const char *name, *summary;
    const char *endings; // of file names, without dot, separated by blanks; "" if none is typical
    // NULL: it can only be written.
    Record *(*read)(const char *text, size_t len, const ReadOptions *options, Error *err);
    bool (*write)(const Record *r, const WriteOptions *options, Str *out, Error *err);
    bool keeps_moves; // not only the position they lead to
    bool keeps_tree;  // variations and comments too
    bool keeps_names; // the names of the players
    bool is_binary;   // no text
} Format;

extern const Format format_sgf, format_psq, format_rec, format_pos, format_pos_top, format_picture,
    format_classroom, format_renlib, format_svg;

// An empty record for a reader: the size the format fixes or the file says (0: it says none), and
// rules as ReadOptions has them. What neither says is decided, and noted.
Record *record_for_reader(int size, const ReadOptions *options);

const Format *format_at(int i); // NULL after the last
const char *format_name(int i);
const char *format_readable_name(int i); // the i-th of those that can be read
const Format *format_find(const char *name, Error *err);

// By the ending of the path. NULL, and an error that lists the formats, if it does not decide.
const Format *format_for_path(const char *path, Error *err);

// Reads a whole file ("-": standard input). `format` NULL: by the path's ending.
Record *record_load(const char *path, const Format *format, const ReadOptions *options, Error *err);

// Appends the record to `out`. An error is about the record: it cannot be written in that format.
bool record_write(const Record *r, const Format *format, const WriteOptions *options, Str *out,
                  Error *err);

// Writes to a temporary file and renames ("-": standard output).
bool record_save(const Record *r, const char *path, const Format *format,
                 const WriteOptions *options, Error *err);
