// Classroom dialogue: any input is answered and the program ends. The output does not depend on how
// the bytes are buffered, and the replies to the first lines do not depend on later ones: tried
// with one of 8 inputs.
#include "base/str.h"
#include "fuzz.h"
#include "protocol/classroom_dialogue.h"

static void play(const uint8_t *data, size_t size, size_t buffer, Str *output) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    static FILE *notices;
    if (!notices)
        notices = fopen("/dev/null", "w");
    FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");
    DEMAND(setvbuf(in, NULL, buffer ? _IOFBF : _IONBF, buffer) == 0);
    Error err = {0};
    ClassroomOptions options = {.strong = "easy", .no_files = true};
    DEMAND(classroom_play(&options, &(ClassroomStreams){in, out, notices}, &err) == 0);
    fclose(in);
    fclose(out);
    str_add_bytes(output, text, len);
    free(text);
}

// The size of the input up to and including its n-th line.
static size_t size_of_lines(const uint8_t *data, size_t size, int n) {
    size_t at = 0;
    while (at < size && (n -= data[at] == '\n') > 0)
        at++;
    return at < size ? at + 1 : size;
}

static void play_again(const uint8_t *data, size_t size, const Str *whole) {
    int lines = 1 + data[0] % 32;
    Str chunked = {0}, first = {0};
    play(data + 1, size - 1, data[0] / 32, &chunked);
    DEMAND(whole->len == chunked.len && memcmp(whole->data, chunked.data, whole->len) == 0);
    play(data + 1, size_of_lines(data + 1, size - 1, lines), 4096, &first);
    size_t length = first.len - (first.data[first.len - 1] == '\n'); // the end of input adds one
    DEMAND(length <= whole->len && memcmp(whole->data, first.data, length) == 0);
    str_release(&chunked);
    str_release(&first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    Str whole = {0};
    play(data + 1, size - 1, 4096, &whole);
    if (fuzz_one_of(8, data, size))
        play_again(data, size, &whole);
    str_release(&whole);
    return 0;
}
