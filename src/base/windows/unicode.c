#include "base/utf8.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "base/number.h"

#include <ctype.h>
#include <string.h>
#include <windows.h>

// Only the Basic Multilingual Plane: CharUpper takes one UTF-16 unit.
uint32_t unicode_capital(uint32_t code) {
    if (code == 0 || code > 0xffff)
        return code;
    WCHAR letter = (WCHAR)code;
    CharUpperBuffW(&letter, 1);
    return letter;
}

// Names that iconv knows, lower case and without punctuation, and their code pages.
static const struct {
    const char *name;
    UINT page;
} charsets[] = {
    {"usascii", 20127},    {"ascii", 20127},     {"latin1", 28591},     {"iso88591", 28591},
    {"iso88592", 28592},   {"iso88593", 28593},  {"iso88594", 28594},   {"iso88595", 28595},
    {"iso88596", 28596},   {"iso88597", 28597},  {"iso88598", 28598},   {"iso88599", 28599},
    {"iso885913", 28603},  {"iso885915", 28605}, {"koi8r", 20866},      {"koi8u", 21866},
    {"shiftjis", 932},     {"sjis", 932},        {"cp932", 932},        {"windows31j", 932},
    {"eucjp", 20932},      {"gb2312", 936},      {"gbk", 936},          {"cp936", 936},
    {"euccn", 936},        {"gb18030", 54936},   {"big5", 950},         {"cp950", 950},
    {"euckr", 949},        {"cp949", 949},       {"windows1250", 1250}, {"cp1250", 1250},
    {"windows1251", 1251}, {"cp1251", 1251},     {"windows1252", 1252}, {"cp1252", 1252},
    {"windows1253", 1253}, {"cp1253", 1253},     {"windows1254", 1254}, {"cp1254", 1254},
    {"windows1257", 1257}, {"cp1257", 1257},     {"cp437", 437},        {"cp850", 850},
    {"cp852", 852},        {"cp866", 866},
};

static bool is_named(const char *charset, const char *name) {
    for (; *charset; charset++)
        if (isalnum((unsigned char)*charset) && ascii_lower(*charset) != *name++)
            return false;
    return !*name;
}

static UINT page_of(const char *charset) {
    for (int i = 0; i < COUNT(charsets); i++)
        if (is_named(charset, charsets[i].name))
            return charsets[i].page;
    return 0;
}

// NULs stay: callers use them to separate texts converted together.
static void add_utf16(Str *out, const WCHAR *units, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t code = units[i];
        bool is_pair =
            IS_HIGH_SURROGATE(units[i]) && i + 1 < count && IS_LOW_SURROGATE(units[i + 1]);
        if (is_pair)
            code = 0x10000 + ((code - HIGH_SURROGATE_START) << 10) +
                   (units[++i] - (uint32_t)LOW_SURROGATE_START);
        if (code)
            utf8_add(out, code);
        else
            str_add_char(out, '\0');
    }
}

bool unicode_add_converted(Str *out, const char *charset, const char *text, size_t len,
                           Error *err) {
    UINT page = page_of(charset);
    if (!page || !IsValidCodePage(page))
        return error_set(err, "unknown character set '%s'", charset);
    if (len == 0)
        return true;
    int count = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, text, (int)len, NULL, 0);
    if (count <= 0)
        return error_set(err, "the text is not valid in the character set");
    WCHAR *units = mem_alloc((size_t)count * sizeof *units);
    MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, text, (int)len, units, count);
    add_utf16(out, units, count);
    mem_free(units);
    return true;
}
