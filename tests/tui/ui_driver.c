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

void driver_open(UiDriver *p, const TestSetup *setup) {
    UiOptions options = {
        .settings = settings_default(),
        .session = {.state_folder = p->state, .hint_player = "easy"},
        .config = p->config,
        .note = setup->note,
        .start = !setup->menu,
        .ponders = setup->ponders,
        .unicode = true,
    };
    set(&options.settings, SETTING_BLACK, setup->black ? setup->black : "human");
    set(&options.settings, SETTING_WHITE, setup->white ? setup->white : "easy");
    set(&options.settings, SETTING_RULES, setup->rules);
    set(&options.settings, SETTING_SIZE, setup->size ? setup->size : "7");
    set(&options.settings, SETTING_OPENING, setup->opening);
    set(&options.settings, SETTING_MIST, setup->mist);
    Error err = {0};
    p->ui = mem_alloc(sizeof *p->ui);
    CHECK("init", ui_init(p->ui, &options, &err));
    ui_handle(p->ui, &(Event){.kind = EVENT_TICK});
}

UiDriver driver_start(const TestSetup *setup) {
    UiDriver p = {.folder = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(p.folder) != NULL);
    snprintf(p.state, sizeof p.state, "%s/state", p.folder);
    snprintf(p.config, sizeof p.config, "%s/config/play.conf", p.folder);
    driver_open(&p, setup);
    return p;
}

void driver_close(UiDriver *p) {
    ui_release(p->ui);
    mem_free(p->ui);
    p->ui = NULL;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

void driver_finish(UiDriver *p) {
    driver_close(p);
    screen_release(&p->screen);
    str_release(&p->text);
    nftw(p->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void driver_tick(UiDriver *p) {
    ui_handle(p->ui, &(Event){.kind = EVENT_TICK});
}

void driver_wait(UiDriver *p) {
    for (int i = 0; i < 1000 && background_is_busy(p->ui->move_thread); i++) {
        struct pollfd news = {background_fd(p->ui->move_thread), POLLIN, 0};
        poll(&news, 1, 100);
        driver_tick(p);
    }
    CHECK("thought", !background_is_busy(p->ui->move_thread));
}

static const struct {
    const char *name;
    int32_t key;
} named_keys[] = {
    {"Up", KEYCODE_UP},        {"Down", KEYCODE_DOWN},      {"Left", KEYCODE_LEFT},
    {"Right", KEYCODE_RIGHT},  {"Home", KEYCODE_HOME},      {"End", KEYCODE_END},
    {"Enter", KEYCODE_ENTER},  {"Esc", KEYCODE_ESCAPE},     {"Back", KEYCODE_BACKSPACE},
    {"PgUp", KEYCODE_PAGE_UP}, {"PgDn", KEYCODE_PAGE_DOWN}, {"Tab", KEYCODE_TAB},
};

static void press(UiDriver *p, int32_t key) {
    ui_handle(p->ui, &(Event){.kind = EVENT_KEY, .key = key});
    driver_wait(p);
}

static void press_word(UiDriver *p, const char *word, size_t len) {
    for (int i = 0; i < COUNT(named_keys); i++)
        if (strlen(named_keys[i].name) == len && !strncmp(named_keys[i].name, word, len)) {
            press(p, named_keys[i].key);
            return;
        }
    for (size_t i = 0; i < len; i++)
        press(p, word[i] == '_' ? ' ' : word[i]);
}

void driver_press(UiDriver *p, const char *words) {
    while (*(words += strspn(words, " "))) {
        size_t len = strcspn(words, " ");
        press_word(p, words, len);
        words += len;
    }
}

const char *driver_screen(UiDriver *p) {
    ui_draw(p->ui, &p->screen);
    str_clear(&p->text);
    screen_format(&p->screen, &p->text);
    return str_text(&p->text);
}

void check_shown(const char *row, UiDriver *p, const char *text) {
    if (!strstr(driver_screen(p), text))
        CHECK_TEXT(row, str_text(&p->text), text);
}

void check_not_shown(const char *row, UiDriver *p, const char *text) {
    if (strstr(driver_screen(p), text))
        CHECK_TEXT(row, str_text(&p->text), "something else");
}
