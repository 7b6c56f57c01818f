#include "visitor.h"

#include "base/mem.h"
#include "base/util.h"
#include "test.h"

#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set(Settings *all, Setting s, const char *value) {
    Error err = {0};
    if (value)
        CHECK(value, settings_set(all, s, value, &err));
}

void visitor_open(Visitor *p, const Wish *wish) {
    FaceOptions options = {
        .settings = settings_usual(),
        .sitting = {.state_folder = p->state, .adviser = "easy"},
        .config = p->config,
        .note = wish->note,
        .start = !wish->menu,
        .ponders = wish->ponders,
        .unicode = true,
    };
    set(&options.settings, SET_BLACK, wish->black ? wish->black : "human");
    set(&options.settings, SET_WHITE, wish->white ? wish->white : "easy");
    set(&options.settings, SET_RULES, wish->rules);
    set(&options.settings, SET_SIZE, wish->size ? wish->size : "7");
    set(&options.settings, SET_OPENING, wish->opening);
    set(&options.settings, SET_MIST, wish->mist);
    Error err = {0};
    p->face = mem_alloc(sizeof *p->face);
    CHECK("init", face_init(p->face, &options, &err));
    face_handle(p->face, &(Event){.kind = EVENT_TICK});
}

Visitor visitor_begin(const Wish *wish) {
    Visitor p = {.folder = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(p.folder) != NULL);
    snprintf(p.state, sizeof p.state, "%s/state", p.folder);
    snprintf(p.config, sizeof p.config, "%s/config/play.conf", p.folder);
    visitor_open(&p, wish);
    return p;
}

void visitor_close(Visitor *p) {
    face_release(p->face);
    mem_free(p->face);
    p->face = NULL;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

void visitor_end(Visitor *p) {
    visitor_close(p);
    screen_release(&p->screen);
    str_release(&p->text);
    nftw(p->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void visitor_tick(Visitor *p) {
    face_handle(p->face, &(Event){.kind = EVENT_TICK});
}

void visitor_wait(Visitor *p) {
    for (int i = 0; i < 1000 && background_is_busy(p->face->ponderer); i++) {
        struct pollfd news = {background_signal(p->face->ponderer), POLLIN, 0};
        poll(&news, 1, 100);
        visitor_tick(p);
    }
    CHECK("thought", !background_is_busy(p->face->ponderer));
}

static const struct {
    const char *name;
    int32_t key;
} named_keys[] = {
    {"Up", PRESS_UP},        {"Down", PRESS_DOWN},      {"Left", PRESS_LEFT},
    {"Right", PRESS_RIGHT},  {"Home", PRESS_HOME},      {"End", PRESS_END},
    {"Enter", PRESS_ENTER},  {"Esc", PRESS_ESCAPE},     {"Back", PRESS_BACKSPACE},
    {"PgUp", PRESS_PAGE_UP}, {"PgDn", PRESS_PAGE_DOWN}, {"Tab", PRESS_TAB},
};

static void press(Visitor *p, int32_t key) {
    face_handle(p->face, &(Event){.kind = EVENT_KEY, .key = key});
    visitor_wait(p);
}

static void press_word(Visitor *p, const char *word, size_t len) {
    for (int i = 0; i < COUNT(named_keys); i++)
        if (strlen(named_keys[i].name) == len && !strncmp(named_keys[i].name, word, len)) {
            press(p, named_keys[i].key);
            return;
        }
    for (size_t i = 0; i < len; i++)
        press(p, word[i] == '_' ? ' ' : word[i]);
}

void visitor_press(Visitor *p, const char *words) {
    while (*(words += strspn(words, " "))) {
        size_t len = strcspn(words, " ");
        press_word(p, words, len);
        words += len;
    }
}

const char *visitor_sees(Visitor *p) {
    face_draw(p->face, &p->screen);
    str_clear(&p->text);
    screen_format(&p->screen, &p->text);
    return str_text(&p->text);
}

void check_seen(const char *row, Visitor *p, const char *text) {
    if (!strstr(visitor_sees(p), text))
        CHECK_TEXT(row, str_text(&p->text), text);
}

void check_unseen(const char *row, Visitor *p, const char *text) {
    if (strstr(visitor_sees(p), text))
        CHECK_TEXT(row, str_text(&p->text), "something else");
}
