#include "base/number.h"
#include "record/format.h"
#include "test.h"

#include <string.h>

#define MAGIC "\xffRenLib\xff"
#define TEN "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
#define V30                                                                                        \
    MAGIC "\x03"                                                                                   \
          "\0" TEN
#define V34 MAGIC "\x03\x04" TEN

// Bytes with their length, since they contain NULs.
#define BYTES(literal) literal, sizeof(literal) - 1

static Record *read_lib(const char *bytes, size_t len, const char *charset, Error *err) {
    return format_renlib.read(bytes, len, &(ReadOptions){.charset = charset}, err);
}

// The tree as SGF without the header, as in the rows below.
static void tree_text(const Record *r, Str *out) {
    Error err = {0};
    Str all = {0};
    CHECK("write", format_sgf.write(r, &(WriteOptions){0}, &all, &err));
    const char *rules = strstr(str_text(&all), "RU[Freestyle]");
    CHECK("rules", rules != NULL);
    str_add_text(out, rules + strlen("RU[Freestyle]"));
    str_cut(out, out->len - 1);
    str_release(&all);
}

static const struct {
    const char *name, *bytes;
    size_t len;
    const char *tree;
} trees[] = {
    {"the reference's example",
     BYTES(V34 "\0\0"
               "\x78\0"
               "\x69\x80"
               "\x68\x48"
               "A\bB\0"
               "\x59\x41\0\1"
               "X\0"),
     "\n;B[hh]LB[if:X](;W[ig];B[hg]C[A\nB])(;W[if]))"},
    {"header and nothing else", BYTES(V34), "\n)"},
    {"the root alone", BYTES(V34 "\0\x40"), "\n)"},
    {"without a root", BYTES(V30 "\x78\0\x69\x40"), "\n;B[hh];W[ig])"},
    {"without a header", BYTES("\x78\0\x69\x40"), "\n;B[hh];W[ig])"},
    {"a leading path that does not end", BYTES(V34 "\0\0\x78\0"), "\n;B[hh])"},
    {"corners", BYTES(V34 "\0\0\x01\0\x0f\0\xe1\0\xef\x40"), "\n;B[aa];W[oa];B[ao];W[oo])"},
    {"a pass", BYTES(V34 "\0\0\x78\0\0\0\x69\x40"), "\n;B[hh];W[];B[ig])"},
    {"three siblings, and back up two levels",
     BYTES(V34 "\0\0\x78\x80\x69\x80\x11\x40\x6a\x40\x22\xc0\x33\x40"),
     "\n(;B[hh](;W[ig];B[ab])(;W[jg]))(;B[bc])(;B[cd]))"},
    {"a comment of odd length",
     BYTES(V34 "\0\0\x78\x48"
               "AB\0\0"),
     "\n;B[hh]C[AB])"},
    {"an empty comment", BYTES(V34 "\0\0\x78\x48\0\0"), "\n;B[hh])"},
    {"only the long part of a comment",
     BYTES(V34 "\0\0\x78\x48"
               "\bB\0\0"),
     "\n;B[hh]C[B])"},
    {"lines as Windows ends them",
     BYTES(V34 "\0\0\x78\x48"
               "A\bB\r\nC\0\0"),
     "\n;B[hh]C[A\nB\nC])"},
    {"a comment at the root",
     BYTES(V34 "\0\x48"
               "A\0"),
     "C[A]\n)"},
    {"an old comment",
     BYTES(V30 "\x78\x60"
               "A\xc2"),
     "\n;B[hh]C[AB])"},
    {"an old comment of odd length",
     BYTES(V30 "\x78\x20"
               "AB\xc3\0"
               "\x69\x40"),
     "\n;B[hh]C[ABC];W[ig])"},
    {"a mark", BYTES(V34 "\0\0\x78\x50"), "\n;B[hh]MA[hh])"},
    {"comment, then board text",
     BYTES(V34 "\0\0\x78\x49\0\1"
               "A\0"
               "x:y\0"),
     "LB[hh:x\\:y]\n;B[hh]C[A])"},
    {"texts of several children",
     BYTES(V34 "\0\0\x78\xc1\0\1"
               "1\0"
               "\x69\x41\0\1"
               "2\0"),
     "LB[hh:1][ig:2]\n(;B[hh])(;B[ig]))"},
    {"a text on a point without a move",
     BYTES(V34 "\0\0\x78\0\x69\xc3\0\1"
               "x\0"
               "\x6a\x40"),
     "\n;B[hh]LB[ig:x];W[jg])"},
    {"a comment without a move",
     BYTES(V34 "\0\0\x78\0\x69\x4a"
               "x\0"),
     "\n;B[hh];C[x])"},
    {"a text on no point",
     BYTES(V34 "\0\0\x78\0\0\x41\0\1"
               "x\0"),
     "\n;B[hh];W[]N[x])"},
    {"where the display starts", BYTES(V34 "\0\0\x78\x44"), "\n;B[hh])"},
};

