// Actions of the terminal game: everything a player can do, one table row each. Typed commands, key
// bindings, the line of keys, the help and the manual come from the same rows.
#pragma once

#include "base/command.h"
#include "tui/screen/screen.h"
#include "tui/session/terminal_session.h"

// In the order of the help and of the line of keys. Related actions are adjacent, because
// ui_actions.c tests for ranges.
// clang-format off
typedef enum {
    ACTION_NONE,
    ACTION_LEFT, ACTION_DOWN, ACTION_UP, ACTION_RIGHT, ACTION_PLACE, ACTION_TYPE,
    ACTION_UNDO, ACTION_REDO, ACTION_HINT,
    ACTION_BACK, ACTION_FORWARD, ACTION_PREVIOUS_VARIATION, ACTION_NEXT_VARIATION,
    ACTION_FIRST, ACTION_LAST, ACTION_PLAY_HERE,
    ACTION_ANALYSE, ACTION_THREATS, ACTION_GRAPH, ACTION_FOULS, ACTION_PROVED,
    ACTION_SWITCH, ACTION_RESIGN, ACTION_REMATCH, ACTION_NEW,
    ACTION_SAVE, ACTION_REPLACE, ACTION_LOAD, ACTION_GAMES, ACTION_OPEN, ACTION_RESUME, ACTION_REVIEW,
    ACTION_KNOWN,
    ACTION_STAY, ACTION_SWAP, ACTION_MORE,
    ACTION_SHOW, ACTION_MOVES, ACTION_RULES, ACTION_TIME, ACTION_RESULT,
    ACTION_PANEL, ACTION_PAGE_UP, ACTION_PAGE_DOWN, ACTION_SETTINGS, ACTION_THEME,
    ACTION_LIST_UP, ACTION_LIST_DOWN, ACTION_LIST_LEFT, ACTION_LIST_RIGHT,
    ACTION_LIST_PAGE_UP, ACTION_LIST_PAGE_DOWN, ACTION_LIST_CHOOSE, ACTION_LIST_SEARCH,
    ACTION_HELP, ACTION_LEAVE, ACTION_LIST_BACK, ACTION_MENU, ACTION_QUIT,
    ACTION_COUNT,
} Action;
// clang-format on

typedef enum { KEYS_GAME, KEYS_GAME_OVER, KEYS_REVIEW, KEYS_LIST } KeyContext;

typedef struct {
    const char *command; // as typed; NULL: key only
    const char *usage;   // the command's arguments
    int min_args, max_args;
    bool (*run)(TerminalSession *s, Call *call);
    int argument; // for `run`
    const char *help;
    int32_t keys[4];   // ends with 0
    const char *label; // in the line of keys
    int when;          // where the keys work and are shown, and where the command is allowed
    void (*say)(const TerminalSession *s, Str *out); // replaces `run`: adds a reply
} ActionRow;

const ActionRow *action_row(Action action);

// True if the action's keys work there.
bool action_has_keys(Action action, KeyContext context);

// ACTION_NONE if the key does nothing there.
Action action_of_key(KeyContext context, int32_t key);

// True if the line of keys should show the action's keys.
bool action_is_labelled(Action action, KeyContext context, bool in_mist);

// Fails if the action is not possible now: some are not allowed during a review or in the mist.
bool action_check(const TerminalSession *s, Action action, Error *err);

// The action that a typed line names, and whether arguments follow. ACTION_NONE if it is a point,
// or unknown.
Action action_of_line(const TerminalSession *s, const char *line, bool *has_arguments);

// Runs a typed point or command and appends the reply, as whole lines. Splits `line` in place.
void action_run_line(TerminalSession *s, char *line, Str *reply);

// "u, Backspace".
void action_format_keys(Action action, Str *out);

// All keys with a title for each context, and all commands: one line per row.
void actions_format_keys(Str *out);
void actions_format_commands(Str *out);

// Replaces a leading "~/" with the home folder, as a shell does. path_complete also adds ".sgf"
// (the format that stores everything) if the name has no extension.
void path_expand(const char *typed, Str *out);
void path_complete(const char *typed, Str *out);
