#include "simulated_disk.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    FILES_MAX = 8,
    NAME_MAX_BYTES = 128,
    SECTOR = 512,
    SHM_REGIONS_MAX = 16,
    DEVICE_SECTOR = 4096
};

// ---- Bytes of a file

typedef struct {
    uint8_t *bytes;
    size_t len, capacity;
} Content;

static void content_resize(Content *c, size_t len) {
    if (len > c->capacity) {
        c->capacity = 2 * len;
        c->bytes = mem_resize(c->bytes, c->capacity);
    }
    if (len > c->len)
        memset(c->bytes + c->len, 0, len - c->len);
    c->len = len;
}

static void content_write(Content *c, size_t at, const uint8_t *bytes, size_t len) {
    if (at + len > c->len)
        content_resize(c, at + len);
    memcpy(c->bytes + at, bytes, len);
}

static void content_copy(Content *to, const Content *from) {
    to->len = 0;
    if (from->len > 0)
        content_write(to, 0, from->bytes, from->len);
}

// ---- The operation log

typedef enum { OP_WRITE, OP_TRUNCATE, OP_SYNC, OP_DELETE } DiskOpKind;

typedef struct {
    DiskOpKind kind;
    int file;
    size_t at, len; // for OP_TRUNCATE `at` is the new length
    uint8_t *bytes;
} DiskOp;

typedef struct {
    char name[NAME_MAX_BYTES];
    bool existed, exists; // initially, and now
    Content first, content;
    void *shared[SHM_REGIONS_MAX]; // shared memory, lost in a power cut
} File;

struct Disk {
    sqlite3_vfs vfs;
    File files[FILES_MAX];
    int file_count;
    DiskOp *ops;
    int op_count, op_capacity;
};

static void append_op(Disk *d, DiskOp op) {
    if (d->op_count == d->op_capacity) {
        d->op_capacity = 2 * d->op_capacity + 256;
        d->ops = mem_resize(d->ops, (size_t)d->op_capacity * sizeof *d->ops);
    }
    d->ops[d->op_count++] = op;
}

int disk_op_count(const Disk *d) {
    return d->op_count;
}

// ---- SQLite's view of a file

typedef struct {
    sqlite3_file base;
    Disk *disk;
    int file;
} Handle;

static File *file_of(sqlite3_file *f) {
    Handle *h = (Handle *)(void *)f;
    return &h->disk->files[h->file];
}

static int do_close(sqlite3_file *f) {
    (void)f;
    return SQLITE_OK;
}

