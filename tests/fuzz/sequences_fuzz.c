// Game of the analysis course: any input is answered and the game ends. The output does not depend
// on how the bytes are buffered, and the game stops only with a result or at the end of input.
#include "base/str.h"
#include "fuzz.h"
#include "protocol/sequences_game.h"

static SequenceState play(int board_size, const uint8_t *data, size_t size, size_t buffer,
                          Str *output) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");
    DEMAND(setvbuf(in, NULL, buffer ? _IOFBF : _IONBF, buffer) == 0);
    SequenceState state = sequences_play(board_size, in, out);
    DEMAND(state != SEQUENCE_CONTINUE || size == 0 || feof(in));
    fclose(in);
    fclose(out);
    str_add_bytes(output, text, len);
    free(text);
    return state;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    int board_size = BOARD_MIN + data[0] % 8;
    Str whole = {0}, chunked = {0};
    SequenceState once = play(board_size, data + 1, size - 1, 4096, &whole);
    SequenceState again = play(board_size, data + 1, size - 1, data[0] / 32, &chunked);
    DEMAND(once == again && whole.len == chunked.len &&
           memcmp(whole.data, chunked.data, whole.len) == 0);
    str_release(&whole);
    str_release(&chunked);
    return 0;
}
