// Secrets: tokens that nobody can guess, and passwords that nobody can read.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "games/registry.h"
#include "store/users.h"

enum { SECRET_TEXT_SIZE = 44, PASSWORD_MIN = 8, PASSWORD_MAX = 200 };

// 256 bits in 43 letters, digits, - and _.
typedef struct {
    char text[SECRET_TEXT_SIZE];
} Secret;

// The system's random bytes.
RandomSource secret_randomness(void);

Secret secret_new(RandomSource randomness);
SecretHash secret_hash(const char *text);

// Overwrites it, whatever the compiler thinks of that.
void secret_erase(char *text, size_t len);

// Whether it may be somebody's; `name` is that somebody's.
bool password_check(const char *password, const char *name, Error *err);

// Both take long, on purpose: they belong on another thread. Argon2id with the parameters of RFC
// 9106's second recommendation scaled to a small machine.
bool password_hash(const char *password, RandomSource randomness, Str *out);
bool password_verify(const char *password, const char *hash);

// What tells an account that a device has logged in to it before: any letters that nobody can
// guess, and a proof that whoever made them knew the hash of the account's password. So no list is
// kept, and a new password forgets every device.
enum { DEVICE_TOKEN_SIZE = 2 * (SECRET_TEXT_SIZE - 1) + 1 };

typedef struct {
    char text[DEVICE_TOKEN_SIZE];
} DeviceToken;

DeviceToken device_token_new(RandomSource randomness, const char *password_hash);
bool device_token_verify(const char *text, const char *password_hash);

// The answer to a WebSocket's key, as RFC 6455 has it.
typedef struct {
    char text[32];
} WebSocketAccept;

WebSocketAccept websocket_accept_key(const char *key);
