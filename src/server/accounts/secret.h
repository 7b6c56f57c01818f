// Secrets: random session tokens and their hashes, password hashing (Argon2id), device tokens.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "games/registry.h"
#include "store/users.h"

enum { SECRET_TEXT_SIZE = 44, PASSWORD_MIN = 8, PASSWORD_MAX = 200 };

// 256 random bits in base64url (43 characters).
typedef struct {
    char text[SECRET_TEXT_SIZE];
} Secret;

// Random bytes from the operating system (CSPRNG).
RandomSource secret_randomness(void);

Secret secret_new(RandomSource randomness);
SecretHash secret_hash(const char *text);
bool secret_matches(const char *text, const SecretHash *hash); // in constant time

// Zeroes the text; the compiler cannot optimize this away.
void secret_erase(char *text, size_t len);

// Password policy: length, and not a weak password for the user `name`.
Status password_check(const char *password, const char *name, Error *err);

// Weak: a common word with or without digits around it, the user's own name, a repetition, or a run
// on the keyboard. In weak_passwords.c.
bool password_is_weak(const char *password, const char *name);

// Both are slow on purpose: call them on another thread. Argon2id with the second recommended
// parameters of RFC 9106, scaled down for a small machine.
bool password_hash(const char *password, RandomSource randomness, Str *out);
typedef enum { PASSWORD_WRONG, PASSWORD_RIGHT, PASSWORD_NO_MEMORY } PasswordResult;
PasswordResult password_verify(const char *password, const char *hash);

// Device token: the value of a cookie that shows that this device has logged in to the account
// before. It is a random nonce followed by a hash of nonce and password hash, so nothing is stored,
// and a new password invalidates all devices.
enum { DEVICE_TOKEN_SIZE = 2 * (SECRET_TEXT_SIZE - 1) + 1 };

typedef struct {
    char text[DEVICE_TOKEN_SIZE];
} DeviceToken;

DeviceToken device_token_new(RandomSource randomness, const char *password_hash);
bool device_token_verify(const char *text, const char *password_hash);

// The Sec-WebSocket-Accept value for a Sec-WebSocket-Key (RFC 6455).
typedef struct {
    char text[32];
} WebSocketAccept;

WebSocketAccept websocket_accept_key(const char *key);
