// The `pentad` program: dispatches to the subcommands.
#include "app/subcommand.h"
#include "base/console.h"
#include "engine/search/params.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The best SIMD instruction set of this processor.
static const char *simd_name(void) {
#if defined __x86_64__ || defined __i386__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw"))
        return "avx512bw";
    if (__builtin_cpu_supports("avx2"))
        return "avx2";
    if (__builtin_cpu_supports("sse4.1"))
        return "sse4.1";
    return "sse2";
#elif defined __aarch64__
    return "neon";
#else
    return "none";
#endif
}

static int print_version(void) {
#ifdef __clang__
    const char *compiler = "clang " __clang_version__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    printf("pentad %s\ncommit %s\nsources %s\ncompiler %s\nSIMD of this processor %s\n",
           PENTAD_VERSION, PENTAD_COMMIT, PENTAD_SOURCES, compiler, simd_name());
    return EXIT_OK;
}

static int print_overview(FILE *to, int status) {
    Str text = {0};
    help_overview(&text);
    print_and_release(&text, to);
    return status;
}

static int unknown_command(const char *word) {
    Error err = {0};
    subcommand_error(word, &err);
    fprintf(stderr, "pentad: %s\n", err.text);
    return EXIT_USAGE;
}

static int dispatch(int argc, char **argv) {
    const Subcommand *named = argc > 0 ? subcommand_for_program(argv[0]) : NULL;
    if (named)
        return subcommand_run(named, argc, argv);
    if (argc < 2)
        return print_overview(stderr, EXIT_USAGE);
    const char *word = argv[1];
    if (!strcmp(word, "--version") || !strcmp(word, "-V"))
        return print_version();
    if (!strcmp(word, "--help") || !strcmp(word, "-h"))
        return print_overview(stdout, EXIT_OK);
    subcommand_exec(word, argv);
    const Subcommand *c = subcommand_find(word);
    return c ? subcommand_run(c, argc - 1, argv + 1) : unknown_command(word);
}

// Sets search parameters from the environment, in builds where they are not constants.
static bool set_params(Error *err) {
    static const char name[] = "PENTAD_PARAMS";
    const char *text = getenv(name);
    return !text || params_set(text, err) || error_prefix(err, name);
}

// A full disk or a closed pipe may be noticed only when the buffer is flushed.
int main(int argc, char **argv) {
    console_init();
    Error err = {0};
    if (!set_params(&err)) {
        fprintf(stderr, "pentad: %s\n", err.text);
        return EXIT_USAGE;
    }
    int status = dispatch(argc, argv);
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    bool is_reported = status == EXIT_FAILED || status == EXIT_USAGE || status > 128; // a signal
    if (lost && !is_reported) {
        fputs("pentad: not all of the output could be written\n", stderr);
        return EXIT_FAILED;
    }
    return status;
}
