#include "server/accounts/secret.h"

#include "base/utf8.h"

#include <argon2.h>
#include <sha1.h>
#include <sha2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static void fill_random(void *context, void *bytes, size_t len) {
    (void)context;
    // getrandom returns up to 256 bytes in one call; without them the server cannot run.
    if (getrandom(bytes, len, 0) != (ssize_t)len)
        abort();
}

RandomSource secret_randomness(void) {
    return (RandomSource){.fill = fill_random};
}

static void base64_encode(const uint8_t *bytes, size_t len, const char *alphabet, char *out) {
    uint32_t bits = 0;
    int count = 0;
    for (size_t i = 0; i < len; i++) {
        bits = bits << 8 | bytes[i];
        for (count += 8; count >= 6; count -= 6)
            *out++ = alphabet[bits >> (count - 6) & 63];
    }
    if (count > 0)
        *out++ = alphabet[bits << (6 - count) & 63];
    *out = '\0';
}

#define BASE64_ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

Secret secret_new(RandomSource randomness) {
    uint8_t bytes[32];
    Secret s;
    randomness.fill(randomness.context, bytes, sizeof bytes);
    base64_encode(bytes, sizeof bytes, BASE64_ALPHABET "-_", s.text);
    return s;
}

SecretHash secret_hash(const char *text) {
    SecretHash h;
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, (const uint8_t *)text, strlen(text));
    SHA256Final(h.bytes, &context);
    return h;
}

bool secret_matches(const char *text, const SecretHash *hash) {
    SecretHash h = secret_hash(text);
    unsigned differ = 0;
    for (int i = 0; i < HASH_SIZE; i++)
        differ |= (unsigned)(h.bytes[i] ^ hash->bytes[i]);
    return differ == 0;
}

void secret_erase(char *text, size_t len) {
    for (volatile char *at = text; len > 0; len--)
        *at++ = '\0';
}

Status password_check(const char *password, const char *name, Error *err) {
    int count = 0;
    for (const char *at = password; *at && count <= PASSWORD_MAX; count++)
        utf8_next(&at);
    if (count < PASSWORD_MIN || count > PASSWORD_MAX) {
        error_set(err, "a password has %d to %d characters", PASSWORD_MIN, PASSWORD_MAX);
        return STATUS_PASSWORD_LENGTH;
    }
    return password_is_weak(password, name) ? status_fail(STATUS_PASSWORD_WEAK, err) : STATUS_OK;
}

enum { PASSES = 3, MEMORY_KIB = 32 * 1024, LANES = 1, HASH_BYTES = 32, SALT_BYTES = 16 };

bool password_hash(const char *password, RandomSource randomness, Str *out) {
    uint8_t salt[SALT_BYTES];
    char text[160];
    randomness.fill(randomness.context, salt, sizeof salt);
    if (argon2id_hash_encoded(PASSES, MEMORY_KIB, LANES, password, strlen(password), salt,
                              sizeof salt, HASH_BYTES, text, sizeof text) != ARGON2_OK)
        return false;
    str_add_text(out, text);
    return true;
}

PasswordResult password_verify(const char *password, const char *hash) {
    int result = argon2id_verify(hash, password, strlen(password));
    return result == ARGON2_OK                        ? PASSWORD_RIGHT
           : result == ARGON2_MEMORY_ALLOCATION_ERROR ? PASSWORD_NO_MEMORY
                                                      : PASSWORD_WRONG;
}

// The secret is last, against length extension of SHA-256.
static DeviceToken device_token_for(const char *nonce, const char *password_hash) {
    DeviceToken d;
    Str text = {0};
    str_add(&text, "%.*s %s", SECRET_TEXT_SIZE - 1, nonce, password_hash);
    SecretHash proof = secret_hash(str_text(&text));
    str_release(&text);
    memcpy(d.text, nonce, SECRET_TEXT_SIZE - 1);
    base64_encode(proof.bytes, sizeof proof.bytes, BASE64_ALPHABET "-_",
                  d.text + SECRET_TEXT_SIZE - 1);
    return d;
}

DeviceToken device_token_new(RandomSource randomness, const char *password_hash) {
    return device_token_for(secret_new(randomness).text, password_hash);
}

bool device_token_verify(const char *text, const char *password_hash) {
    if (strlen(text) != DEVICE_TOKEN_SIZE - 1)
        return false;
    DeviceToken right = device_token_for(text, password_hash);
    unsigned differ = 0; // constant time
    for (int i = 0; i < DEVICE_TOKEN_SIZE - 1; i++)
        differ |= (unsigned)(text[i] ^ right.text[i]);
    return differ == 0;
}

WebSocketAccept websocket_accept_key(const char *key) {
    static const char rest[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t hash[SHA1_DIGEST_LENGTH];
    SHA1_CTX context;
    SHA1Init(&context);
    SHA1Update(&context, (const uint8_t *)key, strlen(key));
    SHA1Update(&context, (const uint8_t *)rest, sizeof rest - 1);
    SHA1Final(hash, &context);
    WebSocketAccept a;
    base64_encode(hash, sizeof hash, BASE64_ALPHABET "+/", a.text);
    size_t len = strlen(a.text); // 27
    a.text[len] = '=';
    a.text[len + 1] = '\0';
    return a;
}
