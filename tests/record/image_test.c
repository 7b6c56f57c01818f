// PNG and GIF pictures, decoded again by libpng and giflib.
#include "base/number.h"
#include "record/canvas.h"
#include "record/format.h"
#include "test.h"

#include <gif_lib.h>
#include <png.h>
#include <string.h>

typedef struct {
    int width, height;
    uint8_t *rgb;
    int frames, first_delay, last_delay; // in centiseconds
    bool loops;
} Image;

static Record *game_from(const char *moves, int size) {
    Error err = {0};
    Record *r = format_pos.read(moves, strlen(moves), &(ReadOptions){.size = size}, &err);
    CHECK_TEXT(moves, err.text, "");
    return r;
}

static void decode_png(const Str *bytes, Image *out) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    CHECK("is a PNG", png_image_begin_read_from_memory(&image, bytes->data, bytes->len));
    image.format = PNG_FORMAT_RGB;
    out->width = (int)image.width;
    out->height = (int)image.height;
    out->rgb = mem_alloc(PNG_IMAGE_SIZE(image));
    CHECK("has all rows", png_image_finish_read(&image, NULL, out->rgb, 0, NULL));
}

typedef struct {
    const Str *bytes;
    size_t at;
} Cursor;

static int read_more(GifFileType *gif, GifByteType *into, int len) {
    Cursor *c = gif->UserData;
    size_t rest = c->bytes->len - c->at, n = rest < (size_t)len ? rest : (size_t)len;
    memcpy(into, c->bytes->data + c->at, n);
    c->at += n;
    return (int)n;
}

static int delay_of(GifFileType *gif, int frame) {
    GraphicsControlBlock control;
    CHECK("has a delay", DGifSavedExtensionToGCB(gif, frame, &control) == GIF_OK);
    return control.DelayTime;
}

static void paint_frame(const GifFileType *gif, const SavedImage *frame, Image *out) {
    const GifImageDesc *d = &frame->ImageDesc;
    CHECK("inside the screen",
          d->Left + d->Width <= out->width && d->Top + d->Height <= out->height);
    for (int i = 0; i < d->Width * d->Height; i++) {
        GifColorType color = gif->SColorMap->Colors[frame->RasterBits[i]];
        int x = d->Left + i % d->Width, y = d->Top + i / d->Width;
        memcpy(out->rgb + (size_t)(y * out->width + x) * 3,
               (uint8_t[]){color.Red, color.Green, color.Blue}, 3);
    }
}

// The picture after the last frame, or after `stop` of them.
static void decode_gif(const Str *bytes, int stop, Image *out) {
    int code = 0;
    GifFileType *gif = DGifOpen(&(Cursor){bytes, 0}, read_more, &code);
    CHECK("is a GIF", gif != NULL);
    CHECK("is whole", DGifSlurp(gif) == GIF_OK);
    *out = (Image){.width = gif->SWidth, .height = gif->SHeight, .frames = gif->ImageCount};
    out->rgb = mem_alloc((size_t)out->width * (size_t)out->height * 3);
    for (int i = 0; i < gif->ImageCount && i < stop; i++)
        paint_frame(gif, &gif->SavedImages[i], out);
    out->first_delay = delay_of(gif, 0);
    out->last_delay = delay_of(gif, gif->ImageCount - 1);
    const SavedImage *first = &gif->SavedImages[0];
    for (int i = 0; i < first->ExtensionBlockCount; i++)
        if (first->ExtensionBlocks[i].Function == APPLICATION_EXT_FUNC_CODE)
            out->loops = !memcmp(first->ExtensionBlocks[i].Bytes, "NETSCAPE2.0", 11);
    DGifCloseFile(gif, &code);
}

// What a picture shows at a point, 11 units to the left of its middle: beside the number.
static const char *seen_at(const Image *image, int size, int x, int y) {
    double scale = image->width / (2. * 52 + (size - 1) * 40);
    int column = (int)((52 + x * 40 - 11) * scale), row = (int)((52 + y * 40 + 3) * scale);
    const uint8_t *p = image->rgb + (size_t)(row * image->width + column) * 3;
    return p[0] < 0x80                  ? "black"
           : p[2] > 0xc0                ? "white"
           : p[0] > 0xd0 && p[2] < 0xa0 ? "wood"
                                        : "?";
}

