#include "server/accounts/secret.h"

#include "base/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 201, PERIOD_MAX = 4, SHORTEST_NAME = 3 };

// Sorted for bsearch.
// clang-format off
static const char *const weak_words[] = {
    "aaaa", "aabbcc", "abc", "abcabc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "access",
    "admin", "administrator", "aini", "alexander", "alexandra", "alphabet", "amanda", "amazon",
    "andrea", "andrew", "android", "angel", "angels", "anthony", "apple", "aragorn", "arsenal",
    "asdf", "asdfgh", "asdfghjkl", "asdfqwer", "ashley", "autumn", "azerty", "baby", "babygirl",
    "bailey", "banana", "barcelona", "baseball", "basketball", "batman", "beautiful", "benjamin",
    "bienvenue", "blessed", "blink", "bonjour", "buddy", "buster", "butterfly", "champion",
    "changeme", "charlie", "checkers", "cheese", "chelsea", "chess", "china", "chocolate",
    "christ", "christopher", "computer", "contrasena", "cookie", "corvette", "cowboys", "daniel",
    "darling", "default", "demo", "diamond", "dollar", "dragon", "eagle", "eagles", "elizabeth",
    "facebook", "falcon", "family", "ferrari", "fiveinarow", "flower", "football", "forever",
    "freedom", "friends", "frodo", "fussball", "galaxy", "gandalf", "george", "ginger", "gobang",
    "golden", "golf", "gomoku", "gomokunarabe", "goodbye", "google", "guest", "hallo", "hannah",
    "happy", "harley", "haslo", "heaven", "hello", "hobbit", "hockey", "hola", "honey", "hunter",
    "ilove", "iloveu", "iloveyou", "internet", "iphone", "ironman", "japan", "jennifer",
    "jessica", "jesus", "jesuschrist", "jonathan", "jordan", "joshua", "jupiter", "juventus",
    "killer", "korea", "lakers", "legend", "letmein", "letmeinnow", "letters", "linux", "lion",
    "liverpool", "lkjhgf", "login", "love", "lovely", "loveme", "loveyou", "lucky", "macintosh",
    "maggie", "magic", "magical", "martin", "master", "matrix", "matthew", "mercedes", "mercury",
    "merlin", "messi", "michael", "michelle", "microsoft", "million", "mima", "mnbvcx", "money",
    "monkey", "motdepasse", "mustang", "naruto", "nicole", "nihao", "ninja", "nothing", "orange",
    "p@ssw0rd", "p@ssword", "pa$$word", "panther", "parola", "passw0rd", "passwd", "password",
    "passwort", "patrick", "pentad", "pepper", "phoenix", "pikachu", "poiuyt", "pokemon",
    "porsche", "princesa", "princess", "private", "purple", "qazwsx", "qazwsxedc", "qweasd",
    "qweasdzxc", "qwerasdf", "qwert", "qwerty", "qwertz", "rainbow", "ranger", "realmadrid",
    "renju", "rich", "richard", "robert", "ronaldo", "root", "sakura", "samantha", "samsung",
    "samurai", "saturn", "schach", "secret", "secrets", "senha", "sente", "server", "shadow",
    "silver", "smile", "soccer", "softball", "spiderman", "spring", "starwars", "steelers",
    "summer", "sunshine", "superman", "sweetheart", "sweety", "tennis", "test", "tester",
    "testing", "thomas", "thunder", "tiger", "tigger", "tokyo", "trustno", "twitter", "universe",
    "user", "victoria", "wachtwoord", "welcome", "welkom", "whatever", "william", "willkommen",
    "windows", "winner", "winter", "wizard", "woaini", "woaini1314", "wodemima", "wolf", "wsxedc",
    "wuziqi", "xsw", "yamaha", "yankees", "yellow", "youtube", "zaq", "zaqwsx", "zhang", "zxcv",
    "zxcvbn", "zxcvbnm",
};
// clang-format on

static int compare(const void *key, const void *row) {
    return strcmp(key, *(const char *const *)row);
}

static bool is_weak_word(const char *text) {
    return bsearch(text, weak_words, COUNT(weak_words), sizeof *weak_words, compare) != NULL;
}

static void fold(const char *text, char out[WORD_MAX]) {
    int n = 0;
    for (; *text && n < WORD_MAX - 1; text++)
        out[n++] = (char)tolower((unsigned char)*text);
    out[n] = '\0';
}

// Strips digits and punctuation at both ends: "Password1!" becomes "password".
static char *strip_non_letters(char *text) {
    size_t len = strlen(text);
    while (len > 0 && !isalpha((unsigned char)text[len - 1]) && !(text[len - 1] & 0x80))
        text[--len] = '\0';
    while (*text && !isalpha((unsigned char)*text) && !(*text & 0x80))
        text++;
    return text;
}

// 11111111, 12121212, abcabcabc
static bool is_repetition(const char *text) {
    size_t len = strlen(text);
    for (size_t period = 1; period <= PERIOD_MAX; period++)
        if (len >= 2 * period && !memcmp(text, text + period, len - period))
            return true;
    return false;
}

// 12345678, 87654321, qwertyuiop: neighbors on the keyboard or in the alphabet.
static bool is_keyboard_run(const char *text) {
    static const char *const rows[] = {"01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop",
                                       "asdfghjkl", "zxcvbnm"};
    size_t len = strlen(text);
    for (int i = 0; i < COUNT(rows); i++)
        for (int step = -1; step <= 1; step += 2) {
            size_t k = 1;
            for (; k < len; k++) {
                const char *at = strchr(rows[i], text[k - 1]);
                if (text[k - 1] == '0' && step < 0)
                    at = rows[i] + strlen(rows[i]) - 1;
                if (!at || (step < 0 && at == rows[i]) || at[step] != text[k])
                    break;
            }
            if (k == len)
                return true;
        }
    return false;
}

bool password_is_weak(const char *password, const char *name) {
    char whole[WORD_MAX], cut[WORD_MAX], own[WORD_MAX];
    fold(password, whole);
    fold(password, cut);
    fold(name, own);
    const char *word = strip_non_letters(cut);
    bool is_name = strlen(own) >= SHORTEST_NAME && (!strcmp(whole, own) || !strcmp(word, own));
    return is_name || is_weak_word(whole) || is_weak_word(word) || is_repetition(whole) ||
           is_keyboard_run(whole) ||
           (*word && strlen(word) > PERIOD_MAX && (is_repetition(word) || is_keyboard_run(word)));
}
