#include "record/canvas.h"

#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

void canvas_init(Canvas *c, int width, double units) {
    *c = (Canvas){.width = width,
                  .scale = width / units,
                  .rgb = mem_alloc((size_t)width * (size_t)width * 3)};
    canvas_unclip(c);
}

void canvas_release(Canvas *c) {
    mem_free(c->rgb);
    *c = (Canvas){0};
}

void canvas_clip(Canvas *c, Vec center, double radius) {
    int last = c->width - 1;
    c->clip = (PixelBox){int_max(0, (int)floor((center.x - radius) * c->scale)),
                         int_max(0, (int)floor((center.y - radius) * c->scale)),
                         int_min(last, (int)ceil((center.x + radius) * c->scale)),
                         int_min(last, (int)ceil((center.y + radius) * c->scale))};
}

void canvas_unclip(Canvas *c) {
    c->clip = (PixelBox){0, 0, c->width - 1, c->width - 1};
}

static uint8_t *pixel_at(const Canvas *c, int x, int y) {
    return c->rgb + ((size_t)y * (size_t)c->width + (size_t)x) * 3;
}

static void blend(uint8_t *pixel, Color color, double alpha) {
    for (int i = 0; i < 3; i++) {
        int target = color >> (16 - 8 * i) & 255;
        pixel[i] = (uint8_t)lround(pixel[i] + (target - pixel[i]) * alpha);
    }
}

void canvas_clear(Canvas *c, Color color) {
    for (int y = c->clip.top; y <= c->clip.bottom; y++)
        for (int x = c->clip.left; x <= c->clip.right; x++)
            blend(pixel_at(c, x, y), color, 1);
}

// ---- Shapes

typedef struct {
    Vec from, to;
} Segment;

// All points within `radius` of one of the segments, or with `width` > 0 those near that outline.
// A disk has one segment, of length 0.
typedef struct {
    const Segment *segments;
    int count;
    double radius, width;
} Shape;

static double distance_to(const Segment *s, Vec p) {
    double dx = s->to.x - s->from.x, dy = s->to.y - s->from.y;
    double px = p.x - s->from.x, py = p.y - s->from.y;
    double length = dx * dx + dy * dy;
    double t = length > 0 ? fmin(1, fmax(0, (px * dx + py * dy) / length)) : 0;
    return hypot(px - t * dx, py - t * dy);
}

// Negative inside.
static double signed_distance(const Shape *s, Vec p) {
    double least = INFINITY;
    for (int i = 0; i < s->count; i++)
        least = fmin(least, distance_to(&s->segments[i], p));
    double d = least - s->radius;
    return s->width > 0 ? fabs(d) - s->width / 2 : d;
}

static PixelBox box_of(const Canvas *c, const Shape *s) {
    Vec low = s->segments[0].from, high = low;
    for (int i = 0; i < s->count; i++) {
        const Segment *g = &s->segments[i];
        low = (Vec){fmin(low.x, fmin(g->from.x, g->to.x)), fmin(low.y, fmin(g->from.y, g->to.y))};
        high =
            (Vec){fmax(high.x, fmax(g->from.x, g->to.x)), fmax(high.y, fmax(g->from.y, g->to.y))};
    }
    double margin = s->radius + s->width / 2;
    return (PixelBox){int_max(c->clip.left, (int)floor((low.x - margin) * c->scale) - 1),
                      int_max(c->clip.top, (int)floor((low.y - margin) * c->scale) - 1),
                      int_min(c->clip.right, (int)ceil((high.x + margin) * c->scale) + 1),
                      int_min(c->clip.bottom, (int)ceil((high.y + margin) * c->scale) + 1)};
}

typedef Color Paint(const void *context, Vec p);

static void fill(Canvas *c, const Shape *s, Paint *paint, const void *context, double alpha) {
    PixelBox box = box_of(c, s);
    for (int y = box.top; y <= box.bottom; y++)
        for (int x = box.left; x <= box.right; x++) {
            Vec p = {(x + .5) / c->scale, (y + .5) / c->scale};
            double coverage = fmin(1, .5 - signed_distance(s, p) * c->scale);
            if (coverage > 0)
                blend(pixel_at(c, x, y), paint(context, p), coverage * alpha);
        }
}

static Color plain(const void *context, Vec p) {
    (void)p;
    return *(const Color *)context;
}

void canvas_line(Canvas *c, Vec from, Vec to, double width, Color color, double alpha) {
    fill(c, &(Shape){&(Segment){from, to}, 1, width / 2, 0}, plain, &color, alpha);
}

