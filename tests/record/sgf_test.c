#include "base/number.h"
#include "base/utf8.h"
#include "record/format.h"
#include "test.h"

#include <string.h>

static Record *read_with(const char *text, const ReadOptions *options, Error *err) {
    return format_sgf.read(text, strlen(text), options, err);
}

// Reads valid SGF.
static Record *read_sgf(const char *row, const char *text) {
    Error err = {0};
    Record *r = read_with(text, &(ReadOptions){0}, &err);
    CHECK_TEXT(row, err.text, "");
    CHECK(row, r != NULL);
    return r;
}

static void write_sgf(const Record *r, const WriteOptions *options, Str *out) {
    Error err = {0};
    CHECK("write", format_sgf.write(r, options, out, &err));
}

// The output after the header line, without the last newline.
static const char *body_of(Str *written) {
    while (written->len > 0 && written->data[written->len - 1] == '\n')
        str_cut(written, written->len - 1);
    const char *newline = strchr(str_text(written), '\n');
    return newline ? newline + 1 : "(no second line)";
}

static const char header[] = "(;FF[4]GM[4]CA[UTF-8]AP[Pentad]SZ[15]RU[Freestyle]";

// Rows: input and the tree written back. "X" stands for the standard header.
static const struct {
    const char *name, *in, *out;
} trees[] = {
    {"moves", "(;SZ[15];B[hh];W[ii])", "X\n;B[hh];W[ii])\n"},
    {"blanks anywhere", " ( ; SZ [15] ; B\n[hh] ; W [ii] ) ", "X\n;B[hh];W[ii])\n"},
    {"variations", "(;;B[aa](;W[bb];B[cc])(;W[dd]))", "X\n;B[aa](;W[bb];B[cc])(;W[dd]))\n"},
    {"needless parentheses go", "(;(;B[aa](;W[bb])))", "X\n;B[aa];W[bb])\n"},
    {"variations of the first move", "(;(;B[aa])(;B[bb]))", "X\n(;B[aa])(;B[bb]))\n"},
    {"nested variations", "(;(;B[aa](;W[bb])(;W[cc]))(;B[bb]))",
     "X\n(;B[aa](;W[bb])(;W[cc]))(;B[bb]))\n"},
    {"a move at the root", "(;B[hh]SZ[15];W[ii])", "XB[hh]\n;W[ii])\n"},
    {"empty nodes", "(;;;)", "X\n;;)\n"},
    {"pass", "(;;B[];W[tt])", "X\n;B[];W[])\n"},
    {"the header is normalised",
     "(;RU[0]AP[Other:1.2]SZ[15:15]CA[utf-8]GM[4]FF[3]PB[A];B[aa]SZ[9]AP[kept])",
     "XPB[A]\n;B[aa]SZ[9]AP[kept])\n"},
    {"unknown properties in their order", "(;XYZ[1]A1[2]PB[x];ZZ[a][b];YY[])",
     "XXYZ[1]A1[2]PB[x]\n;ZZ[a][b];YY[])\n"},
    {"a property twice becomes one", "(;AB[aa]PB[x]AB[bb])", "XAB[aa][bb]PB[x]\n)\n"},
    {"small letters in names", "(;SiZe[15]PlayerBlack[me];Black[aa];White[bb])",
     "XPB[me]\n;B[aa];W[bb])\n"},
    {"escapes", "(;C[a\\]b\\\\c\\:d\\e:f])", "XC[a\\]b\\\\c:de:f]\n)\n"},
    {"soft line breaks vanish", "(;C[a\\\nb\\\r\nc\\\rd\\\n\re])", "XC[abcde]\n)\n"},
    {"other newlines stay", "(;C[a\nb\r\nc\rd\n\re])", "XC[a\nb\nc\nd\ne]\n)\n"},
    {"a colon in the second part of a label", "(;LB[aa:x\\:y][bb:z])", "XLB[aa:x\\:y][bb:z]\n)\n"},
    {"parentheses in text", "(;C[(;B\\[x\\])])", "XC[(;B[x\\])]\n)\n"},
    {"the move comes first in its node", "(;;C[hi]B[aa]N[x])", "X\n;B[aa]C[hi]N[x])\n"},
    {"letter and number", "(;;B[a1];W[o15];B[H8])", "X\n;B[ao];W[oa];B[hh])\n"},
    {"letter and number in setup", "(;AB[a1][hh]AW[o15]AE[aa:bb])",
     "XAB[ao][hh]AW[oa]AE[aa:bb]\n)\n"},
    {"the byte order mark", "\xef\xbb\xbf(;;B[aa])", "X\n;B[aa])\n"},
    {"c-gomoku-cli",
     "(;FF[4]GM[4]GN[1]EV[A x B]RU[0]SZ[15]PB[A]PW[B]RE[B+1]TE[five]\n"
     ";B[hh]C[opening move]\n;W[ii]C[123ms])\n",
     "XGN[1]EV[A x B]PB[A]PW[B]\nRE[B+1]TE[five]\n;B[hh]C[opening move];W[ii]C[123ms])\n"},
};

