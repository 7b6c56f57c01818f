// Game record file formats as a table: readers, writers, names and file extensions.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/board.h"
#include "core/notation.h"
#include "record/record.h"

// Values for what a file does not specify.
typedef struct {
    int size;            // default: 15, or the size the format fixes
    const Rules *rules;  // default: freestyle
    const char *charset; // default: UTF-8 if valid, otherwise Latin-1
    int game;            // which of several games in a file, from 1; 0: the first
    Stone turn;          // side to move if a diagram does not show it; EMPTY: that is an error
} ReadOptions;

// A heat map value to draw on an empty point.
typedef struct {
    Point point;
    int percent;
} Heat;

enum { PICTURE_WIDTH = 640, GIF_DELAY_MS = 700 };

typedef struct {
    const Node *end; // the position to draw or the move to stop at; NULL: the end of the main line
    Notation notation;   // of coordinate labels in diagrams
    bool sgf_without_gm; // omit GM, because GoGui rejects GM[4]
    bool plain_stones;   // in pictures: no move numbers
    int width;           // of PNG and GIF, in pixels; 0: PICTURE_WIDTH
    int delay_ms;        // between the moves in a GIF; 0: GIF_DELAY_MS
    const Heat *heat;    // in SVG: heat map
    int heat_count;
} WriteOptions;

typedef struct {
    const char *name, *summary;
    const char *extensions; // file extensions without the dot, separated by spaces; "": none
    // NULL: write-only.
    Record *(*read)(const char *text, size_t len, const ReadOptions *options, Error *err);
    // Appends to `out`. Fails if the format cannot represent the record.
    bool (*write)(const Record *r, const WriteOptions *options, Str *out, Error *err);
    bool keeps_moves; // not only the final position
    bool keeps_tree;  // also variations and comments
    bool keeps_names; // player names
    bool keeps_rules;
    bool keeps_size; // it is in the file, or the format has only one
    bool is_binary;
} Format;

extern const Format format_sgf, format_psq, format_rec, format_pos, format_pos_top, format_picture,
    format_classroom, format_renlib, format_svg, format_png, format_gif;

extern const Format *const format_table[]; // the formats of this build; ends with NULL
extern const NotBuilt formats_not_built[];

// An empty record for a reader. `size` is fixed by the format or given in the file, 0 if neither.
// Missing size and rules come from `options`, then from defaults, which are noted in the record.
Record *record_for_reader(int size, const ReadOptions *options);

const Format *format_at(int i); // NULL after the last
const char *format_name(int i);
const char *format_readable_name(int i); // the i-th readable format
const Format *format_find(const char *name, Error *err);

// Finds a format by file extension, which may also be the name of the format. If it is unknown,
// returns NULL, and *err lists the formats.
const Format *format_for_path(const char *path, Error *err);

// The same for a file to read. If the extension is unknown, *err says that the file is missing or a
// folder, or else lists only the readable formats.
const Format *format_for_input(const char *path, Error *err);

// Reads a whole file ("-": standard input). `format` NULL: by the file extension.
Record *record_load(const char *path, const Format *format, const ReadOptions *options, Error *err);

// Writes a whole file atomically, see file_write ("-": standard output). `format` NULL: by the file
// extension.
bool record_save(const Record *r, const char *path, const Format *format,
                 const WriteOptions *options, Error *err);

// The classroom course's file format: eleven lines with two names, the player to move, and the rows
// of an 8x8 board. The parser is as strict as the course's description.

enum { CLASSROOM_SIZE = 8 };

typedef struct {
    Str names[2]; // player 1 (Black) and player 2; UTF-8, never blank
    Board board;  // of CLASSROOM_SIZE; its turn is the file's third line
} ClassroomGame;

// `charset` is that of the names; NULL: UTF-8 if valid, otherwise Latin-1. On failure there is
// nothing to release.
bool classroom_parse(const char *text, size_t len, const char *charset, ClassroomGame *out,
                     Error *err);
void classroom_format(const ClassroomGame *game, Str *out);
void classroom_release(ClassroomGame *game);
