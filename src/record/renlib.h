// RenLib's binary `.lib` format, shared by reader and writer: a header, then the nodes of a tree in
// preorder, two bytes each: a point and flags.
#pragma once

#include "record/format.h"

#define RENLIB_MAGIC "\xffRenLib\xff"

enum {
    RENLIB_HEADER_SIZE = 20,
    RENLIB_MAJOR_AT = 8, // offset of the version in the header
    RENLIB_MINOR_AT = 9,
    RENLIB_MAJOR = 3,
    RENLIB_MINOR = 4, // the first version whose trees begin with a node for the empty board
    RENLIB_BOARD_SIZE = 15,
};

// Flags in the second byte of a node. Bit 0x04, where RenLib starts displaying the library, is not
// part of the game.
enum {
    HAS_SIBLING = 0x80,
    IS_LEAF = 0x40,
    HAS_OLD_COMMENT = 0x20,
    IS_MARKED = 0x10,
    HAS_COMMENT = 0x08,
    IS_NO_MOVE = 0x02,
    HAS_EXTENSION = 0x01,
};

enum { EXTENSION_BOARD_TEXT = 0x0001 };

// Separates the one-line part of a comment from the multi-line part.
enum { RENLIB_PART_SEPARATOR = '\b' };

bool renlib_write(const Record *r, const WriteOptions *options, Str *out, Error *err);