static void expand(const char *pattern, Str *out) {
    CHECK("the pattern begins with X", *pattern == 'X');
    str_add(out, "%s%s", header, pattern + 1);
}

TEST(sgf_writes_the_tree_it_read) {
    for (int i = 0; i < COUNT(trees); i++) {
        Str want = {0}, got = {0}, again = {0};
        expand(trees[i].out, &want);
        Record *r = read_sgf(trees[i].name, trees[i].in);
        write_sgf(r, &(WriteOptions){0}, &got);
        CHECK_TEXT(trees[i].name, str_text(&got), str_text(&want));
        record_free(r);
        r = read_sgf(trees[i].name, str_text(&got));
        write_sgf(r, &(WriteOptions){0}, &again);
        CHECK_TEXT(trees[i].name, str_text(&again), str_text(&want));
        CHECK_TEXT(trees[i].name, str_text(&r->notes), "");
        record_free(r);
        str_release(&want);
        str_release(&got);
        str_release(&again);
    }
}

static const struct {
    const char *name, *in, *error;
} refused[] = {
    {"nothing", "", "line 1, column 1: no game in the file: SGF begins with '(;'"},
    {"some text", "hello (world)", "line 1, column 1: no game in the file: SGF begins with '(;'"},
    {"no end", "(;SZ[15]\n;B[aa]", "line 2, column 7: the file ends inside the game: ')' missing"},
    {"no end of a value", "(;SZ[15]\n;C[aa\n\n",
     "line 2, column 4: the value that begins here does not end: ']' missing"},
    {"ends in an escape", "(;C[a\\",
     "line 1, column 5: the value that begins here does not end: ']' missing"},
    {"no value", "(;\nSZ;B[aa])", "line 2, column 3: property SZ needs a value in brackets: '['"},
    {"no capital", "(;sz[15])", "line 1, column 3: a property's id needs a capital letter"},
    {"black and white", "(;\n;B[aa]W[bb])",
     "line 2, column 7: the node already has a move; each move needs its own ';'"},
    {"black twice", "(;;B[aa]B[bb])",
     "line 1, column 9: the node already has a move; each move needs its own ';'"},
    {"two points", "(;;B[aa][bb])",
     "line 1, column 4: the node already has a move; each move needs its own ';'"},
    {"off the board", "(;\n;B[ap])",
     "line 2, column 2: 'ap' is not a point of the board; the last one is oo"},
    {"tt is a point of larger boards, and off this one", "(;SZ[20];B[tu])",
     "line 1, column 10: 'tu' is not a point of the board; the last one is tt"},
    {"row 16", "(;;B[a16])",
     "line 1, column 4: 'a16' is not a point of the board; the last one is o15"},
    {"three letters", "(;;B[aaa])",
     "line 1, column 4: 'aaa' is not a point of the board; the last one is oo"},
    {"not square", "(;SZ[20:15])",
     "line 1, column 6: the board is 20x15; only square boards can be read"},
    {"too large", "(;SZ[26])", "line 1, column 6: board size 26 is not between 2 and 25"},
    {"too small", "(;SZ[1])", "line 1, column 6: board size 1 is not between 2 and 25"},
    {"size in words", "(;SZ[big])",
     "line 1, column 6: SZ[big] is not a board size; SZ[15] would be"},
    {"size of nothing", "(;SZ[])", "line 1, column 6: SZ[] is not a board size; SZ[15] would be"},
    {"two sizes", "(;SZ[15]PB[x]SZ[15])", "line 1, column 17: SZ is given twice"},
    {"two rule sets", "(;RU[1][4])", "line 1, column 9: RU is given twice"},
    {"chess", "(;GM[3])", "line 1, column 6: GM[3] is another game; gomoku and renju are GM[4]"},
    {"node after a variation", "(;;B[aa](;W[bb]);W[cc])",
     "line 1, column 17: ';' is unexpected here"},
    {"variation without a node", "(;;B[aa]())", "line 1, column 10: ';' must follow '('"},
    {"stray bracket", "(;]", "line 1, column 3: ']' is unexpected here"},
    {"control character", "(;\x1b", "line 1, column 3: the byte 0x1b is unexpected here"},
    {"unknown character set", "(;FF[4]\nCA[klingon]PB[\xff])",
     "line 2, column 4: unknown character set 'klingon'"},
    {"a charset that is not ASCII-compatible", "(;CA[UTF-16]PB[\xff])",
     "line 1, column 6: the file is not in the character set 'UTF-16' it names"},
    {"a path as a character set", "(;CA[../x]PB[\xff])",
     "line 1, column 6: unknown character set '../x'"},
    {"not in its character set", "(;CA[UTF-8]\nPB[a\xff])",
     "line 2, column 5: the text is not valid in the character set 'UTF-8'"},
    {"a later game that does not end", "(;;B[aa])\n(;;B[bb]",
     "line 2, column 1: the game that begins here does not end: ')' missing"},
};

