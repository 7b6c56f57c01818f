#include "games/game_request.h"

#include "base/json_writer.h"
#include "base/number.h"
#include "core/mist.h"
#include "core/notation.h"
#include "core/opening.h"
#include "games/rating.h"
#include "player/proved.h"
#include "study/review.h"

const ExportFormat *export_format_at(int i) {
    static const ExportFormat formats[] = {
        {"sgf", "application/x-go-sgf; charset=utf-8"},
        {"psq", "text/plain; charset=utf-8"},
        {"rec", "text/plain; charset=utf-8"},
        {"pos", "text/plain; charset=utf-8"},
        {"svg", "image/svg+xml"},
    };
    return i < COUNT(formats) ? &formats[i] : NULL;
}

static void begin_row(JsonWriter *w, const char *name, const char *summary) {
    write_newline(w);
    write_object(w, NULL);
    write_text(w, "name", name);
    write_text(w, "summary", summary);
}

static void write_rules(JsonWriter *w) {
    write_array(w, "rules");
    const Rules *rules;
    for (int i = 0; (rules = rules_at(i)); i++) {
        begin_row(w, rules->name, rules->summary);
        write_text(w, "pool", rules->pool);
        write_array(w, "fouls");
        if (rules->black.has_fouls)
            write_text(w, NULL, "black");
        if (rules->white.has_fouls)
            write_text(w, NULL, "white");
        write_end_array(w);
        write_end_object(w);
    }
    write_end_array(w);
}

static void write_choices(JsonWriter *w, const OpeningStep *step) {
    static const Point answers[] = {POINT_STAY, POINT_SWAP, POINT_MORE};
    static const unsigned bits[] = {MAY_STAY, MAY_SWAP, MAY_MORE};
    write_array(w, "choices");
    for (int i = 0; i < COUNT(bits); i++)
        if (step->choices & bits[i])
            write_text(w, NULL, move_text(answers[i], 0).text);
    write_end_array(w);
}

static void write_steps(JsonWriter *w, const OpeningRule *rule) {
    write_array(w, "steps");
    Opening o = opening_start(rule);
    for (const OpeningStep *step; (step = opening_step(&o)); o.step++) {
        write_object(w, NULL);
        write_number(w, "seat", step->seat);
        write_number(w, "stones", step->stones);
        write_choices(w, step);
        write_end_object(w);
    }
    write_end_array(w);
}

// How many of the first stones end with the last one that has a zone.
static int restricted_stones(const OpeningRule *rule) {
    int count = OPENING_STONES_MAX;
    while (count > 0 && !rule->zones[count - 1].at_center && rule->zones[count - 1].min == 0)
        count--;
    return count;
}

static void write_openings(JsonWriter *w) {
    write_array(w, "openings");
    const OpeningRule *rule;
    for (int i = 0; (rule = opening_rule_at(i)); i++) {
        begin_row(w, rule->name, rule->summary);
        write_steps(w, rule);
        write_number(w, "restricted", restricted_stones(rule));
        write_end_object(w);
    }
    write_end_array(w);
}

static void write_levels(JsonWriter *w) {
    write_array(w, "levels");
    for (int i = 0; i < LEVEL_COUNT; i++) {
        write_newline(w);
        write_object(w, NULL);
        write_number(w, "level", level_at(i)->number);
        ScopedStr name = {0};
        level_name_format(level_at(i)->number, &name);
        write_text(w, "name", str_text(&name));
        write_text(w, "summary", level_summary(level_at(i)->number));
        write_end_object(w);
    }
    write_end_array(w);
}

static void write_strategies(JsonWriter *w) {
    write_array(w, "strategies");
    const StrategyRow *row;
    for (int i = 0; (row = strategy_row_at(i)); i++) {
        write_newline(w);
        write_object(w, NULL);
        write_text(w, "rules", row->rules->name);
        write_number(w, "size", row->size);
        write_text(w, "side", stone_word(row->side));
        write_flag(w, "whole", row->is_whole);
        write_end_object(w);
    }
    write_end_array(w);
}

static void write_game_options(JsonWriter *w) {
    write_array(w, "colors");
    for (int i = 0; color_option_at(i); i++)
        write_text(w, NULL, color_option_at(i));
    write_end_array(w);
    write_array(w, "sizes");
    write_number(w, NULL, GAME_REQUEST_SIZE_MIN);
    write_number(w, NULL, GAME_REQUEST_SIZE_MAX);
    write_end_array(w);
    write_array(w, "formats");
    for (int i = 0; export_format_at(i); i++)
        write_text(w, NULL, export_format_at(i)->name);
    write_end_array(w);
    write_array(w, "pools");
    for (int i = 0; rating_pool_name(i); i++)
        write_text(w, NULL, rating_pool_name(i));
    write_end_array(w);
}

// The hole before the first stone, and after a stone on each point, row by row from the bottom.
static void write_mist(JsonWriter *w) {
    static const int size = MIST_BOARD_SIZE;
    write_object(w, "mist");
    write_number(w, "size", size);
    write_number(w, "reach", MIST_REACH);
    write_text(w, "first", move_text(mist_first_center(), size).text);
    ScopedStr after = {0};
    for (int i = 0; i < size * size; i++) {
        Point stone = point_at(i % size, size - 1 - i / size);
        str_add_text(&after, move_text(mist_center_after(stone), size).text);
    }
    write_text(w, "after", str_text(&after));
    write_end_object(w);
}

static void write_grades(JsonWriter *w) {
    write_object(w, "grades");
    write_object(w, "lost");
    for (Grade grade = GRADE_DOUBTFUL; grade < GRADE_COUNT; grade++)
        write_real(w, grade_name(grade), grade_limits.lost[grade], 2);
    write_end_object(w);
    write_real(w, "log_odds", grade_limits.log_odds, 2);
    write_real(w, "rate_margin", grade_limits.rate_margin, 2);
    write_number(w, "near_win", grade_limits.near_win);
    write_end_object(w);
}

void catalog_write(Str *out) {
    static void (*const parts[])(JsonWriter *) = {
        write_rules,        write_openings, write_levels, write_strategies,
        write_game_options, write_mist,     write_grades,
    };
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    for (int i = 0; i < COUNT(parts); i++) {
        write_newline(&w);
        parts[i](&w);
    }
    write_end_object(&w);
}

void catalog_write_module(Str *out) {
    str_add_text(
        out,
        "// The tables of the C program. Generated: pentad serve --catalog > web/js/catalog.js\n"
        "export const catalog = ");
    catalog_write(out);
    str_add_text(out, ";\n");
}
