#include "tui/look.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/util.h"
#include "tui/insight.h"
#include "tui/speech.h"
#include "tui/threats.h"

#include <poll.h>

bool look_is_allowed(const Dialogue *d, Error *err) {
    return !sitting_is_misty(&d->sitting) || error_set(err, "not in the mist");
}

bool look_begin(Dialogue *d, Error *err) {
    if (d->walk.record)
        return true;
    if (!look_is_allowed(d, err))
        return false;
    Node *end = sitting_record(&d->sitting); // which may be of another record than before
    return walk_begin(&d->walk, d->sitting.record, end, err);
}

static void say_place(Dialogue *d, Call *call) {
    const Game *g = &d->walk.game;
    VariationCount here = walk_variations(&d->walk);
    if (g->count == 0) {
        str_add_text(&call->reply, "Before the first move");
    } else {
        const Move *m = &g->moves[g->count - 1];
        str_add(&call->reply, "After move %d, %s ", g->count, stone_name(m->color));
        speech_point(m->point, d->notation, g->board.size, &call->reply);
    }
    if (here.count > 1)
        str_add(&call->reply, ", variation %d of %d", here.index + 1, here.count);
    str_add_text(&call->reply, ".\n");
    const char *comment = node_value(d->walk.at, "C");
    if (comment)
        speech_lines(comment, &call->reply);
    d->show_now = d->show_always;
}

static bool step_along(Dialogue *d, Call *call, WalkStep step) {
    int64_t times = 1;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, GAME_MOVES_MAX, &times, &call->err))
        return false;
    if (!look_begin(d, &call->err))
        return false;
    bool any = false;
    for (int i = 0; i < times && walk_step(&d->walk, step); i++)
        any = true;
    if (!any)
        return error_set(&call->err, "there is nothing further that way");
    say_place(d, call);
    return true;
}

bool look_back(void *session, Call *call) {
    return step_along(session, call, STEP_BACK);
}

bool look_on(void *session, Call *call) {
    return step_along(session, call, STEP_ON);
}

bool look_first(void *session, Call *call) {
    return step_along(session, call, STEP_FIRST);
}

bool look_last(void *session, Call *call) {
    return step_along(session, call, STEP_LAST);
}

bool look_variation(void *session, Call *call) {
    Dialogue *d = session;
    if (!look_begin(d, &call->err))
        return false;
    if (!walk_step(&d->walk, STEP_VARIATION_AFTER)) {
        bool any = false;
        while (walk_step(&d->walk, STEP_VARIATION_BEFORE))
            any = true;
        if (!any)
            return error_set(&call->err, "there is no other variation here");
    }
    say_place(d, call);
    return true;
}

bool look_here(void *session, Call *call) {
    Dialogue *d = session;
    if (!d->walk.record)
        return error_set(&call->err, "the game is here already");
    Node *at = d->walk.at;
    walk_end(&d->walk);
    str_add_text(&call->reply, "The game goes on from here.\n");
    return sitting_go_to(&d->sitting, at, &call->err);
}

bool look_leave(void *session, Call *call) {
    Dialogue *d = session;
    if (!d->walk.record)
        return error_set(&call->err, "there is no review to leave; quit leaves the program");
    walk_end(&d->walk);
    str_add_text(&call->reply, "Back in the game.\n");
    d->show_now = d->show_always;
    return true;
}

// ---- How the game went

static bool is_known(const Insight *i, const Game *g) {
    Chances c = insight_chances(i);
    bool known = c.count > g->count;
    for (int ply = 0; ply <= g->count && known; ply++)
        known = c.percent[ply] != CHANCE_UNKNOWN;
    return known;
}

static void say_chances(Chances c, int count, Call *call) {
    enum { PER_LINE = 10 };
    str_add(&call->reply, "Black's chances in percent: %d at the beginning.\n", c.percent[0]);
    for (int ply = 1; ply <= count; ply++) {
        bool begins = ply % PER_LINE == 1, ends = ply % PER_LINE == 0 || ply == count;
        if (begins)
            str_add(&call->reply, "From move %d on: ", ply);
        str_add(&call->reply, "%d%s", c.percent[ply], ends ? "\n" : " ");
    }
}

