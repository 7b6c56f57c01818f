// Compares the GTP session with a slow reference implementation, written from the course's
// description without any of our code, on random sessions: every reply must match to the byte.
#include "base/number.h"
#include "protocol/gtp.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SESSIONS = 1000, COMMANDS_MAX = 80, SIDE_MAX = 25 };

typedef struct {
    int size;
    char at[SIDE_MAX][SIDE_MAX]; // [row from the bottom][column]: 'X', 'O' or '.'
    char turn;                   // 'X' or 'O'
    char winner;                 // the first to get five; '.': none
    int stones;
} Twin;

static void twin_clear(Twin *t, int size) {
    memset(t, '.', sizeof *t);
    t->size = size;
    t->turn = 'X';
    t->stones = 0;
}

static bool on_board(const Twin *t, int row, int column) {
    return row >= 0 && column >= 0 && row < t->size && column < t->size;
}

static bool five_from(const Twin *t, int row, int column, int up, int right) {
    for (int i = 0; i < 5; i++, row += up, column += right)
        if (!on_board(t, row, column) || t->at[row][column] == '.' ||
            t->at[row][column] != t->at[row - i * up][column - i * right])
            return false;
    return true;
}

// Scans the whole board after every move.
static void find_five(Twin *t) {
    static const int ways[][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    for (int row = 0; row < t->size; row++)
        for (int column = 0; column < t->size; column++)
            for (int i = 0; i < COUNT(ways); i++)
                if (t->winner == '.' && five_from(t, row, column, ways[i][0], ways[i][1]))
                    t->winner = t->at[row][column];
}

static bool twin_is_over(const Twin *t) {
    return t->winner != '.' || t->stones == t->size * t->size;
}

// In lower case.
static void name_point(int row, int column, char out[static 16]) {
    snprintf(out, 16, "%c%d", "abcdefghjklmnopqrstuvwxyz"[column], row + 1);
}

// Searches all point names; leading zeros are ignored.
static bool find_point(const Twin *t, const char *word, int *row, int *column) {
    char plain[64] = {0};
    size_t zeros = word[0] ? strspn(word + 1, "0") : 0;
    snprintf(plain, sizeof plain, "%c%s", word[0], word[0] ? word + 1 + zeros : "");
    for (*row = 0; *row < t->size; ++*row)
        for (*column = 0; *column < t->size; ++*column) {
            char name[16];
            name_point(*row, *column, name);
            if (!strcmp(name, plain))
                return true;
        }
    return false;
}

static void lower(const char *from, char *to, size_t room) {
    size_t i = 0;
    for (; from[i] && i + 1 < room; i++)
        to[i] = from[i] >= 'A' && from[i] <= 'Z' ? (char)(from[i] + 32) : from[i];
    to[i] = '\0';
}

static void put(Twin *t, char stone, int row, int column) {
    t->at[row][column] = stone;
    t->stones++;
    t->turn = stone == 'X' ? 'O' : 'X';
    find_five(t);
}

static void twin_play(Twin *t, const char *color, const char *move, char *out, size_t room) {
    char small[64], word[64];
    int row, column;
    lower(color, small, sizeof small);
    lower(move, word, sizeof word);
    char stone = !strcmp(small, "b") ? 'X' : !strcmp(small, "w") ? 'O' : '?';
    if (stone == '?')
        snprintf(out, room, "= illegal move: \"%s\" wrong color\n\n", small);
    else if (!strcmp(word, "pass")) {
        t->turn = stone == 'X' ? 'O' : 'X';
        snprintf(out, room, "= \n\n");
    } else if (!find_point(t, word, &row, &column))
        snprintf(out, room, "= illegal move: \"%s\" wrong coordinate\n\n", word);
    else if (t->at[row][column] != '.')
        snprintf(out, room, "= illegal move: \"%s\" occupied\n\n", word);
    else {
        put(t, stone, row, column);
        snprintf(out, room, "= \n\n");
    }
}

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

static void twin_legal_moves(const Twin *t, char *out, size_t room) {
    char names[SIDE_MAX * SIDE_MAX][16];
    int count = 0;
    for (int row = 0; row < t->size; row++)
        for (int column = 0; column < t->size; column++)
            if (t->at[row][column] == '.' && !twin_is_over(t))
                name_point(row, column, names[count++]);
    qsort(names, (size_t)count, sizeof names[0], compare_names);
    size_t at = (size_t)snprintf(out, room, "= ");
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(out + at, room - at, "%s%s", i ? " " : "", names[i]);
    snprintf(out + at, room - at, "\n\n");
}

static void twin_board(const Twin *t, char *out, size_t room) {
    size_t at = (size_t)snprintf(out, room, "= ");
    for (int row = t->size - 1; row >= 0; row--)
        at += (size_t)snprintf(out + at, room - at, "%.*s\n", t->size, t->at[row]);
    snprintf(out + at, room - at, "\n\n");
}

// Random moves are taken over from the reply: any legal one is accepted.
static void twin_genmove(Twin *t, char stone, const char *reply, char *out, size_t room) {
    int row, column;
    char name[8] = "";
    if (t->winner != '.')
        snprintf(out, room, "= resign\n\n");
    else if (t->stones == t->size * t->size)
        snprintf(out, room, "= pass\n\n");
    else if (sscanf(reply, "= %7[a-z0-9]", name) == 1 && find_point(t, name, &row, &column) &&
             t->at[row][column] == '.') {
        put(t, stone, row, column);
        snprintf(out, room, "= %s\n\n", name);
    } else
        snprintf(out, room, "a legal move");
}

static const char *final_result(const Twin *t) {
    return t->winner == 'X'   ? "black"
           : t->winner == 'O' ? "white"
           : twin_is_over(t)  ? "draw"
                              : "unknown";
}

static void twin_answer(Twin *t, const char *line, const char *reply, char *out, size_t room) {
    char words[3][64] = {"", "", ""};
    sscanf(line, "%63s %63s %63s", words[0], words[1], words[2]);
    out[0] = '\0';
    if (!strcmp(words[0], "play"))
        twin_play(t, words[1], words[2], out, room);
    else if (!strcmp(words[0], "genmove"))
        twin_genmove(t, words[1][0] == 'b' ? 'X' : 'O', reply, out, room);
    else if (!strcmp(words[0], "gogui-rules_legal_moves"))
        twin_legal_moves(t, out, room);
    else if (!strcmp(words[0], "gogui-rules_board"))
        twin_board(t, out, room);
    else if (!strcmp(words[0], "gogui-rules_final_result"))
        snprintf(out, room, "= %s\n\n", final_result(t));
    else if (!strcmp(words[0], "gogui-rules_side_to_move"))
        snprintf(out, room, "= %s\n\n", t->turn == 'X' ? "black" : "white");
    else if (!strcmp(words[0], "gogui-rules_board_size"))
        snprintf(out, room, "= %d\n\n", t->size);
    else if (!strcmp(words[0], "boardsize")) {
        twin_clear(t, (int)strtol(words[1], NULL, 10));
        snprintf(out, room, "= \n\n");
    } else if (!strcmp(words[0], "clear_board")) {
        twin_clear(t, t->size);
        snprintf(out, room, "= \n\n");
    } else if (words[0][0] && words[0][0] != '#')
        snprintf(out, room, "? Unknown command\n\n");
}

// ---- Sessions

static void choose_point(const Twin *t, Rng *rng, char *out, size_t room) {
    static const char *const odd[] = {"pass", "PASS", "i1", "a0",  "z99",
                                      "aa",   "1a",   "a",  "a1x", "J1"};
    if (rng_below(rng, 12) == 0) {
        snprintf(out, room, "%s", odd[rng_below(rng, COUNT(odd))]);
        return;
    }
    // Few columns, so that occupied points and lines occur.
    int column = rng_below(rng, int_min(t->size + 1, 7)), row = rng_below(rng, t->size + 1);
    bool capital = rng_below(rng, 4) == 0;
    const char *letters = capital ? "ABCDEFGHJKLMNOPQRSTUVWXYZ" : "abcdefghjklmnopqrstuvwxyz";
    snprintf(out, room, "%c%s%d", letters[column], rng_below(rng, 20) ? "" : "0", row + 1);
}

static void choose_line(const Twin *t, Rng *rng, char *out, size_t room) {
    static const char *const colors[] = {"b", "w", "b", "w", "B", "W", "black", "x"};
    static const char *const others[] = {"gogui-rules_legal_moves",
                                         "gogui-rules_board",
                                         "gogui-rules_final_result",
                                         "gogui-rules_side_to_move",
                                         "clear_board",
                                         "gogui-rules_board_size",
                                         "# comment",
                                         "",
                                         "foo"};
    char point[16];
    int kind = rng_below(rng, 20);
    if (kind < 10) {
        choose_point(t, rng, point, sizeof point);
        snprintf(out, room, "play %s %s", colors[rng_below(rng, COUNT(colors))], point);
    } else if (kind < 15)
        snprintf(out, room, "genmove %s", rng_below(rng, 2) ? "b" : "w");
    else if (kind == 15 && rng_below(rng, 5) == 0)
        snprintf(out, room, "boardsize %d", 2 + rng_below(rng, rng_below(rng, 4) ? 6 : 24));
    else
        snprintf(out, room, "%s", others[rng_below(rng, rng_below(rng, 8) ? 4 : COUNT(others))]);
}

TEST(gtp_matches_its_reference_implementation) {
    Rng rng = {11};
    Str reply = {0};
    int ends = 0;
    for (int session = 0; session < SESSIONS; session++) {
        char player[32];
        snprintf(player, sizeof player, "random:%d", session);
        Error err = {0};
        Gtp *g = gtp_new(&(GtpOptions){.player = player}, &err);
        Twin twin;
        twin_clear(&twin, 7);
        for (int i = rng_below(&rng, COMMANDS_MAX); i >= 0; i--) {
            char line[64], expected[4096];
            choose_line(&twin, &rng, line, sizeof line);
            str_clear(&reply);
            gtp_answer(g, line, strlen(line), &reply);
            twin_answer(&twin, line, str_text(&reply), expected, sizeof expected);
            CHECK_TEXT(line, str_text(&reply), expected);
            ends += twin_is_over(&twin);
        }
        gtp_free(g);
    }
    str_release(&reply);
    CHECK("games came to their end", ends > SESSIONS);
}
