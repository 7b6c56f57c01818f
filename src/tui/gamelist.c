#include "tui/gamelist.h"

#include "base/mem.h"
#include "base/util.h"
#include "tui/opponents.h"
#include "tui/speech.h"

#include <string.h>
#include <strings.h>

enum { TOP = 2, LEFT = 3, FOOT = 2 };

static void forget_games(GameList *l) {
    for (int i = 0; i < l->count; i++) {
        mem_free(l->games[i].text);
        mem_free(l->games[i].path);
    }
    mem_free(l->games);
    l->games = NULL;
    l->count = 0;
}

void game_list_release(GameList *l) {
    forget_games(l);
    str_release(&l->words);
    *l = (GameList){0};
}

static void add(GameList *l, const char *text, const char *path, int waiting) {
    l->games = mem_resize(l->games, (size_t)(l->count + 1) * sizeof *l->games);
    l->games[l->count++] = (ListedGame){mem_copy_text(text), mem_copy_text(path), waiting};
}

static void add_waiting(GameList *l, const Sitting *s) {
    WaitingGames waiting = sitting_waiting(s);
    for (int i = 0; i < waiting.count; i++) {
        Str line = {0};
        speech_waiting_game(&waiting.games[i], &line);
        if (text_has_words(str_text(&line), str_text(&l->words)))
            add(l, str_text(&line), waiting.games[i].path, i + 1);
        str_release(&line);
    }
    waiting_games_release(&waiting);
}

// With players of ours as people say it: "level 3".
static void show_played(const ArchivedGame *game, Str *out) {
    Str black = {0}, white = {0};
    opponent_show(game->black, &black);
    opponent_show(game->white, &white);
    ArchivedGame shown = *game;
    shown.black = black.len > 0 ? black.data : game->black;
    shown.white = white.len > 0 ? white.data : game->white;
    archived_game_format(&shown, out);
    str_release(&black);
    str_release(&white);
}

static void add_played(GameList *l, const Sitting *s) {
    ArchivedGames played = s->archive ? archive_list(s->archive) : (ArchivedGames){0};
    for (int i = 0; i < played.count; i++) {
        Str line = {0};
        show_played(&played.games[i], &line);
        if (text_has_words(str_text(&line), str_text(&l->words)))
            add(l, str_text(&line), played.games[i].path, 0);
        str_release(&line);
    }
    archived_games_release(&played);
}

void game_list_fill(GameList *l, const Sitting *s) {
    forget_games(l);
    l->picked = 0;
    add_waiting(l, s);
    add_played(l, s);
}

void game_list_move(GameList *l, int by) {
    l->picked = int_max(0, int_min(l->picked + by, l->count - 1));
}

static int visible_rows(int screen_rows) {
    return int_max(1, screen_rows - TOP - FOOT);
}

// The picked one is on the screen, whatever size that has.
static int first_shown(const GameList *l, int screen_rows) {
    return int_max(0, l->picked - visible_rows(screen_rows) + 1);
}

int game_list_row(const GameList *l, int screen_rows, int row) {
    int i = row - TOP + first_shown(l, screen_rows);
    return row >= TOP && row < TOP + visible_rows(screen_rows) && i < l->count ? i : -1;
}

static void draw_heading(const GameList *l, Screen *s) {
    Area all = screen_area(s);
    Style title = {INK_TITLE, PAPER_SCREEN}, dim = {INK_DIM, PAPER_SCREEN};
    int col = screen_put(s, all, 0, LEFT, title, "Games");
    if (l->words.len > 0) {
        col = screen_put(s, all, 0, col, dim, " with: ");
        screen_put(s, all, 0, col, (Style){INK_KEY, PAPER_SCREEN}, str_text(&l->words));
    }
    if (l->count == 0)
        screen_put(s, all, TOP, LEFT, dim,
                   l->words.len > 0 ? "No game has these words." : "No game was played yet.");
}

void game_list_draw(const GameList *l, Screen *s) {
    draw_heading(l, s);
    int first = first_shown(l, s->rows);
    for (int i = 0; i < visible_rows(s->rows) && first + i < l->count; i++) {
        const ListedGame *game = &l->games[first + i];
        bool picked = first + i == l->picked;
        Area line = {TOP + i, 1, 1, s->cols - 2};
        Style style = {game->waiting ? INK_KEY : INK_TEXT, picked ? PAPER_PICKED : PAPER_SCREEN};
        screen_fill(s, line, style);
        int col = screen_put(s, line, 0, 0, style, picked ? "> " : "  ");
        if (game->waiting)
            col = screen_put(s, line, 0, col, style, "unfinished: ");
        screen_put(s, line, 0, col, style, game->text);
    }
}