bool look_graph(void *session, Call *call) {
    Dialogue *d = session;
    if (!look_is_allowed(d, &call->err))
        return false;
    const Game *g = dialogue_game(d);
    Insight *insight = insight_new();
    insight_follow(insight, g, (InsightWish){.chances = true});
    while (!is_known(insight, g) && !(d->sitting.interrupted && d->sitting.interrupted(NULL))) {
        enum { PATIENCE_MS = 100 };
        struct pollfd news = {insight_signal(insight), POLLIN, 0};
        poll(&news, 1, PATIENCE_MS);
        insight_follow(insight, g, (InsightWish){.chances = true});
    }
    say_chances(insight_chances(insight), g->count, call);
    insight_free(insight);
    return true;
}

// ---- What the position holds

typedef struct {
    int64_t deadline_ms;
    const Sitting *sitting;
} Patience;

static bool is_enough(void *context) {
    const Patience *p = context;
    return clock_now_ms() >= p->deadline_ms ||
           (p->sitting->interrupted && p->sitting->interrupted(NULL));
}

static void say_lines(const Dialogue *d, const Analysis *a, Call *call) {
    enum { LINES = 5 };
    int size = dialogue_game(d)->board.size;
    for (int i = 0; i < int_min(LINES, a->count); i++) {
        str_add(&call->reply, "%3d%% ", chance_of(a->lines[i].value));
        for (int k = 0; k < a->lines[i].length; k++) {
            str_add_char(&call->reply, ' ');
            speech_point(a->lines[i].moves[k], d->notation, size, &call->reply);
        }
        str_add_char(&call->reply, '\n');
    }
}

bool look_analyse(void *session, Call *call) {
    enum { USUAL_S = 3, MOST_S = 3600 };
    Dialogue *d = session;
    int64_t seconds = USUAL_S;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, MOST_S, &seconds, &call->err))
        return false;
    if (!look_is_allowed(d, &call->err))
        return false;
    const Game *g = dialogue_game(d);
    if (game_result(g).reason != END_NONE)
        return error_set(&call->err, "%s", play_result_text(PLAY_GAME_OVER));
    Analyser *analyser = analyser_new();
    analyser_ask(analyser, &g->board);
    Patience patience = {clock_now_ms() + 1000 * seconds, &d->sitting};
    analyser_work(analyser, is_enough, &patience);
    Analysis found = analyser_result(analyser);
    str_add(&call->reply, "The best moves of %s, with their chances:\n", stone_name(g->board.turn));
    say_lines(d, &found, call);
    analyser_free(analyser);
    return true;
}

static void say_marks(const Dialogue *d, const uint8_t *marks, Mark mark, const char *words,
                      Call *call) {
    const Board *b = &dialogue_game(d)->board;
    bool any = false;
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (marks[p] != mark)
            continue;
        str_add_text(&call->reply, any ? " " : words);
        point_format(p, d->notation, b->size, &call->reply);
        any = true;
    }
    if (any)
        str_add_text(&call->reply, "\n");
}

bool look_threats(void *session, Call *call) {
    static const struct {
        Mark mark;
        const char *words;
    } rows[] = {
        {MARK_BLACK_FIVE, "Black can make five: "},
        {MARK_WHITE_FIVE, "White can make five: "},
        {MARK_BLACK_FOUR, "Black can make a four that cannot be stopped: "},
        {MARK_WHITE_FOUR, "White can make a four that cannot be stopped: "},
        {MARK_FOUL, "Forbidden to Black: "},
    };
    Dialogue *d = session;
    if (!look_is_allowed(d, &call->err))
        return false;
    uint8_t marks[POINT_COUNT] = {0};
    threats_find(&dialogue_game(d)->board, marks);
    fouls_find(&dialogue_game(d)->board, marks);
    for (int i = 0; i < COUNT(rows); i++)
        say_marks(d, marks, rows[i].mark, rows[i].words, call);
    if (call->reply.len == 0)
        str_add_text(&call->reply, "There are no threats.\n");
    return true;
}
