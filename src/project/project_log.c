#include "project/project_log.h"

#include "base/file.h"
#include "base/locked_file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/scanner.h"
#include "core/notation.h"
#include "proof/certificate.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1, CHECKSUM_LENGTH = 9 }; // a space and eight hexadecimal digits

static const char *const fact_names[FACT_COUNT] = {"try", "all", "won", "done", "hard"};

// ---- Writing

static void add_checksum(Str *out, size_t start) {
    str_add(out, " %08x", (unsigned)bytes_crc32(out->data + start, out->len - start));
}

void log_write_goal(const Goal *goal, Str *out) {
    size_t start = out->len;
    const Board *b = &goal->start;
    str_add(out, "pentad-project %d %s %d ", VERSION, b->rules->name, b->size);
    certificate_add_position(out, b);
    str_add(out, " %s %s", stone_word(b->turn), stone_word(goal->winner));
    add_checksum(out, start);
}

void log_write_fact(const Fact *fact, Str *out) {
    size_t start = out->len;
    str_add(out, "%s ", fact_names[fact->kind]);
    certificate_add_position(out, &fact->board);
    if (fact->kind == FACT_TRY || fact->kind == FACT_ALL) {
        str_add_char(out, ' ');
        if (fact->move == POINT_NONE)
            str_add_char(out, '-');
        else
            point_format(fact->move, NOTATION_POS, fact->board.size, out);
        str_add(out, " %d ", fact->value);
        for (int i = 0; i < fact->open_count; i++)
            point_format(fact->open[i], NOTATION_POS, fact->board.size, out);
    }
    add_checksum(out, start);
}

// ---- Reading

enum { WORDS_MAX = 8, WORD_MAX = 4096 };

typedef struct {
    char text[WORD_MAX];
    char *words[WORDS_MAX];
    int count;
} Words;

// Checks the checksum and splits the rest at its spaces; two spaces enclose an empty word.
static bool split(const char *line, size_t len, Words *w, Error *err) {
    if (len <= CHECKSUM_LENGTH || len - CHECKSUM_LENGTH >= WORD_MAX)
        return error_set(err, "not a record");
    size_t body = len - CHECKSUM_LENGTH;
    ScopedStr expected = {0};
    str_add_bytes(&expected, line, body);
    add_checksum(&expected, 0);
    if (memcmp(expected.data + body, line + body, CHECKSUM_LENGTH) != 0)
        return error_set(err, "the checksum does not match");
    memcpy(w->text, line, body);
    w->text[body] = 0;
    w->count = 0;
    char *at = w->text;
    while (at && w->count < WORDS_MAX) {
        w->words[w->count++] = at;
        at = strchr(at, ' ');
        if (at)
            *at++ = 0;
    }
    return !at || error_set(err, "too many words");
}

static bool read_points(const char *text, int size, Point *out, int *count, Error *err) {
    *count = 0;
    return !*text || points_parse(text, size, REPLIES_MAX, out, count, err);
}

static bool read_color(const char *word, uint8_t *out, Error *err) {
    bool is_black = strcmp(word, "black") == 0;
    *out = is_black ? BLACK : WHITE;
    return is_black || strcmp(word, "white") == 0 || error_set(err, "not a color: %s", word);
}

bool log_read_goal(const char *line, size_t len, Goal *out, Error *err) {
    Words *w = mem_alloc(sizeof *w);
    int64_t size, version;
    const Rules *rules = NULL;
    uint8_t turn = EMPTY, winner = EMPTY;
    bool ok = split(line, len, w, err) &&
              ((w->count == 7 && strcmp(w->words[0], "pentad-project") == 0) ||
               error_set(err, "not the log of a project")) &&
              number_parse(w->words[1], VERSION, VERSION, &version, err) &&
              (rules = rules_find(w->words[2], err)) &&
              number_parse(w->words[3], BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err);
    if (ok) {
        board_init(&out->start, rules, (int)size);
        ok = certificate_read_position(w->words[4], &out->start, err) &&
             read_color(w->words[5], &turn, err) && read_color(w->words[6], &winner, err);
        out->start.turn = turn;
        out->winner = (Stone)winner;
    }
    mem_free(w);
    return ok;
}

static bool read_replies(Words *w, int size, Fact *out, Error *err) {
    int64_t value;
    if (w->count != 5)
        return error_set(err, "a record with replies has five words");
    out->move = POINT_NONE;
    if (strcmp(w->words[2], "-") != 0 &&
        !point_parse(w->words[2], NOTATION_POS, size, &out->move, err))
        return false;
    if (!number_parse(w->words[3], -100000, 100000, &value, err))
        return false;
    out->value = (int)value;
    return read_points(w->words[4], size, out->open, &out->open_count, err);
}

