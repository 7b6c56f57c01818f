// The sandbox: what the server may do once it has started, and what its workers may do at all.
// seccomp limits the system calls, Landlock the files, TCP ports and signals. It holds for every
// thread and for every process that is started later, and cannot be left.
//
// sandbox.c and landlock.c are for Linux; sandbox_none.c is for other systems, for builds without
// libseccomp, and for sanitizers and coverage, which need more system calls than the program.
#pragma once

#include "base/error.h"

#include <stdbool.h>

// What this process and its children are limited to.
typedef struct {
    bool seccomp;
    int landlock; // version of its interface, 1 or higher; 0: the kernel has none, or refuses it
    Error why;    // what is missing; "": nothing
} Sandbox;

// The server: writes only below `data`, reads only there, below the folders `readable` and where
// the program's libraries are, executes only itself, and opens no sockets. `readable` ends with
// NULL.
Sandbox sandbox_enter_server(const char *program, const char *data, const char *const *readable);

// A worker: computes, and reads and writes what is open. No files, no sockets, no processes.
Sandbox sandbox_enter_worker(void);

// The path by which the server starts itself: the running program, even if its file was replaced,
// because that is the one it may execute.
const char *sandbox_own_program(const char *program);