static int do_read(sqlite3_file *f, void *out, int len, sqlite3_int64 at) {
    const Content *c = &file_of(f)->content;
    size_t there = (size_t)at < c->len ? c->len - (size_t)at : 0;
    size_t n = there < (size_t)len ? there : (size_t)len;
    memset(out, 0, (size_t)len);
    if (n > 0)
        memcpy(out, c->bytes + at, n);
    return n == (size_t)len ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int do_write(sqlite3_file *f, const void *bytes, int len, sqlite3_int64 at) {
    Handle *h = (Handle *)(void *)f;
    uint8_t *copy = mem_alloc((size_t)len);
    memcpy(copy, bytes, (size_t)len);
    append_op(h->disk, (DiskOp){OP_WRITE, h->file, (size_t)at, (size_t)len, copy});
    content_write(&file_of(f)->content, (size_t)at, bytes, (size_t)len);
    return SQLITE_OK;
}

static int do_truncate(sqlite3_file *f, sqlite3_int64 size) {
    Handle *h = (Handle *)(void *)f;
    append_op(h->disk, (DiskOp){.kind = OP_TRUNCATE, .file = h->file, .at = (size_t)size});
    content_resize(&file_of(f)->content, (size_t)size);
    return SQLITE_OK;
}

static int do_sync(sqlite3_file *f, int flags) {
    (void)flags;
    Handle *h = (Handle *)(void *)f;
    append_op(h->disk, (DiskOp){.kind = OP_SYNC, .file = h->file});
    return SQLITE_OK;
}

static int do_size(sqlite3_file *f, sqlite3_int64 *out) {
    *out = (sqlite3_int64)file_of(f)->content.len;
    return SQLITE_OK;
}

static int do_lock(sqlite3_file *f, int level) {
    (void)f;
    (void)level;
    return SQLITE_OK;
}

static int do_check_reserved(sqlite3_file *f, int *out) {
    (void)f;
    *out = 0;
    return SQLITE_OK;
}

static int do_control(sqlite3_file *f, int what, void *arg) {
    (void)f;
    (void)what;
    (void)arg;
    return SQLITE_NOTFOUND;
}

static int do_sector(sqlite3_file *f) {
    (void)f;
    return DEVICE_SECTOR;
}

// What SQLite assumes of ordinary disks: a write does not damage the bytes next to it.
static int do_characteristics(sqlite3_file *f) {
    (void)f;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int do_shm_map(sqlite3_file *f, int region, int size, int extend, void volatile **out) {
    File *file = file_of(f);
    *out = NULL;
    if (region >= SHM_REGIONS_MAX)
        return SQLITE_IOERR_SHMMAP;
    if (!file->shared[region] && extend)
        file->shared[region] = mem_alloc((size_t)size);
    *out = file->shared[region];
    return SQLITE_OK;
}

static int do_shm_lock(sqlite3_file *f, int offset, int n, int flags) {
    (void)f;
    (void)offset;
    (void)n;
    (void)flags;
    return SQLITE_OK;
}

static void do_shm_barrier(sqlite3_file *f) {
    (void)f;
}

static int do_shm_unmap(sqlite3_file *f, int gone) {
    File *file = file_of(f);
    for (int i = 0; gone && i < SHM_REGIONS_MAX; i++) {
        mem_free(file->shared[i]);
        file->shared[i] = NULL;
    }
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = do_close,
    .xRead = do_read,
    .xWrite = do_write,
    .xTruncate = do_truncate,
    .xSync = do_sync,
    .xFileSize = do_size,
    .xLock = do_lock,
    .xUnlock = do_lock,
    .xCheckReservedLock = do_check_reserved,
    .xFileControl = do_control,
    .xSectorSize = do_sector,
    .xDeviceCharacteristics = do_characteristics,
    .xShmMap = do_shm_map,
    .xShmLock = do_shm_lock,
    .xShmBarrier = do_shm_barrier,
    .xShmUnmap = do_shm_unmap,
};

// ---- SQLite's view of the disk

static int find(const Disk *d, const char *name) {
    for (int i = 0; i < d->file_count; i++)
        if (!strcmp(d->files[i].name, name))
            return i;
    return -1;
}

static int find_or_add(Disk *d, const char *name) {
    int i = find(d, name);
    if (i >= 0)
        return i;
    if (d->file_count == FILES_MAX || strlen(name) >= NAME_MAX_BYTES)
        return -1;
    snprintf(d->files[d->file_count].name, NAME_MAX_BYTES, "%s", name);
    return d->file_count++;
}

static int do_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out_flags) {
    Disk *d = vfs->pAppData;
    Handle *h = (Handle *)(void *)f;
    int i = name ? find_or_add(d, name) : -1; // temporary files without names are not needed
    h->base.pMethods = NULL;
    if (i < 0 || (!d->files[i].exists && !(flags & SQLITE_OPEN_CREATE)))
        return SQLITE_CANTOPEN;
    d->files[i].exists = true;
    h->base.pMethods = &methods;
    h->disk = d;
    h->file = i;
    if (out_flags)
        *out_flags = flags;
    return SQLITE_OK;
}

static int do_delete(sqlite3_vfs *vfs, const char *name, int sync_folder) {
    Disk *d = vfs->pAppData;
    int i = find(d, name);
    if (i < 0 || !d->files[i].exists)
        return SQLITE_IOERR_DELETE_NOENT;
    append_op(d, (DiskOp){.kind = OP_DELETE, .file = i});
    if (sync_folder)
        append_op(d, (DiskOp){.kind = OP_SYNC, .file = i});
    d->files[i].exists = false;
    content_resize(&d->files[i].content, 0);
    return SQLITE_OK;
}

static int do_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
    (void)flags;
    const Disk *d = vfs->pAppData;
    int i = find(d, name);
    *out = i >= 0 && d->files[i].exists;
    return SQLITE_OK;
}