TEST(renlib_reads_trees) {
    for (int i = 0; i < COUNT(trees); i++) {
        Error err = {0};
        Str got = {0};
        Record *r = read_lib(trees[i].bytes, trees[i].len, NULL, &err);
        CHECK_TEXT(trees[i].name, err.text, "");
        CHECK_TEXT(trees[i].name, str_text(&r->notes),
                   "the file does not specify the rules; read as freestyle\n");
        CHECK_INT(trees[i].name, r->size, 15);
        tree_text(r, &got);
        CHECK_TEXT(trees[i].name, str_text(&got), trees[i].tree);
        record_free(r);
        str_release(&got);
    }
}

static const struct {
    const char *name, *bytes;
    size_t len;
    const char *error;
} refused[] = {
    {"nothing", BYTES(""),
     "byte 0: not a RenLib library: it should begin with FF 'RenLib' FF, or with 78"},
    {"text", BYTES("(;)"),
     "byte 0: not a RenLib library: it should begin with FF 'RenLib' FF, or with 78"},
    {"half a magic", BYTES("\xffRen"),
     "byte 4: the file is cut short inside its header of 20 bytes"},
    {"half a header", BYTES(MAGIC "\x03\x04"),
     "byte 10: the file is cut short inside its header of 20 bytes"},
    {"a later version", BYTES(MAGIC "\x04\0" TEN),
     "byte 8: RenLib file version 4.0; only 3.x can be read"},
    {"half a node", BYTES(V34 "\0\0\x78"), "byte 22: the file is cut short"},
    {"half an extension", BYTES(V34 "\0\0\x78\x01\0"), "byte 24: the file is cut short"},
    {"a comment without end",
     BYTES(V34 "\0\0\x78\x08"
               "AB"),
     "byte 26: the file is cut short"},
    {"an old comment without end",
     BYTES(V34 "\0\0\x78\x20"
               "AB"),
     "byte 26: the file is cut short"},
    {"a board text without end",
     BYTES(V34 "\0\0\x78\x01\0\1"
               "AB"),
     "byte 28: the file is cut short"},
    {"column 0", BYTES(V34 "\0\0\x70\0"), "byte 22: 0x70 is not a point of a 15x15 board"},
    {"row 16", BYTES(V34 "\0\0\x78\0\xf8\0"), "byte 24: 0xf8 is not a point of a 15x15 board"},
    {"more after the end", BYTES(V34 "\0\0\x78\x40\x69\x40"),
     "byte 24: the tree is complete, but more bytes follow"},
    {"a sibling that is missing", BYTES(V34 "\0\0\x78\x80\x69\0"),
     "byte 26: the file is cut short: a variation should follow"},
    {"two roots", BYTES(V34 "\0\x80\x78\0"), "byte 20: the root must not have a sibling"},
};

TEST(renlib_errors) {
    for (int i = 0; i < COUNT(refused); i++) {
        Error err = {0};
        CHECK(refused[i].name, !read_lib(refused[i].bytes, refused[i].len, NULL, &err));
        CHECK_TEXT(refused[i].name, err.text, refused[i].error);
    }
}

// Two comments; the charset is guessed for both together.
static const struct {
    const char *name, *charset, *bytes;
    size_t len;
    const char *first, *second, *note;
} charsets[] = {
    {"UTF-8", NULL,
     BYTES(V34 "\0\0\x78\x08"
               "\xc3\xa9\0\0"
               "\x69\x48"
               "a\0"),
     "\xc3\xa9", "a", "the file does not name its character set; read as UTF-8\n"},
    {"Latin-1, because of the second", NULL,
     BYTES(V34 "\0\0\x78\x08"
               "\xc3\xa9\0\0"
               "\x69\x48"
               "\xe9\0"),
     "\xc3\x83\xc2\xa9", "\xc3\xa9", "the file does not name its character set; read as Latin-1\n"},
    {"GBK as the user says", "GBK",
     BYTES(V34 "\0\0\x78\x08"
               "\xb0\xa1\0\0"
               "\x69\x48"
               "a\0"),
     "\xe5\x95\x8a", "a", ""},
};

