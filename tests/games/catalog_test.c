// The catalog: valid JSON with a row for everything in the tables, and the copy in the page.
#include "games/game_request.h"

#include "base/file.h"
#include "base/json.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/rating.h"
#include "player/proved.h"
#include "test.h"

static int count_rows(const Json *list) {
    int count = 0;
    for (const Json *row = list ? list->first : NULL; row; row = row->next)
        count++;
    return count;
}

static void check_names(const char *list, const Json *rows, const char *name_at(int i)) {
    const Json *row = rows ? rows->first : NULL;
    for (int i = 0; name_at(i); i++, row = row ? row->next : NULL) {
        const Json *name = json_find(row, "name");
        CHECK_TEXT(list, name ? name->text : "", name_at(i));
    }
    CHECK(list, !row);
}

TEST(catalog_has_every_row_of_the_tables) {
    Str text = {0};
    Arena arena = {0};
    Error err = {0};
    catalog_write(&text);
    const Json *catalog = json_parse(&arena, str_text(&text), text.len, &err);
    CHECK_TEXT("JSON", err.text, "");
    check_names("rules", json_find(catalog, "rules"), rules_name);
    check_names("openings", json_find(catalog, "openings"), opening_rule_name);
    CHECK_INT("levels", count_rows(json_find(catalog, "levels")), LEVEL_COUNT);
    int strategies = count_rows(json_find(catalog, "strategies"));
    CHECK("strategies", strategy_row_at(strategies - 1) && !strategy_row_at(strategies));
    arena_release(&arena);
    str_release(&text);
}

TEST(catalog_of_the_page_is_that_of_the_program) {
    Str wanted = {0}, found = {0};
    Error err = {0};
    catalog_write_module(&wanted);
    CHECK("read", file_read(TESTS "../web/js/catalog.js", &found, &err));
    CHECK_TEXT("build-dev/pentad serve --catalog > web/js/catalog.js", str_text(&found),
               str_text(&wanted));
    str_release(&wanted);
    str_release(&found);
}
