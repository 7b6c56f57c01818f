// RenLib's `.lib` files as bytes, for the reader and the writer: a header, then the nodes of a tree
// in the order in which they are drawn, two bytes each: a point and what there is beside it.
#pragma once

#include "record/format.h"

#define RENLIB_MAGIC "\xffRenLib\xff"

enum {
    RENLIB_HEADER_SIZE = 20,
    RENLIB_MAJOR_AT = 8, // where the header has the version
    RENLIB_MINOR_AT = 9,
    RENLIB_MAJOR = 3,
    RENLIB_MINOR = 4, // the first whose trees begin with a node for the empty board
    RENLIB_BOARD_SIZE = 15,
};

// The second byte of a node. Bit 0x04, where RenLib begins to show the library, is not of the game.
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

// Between the one-line and the many-line part of a comment.
enum { RENLIB_PARTS = '\b' };

bool renlib_write(const Record *r, const WriteOptions *options, Str *out, Error *err);
