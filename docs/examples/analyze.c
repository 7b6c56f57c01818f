/* An analysis without a window: the three best moves of a position, better and better until the
 * time is over or Enter is pressed.
 *
 *     cc analyze.c $(pkg-config --cflags --libs pentad) -pthread -o analyze
 *     ./analyze game.sgf              a record in any format: the position after its last move
 *     ./analyze "renju 15 black j9h8 i9" 60     a position as text; a minute instead of 10 seconds
 */
#include <pentad.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    PentadEngine *engine;
    PentadGame *game;
    PentadSearchOptions options;
} Work;

static void print_line(const PentadAnalysis *line, int size) {
    printf("  %5.1f %%  depth %2d ", 100 * pentad_win_rate(line->value), line->depth);
    for (int i = 0; i < line->length && i < 8; i++) {
        char move[PENTAD_POINT_TEXT];
        if (pentad_point_format(line->line[i], "pos", size, move, NULL))
            printf(" %s", move);
    }
    printf("\n");
}

static void print_lines(void *context, PentadEngine *engine) {
    PentadAnalysis line;
    const Work *work = context;
    printf("%lld positions\n", (long long)pentad_engine_nodes(engine));
    for (int i = 0; pentad_engine_line(engine, i, &line); i++)
        print_line(&line, pentad_game_size(work->game));
    fflush(stdout);
}

static void *search(void *context) {
    PentadError error;
    Work *work = context;
    if (!pentad_engine_search(work->engine, work->game, &work->options, &error)) {
        fprintf(stderr, "analyze: %s\n", error.text);
        exit(1);
    }
    printf("done: ");
    print_lines(work, work->engine);
    exit(0); /* the main thread may still wait for Enter */
}

int main(int argc, char **argv) {
    PentadError error;
    double seconds = argc == 3 ? atof(argv[2]) : 10;
    if (argc < 2 || argc > 3 || !(seconds > 0 && seconds < 1e6)) {
        fprintf(stderr, "usage: analyze FILE|POSITION [SECONDS]\n");
        return 2;
    }
    Work work = {.engine = pentad_engine_new()};
    work.game = strchr(argv[1], ' ') ? pentad_game_from_position(argv[1], &error)
                                     : pentad_game_load(argv[1], NULL, &error);
    if (!work.game) {
        fprintf(stderr, "analyze: %s\n", error.text);
        return 1;
    }
    printf("%s", pentad_game_picture(work.game));
    work.options = (PentadSearchOptions){
        .struct_size = sizeof work.options,
        .milliseconds = (int64_t)(1000 * seconds),
        .lines = 3,
        .progress = print_lines,
        .context = &work,
    };
    pthread_t thread;
    if (pthread_create(&thread, NULL, search, &work) != 0) {
        fprintf(stderr, "analyze: no thread can be started\n");
        return 1;
    }
    if (getchar() != EOF) /* at the end of input nobody can press Enter */
        pentad_engine_stop(work.engine);
    pthread_join(thread, NULL);
    return 0;
}