TEST(renlib_reads_character_sets) {
    for (int i = 0; i < COUNT(charsets); i++) {
        Error err = {0};
        Record *r = read_lib(charsets[i].bytes, charsets[i].len, charsets[i].charset, &err);
        CHECK_TEXT(charsets[i].name, err.text, "");
        const Node *first = r->root->child;
        CHECK_TEXT(charsets[i].name, node_value(first, "C"), charsets[i].first);
        CHECK_TEXT(charsets[i].name, node_value(first->child, "C"), charsets[i].second);
        CHECK_TEXT(charsets[i].name, strchr(str_text(&r->notes), '\n') + 1, charsets[i].note);
        record_free(r);
    }
}

TEST(renlib_charset_errors_name_the_text) {
    Error err = {0};
    static const char bytes[] = V34 "\0\0\x78\x08"
                                    "a\0"
                                    "\x69\x48"
                                    "\xff\0";
    CHECK("bad", !read_lib(bytes, sizeof bytes - 1, "GBK", &err));
    CHECK_TEXT("bad", err.text, "byte 28: the text is not valid in the character set 'GBK'");
    CHECK("unknown", !read_lib(bytes, sizeof bytes - 1, "klingon", &err));
    CHECK_TEXT("unknown", err.text, "byte 24: unknown character set 'klingon'");
    CHECK("wide", !read_lib(bytes, sizeof bytes - 1, "UTF-16LE", &err));
}

TEST(renlib_notes_what_it_skips) {
    Error err = {0};
    static const char bytes[] = V34 "\0\x10\x78\x01\0\2\x69\x41\0\4";
    Record *r =
        format_renlib.read(bytes, sizeof bytes - 1, &(ReadOptions){.rules = &rules_renju}, &err);
    CHECK_TEXT("read", err.text, "");
    CHECK_TEXT("rules", r->rules->name, "renju");
    CHECK_TEXT("notes", str_text(&r->notes),
               "byte 20: a mark without a point was ignored\n"
               "byte 22: unknown extension 0002 was ignored\n");
    record_free(r);
}

// SGF before and after a round trip through RenLib.
static const struct {
    const char *name, *sgf, *back;
} written[] = {
    {"nothing", "", "\n)"},
    {"a line", ";B[hh];W[ii];B[ao]", "\n;B[hh];W[ii];B[ao])"},
    {"a pass", ";B[hh];W[];B[aa]", "\n;B[hh];W[];B[aa])"},
    {"variations", "(;B[hh](;W[ii];B[aa])(;W[jj]))(;B[oo])",
     "\n(;B[hh](;W[ii];B[aa])(;W[jj]))(;B[oo]))"},
    {"comments", "C[A];B[hh]C[B];W[ii]C[one\ntwo\n\nfour]",
     "C[A]\n;B[hh]C[B];W[ii]C[one\ntwo\n\nfour])"},
    {"comments of every language", ";B[hh]C[\xe4\xba\x94\xe5\xad\x90]",
     "\n;B[hh]C[\xe4\xba\x94\xe5\xad\x90])"},
    {"an empty line before a comment", ";B[hh]C[\n\nB]", "\n;B[hh]C[B])"},
    {"a label where a move follows", ";B[hh]LB[ii:x:y];W[ii]", "\n;B[hh]LB[ii:x\\:y];W[ii])"},
    {"labels where none does", ";B[hh]LB[aa:1][bb:2];W[ii]", "\n;B[hh]LB[aa:1][bb:2];W[ii])"},
    {"labels at the end", ";B[hh]LB[aa:1][bb:2]", "\n;B[hh]LB[aa:1][bb:2])"},
    {"labels of two variations on one point", "LB[hh:1][hh:2](;B[hh])(;B[hh])",
     "LB[hh:1][hh:2]\n(;B[hh])(;B[hh]))"},
    {"a mark on the move, and one elsewhere", ";B[hh]MA[hh][aa]", "\n;B[hh]MA[hh])"},
    {"a name of a pass, and one of a move", ";B[]N[x];W[aa]N[y]", "\n;B[]N[x];W[aa])"},
    {"nodes without a move", ";B[hh]C[A];C[B](;W[ii])(;C[C](;W[jj];B[kk])(;W[ll]))",
     "\n;B[hh]C[A\nB\nC](;W[ii])(;W[jj];B[kk])(;W[ll]))"},
    {"a move at the root", "B[hh];W[ii]", "\n;B[hh];W[ii])"},
    {"names and result", "PB[Ann]RE[B+R];B[hh]", "\n;B[hh])"},
};