void canvas_square(Canvas *c, double from, double to, double width, Color color) {
    const Vec corners[] = {{from, from}, {to, from}, {to, to}, {from, to}, {from, from}};
    for (int i = 0; i < 4; i++)
        canvas_line(c, corners[i], corners[i + 1], width, color, 1);
}

void canvas_disk(Canvas *c, Vec center, double radius, Color color, double alpha) {
    fill(c, &(Shape){&(Segment){center, center}, 1, radius, 0}, plain, &color, alpha);
}

void canvas_ring(Canvas *c, Vec center, double radius, double width, Color color) {
    fill(c, &(Shape){&(Segment){center, center}, 1, radius, width}, plain, &color, 1);
}

typedef struct {
    Vec light;
    double reach; // from the light to the last shade
    const Color *shades;
} Ball;

static Color shade(const void *context, Vec p) {
    const Ball *ball = context;
    double t = fmin(2, 2 * hypot(p.x - ball->light.x, p.y - ball->light.y) / ball->reach);
    int i = t < 1 ? 0 : 1;
    uint8_t mixed[3];
    for (int k = 0; k < 3; k++)
        mixed[k] = (uint8_t)(ball->shades[i] >> (16 - 8 * k));
    blend(mixed, ball->shades[i + 1], t - i);
    return (Color)mixed[0] << 16 | (Color)mixed[1] << 8 | mixed[2];
}

void canvas_ball(Canvas *c, Vec center, double radius, const Color shades[3]) {
    Ball ball = {{center.x - .28 * radius, center.y - .36 * radius}, 1.45 * radius, shades};
    fill(c, &(Shape){&(Segment){center, center}, 1, radius, 0}, shade, &ball, 1);
}

// ---- Text

// The simplex roman face of the Hershey Fonts, which were originally created by Dr. A. V. Hershey
// while working at the U. S. National Bureau of Standards. The format was originally created by
// James Hurt, Cognition, Inc., 900 Technology Park Drive, Billerica, MA 01821.
// A glyph is pairs of characters that count from 'R': its left and right side, then its points; "
// R" lifts the pen. Digits and capitals reach from F (the top) to [ (the base line).
// clang-format off
static const char *const glyphs[128] = {
    ['0'] = "H\\QFNGLJKOKRLWNZQ[S[VZXWYRYOXJVGSFQF",
    ['1'] = "H\\NJPISFS[",
    ['2'] = "H\\LKLJMHNGPFTFVGWHXJXLWNUQK[Y[",
    ['3'] = "H\\MFXFRNUNWOXPYSYUXXVZS[P[MZLYKW",
    ['4'] = "H\\UFKTZT RUFU[",
    ['5'] = "H\\WFMFLOMNPMSMVNXPYSYUXXVZS[P[MZLYKW",
    ['6'] = "H\\XIWGTFRFOGMJLOLTMXOZR[S[VZXXYUYTXQVOSNRNOOMQLT",
    ['7'] = "H\\YFO[ RKFYF",
    ['8'] = "H\\PFMGLILKMMONSOVPXRYTYWXYWZT[P[MZLYKWKTLRNPQOUNWMXKXIWGTFPF",
    ['9'] = "H\\XMWPURRSQSNRLPKMKLLINGQFRFUGWIXMXRWWUZR[P[MZLX",
    ['A'] = "I[RFJ[ RRFZ[ RMTWT",
    ['B'] = "G\\KFK[ RKFTFWGXHYJYLXNWOTP RKPTPWQXRYTYWXYWZT[K[",
    ['C'] = "H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZV",
    ['D'] = "G\\KFK[ RKFRFUGWIXKYNYSXVWXUZR[K[",
    ['E'] = "H[LFL[ RLFYF RLPTP RL[Y[",
    ['F'] = "HZLFL[ RLFYF RLPTP",
    ['G'] = "H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZVZS RUSZS",
    ['H'] = "G]KFK[ RYFY[ RKPYP",
    ['I'] = "NVRFR[",
    ['J'] = "JZVFVVUYTZR[P[NZMYLVLT",
    ['K'] = "G\\KFK[ RYFKT RPOY[",
    ['L'] = "HYLFL[ RL[X[",
    ['M'] = "F^JFJ[ RJFR[ RZFR[ RZFZ[",
    ['N'] = "G]KFK[ RKFY[ RYFY[",
    ['O'] = "G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF",
    ['P'] = "G\\KFK[ RKFTFWGXHYJYMXOWPTQKQ",
    ['Q'] = "G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF RSWY]",
    ['R'] = "G\\KFK[ RKFTFWGXHYJYLXNWOTPKP RRPY[",
    ['S'] = "H\\YIWGTFPFMGKIKKLMMNOOUQWRXSYUYXWZT[P[MZKX",
    ['T'] = "JZRFR[ RKFYF",
    ['U'] = "G]KFKULXNZQ[S[VZXXYUYF",
    ['V'] = "I[JFR[ RZFR[",
    ['W'] = "F^HFM[ RRFM[ RRFW[ R\\FW[",
    ['X'] = "H\\KFY[ RYFK[",
    ['Y'] = "I[JFRPR[ RZFRP",
    ['Z'] = "H\\YFK[ RKFYF RK[Y[",
    ['a'] = "I\\XMX[ RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
    ['b'] = "H[LFL[ RLPNNPMSMUNWPXSXUWXUZS[P[NZLX",
    ['c'] = "I[XPVNTMQMONMPLSLUMXOZQ[T[VZXX",
    ['d'] = "I\\XFX[ RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
    ['e'] = "I[LSXSXQWOVNTMQMONMPLSLUMXOZQ[T[VZXX",
    ['f'] = "MYWFUFSGRJR[ ROMVM",
    ['g'] = "I\\XMX]W`VaTbQbOa RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
    ['h'] = "I\\MFM[ RMQPNRMUMWNXQX[",
    ['i'] = "NVQFRGSFREQF RRMR[",
    ['j'] = "MWRFSGTFSERF RSMS^RaPbNb",
    ['k'] = "IZMFM[ RWMMW RQSX[",
    ['l'] = "NVRFR[",
    ['m'] = "CaGMG[ RGQJNLMOMQNRQR[ RRQUNWMZM\\N]Q][",
    ['n'] = "I\\MMM[ RMQPNRMUMWNXQX[",
    ['o'] = "I\\QMONMPLSLUMXOZQ[T[VZXXYUYSXPVNTMQM",
    ['p'] = "H[LMLb RLPNNPMSMUNWPXSXUWXUZS[P[NZLX",
    ['q'] = "I\\XMXb RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
    ['r'] = "KXOMO[ ROSPPRNTMWM",
    ['s'] = "J[XPWNTMQMNNMPNRPSUTWUXWXXWZT[Q[NZMX",
    ['t'] = "MYRFRWSZU[W[ ROMVM",
    ['u'] = "I\\MMMWNZP[S[UZXW RXMX[",
    ['v'] = "JZLMR[ RXMR[",
    ['w'] = "G]JMN[ RRMN[ RRMV[ RZMV[",
    ['x'] = "J[MMX[ RXMM[",
    ['y'] = "JZLMR[ RXMR[P_NaLbKb",
    ['z'] = "J[XMM[ RMMXM RM[X[",
};
// clang-format on