TEST(sgf_errors) {
    for (int i = 0; i < COUNT(refused); i++) {
        Error err = {0};
        Record *r = read_with(refused[i].in, &(ReadOptions){0}, &err);
        CHECK(refused[i].name, r == NULL);
        CHECK_TEXT(refused[i].name, err.text, refused[i].error);
    }
}

TEST(sgf_rejects_a_nul_byte) {
    Error err = {0};
    CHECK("zero", !format_sgf.read("(;C[a\0b])", 9, &(ReadOptions){0}, &err));
    CHECK_TEXT("zero", err.text, "line 1, column 6: a zero byte: this is not a text file");
}

// Rows: the notes contain what the reader assumed, and nothing else.
static const struct {
    const char *name, *in, *notes;
    int size;
    const Rules *rules;
} decided[] = {
    {"all said", "(;GM[4]SZ[19]RU[Renju])", "", 19, &rules_renju},
    {"no game named", "(;SZ[19]RU[standard])", "", 19, &rules_standard},
    {"Gomocup's number", "(;SZ[15]RU[4])", "", 15, &rules_renju},
    {"Gomocup's number for caro", "(;SZ[15]RU[9])", "", 15, &rules_caro},
    {"Gomocup's number for caro with overlines", "(;SZ[15]RU[8])", "", 15, &rules_caro_overline},
    {"with an opening rule", "(;SZ[15]RU[ Standard ; Swap2])", "", 15, &rules_standard},
    {"no size", "(;RU[Renju])", "the file does not specify the board size; read as 15x15\n", 15,
     &rules_renju},
    {"Go", "(;GM[1]SZ[15]RU[0])", "the file says it is Go (GM[1]); read as gomoku\n", 15,
     &rules_freestyle},
    {"Go without a size", "(;GM[1]RU[0])",
     "the file says it is Go (GM[1]); read as gomoku\n"
     "the file does not specify the board size; read as 19x19\n",
     19, &rules_freestyle},
    {"no rules", "(;SZ[15])", "the file does not specify the rules; read as freestyle\n", 15,
     &rules_freestyle},
    {"empty rules", "(;SZ[15]RU[])", "the file does not specify the rules; read as freestyle\n", 15,
     &rules_freestyle},
    {"unknown rules", "(;SZ[15]RU[Japanese])", "unknown rules 'Japanese'; read as freestyle\n", 15,
     &rules_freestyle},
    {"an unknown number", "(;SZ[15]RU[77])", "unknown rules '77'; read as freestyle\n", 15,
     &rules_freestyle},
    {"letter and number", "(;SZ[15]RU[0];B[h8];W[i9])",
     "points are written as a letter and a number ('h8'), which is not SGF; read with row 1 at the "
     "bottom and a column I\n",
     15, &rules_freestyle},
    {"setup that is not a point in any notation", "(;SZ[15]RU[0]AB[1:1][a0])", "", 15,
     &rules_freestyle},
    {"several games", "(;SZ[15]RU[0])(;)\n(;C[)\\](;])", "the file has 3 games; this is number 1\n",
     15, &rules_freestyle},
    {"text around", "From: me\n(;SZ[15]RU[0]) bye", "text outside the games was ignored\n", 15,
     &rules_freestyle},
    {"unnamed UTF-8", "(;SZ[15]RU[0]PB[\xc3\xa9])",
     "the file does not name its character set; read as UTF-8\n", 15, &rules_freestyle},
    {"unnamed Latin-1", "(;SZ[15]RU[0]PB[\xe9])",
     "the file does not name its character set; read as Latin-1\n", 15, &rules_freestyle},
    {"unknown character set that does not matter", "(;CA[klingon]SZ[15]RU[0])",
     "the file names the character set 'klingon', which is not supported; read as ASCII\n", 15,
     &rules_freestyle},
};

