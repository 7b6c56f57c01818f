// Opening books: every opening that is parsed is legal and does not end the game.
#include "fuzz.h"
#include "match/opening_book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const int sizes[] = {5, 15, BOARD_MAX};
    for (int i = 0; i < 3; i++) {
        OpeningBook book = {0};
        Error err = {0};
        if (!opening_book_parse((const char *)data, size, &rules_renju, sizes[i], &book, &err)) {
            DEMAND(*err.text && !book.lines);
            continue;
        }
        DEMAND(book.count > 0);
        for (int k = 0; k < book.count; k++) {
            Board b;
            board_init(&b, &rules_renju, sizes[i]);
            for (int n = 0; n < book.lines[k].count; n++)
                DEMAND(board_play(&b, book.lines[k].points[n]) == PLAY_OK);
            DEMAND(book.lines[k].count > 0 && board_has_legal_move(&b));
        }
        opening_book_release(&book);
    }
    return 0;
}