enum { GLYPH_TOP = 'F' - 'R', GLYPH_BASE = '[' - 'R', GLYPH_SEGMENTS_MAX = 32 };

static const char *glyph_of(char c) {
    const char *glyph = (unsigned char)c < COUNT(glyphs) ? glyphs[(unsigned char)c] : NULL;
    return glyph ? glyph : "JZ"; // a blank
}

static int glyph_width(const char *glyph) {
    return glyph[1] - glyph[0];
}

// Draws with the left side of the glyph at `origin.x` and the middle of a digit at `origin.y`.
static void draw_glyph(Canvas *c, const char *glyph, Vec origin, double unit, double weight,
                       Color color) {
    Segment segments[GLYPH_SEGMENTS_MAX];
    int count = 0;
    Vec previous = {0};
    bool down = false;
    for (const char *at = glyph + 2; *at; at += 2) {
        bool lifts = at[0] == ' ';
        Vec p = {origin.x + (at[0] - glyph[0]) * unit,
                 origin.y + (at[1] - 'R' - (GLYPH_TOP + GLYPH_BASE) / 2.) * unit};
        if (down && !lifts && count < GLYPH_SEGMENTS_MAX)
            segments[count++] = (Segment){previous, p};
        previous = p;
        down = !lifts;
    }
    if (count > 0)
        fill(c, &(Shape){segments, count, weight / 2, 0}, plain, &color, 1);
}

void canvas_text(Canvas *c, Vec center, double height, double weight, Color color,
                 const char *text) {
    double unit = height / (GLYPH_BASE - GLYPH_TOP), width = 0;
    for (const char *at = text; *at; at++)
        width += glyph_width(glyph_of(*at)) * unit;
    Vec origin = {center.x - width / 2, center.y};
    for (const char *at = text; *at; at++) {
        const char *glyph = glyph_of(*at);
        draw_glyph(c, glyph, origin, unit, weight, color);
        origin.x += glyph_width(glyph) * unit;
    }
}
