#include "ui_driver.h"

#include "base/mem.h"
#include "base/number.h"
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

void driver_open(UiDriver *d, const TestSetup *setup) {
    PlayOptions options = {
        .settings = settings_default(),
        .session = {.state_folder = d->state, .hint_player = "easy"},
        .config = d->config,
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
    d->ui = mem_alloc(sizeof *d->ui);
    CHECK("init", ui_init(d->ui, &options, &err));
    ui_handle(d->ui, &(Event){.kind = EVENT_TICK});
}

UiDriver driver_start(const TestSetup *setup) {
    UiDriver d = {.folder = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(d.folder) != NULL);
    snprintf(d.state, sizeof d.state, "%s/state", d.folder);
    snprintf(d.config, sizeof d.config, "%s/config/play.conf", d.folder);
    driver_open(&d, setup);
    return d;
}

void driver_close(UiDriver *d) {
    ui_release(d->ui);
    mem_free(d->ui);
    d->ui = NULL;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

void driver_finish(UiDriver *d) {
    driver_close(d);
    screen_release(&d->screen);
    str_release(&d->text);
    nftw(d->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void driver_tick(UiDriver *d) {
    ui_handle(d->ui, &(Event){.kind = EVENT_TICK});
}

void driver_wait(UiDriver *d) {
    for (int i = 0; i < 1000 && background_is_busy(d->ui->move_thread); i++) {
        struct pollfd news = {background_fd(d->ui->move_thread), POLLIN, 0};
        poll(&news, 1, 100);
        driver_tick(d);
    }
    CHECK("thought", !background_is_busy(d->ui->move_thread));
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

static void press(UiDriver *d, int32_t key) {
    ui_handle(d->ui, &(Event){.kind = EVENT_KEY, .key = key});
    driver_wait(d);
    ui_draw(d->ui, &d->screen);
}

static void press_word(UiDriver *d, const char *word, size_t len) {
    for (int i = 0; i < COUNT(named_keys); i++)
        if (strlen(named_keys[i].name) == len && !strncmp(named_keys[i].name, word, len)) {
            press(d, named_keys[i].key);
            return;
        }
    for (size_t i = 0; i < len; i++)
        press(d, word[i] == '_' ? ' ' : word[i]);
}

void driver_press(UiDriver *d, const char *words) {
    while (*(words += strspn(words, " "))) {
        size_t len = strcspn(words, " ");
        press_word(d, words, len);
        ui_handle(d->ui, &(Event){.kind = EVENT_PAUSE});
        words += len;
    }
}

const char *driver_screen(UiDriver *d) {
    ui_draw(d->ui, &d->screen);
    str_clear(&d->text);
    screen_format(&d->screen, &d->text);
    return str_text(&d->text);
}

void check_shown(const char *row, UiDriver *d, const char *text) {
    if (!strstr(driver_screen(d), text))
        CHECK_TEXT(row, str_text(&d->text), text);
}

void check_not_shown(const char *row, UiDriver *d, const char *text) {
    if (strstr(driver_screen(d), text))
        CHECK_TEXT(row, str_text(&d->text), "something else");
}