static Record *read_sgf(const char *row, const char *tree, int size) {
    Str text = {0};
    Error err = {0};
    str_add(&text, "(;SZ[%d]%s)", size, tree);
    Record *r = format_sgf.read(str_text(&text), text.len, &(ReadOptions){0}, &err);
    CHECK_TEXT(row, err.text, "");
    str_release(&text);
    return r;
}

static void check_written(const char *row, const Record *r, const WriteOptions *options,
                          const char *back) {
    Str bytes = {0}, again = {0}, got = {0};
    Error err = {0};
    CHECK(row, format_renlib.write(r, options, &bytes, &err));
    Record *read = read_lib(bytes.data, bytes.len, NULL, &err);
    CHECK_TEXT(row, err.text, "");
    tree_text(read, &got);
    CHECK_TEXT(row, str_text(&got), back);
    CHECK(row, format_renlib.write(read, &(WriteOptions){0}, &again, &err));
    CHECK(row, again.len == bytes.len && !memcmp(again.data, bytes.data, bytes.len));
    record_free(read);
    str_release(&bytes);
    str_release(&again);
    str_release(&got);
}

TEST(renlib_round_trips) {
    for (int i = 0; i < COUNT(written); i++) {
        Record *r = read_sgf(written[i].name, written[i].sgf, 15);
        check_written(written[i].name, r, &(WriteOptions){0}, written[i].back);
        record_free(r);
    }
}

TEST(renlib_writes_a_single_line) {
    Record *r = read_sgf("line", ";B[hh](;W[ii];B[aa])(;W[jj]C[x])", 15);
    const Node *end = r->root->child->child->next;
    check_written("line", r, &(WriteOptions){.end = end}, "\n;B[hh];W[jj]C[x])");
    record_free(r);
}

TEST(renlib_writes_the_bytes_of_the_reference) {
    Str bytes = {0};
    Error err = {0};
    Record *r = read_sgf("example", ";B[hh]LB[if:X](;W[ig];B[hg]C[A\nB])(;W[if])", 15);
    CHECK("written", format_renlib.write(r, &(WriteOptions){0}, &bytes, &err));
    CHECK_INT("length", (long long)bytes.len, (long long)trees[0].len);
    CHECK("bytes", !memcmp(bytes.data, trees[0].bytes, trees[0].len));
    record_free(r);
    str_release(&bytes);
}

TEST(renlib_write_errors) {
    static const struct {
        const char *name, *sgf;
        int size;
        const char *error;
    } rows[] = {
        {"another size", ";B[hh]", 19, "the board is 19x19; RenLib has 15x15 only"},
        {"set up", "AB[hh];W[ii]", 15, "stones are set up, and RenLib holds only moves"},
        {"set up later", ";B[hh];AW[ii]", 15, "stones are set up, and RenLib holds only moves"},
        {"White first", ";W[hh]", 15, "move 1 is White's out of turn, which RenLib cannot hold"},
        {"twice, in a variation", ";B[hh](;W[ii])(;B[jj])", 15,
         "move 2 is Black's out of turn, which RenLib cannot hold"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Str bytes = {0};
        Record *r = read_sgf(rows[i].name, rows[i].sgf, rows[i].size);
        CHECK(rows[i].name, !format_renlib.write(r, &(WriteOptions){0}, &bytes, &err));
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
        CHECK_INT(rows[i].name, (long long)bytes.len, 0);
        record_free(r);
        str_release(&bytes);
    }
}

enum { DEEP = 200000 };

TEST(renlib_is_linear_and_needs_no_stack) {
    static const struct {
        const char *name, *repeated;
        size_t len;
        const char *end;
        int end_copies;
    } rows[] = {
        {"a long line", BYTES("\x78\0"), "", 0},
        {"a sibling at every level", BYTES("\x78\x80"), "\x69\x40", DEEP},
        {"a label from every sibling", BYTES("\x78\xc1\0\1\0\0"), "\x69\x40", 1},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str bytes = {0};
        Error err = {0};
        str_add_bytes(&bytes, V34 "\0\0", 22);
        for (int k = 0; k < DEEP; k++)
            str_add_bytes(&bytes, rows[i].repeated, rows[i].len);
        str_add_text(&bytes, rows[i].end_copies == DEEP ? "\x68\x40" : "");
        for (int k = 0; k < rows[i].end_copies; k++)
            str_add_text(&bytes, rows[i].end);
        Record *r = read_lib(bytes.data, bytes.len, NULL, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        str_clear(&bytes);
        CHECK(rows[i].name, format_renlib.write(r, &(WriteOptions){0}, &bytes, &err));
        record_free(r);
        str_release(&bytes);
    }
}
