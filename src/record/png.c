// PNG picture of a position.
#include "record/canvas.h"

#include <png.h>

static bool encode(const Canvas *c, Str *out, Error *err) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)c->width,
                       .height = (png_uint_32)c->width,
                       .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    char *bytes = mem_alloc(size);
    bool ok = png_image_write_to_memory(&image, bytes, &size, false, c->rgb, 0, NULL);
    if (ok)
        str_add_bytes(out, bytes, size);
    mem_free(bytes);
    return ok || error_set(err, "libpng: %s", image.message);
}

static bool png_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    Game g;
    if (!record_replay(r, options->end ? options->end : record_last(r), &g, err))
        return false;
    Canvas canvas;
    board_image_init(&canvas, g.board.size, options);
    board_image_draw(&canvas, &g, options);
    bool ok = encode(&canvas, out, err);
    canvas_release(&canvas);
    return ok;
}

const Format format_png = {
    .name = "png",
    .summary = "the same in pixels",
    .extensions = "png",
    .write = png_write,
    .is_binary = true,
};
