#include "server/log.h"

#include "base/number.h"
#include "test.h"

#include <string.h>

TEST(banner_shows_the_url) {
    static const struct {
        const char *url, *open;
    } rows[] = {
        {"http://127.0.0.1:8080", "http://127.0.0.1:8080"},
        {"http://[::1]:8080", "http://[::1]:8080"},
        {"https://example.org", "https://example.org"},
        {"http://0.0.0.0:9000", "http://127.0.0.1:9000"},
        {"http://[::]:9000", "http://127.0.0.1:9000"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str want = {0}, got = {0};
        str_add(&want, "Pentad is running. Open %s (Ctrl-C stops it)\n", rows[i].open);
        banner_format(rows[i].url, &got);
        str_cut(&got, strcspn(str_text(&got), "\n") + 1); // URLs of other interfaces may follow
        CHECK_TEXT(rows[i].url, str_text(&got), str_text(&want));
        str_clear(&got);
        banner_add_local_url(rows[i].url, &got);
        CHECK_TEXT(rows[i].url, str_text(&got), rows[i].open);
        str_release(&want);
        str_release(&got);
    }
}

TEST(banner_tells_others_which_address_to_open) {
    Str got = {0};
    banner_format("http://0.0.0.0:9000", &got);
    const char *others = strstr(str_text(&got), "On other devices");
    CHECK("others", others && strstr(others, ":9000\n"));
    str_clear(&got);
    banner_format("http://127.0.0.1:9000", &got);
    CHECK("only this machine", !strstr(str_text(&got), "On other devices"));
    str_release(&got);
}