TEST(sgf_notes_what_it_assumed) {
    for (int i = 0; i < COUNT(decided); i++) {
        Record *r = read_sgf(decided[i].name, decided[i].in);
        CHECK_TEXT(decided[i].name, str_text(&r->notes), decided[i].notes);
        CHECK_INT(decided[i].name, r->size, decided[i].size);
        CHECK_TEXT(decided[i].name, r->rules->name, decided[i].rules->name);
        record_free(r);
    }
}

static const struct {
    const char *name, *in, *given, *player;
} charsets[] = {
    {"UTF-8", "(;CA[UTF-8]PB[\xc3\xa9])", NULL, "\xc3\xa9"},
    {"Latin-1", "(;PB[\xe9]CA[ISO-8859-1])", NULL, "\xc3\xa9"},
    {"the file's word counts more than the user's", "(;CA[ISO-8859-1]PB[\xe9])", "GBK", "\xc3\xa9"},
    {"the user's word counts more than a guess", "(;PB[\xb0\xa1])", "GBK", "\xe5\x95\x8a"},
    {"the user's word counts where the file's is wrong", "(;CA[UTF-8]PB[\xe9])", "ISO-8859-1",
     "\xc3\xa9"},
    {"a second byte that looks like a bracket", "(;CA[GBK]PB[\x81\x5d])", NULL, "\xe4\xb9\x9a"},
    {"a guess by the whole file", "(;PB[\xc3\xa9]PW[\xe9])", NULL, "\xc3\x83\xc2\xa9"},
};

TEST(sgf_reads_character_sets) {
    for (int i = 0; i < COUNT(charsets); i++) {
        Error err = {0};
        Record *r = read_with(charsets[i].in, &(ReadOptions){.charset = charsets[i].given}, &err);
        CHECK_TEXT(charsets[i].name, err.text, "");
        CHECK_TEXT(charsets[i].name, node_value(r->root, "PB"), charsets[i].player);
        record_free(r);
    }
}

TEST(sgf_reads_tt_as_a_point_of_large_boards_only) {
    Record *small = read_sgf("19", "(;SZ[19];B[tt])");
    Record *large = read_sgf("20", "(;SZ[20];B[tt])");
    CHECK_INT("19", record_last(small)->point, POINT_PASS);
    CHECK_INT("20", record_last(large)->point, point_at(19, 19));
    record_free(small);
    record_free(large);
}

