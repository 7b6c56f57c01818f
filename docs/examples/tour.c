/* A tour of pentad.h: a game between two players, its record, and queries of a position.
 *
 *     cc tour.c $(pkg-config --cflags --libs pentad) -o tour && ./tour
 */
#include <pentad.h>

#include <stdio.h>
#include <string.h>

static int failed(const PentadError *error) {
    fprintf(stderr, "tour: %s\n", error->text);
    return 1;
}

/* Two players until one has won. */
static bool play(PentadGame *game, PentadPlayer *black, PentadPlayer *white, PentadError *error) {
    while (!pentad_game_is_over(game)) {
        PentadPoint point;
        PentadPlayer *player = pentad_game_turn(game) == PENTAD_BLACK ? black : white;
        if (!pentad_player_choose(player, game, 0, &point, error) ||
            !pentad_game_play(game, point.x, point.y, error))
            return false;
    }
    return true;
}

static int show_a_game(PentadError *error) {
    int status = 1;
    PentadGame *game = pentad_game_new("freestyle", 15, error);
    PentadPlayer *strong = pentad_player_new("strong:50", error);
    PentadPlayer *easy = pentad_player_new("easy", error);
    if (game && strong && easy && play(game, strong, easy, error)) {
        pentad_game_set_name(game, PENTAD_BLACK, "strong", NULL);
        pentad_game_set_name(game, PENTAD_WHITE, "easy", NULL);
        printf("%s%s\n", pentad_game_picture(game), pentad_game_result(game));
        printf("%s\n", pentad_game_write(game, "sgf", NULL, NULL));
        status = 0;
    }
    pentad_player_free(easy);
    pentad_player_free(strong);
    pentad_game_free(game);
    return status;
}

/* A position from a drawing: Black to move wins by an open four. */
static int show_a_proof(PentadError *error) {
    static const char drawing[] = ".........\n"
                                  ".........\n"
                                  "..OXXX...\n"
                                  "...OX....\n"
                                  "...OX....\n"
                                  "...O.....\n"
                                  ".........\n"
                                  ".........\n"
                                  ".........\n"
                                  "Black to move\n";
    PentadGame *game = pentad_game_from_picture("freestyle", drawing, error);
    PentadEngine *engine = pentad_engine_new();
    PentadProof proof;
    int status = 1;
    if (game && pentad_engine_solve(engine, game, 1000, &proof, error)) {
        char move[PENTAD_POINT_TEXT] = "none";
        pentad_point_format(proof.move, "pos", 9, move, NULL);
        printf("Black %s, by %s\n", proof.outcome == PENTAD_WIN ? "wins" : "does not win", move);
        printf("open threes of Black: %d; score: %d\n",
               pentad_sequence_count(game, PENTAD_BLACK, 3).open,
               pentad_sequence_score(game, PENTAD_BLACK));
        status = 0;
    }
    pentad_engine_free(engine);
    pentad_game_free(game);
    return status;
}

/* What the player to move sees of a game in the mist. */
static int show_the_mist(PentadError *error) {
    PentadMistView view;
    PentadGame *game = pentad_game_new("freestyle", 19, error);
    bool seen =
        game && pentad_game_play(game, 2, 16, error) && pentad_mist_view(game, &view, error);
    for (int i = 0; seen && i < PENTAD_MIST_CELLS; i++)
        printf("%c%s", ".#ox"[view.cells[i]], i % PENTAD_MIST_WIDTH == 6 ? "\n" : "");
    pentad_game_free(game);
    return seen ? 0 : 1;
}

/* A classroom file: two names, whose turn it is, and the rows of the board. */
static int show_a_classroom_file(PentadError *error) {
    static const char file[] = "Ada\nBob\n2\n"
                               "0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n"
                               "0,0,0,1,1,0,0,0\n0,0,0,0,2,0,0,0\n0,0,0,0,0,0,0,0\n"
                               "0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n";
    PentadReadOptions options = {"classroom", NULL, 0};
    PentadGame *game = pentad_game_read(file, strlen(file), &options, error);
    if (!game)
        return 1;
    printf("%s has Black; %s is to move\n", pentad_game_name(game, PENTAD_BLACK),
           pentad_game_name(game, pentad_game_turn(game)));
    pentad_game_free(game);
    return 0;
}

int main(void) {
    PentadError error = {""};
    printf("Pentad %s\n", pentad_version());
    if (show_a_game(&error) || show_a_proof(&error) || show_the_mist(&error) ||
        show_a_classroom_file(&error))
        return failed(&error);
    return 0;
}