TEST(png_shows_the_position) {
    static const struct {
        const char *name, *moves;
        WriteOptions options;
        int size, x, y;
        const char *seen;
        int width;
    } rows[] = {
        {"a black stone", "h8", {0}, 15, 7, 7, "black", 640},
        {"a white stone", "h8a1", {0}, 15, 0, 14, "white", 640},
        {"an empty point", "h8a1", {0}, 15, 1, 14, "wood", 640},
        {"in another width", "h8a1", {.width = 333}, 15, 0, 14, "white", 333},
        {"without numbers", "h8a1", {.plain_stones = true}, 15, 7, 7, "black", 640},
        {"a small board", "e1", {0}, 5, 4, 4, "black", 640},
        {"a large board, very small", "a1y25", {.width = 200}, 25, 24, 0, "white", 200},
        {"SGF letters as labels", "h8", {.notation = NOTATION_SGF}, 15, 7, 7, "black", 640},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Record *r = game_from(rows[i].moves, rows[i].size);
        Str out = {0};
        Error err = {0};
        Image image = {0};
        CHECK(rows[i].name, format_png.write(r, &rows[i].options, &out, &err));
        decode_png(&out, &image);
        CHECK_INT(rows[i].name, image.width, rows[i].width);
        CHECK_INT(rows[i].name, image.height, rows[i].width);
        CHECK_TEXT(rows[i].name, seen_at(&image, rows[i].size, rows[i].x, rows[i].y), rows[i].seen);
        mem_free(image.rgb);
        str_release(&out);
        record_free(r);
    }
}

TEST(png_draws_every_label_and_option) {
    static const struct {
        const char *name;
        WriteOptions one, other;
    } rows[] = {
        {"numbers", {0}, {.plain_stones = true}},
        {"notation", {0}, {.notation = NOTATION_GTP}},
        {"x,y", {.notation = NOTATION_XY}, {.notation = NOTATION_SGF}},
    };
    Record *r = game_from("h8i9", 15);
    for (int i = 0; i < COUNT(rows); i++) {
        Str one = {0}, other = {0}, again = {0};
        Error err = {0};
        CHECK(rows[i].name, format_png.write(r, &rows[i].one, &one, &err));
        CHECK(rows[i].name, format_png.write(r, &rows[i].other, &other, &err));
        CHECK(rows[i].name, format_png.write(r, &rows[i].one, &again, &err));
        CHECK(rows[i].name, one.len != other.len || memcmp(one.data, other.data, one.len) != 0);
        CHECK("the same again", one.len == again.len && !memcmp(one.data, again.data, one.len));
        str_release(&one);
        str_release(&other);
        str_release(&again);
    }
    record_free(r);
}