TEST(sgf_options_fill_in_what_the_file_lacks) {
    Error err = {0};
    ReadOptions options = {.size = 20, .rules = &rules_renju};
    Record *r = read_with("(;)", &options, &err);
    CHECK_INT("size", r->size, 20);
    CHECK_TEXT("rules", r->rules->name, "renju");
    CHECK_TEXT("no guess", str_text(&r->notes), "");
    record_free(r);
    r = read_with("(;RU[?])", &options, &err);
    CHECK_TEXT("rules", r->rules->name, "renju");
    CHECK_TEXT("note", str_text(&r->notes), "unknown rules '?'; read as renju\n");
    record_free(r);
    r = read_with("(;SZ[9]RU[1])", &options, &err);
    CHECK_INT("size", r->size, 9);
    CHECK_TEXT("rules", r->rules->name, "standard");
    record_free(r);
}

TEST(sgf_reads_the_chosen_game) {
    static const char text[] = "(;PB[one])(;PB[two](;B[aa])(;B[bb]))(;PB[three])";
    static const char *const names[] = {"one", "one", "two", "three"};
    for (int game = 0; game < COUNT(names); game++) {
        Error err = {0};
        Record *r = read_with(text, &(ReadOptions){.game = game}, &err);
        CHECK_TEXT(names[game], node_value(r->root, "PB"), names[game]);
        record_free(r);
    }
    Error err = {0};
    CHECK("four", !read_with(text, &(ReadOptions){.game = 4}, &err));
    CHECK_TEXT("four", err.text, "line 1, column 49: there is no game 4: the file has 3");
}

static const struct {
    const char *name, *in, *rules;
} rule_texts[] = {
    {"a number becomes a word", "(;RU[4])", "RU[Renju]"},
    {"what follows stays", "(;RU[1;Swap2; x])", "RU[Standard; Swap2; x]"},
    {"unknown rules stay after the assumed ones", "(;RU[Foo])", "RU[Freestyle; Foo]"},
};

TEST(sgf_writes_rules_as_words) {
    for (int i = 0; i < COUNT(rule_texts); i++) {
        Record *r = read_sgf(rule_texts[i].name, rule_texts[i].in);
        Str out = {0};
        write_sgf(r, &(WriteOptions){0}, &out);
        const char *found = strstr(str_text(&out), "RU[");
        CHECK(rule_texts[i].name, found != NULL);
        str_cut(&out, strcspn(str_text(&out), "\n"));
        CHECK_TEXT(rule_texts[i].name, found, rule_texts[i].rules);
        str_release(&out);
        record_free(r);
    }
}

TEST(sgf_leaves_gm_out_on_request) {
    Record *r = read_sgf("read", "(;)");
    Str out = {0};
    write_sgf(r, &(WriteOptions){.sgf_without_gm = true}, &out);
    CHECK_TEXT("written", str_text(&out), "(;FF[4]CA[UTF-8]AP[Pentad]SZ[15]RU[Freestyle]\n)\n");
    str_release(&out);
    record_free(r);
}

TEST(sgf_writes_only_the_chosen_line) {
    Record *r = read_sgf("read", "(;RE[B+R];B[aa](;W[bb];B[cc])(;W[dd];B[ee]))");
    Node *variation = r->root->child->child->next;
    Str out = {0};
    write_sgf(r, &(WriteOptions){.end = variation}, &out);
    CHECK("no result", !strstr(str_text(&out), "RE["));
    CHECK_TEXT("variation", body_of(&out), ";B[aa];W[dd])");
    str_clear(&out);
    write_sgf(r, &(WriteOptions){.end = record_last(r)}, &out);
    CHECK("result", strstr(str_text(&out), "RE[B+R]") != NULL);
    CHECK_TEXT("main line", body_of(&out), ";B[aa];W[bb];B[cc])");
    str_release(&out);
    record_free(r);
}

TEST(sgf_keeps_lines_short) {
    Record *r = record_new(15, &rules_freestyle);
    Str text = {0};
    for (int i = 0; i < 2000; i++)
        str_add_text(&text, "\xe5\x95\x8a]");
    record_add_value(r, r->root, "C", str_text(&text));
    Node *node = r->root;
    for (int i = 0; i < 500; i++) {
        record_add_setup(r, r->root, BLACK, point_at(i % 15, 0));
        record_add_move(r, node, WHITE, POINT_PASS); // a sibling each: parentheses at the end
        node = record_add_move(r, node, BLACK, POINT_PASS);
    }
    Str out = {0};
    write_sgf(r, &(WriteOptions){0}, &out);
    for (const char *line = str_text(&out); *line;) {
        size_t len = strcspn(line, "\n");
        CHECK("short", len < 512);
        CHECK("no character is cut", utf8_is_valid(line, len));
        line += len + 1;
    }
    Record *back = read_sgf("back", str_text(&out));
    CHECK_TEXT("the text is whole", node_value(back->root, "C"), str_text(&text));
    record_free(back);
    record_free(r);
    str_release(&text);
    str_release(&out);
}

