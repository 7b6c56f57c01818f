#include "server/http/static_files.h"

#include "base/file.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/number.h"

#include <dirent.h>
#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum {
    FILES_MAX = 1000,
    FOLDERS_MAX = 200,
    DEPTH_MAX = 5,
    PAGE_BYTES_MAX = 8 << 20,
    HASH_DIGITS = 16,
    LARGE = 256 << 10
};

struct StaticFiles {
    int references;
    char version[HASH_DIGITS + 1];
    int count, folder_count;
    StaticFile files[FILES_MAX];
    const char *folders[FOLDERS_MAX + 1];
};

// ---- File types

typedef struct {
    const char *ending, *type;
    int gzip_level; // 1 to 9; 0: already compressed
} FileType;

static const FileType file_types[] = {
    {".html", "text/html; charset=utf-8", 9},
    {".css", "text/css; charset=utf-8", 9},
    {".js", "text/javascript; charset=utf-8", 9},
    {".json", "application/json; charset=utf-8", 9},
    {".jsonl", "application/jsonl; charset=utf-8", 9},
    {".webmanifest", "application/manifest+json; charset=utf-8", 9},
    {".txt", "text/plain; charset=utf-8", 9},
    {".svg", "image/svg+xml", 9},
    {".png", "image/png", 0},
    {".gif", "image/gif", 0},
    {".ico", "image/x-icon", 9},
    {".woff2", "font/woff2", 0},
    {".mp3", "audio/mpeg", 0},
    {".ogg", "audio/ogg", 0},
    {".wav", "audio/wav", 9},
    {".wasm", "application/wasm", 6},
    {".net", "application/octet-stream", 4}, // 9 takes four times as long and saves nothing
};

static const FileType *type_of(const char *name) {
    const char *dot = strrchr(name, '.');
    for (int i = 0; i < COUNT(file_types); i++)
        if (dot && !strcmp(dot, file_types[i].ending))
            return &file_types[i];
    return NULL;
}

// True for files that contain "/@/" URLs: HTML, and the service worker, which caches all the others
// and itself has no versioned URL.
static bool refers_to_files(const StaticFile *f) {
    return !strncmp(f->type, "text/html", 9) || !strcmp(f->name, "sw.js");
}

// ---- Version, ETags and gzip

static void hash(const Str *bytes, char *out) {
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)str_text(bytes), bytes->len, digest);
    memcpy(out, digest, HASH_DIGITS);
    out[HASH_DIGITS] = '\0';
}

static void set_etag(FileVariant *variant) {
    char text[HASH_DIGITS + 1];
    hash(&variant->bytes, text);
    snprintf(variant->etag, sizeof variant->etag, "\"%s\"", text);
}

static void compute_version(StaticFiles *p) {
    ScopedStr all = {0};
    for (int i = 0; i < p->count; i++) {
        char text[HASH_DIGITS + 1];
        hash(&p->files[i].plain.bytes, text);
        str_add(&all, "%s %s\n", text, p->files[i].name);
    }
    hash(&all, p->version);
}

static void insert_version(Str *text, const char *version) {
    static const char mark[] = "\"/@/";
    Str named = {0};
    const char *from = str_text(text);
    for (const char *at; (at = strstr(from, mark)); from = at + sizeof mark - 1) {
        str_add_bytes(&named, from, (size_t)(at - from));
        str_add(&named, "\"/@%s/", version);
    }
    str_add_text(&named, from);
    str_release(text);
    *text = named;
}

