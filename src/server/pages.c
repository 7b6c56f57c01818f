#include "server/pages.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/util.h"
#include "server/secret.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 1000, DEPTH_MAX = 5, PAGE_BYTES_MAX = 8 << 20 };

struct Pages {
    int count;
    PageFile files[FILES_MAX];
};

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".webmanifest", "application/manifest+json; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".wav", "audio/wav"},
    {".wasm", "application/wasm"},
};

static const char *type_of(const char *name) {
    const char *dot = strrchr(name, '.');
    for (int i = 0; i < COUNT(types); i++)
        if (dot && !strcmp(dot, types[i].ending))
            return types[i].type;
    return NULL;
}

static void tag(PageFile *f) {
    Str text = {0};
    str_add_bytes(&text, str_text(&f->bytes), f->bytes.len);
    str_drop_zeros(&text);
    str_add(&text, "%zu", f->bytes.len);
    SecretHash hash = secret_hash(str_text(&text));
    str_release(&text);
    snprintf(f->etag, sizeof f->etag, "\"%02x%02x%02x%02x%02x%02x%02x%02x\"", hash.bytes[0],
             hash.bytes[1], hash.bytes[2], hash.bytes[3], hash.bytes[4], hash.bytes[5],
             hash.bytes[6], hash.bytes[7]);
}

static bool add_file(Pages *p, const char *path, const char *name, Error *err) {
    if (!type_of(name))
        return true;
    if (p->count == FILES_MAX)
        return error_set(err, "more than %d files", FILES_MAX);
    PageFile *f = &p->files[p->count];
    if (!file_read(path, &f->bytes, err))
        return false;
    f->name = mem_copy_text(name);
    f->type = type_of(name);
    tag(f);
    p->count++;
    return f->bytes.len <= PAGE_BYTES_MAX || error_set(err, "%.80s is too large", name);
}

static bool add_folder(Pages *p, const char *folder, const char *prefix, int depth, Error *err);

static bool add_entry(Pages *p, const char *folder, const char *prefix, const char *entry,
                      int depth, Error *err) {
    Str path = {0}, name = {0};
    struct stat info;
    str_add(&path, "%s/%s", folder, entry);
    str_add(&name, "%s%s", prefix, entry);
    bool ok = stat(str_text(&path), &info) == 0 || error_set(err, "%s", strerror(errno));
    if (ok && S_ISREG(info.st_mode)) {
        ok = add_file(p, str_text(&path), str_text(&name), err);
    } else if (ok && S_ISDIR(info.st_mode)) {
        str_add_char(&name, '/');
        ok = add_folder(p, str_text(&path), str_text(&name), depth + 1, err);
    }
    str_release(&path);
    str_release(&name);
    return ok;
}

static bool add_folder(Pages *p, const char *folder, const char *prefix, int depth, Error *err) {
    DIR *dir = depth <= DEPTH_MAX ? opendir(folder) : NULL;
    if (!dir)
        return error_set(err, "%.100s: %s", folder, strerror(errno));
    bool ok = true;
    for (const struct dirent *e; ok && (e = readdir(dir));)
        if (e->d_name[0] != '.' && strcmp(e->d_name, "node_modules") != 0)
            ok = add_entry(p, folder, prefix, e->d_name, depth, err);
    closedir(dir);
    return ok;
}

Pages *pages_load(const char *folder, Error *err) {
    Pages *p = mem_alloc(sizeof *p);
    if (add_folder(p, folder, "", 0, err))
        return p;
    pages_free(p);
    return NULL;
}

void pages_free(Pages *p) {
    for (int i = 0; p && i < p->count; i++) {
        mem_free((char *)p->files[i].name);
        str_release(&p->files[i].bytes);
    }
    mem_free(p);
}

const PageFile *pages_find(const Pages *p, const char *name) {
    for (int i = 0; p && i < p->count; i++)
        if (!strcmp(p->files[i].name, name))
            return &p->files[i];
    return NULL;
}