TEST(sgf_written_from_any_text_reads_back) {
    static const char *const texts[] = {"\\", "]",      "\\]",      "a:b:c",
                                        "\r", "a\r\nb", "\xff\xc3", "\x01"};
    static const char *const read_back[] = {
        "\\", "]", "\\]", "a:b:c", "\n", "a\nb", "\xef\xbf\xbd\xef\xbf\xbd", "\x01"};
    for (int i = 0; i < COUNT(texts); i++) {
        Record *r = record_new(15, &rules_freestyle);
        record_add_value(r, r->root, "LB", texts[i]);
        Str out = {0};
        write_sgf(r, &(WriteOptions){0}, &out);
        Record *back = read_sgf(texts[i], str_text(&out));
        CHECK_TEXT(texts[i], node_value(back->root, "LB"), read_back[i]);
        record_free(back);
        record_free(r);
        str_release(&out);
    }
}

TEST(sgf_rejects_too_many_properties) {
    Str text = {0};
    str_add_text(&text, "(;SZ[15]");
    for (int i = 0; i < NODE_PROPERTIES_MAX; i++)
        str_add(&text, "A%d[]", i);
    size_t full = text.len;
    str_add_text(&text, "A0[]B[hh])"); // existing properties may get more values
    record_free(read_sgf("as many as fit", str_text(&text)));
    str_cut(&text, full);
    str_add_text(&text, "Z[])");
    Error err = {0};
    CHECK("one more", !read_with(str_text(&text), &(ReadOptions){0}, &err));
    CHECK("one more", strstr(err.text, "more than 256 properties in one node") != NULL);
    str_release(&text);
}

enum { DEEP = 200000 };

// Rows: hostile or large inputs. Each must be read, written and replayed in linear time without
// recursion.
static const struct {
    const char *name, *begin, *repeated, *end;
    bool closes; // as many ')' as there were repeats
} deep[] = {
    {"nested variations", "(;", "(;", ")", true},
    {"nested pairs of variations", "(;", "(;)(;", ")", true},
    {"a long line of setup", "(;", ";AB[aa]", ")", false},
    {"setup between moves", "(;", ";AE[aa:oo];B[aa]", ")", false},
    {"many siblings", "(;", "(;B[aa])", ")", false},
    {"many values", "(;C", "[]", ")", false},
    {"a long text", "(;C[", "\\]\\\\", "])", false},
};

TEST(sgf_is_linear_and_needs_no_stack) {
    for (int i = 0; i < COUNT(deep); i++) {
        Str text = {0}, out = {0};
        Error err = {0};
        Game game;
        str_add_text(&text, deep[i].begin);
        for (int k = 0; k < DEEP; k++)
            str_add_text(&text, deep[i].repeated);
        str_add_repeated(&text, ')', deep[i].closes ? DEEP : 0);
        str_add_text(&text, deep[i].end);
        Record *r = read_sgf(deep[i].name, str_text(&text));
        write_sgf(r, &(WriteOptions){0}, &out);
        CHECK(deep[i].name, record_replay(r, record_last(r), &game, &err));
        record_free(r);
        record_free(read_sgf(deep[i].name, str_text(&out)));
        str_release(&text);
        str_release(&out);
    }
}

TEST(sgf_rejects_a_million_parentheses) {
    Str text = {0};
    Error err = {0};
    str_add_repeated(&text, '(', 1000000);
    CHECK("only these", !read_with(str_text(&text), &(ReadOptions){0}, &err));
    CHECK_TEXT("only these", err.text,
               "line 1, column 1: no game in the file: SGF begins with '(;'");
    str_release(&text);
}