TEST(gif_has_a_frame_per_move) {
    static const struct {
        const char *name, *moves;
        WriteOptions options;
        int stop, frames, first_delay, last_delay;
        const char *at_h8, *at_a1, *at_b1;
    } rows[] = {
        {"no moves", "", {0}, 9, 1, 280, 280, "wood", "wood", "wood"},
        {"the empty board first", "h8a1", {0}, 1, 3, 70, 280, "wood", "wood", "wood"},
        {"then a move", "h8a1", {0}, 2, 3, 70, 280, "black", "wood", "wood"},
        {"the last is held", "h8a1b1", {0}, 9, 4, 70, 280, "black", "white", "black"},
        {"slowly", "h8", {.delay_ms = 2000}, 9, 2, 200, 800, "black", "wood", "wood"},
        {"narrow", "h8a1", {.width = 200}, 9, 3, 70, 280, "black", "white", "wood"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Record *r = game_from(rows[i].moves, 15);
        Str out = {0};
        Error err = {0};
        Image image;
        CHECK(rows[i].name, format_gif.write(r, &rows[i].options, &out, &err));
        decode_gif(&out, rows[i].stop, &image);
        CHECK_INT(rows[i].name, image.frames, rows[i].frames);
        CHECK_INT(rows[i].name, image.first_delay, rows[i].first_delay);
        CHECK_INT(rows[i].name, image.last_delay, rows[i].last_delay);
        CHECK(rows[i].name, image.loops);
        CHECK_TEXT(rows[i].name, seen_at(&image, 15, 7, 7), rows[i].at_h8);
        CHECK_TEXT(rows[i].name, seen_at(&image, 15, 0, 14), rows[i].at_a1);
        CHECK_TEXT(rows[i].name, seen_at(&image, 15, 1, 14), rows[i].at_b1);
        mem_free(image.rgb);
        str_release(&out);
        record_free(r);
    }
}

// Nodes without a move get no frame, except the last one; the position to stop at does.
TEST(gif_frames_of_a_tree) {
    Record *r = record_new(15, &rules_freestyle);
    Node *node = record_add_node(r, r->root);
    record_add_setup(r, node, WHITE, point_at(0, 14));
    Node *first = record_add_move(r, node, BLACK, point_at(7, 7));
    Node *comment = record_add_node(r, record_add_node(r, first));
    record_add_move(r, comment, WHITE, point_at(1, 14));
    const struct {
        const char *name;
        const Node *end;
        int frames;
        const char *at_b1;
    } rows[] = {
        {"the whole line", NULL, 3, "white"},
        {"to a move", first, 2, "wood"},
        {"to a comment", comment, 2, "wood"},
        {"to the root", r->root, 1, "wood"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str out = {0};
        Error err = {0};
        Image image;
        CHECK(rows[i].name, format_gif.write(r, &(WriteOptions){.end = rows[i].end}, &out, &err));
        decode_gif(&out, 99, &image);
        CHECK_INT(rows[i].name, image.frames, rows[i].frames);
        CHECK_TEXT(rows[i].name, seen_at(&image, 15, 1, 14), rows[i].at_b1);
        mem_free(image.rgb);
        str_release(&out);
    }
    record_free(r);
}

// A GIF draws only what changed; each picture must be the one that is drawn from scratch.
TEST(board_image_redraws_what_changed) {
    enum { GAMES = 4, WIDTH = 344 };
    size_t bytes = (size_t)WIDTH * WIDTH * 3;
    int wins = 0, frames = 0;
    Rng rng = {1};
    for (int i = 0; i < GAMES; i++) {
        WriteOptions options = {
            .width = WIDTH, .plain_stones = i % 2, .notation = (Notation)(i % 3)};
        Canvas redrawn, fresh;
        Game g, before;
        game_init(&g, &(GameOptions){.rules = &rules_freestyle, .size = 7});
        board_image_init(&redrawn, 7, &options);
        board_image_init(&fresh, 7, &options);
        board_image_draw(&redrawn, &g, &options);
        while (g.board.winner == EMPTY && g.count < 40) {
            before = g;
            if (game_play(&g, point_at(rng_below(&rng, 7), rng_below(&rng, 7))) != PLAY_OK)
                continue;
            board_image_redraw(&redrawn, &before, &g, &options);
            board_image_draw(&fresh, &g, &options);
            CHECK("the same pixels", !memcmp(redrawn.rgb, fresh.rgb, bytes));
            frames++;
        }
        wins += g.board.winner != EMPTY;
        board_image_redraw(&redrawn, &g, &before, &options);
        board_image_draw(&fresh, &before, &options);
        CHECK("and back", !memcmp(redrawn.rgb, fresh.rgb, bytes));
        canvas_release(&redrawn);
        canvas_release(&fresh);
    }
    CHECK("wins and many moves", wins > 0 && frames > 60);
}

TEST(images_reject_an_illegal_game) {
    Record *r = record_new(15, &rules_freestyle);
    record_add_move(r, record_add_move(r, r->root, BLACK, point_at(0, 0)), WHITE, point_at(0, 0));
    const Format *const formats[] = {&format_png, &format_gif};
    for (int i = 0; i < COUNT(formats); i++) {
        Error err = {0};
        Str out = {0};
        CHECK(formats[i]->name, !formats[i]->write(r, &(WriteOptions){0}, &out, &err));
        CHECK_TEXT(formats[i]->name, err.text, "move 2: the point is occupied");
        str_release(&out);
    }
    record_free(r);
}
