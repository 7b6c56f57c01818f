# What `./run test` runs, for tests/tally: a suite reports in TAP, a step has its exit status. What
# needs a build runs only if that build is a new one.
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

suite 'shell scripts' tests/checks/shell.sh
suite 'layers' tests/checks/layers.sh
suite 'format' tests/checks/format.sh
suite 'tally' tests/checks/tally.sh
suite 'map of the source' tests/checks/docs.sh
suite 'trailers of commits' tests/checks/trailer.sh
suite 'training' tests/training/run.sh
step 'types of the page' tests/page/run.sh types
suite 'modules of the page' node --test-reporter=tap tests/page/modules_test.js

step 'build for browsers' ./run build build-web # the page shows it
if step 'build by gcc' ./run build; then
    suite 'unit tests' build/pentad-tests
    suite 'the wall about games' tests/checks/wall.sh
    suite 'the program' tests/app/cli.sh
    suite 'the terminal game' tests/app/play.sh
    suite 'the full screen' tests/app/screen.sh
    step 'benchmark runs' build/core-bench --quick --rounds 1
    step 'errors of the sequential test' build/sprt-errors 300
    step 'claims of wins hold' build/claims-bench --positions 3 --nodes 1000
    suite 'mist' tests/app/mist.sh
    suite 'classroom' tests/app/classroom.sh
    suite 'sequences' tests/app/sequences.sh
    suite 'installation' tests/checks/install.sh
    suite 'GTP as a program' tests/app/gtp.sh
    suite 'Gomocup as a program' tests/app/gomocup.sh
    suite 'the solver' tests/app/solve.sh
    suite 'GTP regression' tests/app/regress.sh
    suite 'Python package' tests/python/run.sh
    suite 'Python package, by the Python of the system' \
        env PYTHON=/usr/bin/python3 tests/python/run.sh build sequences
    suite 'symbols of the library' tests/checks/symbols.sh
    suite 'analysis as a program' tests/app/analyze.sh
    suite 'matches' tests/app/match.sh
    suite 'openings' tests/app/openings.sh
    suite 'puzzles' tests/app/puzzles.sh
    suite 'speed and signatures' tests/app/bench.sh
    suite 'self-play and tuning' tests/app/tune.sh
    suite 'the server as a program' tests/app/serve.sh
    suite 'the server over sockets' tests/server/run.sh
    suite 'the page in a browser' tests/page/run.sh
    suite 'the engine for browsers' node tests/wasm/wasm_test.mjs
    suite 'lessons and puzzles by the rules' node --test-reporter=tap tests/wasm/course_test.mjs
fi
if step 'build by clang' ./run build build-clang; then
    suite 'globals' tests/checks/globals.sh
    suite 'headers alone' tests/checks/headers.sh
    if step 'build of the program for tuning' ninja -C build-clang pentad-tunable; then
        suite 'the program for tuning' tests/app/tunable.sh
    fi
    suite 'checks find planted faults' tests/checks/planted.sh
fi
if step 'build with sanitizers' ./run build build-asan; then
    sanitized 'unit tests with sanitizers' build-asan/pentad-tests
    sanitized 'a monkey at the full screen' env PENTAD=build-asan/pentad tests/app/screen.sh monkey
    sanitized 'Python package with sanitizers' tests/python/run.sh build-asan
    sanitized 'the server with sanitizers' tests/server/run.sh build-asan games_test
fi
if step 'build of the fuzz targets' ./run build build-fuzz; then
    sanitized 'fuzzing' tests/checks/fuzz.sh
fi
