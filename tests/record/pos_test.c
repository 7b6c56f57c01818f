#include "record/format.h"
#include "test.h"

#include "base/number.h"

#include <string.h>

static Record *read_text(const Format *format, const char *text, int size, Error *err) {
    return format->read(text, strlen(text), &(ReadOptions){.size = size}, err);
}

TEST(pos_reads_moves_with_separators) {
    static const struct {
        const char *name, *text;
    } rows[] = {
        {"glued together", "h8i9h9"},
        {"capitals", "H8I9H9"},
        {"blanks and newlines", "  h8 i9\n\th9\r\n"},
        {"commas and semicolons", "h8,i9; h9,"},
        {"leading zeros", "h08i09h9"},
        {"after an address", "https://example.org/game#/h8i9h9"},
        {"after the mark alone", "\n #/h8i9h9\n"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Record *r = read_text(&format_pos, rows[i].text, 0, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        CHECK_INT(rows[i].name, r->size, 15);
        const Node *first = r->root->child;
        CHECK_INT(rows[i].name, first->point, point_at(7, 7));
        CHECK_INT(rows[i].name, first->color, BLACK);
        CHECK_INT(rows[i].name, first->child->point, point_at(8, 6));
        CHECK_INT(rows[i].name, first->child->color, WHITE);
        CHECK_INT(rows[i].name, record_last(r)->point, point_at(7, 6));
        Str out = {0};
        CHECK(rows[i].name, format_pos.write(r, &(WriteOptions){0}, &out, &err));
        CHECK_TEXT(rows[i].name, str_text(&out), "h8i9h9\n");
        str_release(&out);
        record_free(r);
    }
}

TEST(pos_errors) {
    static const struct {
        const char *name, *text, *error;
        int size;
    } rows[] = {
        {"a word", "h8 hello",
         "line 1, column 4: 'h' is not a point of the board; the last one is o15", 0},
        {"a dash", "h8-i9", "line 1, column 3: expected a move, such as h8, not '-'", 0},
        {"a move number", "1. h8", "line 1, column 1: expected a move, such as h8, not '1'", 0},
        {"off the board", "h8\ni16",
         "line 2, column 1: 'i16' is not a point of the board; the last one is o15", 0},
        {"off a small board", "a1i9",
         "line 1, column 3: 'i9' is not a point of the board; the last one is h8", 8},
        {"row 0", "a0", "line 1, column 1: 'a0' is not a point of the board; the last one is o15",
         0},
        {"a huge row", "a123456789123",
         "line 1, column 1: 'a123456' is not a point of the board; the last one is o15", 0},
        {"twice the same", "h8i9\n h8", "line 2, column 2: the point is occupied", 0},
        {"an address only in the first line", "h8\n#/i9",
         "line 2, column 1: expected a move, such as h8, not '#'", 0},
        {"a control character", "h8\033[31m",
         "line 1, column 3: expected a move, such as h8, not the byte 0x1b", 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK(rows[i].name, !read_text(&format_pos, rows[i].text, rows[i].size, &err));
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
    }
}

TEST(pos_top_counts_rows_from_the_top) {
    Error err = {0};
    Record *r = read_text(&format_pos_top, "a1h8", 20, &err);
    CHECK_INT("a1", r->root->child->point, point_at(0, 0));
    CHECK_INT("h8", r->root->child->child->point, point_at(7, 7));
    Str out = {0};
    CHECK("written from the bottom", format_pos.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("written from the bottom", str_text(&out), "a20h13\n");
    str_release(&out);
    record_free(r);
}

TEST(pos_writes_up_to_the_given_node) {
    Error err = {0};
    Str out = {0};
    Record *r = read_text(&format_pos, "h8i9h9", 0, &err);
    CHECK("two", format_pos.write(r, &(WriteOptions){.end = record_after_moves(r, 2)}, &out, &err));
    CHECK_TEXT("two", str_text(&out), "h8i9\n");
    str_clear(&out);
    CHECK("none", format_pos.write(r, &(WriteOptions){.end = r->root}, &out, &err));
    CHECK_TEXT("none", str_text(&out), "\n");
    str_release(&out);
    record_free(r);
}

static void set_up_stone(Record *r) {
    record_add_setup(r, r->root, WHITE, point_at(0, 0));
}

static void set_up_later(Record *r) {
    record_add_move(r, r->root, BLACK, point_at(0, 0));
    record_add_value(r, record_add_node(r, r->root->child), "AE", "aa");
    record_add_move(r, record_last(r), BLACK, point_at(0, 0));
}

static void pass(Record *r) {
    record_add_move(r, record_add_move(r, r->root, BLACK, point_at(0, 0)), WHITE, POINT_PASS);
}

static void black_twice(Record *r) {
    record_add_move(r, record_add_move(r, r->root, BLACK, point_at(0, 0)), BLACK, point_at(1, 0));
}

static void white_first(Record *r) {
    record_add_move(r, r->root, WHITE, point_at(0, 0));
}

static void same_point_twice(Record *r) {
    record_add_move(r, record_add_move(r, r->root, BLACK, point_at(0, 0)), WHITE, point_at(0, 0));
}

TEST(pos_write_errors) {
    static const struct {
        const char *name, *error;
        void (*build)(Record *r);
    } rows[] = {
        {"setup", "stones are set up, and this format holds only moves", set_up_stone},
        {"setup later", "stones are set up, and this format holds only moves", set_up_later},
        {"pass", "move 2 is a pass, which this format cannot hold", pass},
        {"black twice", "move 2 is Black's out of turn, which this format cannot hold",
         black_twice},
        {"white first", "move 1 is White's out of turn, which this format cannot hold",
         white_first},
        {"impossible", "move 2: the point is occupied", same_point_twice},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Str out = {0};
        Record *r = record_new(15, &rules_freestyle);
        rows[i].build(r);
        CHECK(rows[i].name, !format_pos.write(r, &(WriteOptions){0}, &out, &err));
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
        str_release(&out);
        record_free(r);
    }
}