static int do_full_path(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

Disk *disk_new(void) {
    Disk *d = mem_alloc(sizeof *d);
    d->vfs = *sqlite3_vfs_find("unix"); // for time, randomness and so on
    d->vfs.szOsFile = sizeof(Handle);
    d->vfs.zName = "simulated";
    d->vfs.pNext = NULL;
    d->vfs.pAppData = d;
    d->vfs.xOpen = do_open;
    d->vfs.xDelete = do_delete;
    d->vfs.xAccess = do_access;
    d->vfs.xFullPathname = do_full_path;
    return d;
}

void disk_free(Disk *d) {
    for (int i = 0; i < d->op_count; i++)
        mem_free(d->ops[i].bytes);
    for (int i = 0; i < d->file_count; i++) {
        mem_free(d->files[i].first.bytes);
        mem_free(d->files[i].content.bytes);
        for (int k = 0; k < SHM_REGIONS_MAX; k++)
            mem_free(d->files[i].shared[k]);
    }
    mem_free(d->ops);
    mem_free(d);
}

void disk_mount(Disk *d) {
    sqlite3_vfs_register(&d->vfs, 1);
}

void disk_unmount(Disk *d) {
    sqlite3_vfs_unregister(&d->vfs);
    sqlite3_vfs_register(sqlite3_vfs_find("unix"), 1);
}

// ---- Power cuts

struct Replay {
    const Disk *disk;
    int at;
    Content durable[FILES_MAX];
    bool exists[FILES_MAX];
    int unsynced[FILES_MAX]; // the first operation on each file that is not durable yet
};

Replay *replay_new(const Disk *d) {
    Replay *r = mem_alloc(sizeof *r);
    r->disk = d;
    for (int i = 0; i < d->file_count; i++) {
        r->exists[i] = d->files[i].existed;
        content_copy(&r->durable[i], &d->files[i].first);
    }
    return r;
}

void replay_free(Replay *r) {
    for (int i = 0; i < FILES_MAX; i++)
        mem_free(r->durable[i].bytes);
    mem_free(r);
}

static void apply(const DiskOp *op, Content *content, bool *exists) {
    switch (op->kind) {
    case OP_WRITE:
        *exists = true;
        content_write(content, op->at, op->bytes, op->len);
        break;
    case OP_TRUNCATE:
        content_resize(content, op->at);
        break;
    case OP_DELETE:
        *exists = false;
        content_resize(content, 0);
        break;
    case OP_SYNC:
        break;
    }
}

// Makes all operations on the file so far durable.
static void make_durable(Replay *r, int file) {
    for (int i = r->unsynced[file]; i < r->at; i++)
        if (r->disk->ops[i].file == file)
            apply(&r->disk->ops[i], &r->durable[file], &r->exists[file]);
    r->unsynced[file] = r->at;
}

static bool ends_deleted(const Replay *r, int file) {
    bool deleted = false;
    for (int i = r->unsynced[file]; i < r->at; i++)
        if (r->disk->ops[i].file == file && r->disk->ops[i].kind != OP_SYNC)
            deleted = r->disk->ops[i].kind == OP_DELETE;
    return deleted;
}

void replay_to(Replay *r, int ops) {
    while (r->at < ops) {
        const DiskOp *op = &r->disk->ops[r->at++];
        if (op->kind != OP_SYNC)
            continue;
        for (int i = 0; i < r->disk->file_count; i++)
            if (i == op->file || ends_deleted(r, i))
                make_durable(r, i);
    }
}

static void apply_in_part(const DiskOp *op, Content *content, bool *exists, Rng *rng) {
    if (op->kind != OP_WRITE) {
        apply(op, content, exists);
        return;
    }
    for (size_t done = 0; done < op->len;) {
        size_t n = SECTOR - (op->at + done) % SECTOR;
        if (n > op->len - done)
            n = op->len - done;
        *exists = true;
        if (rng_below(rng, 2))
            content_write(content, op->at + done, op->bytes + done, n);
        done += n;
    }
}

static void apply_by_chance(const DiskOp *op, Content *content, bool *exists, CutKind kind,
                            Rng *rng) {
    int fate = kind == CUT_LOSES_NOTHING ? 1 : kind == CUT_LOSES_ALL ? 0 : rng_below(rng, 3);
    if (fate == 1)
        apply(op, content, exists);
    else if (fate == 2)
        apply_in_part(op, content, exists, rng);
}

Disk *replay_cut(const Replay *r, CutKind kind, Rng *rng) {
    Disk *d = disk_new();
    d->file_count = r->disk->file_count;
    for (int i = 0; i < d->file_count; i++) {
        File *f = &d->files[i];
        memcpy(f->name, r->disk->files[i].name, sizeof f->name);
        f->exists = r->exists[i];
        content_copy(&f->content, &r->durable[i]);
        for (int k = r->unsynced[i]; k < r->at; k++)
            if (r->disk->ops[k].file == i)
                apply_by_chance(&r->disk->ops[k], &f->content, &f->exists, kind, rng);
        f->existed = f->exists;
        content_copy(&f->first, &f->content);
    }
    return d;
}

// ---- Disks to begin with

Disk *disk_without_log(Disk *d) {
    Rng unused = {0};
    Replay *r = replay_new(d);
    replay_to(r, disk_op_count(d));
    Disk *same = replay_cut(r, CUT_LOSES_NOTHING, &unused);
    replay_free(r);
    disk_free(d);
    return same;
}

Disk *disk_of_version(const char *path, int version) {
    ScopedStr name = {0}, sql = {0};
    Error err = {0};
    sqlite3 *db = NULL;
    str_add(&name, TESTS "store/versions/%d.sql", version);
    if (!file_read(str_text(&name), &sql, &err))
        return NULL;
    Disk *disk = disk_new();
    disk_mount(disk);
    bool ok = sqlite3_open(path, &db) == SQLITE_OK &&
              sqlite3_exec(db, str_text(&sql), NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(db);
    disk_unmount(disk);
    if (ok)
        return disk_without_log(disk);
    disk_free(disk);
    return NULL;
}