// Stores the gzip variant only if it is smaller.
static void compress_gzip(const Str *from, int gzip_level, Str *to) {
    static const int gzip = 15 + 16; // largest window, gzip header
    z_stream z = {0};
    if (deflateInit2(&z, gzip_level, Z_DEFLATED, gzip, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    size_t bound = deflateBound(&z, from->len);
    char *bytes = mem_alloc(bound);
    z.next_in = (Bytef *)(uintptr_t)str_text(from);
    z.avail_in = (uInt)from->len;
    z.next_out = (Bytef *)bytes;
    z.avail_out = (uInt)bound;
    bool done = deflate(&z, Z_FINISH) == Z_STREAM_END;
    if (done && z.total_out < from->len)
        str_add_bytes(to, bytes, z.total_out);
    deflateEnd(&z);
    mem_free(bytes);
}

static void make_gzip(const StaticFile *f, FileVariant *out) {
    int gzip_level = type_of(f->name)->gzip_level;
    if (gzip_level == 0)
        return;
    compress_gzip(&f->plain.bytes, gzip_level, &out->bytes);
    set_etag(out);
}

static void make_variants(StaticFiles *p, StaticFile *f) {
    if (refers_to_files(f))
        insert_version(&f->plain.bytes, p->version);
    set_etag(&f->plain);
    if (f->plain.bytes.len <= LARGE)
        make_gzip(f, &f->gzip);
}

void static_files_compress(StaticFiles *p) {
    for (int i = 0; i < p->count; i++)
        if (p->files[i].plain.bytes.len > LARGE)
            make_gzip(&p->files[i], &p->files[i].new_gzip);
}

void static_files_add_compressed(StaticFiles *p) {
    for (int i = 0; i < p->count; i++)
        if (p->files[i].new_gzip.bytes.len > 0) {
            p->files[i].gzip = p->files[i].new_gzip;
            p->files[i].new_gzip = (FileVariant){0};
        }
}

// ---- Loading

// One slot is reserved for files.json.
static bool has_room(const StaticFiles *p, Error *err) {
    return p->count < FILES_MAX - 1 || error_set(err, "more than %d files", FILES_MAX - 1);
}

static bool has_folder(const StaticFiles *p, const char *folder) {
    for (int i = 0; i < p->folder_count; i++)
        if (!strcmp(p->folders[i], folder))
            return true;
    return false;
}

static void note_folder(StaticFiles *p, char *folder) {
    if (folder && p->folder_count < FOLDERS_MAX && !has_folder(p, folder))
        p->folders[p->folder_count++] = folder;
    else
        mem_free(folder);
}

// A symbolic link to a file leads to another folder.
static void note_folder_of(StaticFiles *p, const char *path) {
    char *real = file_real_path(path);
    if (real)
        *strrchr(real, '/') = '\0';
    note_folder(p, real);
}

static bool add_file(StaticFiles *p, const char *path, const char *name, Error *err) {
    const FileType *file_type = type_of(name);
    if (!file_type)
        return true;
    if (!has_room(p, err))
        return false;
    StaticFile *f = &p->files[p->count];
    if (!file_read(path, &f->plain.bytes, err))
        return false;
    f->name = mem_copy_text(name);
    f->type = file_type->type;
    p->count++;
    note_folder_of(p, path);
    return f->plain.bytes.len <= PAGE_BYTES_MAX || error_set(err, "%.80s is too large", name);
}

static bool add_folder(StaticFiles *p, const char *folder, const char *prefix, int depth,
                       Error *err);

// A dangling symbolic link points to something that was not built: it is skipped.
static bool add_entry(StaticFiles *p, const char *folder, const char *prefix, const char *entry,
                      int depth, Error *err) {
    ScopedStr path = {0}, name = {0};
    struct stat info;
    str_add(&path, "%s/%s", folder, entry);
    str_add(&name, "%s%s", prefix, entry);
    bool there = stat(str_text(&path), &info) == 0;
    bool ok = there || errno == ENOENT || error_set(err, "%s", strerror(errno));
    if (there && S_ISREG(info.st_mode)) {
        ok = add_file(p, str_text(&path), str_text(&name), err);
    } else if (there && S_ISDIR(info.st_mode)) {
        str_add_char(&name, '/');
        ok = add_folder(p, str_text(&path), str_text(&name), depth + 1, err);
    }
    return ok;
}

static bool is_development_file(const char *name) {
    static const char *const names[] = {"node_modules", "package.json", "package-lock.json",
                                        "tsconfig.json"};
    for (int i = 0; i < COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static bool add_folder(StaticFiles *p, const char *folder, const char *prefix, int depth,
                       Error *err) {
    DIR *dir = depth <= DEPTH_MAX ? opendir(folder) : NULL;
    if (!dir)
        return error_set_errno(err, folder);
    bool ok = true;
    for (const struct dirent *e; ok && (e = readdir(dir));)
        if (e->d_name[0] != '.' && !is_development_file(e->d_name))
            ok = add_entry(p, folder, prefix, e->d_name, depth, err);
    closedir(dir);
    return ok;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(((const StaticFile *)a)->name, ((const StaticFile *)b)->name);
}

static void sort(StaticFiles *p) {
    qsort(p->files, (size_t)p->count, sizeof p->files[0], compare_names);
}

static void add_file_list(StaticFiles *p) {
    static const char name[] = "files.json";
    StaticFile list = {.name = mem_copy_text(name), .type = type_of(name)->type};
    JsonWriter w = json_writer_into(&list.plain.bytes);
    write_object(&w, NULL);
    for (int i = 0; i < p->count; i++) {
        write_text(&w, p->files[i].name, p->files[i].plain.etag);
        write_newline(&w);
    }
    write_end_object(&w);
    make_variants(p, &list);
    p->files[p->count++] = list;
    sort(p);
}

StaticFiles *static_files_load(const char *folder, Error *err) {
    StaticFiles *p = mem_alloc(sizeof *p);
    p->references = 1;
    note_folder(p, file_real_path(folder));
    if (!add_folder(p, folder, "", 0, err)) {
        static_files_release(p);
        return NULL;
    }
    // readdir has no defined order, but the version must not depend on it.
    sort(p);
    compute_version(p);
    for (int i = 0; i < p->count; i++)
        make_variants(p, &p->files[i]);
    add_file_list(p);
    return p;
}

StaticFiles *static_files_retain(StaticFiles *p) {
    if (p)
        p->references++;
    return p;
}

void static_files_release(StaticFiles *p) {
    if (!p || --p->references > 0)
        return;
    for (int i = 0; i < p->count; i++) {
        mem_free((char *)p->files[i].name);
        str_release(&p->files[i].plain.bytes);
        str_release(&p->files[i].gzip.bytes);
        str_release(&p->files[i].new_gzip.bytes);
    }
    for (int i = 0; i < p->folder_count; i++)
        mem_free((char *)p->folders[i]);
    mem_free(p);
}

const StaticFile *static_files_find(const StaticFiles *p, const char *name) {
    StaticFile wanted = {.name = name};
    return p ? bsearch(&wanted, p->files, (size_t)p->count, sizeof p->files[0], compare_names)
             : NULL;
}

const char *static_files_version(const StaticFiles *p) {
    return p->version;
}

const char *const *static_files_folders(const StaticFiles *p) {
    static const char *const none[] = {NULL};
    return p ? p->folders : none;
}
