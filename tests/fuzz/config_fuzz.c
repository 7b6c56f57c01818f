// Configuration file: any input parses without a crash, and the settings it yields survive a round
// trip.
#include "fuzz.h"
#include "tui/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Settings all = settings_default(), again = settings_default();
    Str notes = {0}, text = {0};
    config_parse((const char *)data, size, &all, &notes);
    str_clear(&notes);
    config_format(&all, &text);
    config_parse(str_text(&text), text.len, &again, &notes);
    DEMAND(notes.len == 0);
    DEMAND(!memcmp(&all, &again, sizeof all));
    str_release(&notes);
    str_release(&text);
    return 0;
}
