// Animated GIF of a game: a frame per move, the last one held, in an endless loop.
#include "record/canvas.h"

#include <gif_lib.h>
#include <limits.h>
#include <string.h>

enum { COLORS = 256, KEY_BITS = 6, HOLD = 4 /* the last frame is shown this many times longer */ };

typedef struct {
    GifFileType *gif;
    Canvas canvas;
    uint8_t *now, *before; // the frames as indices into the palette
    GifColorType palette[COLORS];
    int16_t nearest[1 << 3 * KEY_BITS]; // a color's index by its upper bits; -1: not looked up yet
    bool has_frame;
    Game shown; // on the canvas, if it has a frame
} Animation;

static void fill_palette(Animation *a) {
    int count = 0;
    for (const ColorRamp *ramp = board_image_colors; ramp->steps; ramp++)
        for (int i = 0; i < ramp->steps; i++) {
            GifByteType mixed[3];
            for (int k = 0; k < 3; k++) {
                int from = ramp->from >> (16 - 8 * k) & 255, to = ramp->to >> (16 - 8 * k) & 255;
                mixed[k] = (GifByteType)(from + (to - from) * i / (ramp->steps - 1));
            }
            a->palette[count++] = (GifColorType){mixed[0], mixed[1], mixed[2]};
        }
    memset(a->nearest, -1, sizeof a->nearest);
}

static int nearest_color(const Animation *a, const uint8_t *rgb) {
    int best = 0, least = INT_MAX;
    for (int i = 0; i < COLORS; i++) {
        const GifColorType *color = &a->palette[i];
        int red = color->Red - rgb[0], green = color->Green - rgb[1], blue = color->Blue - rgb[2];
        int distance = 2 * red * red + 4 * green * green + blue * blue; // weighted for the eye
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

static void index_colors(Animation *a) {
    for (int i = 0; i < a->canvas.width * a->canvas.width; i++) {
        const uint8_t *rgb = a->canvas.rgb + (size_t)i * 3;
        int key = 0;
        for (int k = 0; k < 3; k++)
            key = key << KEY_BITS | rgb[k] >> (8 - KEY_BITS);
        if (a->nearest[key] < 0)
            a->nearest[key] = (int16_t)nearest_color(a, rgb);
        a->now[i] = (uint8_t)a->nearest[key];
    }
}

// The smallest rectangle that contains every change; at least one pixel.
static PixelBox changed_box(const Animation *a) {
    int width = a->canvas.width;
    if (!a->has_frame)
        return (PixelBox){0, 0, width - 1, width - 1};
    PixelBox box = {width, width, -1, -1};
    for (int y = 0; y < width; y++)
        for (int x = 0; x < width; x++)
            if (a->now[y * width + x] != a->before[y * width + x])
                box = (PixelBox){x < box.left ? x : box.left, y < box.top ? y : box.top,
                                 x > box.right ? x : box.right, y};
    return box.bottom < 0 ? (PixelBox){0} : box;
}

static bool put_frame(Animation *a, int centiseconds) {
    index_colors(a);
    PixelBox box = changed_box(a);
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = centiseconds,
                                    .TransparentColor = NO_TRANSPARENT_COLOR};
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    int across = box.right - box.left + 1;
    bool ok = EGifPutExtension(a->gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK &&
              EGifPutImageDesc(a->gif, box.left, box.top, across, box.bottom - box.top + 1, false,
                               NULL) == GIF_OK;
    for (int y = box.top; ok && y <= box.bottom; y++)
        ok = EGifPutLine(a->gif, a->now + y * a->canvas.width + box.left, across) == GIF_OK;
    uint8_t *shown = a->now;
    a->now = a->before;
    a->before = shown;
    a->has_frame = true;
    return ok;
}

static bool put_heading(Animation *a) {
    ColorMapObject *map = GifMakeMapObject(COLORS, a->palette);
    bool ok = map &&
              EGifPutScreenDesc(a->gif, a->canvas.width, a->canvas.width, 8, 0, map) == GIF_OK &&
              EGifPutExtensionLeader(a->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
              EGifPutExtensionBlock(a->gif, 11, "NETSCAPE2.0") == GIF_OK &&
              EGifPutExtensionBlock(a->gif, 3, "\1\0\0") == GIF_OK && // loop for ever
              EGifPutExtensionTrailer(a->gif) == GIF_OK;
    GifFreeMapObject(map);
    return ok;
}

static int append(GifFileType *gif, const GifByteType *bytes, int len) {
    str_add_bytes(gif->UserData, bytes, (size_t)len);
    return len;
}

// One frame for the position before the first move, and one for each move.
static bool put_game(Animation *a, const Record *r, const NodePath *path,
                     const WriteOptions *options, Error *err) {
    int delay = (options->delay_ms ? options->delay_ms : GIF_DELAY_MS) / 10;
    for (int i = 0; i < path->count; i++) {
        bool last = i == path->count - 1;
        if (!last && path->nodes[i + 1]->point == POINT_NONE)
            continue; // a move comes later, or the end
        Game g;
        if (!record_replay(r, path->nodes[i], &g, err))
            return false;
        if (a->has_frame)
            board_image_redraw(&a->canvas, &a->shown, &g, options);
        else
            board_image_draw(&a->canvas, &g, options);
        a->shown = g;
        if (!put_frame(a, last ? delay * HOLD : delay))
            return error_set(err, "giflib: %s", GifErrorString(a->gif->Error));
    }
    return true;
}

static bool encode(Animation *a, const Record *r, const WriteOptions *options, Str *out,
                   Error *err) {
    int code = 0;
    a->gif = EGifOpen(out, append, &code);
    if (!a->gif)
        return error_set(err, "giflib: %s", GifErrorString(code));
    EGifSetGifVersion(a->gif, true);
    NodePath path = node_path(options->end ? options->end : record_last(r));
    bool ok = put_heading(a) || error_set(err, "giflib: %s", GifErrorString(a->gif->Error));
    ok = ok && put_game(a, r, &path, options, err);
    mem_free(path.nodes);
    if (EGifCloseFile(a->gif, &code) != GIF_OK && ok)
        return error_set(err, "giflib: %s", GifErrorString(code));
    return ok;
}

static bool gif_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    Animation *a = mem_alloc(sizeof *a);
    fill_palette(a);
    board_image_init(&a->canvas, r->size, options);
    size_t pixels = (size_t)a->canvas.width * (size_t)a->canvas.width;
    a->now = mem_alloc(pixels);
    a->before = mem_alloc(pixels);
    bool ok = encode(a, r, options, out, err);
    mem_free(a->now);
    mem_free(a->before);
    canvas_release(&a->canvas);
    mem_free(a);
    return ok;
}

const Format format_gif = {
    .name = "gif",
    .summary = "an animation of the game",
    .extensions = "gif",
    .write = gif_write,
    .is_binary = true,
};