bool log_read_fact(const char *line, size_t len, const Goal *goal, Fact *out, Error *err) {
    Words *w = mem_alloc(sizeof *w);
    int kind = 0, size = goal->start.size;
    bool ok = split(line, len, w, err);
    while (ok && kind < FACT_COUNT && strcmp(w->words[0], fact_names[kind]) != 0)
        kind++;
    ok = ok && ((kind < FACT_COUNT && w->count >= 2) || error_set(err, "not a record"));
    if (ok) {
        out->kind = (FactKind)kind;
        out->open_count = 0;
        out->move = POINT_NONE;
        board_init(&out->board, goal->start.rules, size);
        ok = certificate_read_position(w->words[1], &out->board, err);
        out->board.turn = (uint8_t)goal->winner;
    }
    if (ok && (kind == FACT_TRY || kind == FACT_ALL))
        ok = read_replies(w, size, out, err);
    else if (ok && w->count != 2)
        ok = error_set(err, "not a record");
    mem_free(w);
    return ok;
}

bool log_replay(const char *text, size_t len, Tree *out, LogCount *count, Error *err) {
    *count = (LogCount){0};
    Goal goal;
    Fact *fact = mem_alloc(sizeof *fact);
    bool has_goal = false;
    while (count->whole < len) {
        const char *line = text + count->whole, *end = memchr(line, '\n', len - count->whole);
        size_t length = end ? (size_t)(end - line) : 0;
        if (!end)
            break;
        if (!has_goal) {
            if (!log_read_goal(line, length, &goal, err))
                break;
            tree_init(out, &goal);
            has_goal = true;
        } else if (log_read_fact(line, length, &goal, fact, NULL) && tree_apply(out, fact)) {
            count->records++;
        } else {
            count->damaged++;
        }
        count->whole += length + 1;
    }
    mem_free(fact);
    count->is_torn = count->whole < len;
    return has_goal || (len > 0 && count->whole == 0 && memchr(text, '\n', len)
                            ? false
                            : error_set(err, "the first line is missing"));
}

// ---- The file

static bool failed(const char *path, Error *err) {
    return error_set(err, "%s: %s", path, strerror(errno));
}

// Not file_write: of two programs that start a project, the second must not replace the log of the
// first.
static bool create(const char *path, const Goal *goal, Error *err) {
    ScopedStr line = {0};
    log_write_goal(goal, &line);
    str_add_char(&line, '\n');
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return errno == EEXIST || failed(path, err);
    bool ok = file_write_all(file, path, line.data, line.len, err);
    close(file);
    if (!ok)
        unlink(path);
    return ok;
}

// Not file_read: the log of a long project may be larger than FILE_SIZE_LIMIT.
static bool read_log(int file, const char *path, Str *out, Error *err) {
    char buffer[1 << 16];
    for (ssize_t n; (n = read(file, buffer, sizeof buffer)) != 0;) {
        if (n < 0 && errno != EINTR)
            return failed(path, err);
        str_add_bytes(out, buffer, n > 0 ? (size_t)n : 0);
    }
    return true;
}

static bool is_same_goal(const Goal *a, const Goal *b) {
    ScopedStr one = {0}, two = {0};
    Goal x = *a, y = *b;
    tree_canonical(&x.start);
    tree_canonical(&y.start);
    log_write_goal(&x, &one);
    log_write_goal(&y, &two);
    return strcmp(str_text(&one), str_text(&two)) == 0;
}

// Reads the log, and cuts off a torn last line.
static bool replay_file(int file, const char *path, const Goal *goal, Tree *tree, LogCount *count,
                        Error *err) {
    ScopedStr text = {0};
    if (!read_log(file, path, &text, err))
        return false;
    if (!log_replay(text.data, text.len, tree, count, err))
        return error_prefix(err, path);
    bool ok = !goal || is_same_goal(goal, &tree->goal) ||
              error_set(err, "%s is the log of another project; choose a new folder", path);
    ok = ok && (!count->is_torn || ftruncate(file, (off_t)count->whole) == 0 || failed(path, err));
    if (!ok)
        tree_release(tree);
    return ok;
}

bool project_log_open(ProjectLog *log, const char *folder, const Goal *goal, Tree *tree,
                      LogCount *count, Error *err) {
    ScopedStr path = {0};
    struct timespec ignored;
    str_add(&path, "%s/project.log", folder);
    if (goal && access(path.data, F_OK) != 0 &&
        (!file_make_folder(folder, err) || !create(path.data, goal, err)))
        return false;
    if (!file_can_be_read(path.data, err))
        return false;
    int lock = locked_file_open(path.data, LOCK_EXCLUSIVE, &ignored);
    if (lock < 0)
        return error_set(err, "%s is empty, or another program is using it", path.data);
    // On Windows the lock is another file.
    int file = open(path.data, O_RDWR | O_APPEND | O_CLOEXEC);
    ProjectLog opened = {file, lock, mem_copy_text(path.data)};
    if (file < 0 ? failed(path.data, err) : replay_file(file, path.data, goal, tree, count, err)) {
        *log = opened;
        return true;
    }
    project_log_close(&opened);
    return false;
}

// One write per record: what the system has survives the end of the program.
bool project_log_append(ProjectLog *log, const Fact *fact, Error *err) {
    ScopedStr line = {0};
    log_write_fact(fact, &line);
    str_add_char(&line, '\n');
    return file_write_all(log->file, log->path, line.data, line.len, err);
}

void project_log_close(ProjectLog *log) {
    if (!log->path)
        return;
    close(log->file);
    close(log->lock);
    mem_free(log->path);
    *log = (ProjectLog){0};
}
