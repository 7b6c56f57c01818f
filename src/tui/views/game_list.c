#include "tui/views/game_list.h"

#include "base/mem.h"
#include "base/util.h"
#include "tui/session/messages.h"
#include "tui/session/opponents.h"

#include <string.h>
#include <strings.h>

enum { TOP = 2, LEFT = 3, FOOT = 2 };

static void clear_games(GameList *l) {
    for (int i = 0; i < l->count; i++) {
        mem_free(l->games[i].text);
        mem_free(l->games[i].path);
    }
    mem_free(l->games);
    l->games = NULL;
    l->count = 0;
}

void game_list_release(GameList *l) {
    clear_games(l);
    str_release(&l->search);
    *l = (GameList){0};
}

static void add(GameList *l, const char *text, const char *path, int resume_number) {
    l->games = mem_resize(l->games, (size_t)(l->count + 1) * sizeof *l->games);
    l->games[l->count++] = (ListedGame){mem_copy_text(text), mem_copy_text(path), resume_number};
}

static void add_unfinished(GameList *l, const TerminalSession *s) {
    SavedGameList unfinished = terminal_session_list_unfinished(s);
    for (int i = 0; i < unfinished.count; i++) {
        Str line = {0};
        message_add_unfinished_game(&unfinished.games[i], &line);
        if (text_has_words(str_text(&line), str_text(&l->search)))
            add(l, str_text(&line), unfinished.games[i].path, i + 1);
        str_release(&line);
    }
    saved_games_release(&unfinished);
}

// Shows our players in words: "level 3".
static void format_finished(const GameHistoryEntry *game, Str *out) {
    Str black = {0}, white = {0};
    opponent_format(game->black, &black);
    opponent_format(game->white, &white);
    GameHistoryEntry shown = *game;
    shown.black = black.len > 0 ? black.data : game->black;
    shown.white = white.len > 0 ? white.data : game->white;
    game_history_entry_format(&shown, out);
    str_release(&black);
    str_release(&white);
}

static void add_finished(GameList *l, const TerminalSession *s) {
    GameHistory finished =
        s->history_folder ? game_history_list(s->history_folder) : (GameHistory){0};
    for (int i = 0; i < finished.count; i++) {
        Str line = {0};
        format_finished(&finished.games[i], &line);
        if (text_has_words(str_text(&line), str_text(&l->search)))
            add(l, str_text(&line), finished.games[i].path, 0);
        str_release(&line);
    }
    game_history_release(&finished);
}

void game_list_load(GameList *l, const TerminalSession *s) {
    clear_games(l);
    l->selected = 0;
    add_unfinished(l, s);
    add_finished(l, s);
}

void game_list_move_selection(GameList *l, int by) {
    l->selected = int_max(0, int_min(l->selected + by, l->count - 1));
}

static int visible_rows(int screen_rows) {
    return int_max(1, screen_rows - TOP - FOOT);
}

// Scrolls so that the selected game is visible.
static int first_shown(const GameList *l, int screen_rows) {
    return int_max(0, l->selected - visible_rows(screen_rows) + 1);
}

int game_list_index_at(const GameList *l, int screen_rows, int row) {
    int i = row - TOP + first_shown(l, screen_rows);
    return row >= TOP && row < TOP + visible_rows(screen_rows) && i < l->count ? i : -1;
}

static void draw_heading(const GameList *l, Screen *s) {
    Area all = screen_area(s);
    Style title = {FG_TITLE, BG_SCREEN}, dim = {FG_DIM, BG_SCREEN};
    int col = screen_put(s, all, 0, LEFT, title, "Games");
    if (l->search.len > 0) {
        col = screen_put(s, all, 0, col, dim, " with: ");
        screen_put(s, all, 0, col, (Style){FG_KEY, BG_SCREEN}, str_text(&l->search));
    }
    if (l->count == 0)
        screen_put(s, all, TOP, LEFT, dim,
                   l->search.len > 0 ? "No game has these words." : "No game was played yet.");
}

void game_list_draw(const GameList *l, Screen *s) {
    draw_heading(l, s);
    int first = first_shown(l, s->rows);
    for (int i = 0; i < visible_rows(s->rows) && first + i < l->count; i++) {
        const ListedGame *game = &l->games[first + i];
        bool selected = first + i == l->selected;
        Area line = {TOP + i, 1, 1, s->cols - 2};
        Style style = {game->resume_number ? FG_KEY : FG_TEXT, selected ? BG_SELECTED : BG_SCREEN};
        screen_fill(s, line, style);
        int col = screen_put(s, line, 0, 0, style, selected ? "> " : "  ");
        if (game->resume_number)
            col = screen_put(s, line, 0, col, style, "unfinished: ");
        screen_put(s, line, 0, col, style, game->text);
    }
}
