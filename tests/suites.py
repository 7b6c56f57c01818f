"""The suites that `./run test`, `./run quick`, `./run soak` and `./run release-test` run: tests/run_suites.py. Long ones
stand first, so that no core is idle at the end."""

from run_suites import Suite


def step(name, command, **more):
    return Suite(name, command, step=True, **more)


def build(folder, **more):
    return step(f"build {folder}", f"./run build {folder}", **more)


def shards(name, command, **more):
    """The unit tests in two halves, which can run side by side."""
    return [Suite(f"{name} {i}/2", f"PENTAD_TEST_SHARD={i}/2 {command}", **more) for i in (1, 2)]


TEST = [
    # The builds in the order in which what needs them takes longest.
    build("build"),
    build("build-web"),
    build("build-asan"),
    *shards("unit tests with sanitizers", "build-asan/pentad-tests", needs="build build-asan", sanitized=True),
    Suite("page in a browser", "tests/page/run.sh", needs="build build-web", timed=True),
    build("build-fuzz"),
    Suite("fuzzing", "tests/checks/fuzz.sh", needs="build build-fuzz", sanitized=True, alone=True),
    build("build-dev"),
    *shards("unit tests", "build-dev/pentad-tests", needs="build build-dev"),
    Suite("server over sockets", "tests/server/run.sh", needs="build build", timed=True),
    Suite("games on PostgreSQL", "tests/store/with_postgres.py tests/server/run.sh build games_test", needs="build build", timed=True),
    Suite("administration on PostgreSQL", "tests/store/with_postgres.py tests/server/run.sh build admin_test.AdminTest", needs="build build", timed=True),
    Suite("restarts on PostgreSQL", "KILLS=5 tests/store/with_postgres.py tests/server/run.sh build restart_test.RestartTest",
          needs="build build", timed=True),
    Suite("store on PostgreSQL", "tests/store/with_postgres.py build-dev/pentad-tests "
          "store_ analysis_cache puzzle_attempts registry_ postgres_ jobs_", needs="build build-dev"),
    Suite("distributed matches", "tests/store/with_postgres.py python3 tests/python/tap.py Distributed tests/app",
          needs="build build", timed=True),
    Suite("training", "tests/training/run.sh"),
    Suite("server with sanitizers", "tests/server/run.sh build-asan games_test", needs="build build-asan", sanitized=True, timed=True),
    Suite("full screen under random keys", "PENTAD=build-asan/pentad tests/app/screen.sh monkey",
          needs="build build-asan", sanitized=True, timed=True),
    Suite("Python package with sanitizers", "tests/python/run.sh build-asan", needs="build build-asan", sanitized=True),
    Suite("full screen", "tests/app/screen.sh", needs="build build", timed=True),
    build("build-arm"),
    Suite("ARM engine under qemu", "tests/app/arm.sh", needs="build build-arm"),
    build("build-clang"),
    Suite("planted faults", "tests/checks/planted.sh", needs="build build-clang"),
    Suite("globals", "tests/checks/globals.sh", needs="build build-clang"),
    Suite("headers compile alone", "tests/checks/headers.sh", needs="build build-clang"),
    step("build pentad-tunable", "ninja -C build-clang pentad-tunable", needs="build build-clang"),
    Suite("tunable engine", "tests/app/tunable.sh", needs="build pentad-tunable"),
    build("build-windows", needs="build build"),
    Suite("Windows program", "tests/release/windows.sh", needs="build build-windows", timed=True),
    Suite("matches", "tests/app/match.sh", needs="build build", timed=True),
    Suite("Gomocup", "tests/app/gomocup.sh", needs="build build", timed=True),
    Suite("self-play and tuning", "tests/app/tune.sh", needs="build build"),
    Suite("terminal game", "tests/app/play.sh", needs="build build", timed=True),
    Suite("solver", "tests/app/solve.sh", needs="build build"),
    Suite("puzzles", "tests/app/puzzles.sh", needs="build build"),
    Suite("openings", "tests/app/openings.sh", needs="build build"),
    Suite("analysis", "tests/app/analyze.sh", needs="build build"),
    Suite("GTP", "tests/app/gtp.sh", needs="build build"),
    Suite("GTP regression", "tests/app/regress.sh", needs="build build"),
    Suite("installation", "tests/checks/install.sh", needs="build build-web"),
    Suite("smallest build", "tests/checks/features.sh"),
    Suite("names of builds", "tests/checks/build_name.sh"),
    Suite("command line", "tests/app/cli.sh", needs="build build"),
    Suite("mist", "tests/app/mist.sh", needs="build build"),
    Suite("classroom", "tests/app/classroom.sh", needs="build build"),
    Suite("sequences", "tests/app/sequences.sh", needs="build build"),
    Suite("engine short of memory", "tests/app/memory.sh", needs="build build"),
    Suite("bench signatures", "tests/app/bench.sh", needs="build build"),
    Suite("server as a program", "tests/app/serve.sh", needs="build build", timed=True),
    Suite("Python package", "tests/python/run.sh", needs="build build"),
    Suite("Python wheel", "tests/python/wheel.sh"),
    Suite("Python package with the system's Python", "PYTHON=/usr/bin/python3 tests/python/run.sh build sequences",
          needs="build build"),
    Suite("engine in WebAssembly", "node tests/wasm/wasm_test.mjs", needs="build build-web"),
    Suite("lessons and puzzles", "node --test-reporter=tap tests/wasm/course_test.mjs", needs="build build-web"),
    step("build benchmarks", "ninja -C build core-bench sprt-errors claims-bench solve-bench", needs="build build"),
    step("load simulator runs", "python3 bench/server/load.py --players 4 --watchers 1 --seconds 1", needs="build build"),
    step("core benchmark runs", "build/core-bench --quick --rounds 1", needs="build benchmarks"),
    step("error rates of the sequential test", "build/sprt-errors 300", needs="build benchmarks"),
    step("solver benchmark runs", "build/solve-bench --nodes 1000 --every 20 bench/solve_positions.txt",
         needs="build benchmarks"),
    step("claimed wins hold", "build/claims-bench --positions 3 --nodes 1000", needs="build benchmarks"),
    Suite("hardening", "tests/checks/hardening.sh", needs="build build"),
    Suite("symbols of the library", "tests/checks/symbols.sh", needs="build build"),
    Suite("game state hidden from clients", "tests/checks/wall.sh"),
    Suite("shell scripts", "tests/checks/shell.sh"),
    Suite("layers", "tests/checks/layers.sh"),
    Suite("format", "tests/checks/format.sh"),
    Suite("suite runner", "tests/checks/run_suites.sh"),
    step("mutants of a small file", "python3 tests/mutation/mutants_test.py"),
    Suite("check of the stamp", "tests/checks/stamp.sh"),
    Suite("map of the source", "tests/checks/docs.sh"),
    Suite("commit trailers", "tests/checks/trailer.sh"),
    Suite("stamp of ./run fresh", "python3 tests/fresh.py --check"),
    step("types of the page", "tests/page/run.sh types"),
    Suite("modules of the page", "node --test-reporter=tap tests/page/modules_test.js"),
]

QUICK = [
    build("build-dev"),
    *shards("unit tests", "PENTAD_TEST_EFFORT=quick build-dev/pentad-tests", needs="build build-dev"),
    Suite("modules of the page", "node --test-reporter=tap tests/page/modules_test.js"),
    Suite("format of changed files", "tests/checks/format.sh changed"),
    Suite("layers", "tests/checks/layers.sh"),
    Suite("shell scripts", "tests/checks/shell.sh"),
    Suite("map of the source", "tests/checks/docs.sh"),
]

# The long forms. About four hours on two cores, estimated.
SOAK = [
    build("build"),
    build("build-dev"),
    Suite("unit tests with twenty times the random cases", "PENTAD_TEST_EFFORT=soak build-dev/pentad-tests", needs="build build-dev"),
    Suite("2,000 times kill -9 under play", "KILLS=2000 tests/server/run.sh build restart_test", needs="build build"),
    Suite("an hour of play on a bad network, and a reconnect storm",
          "FAULT_MOVES=20000 STORM=5000 SOAK_SECONDS=3600 tests/server/run.sh build network_test", needs="build build"),
    Suite("an hour of play over several servers while everything is killed",
          "PLAY_SECONDS=3600 tests/server/run.sh build scale_test.ScaleTest.test_play", needs="build build"),
    Suite("200 outages of PostgreSQL under play", "OUTAGES=200 tests/server/run.sh build lost_by_outages", needs="build build"),
    Suite("4,000 pairs of games in the mist", "PAIRS=4000 tests/server/run.sh build mist_test", needs="build build"),
    Suite("400 planted faults", "python3 tests/mutation/run.py --sample 400 --jobs 2", needs="build build-dev", alone=True),
    Suite("every allocation of the server fails", "FAULTS=all tests/server/run.sh build memory_test", needs="build build"),
    build("build-asan"),
    Suite("twenty minutes of random keys at the full screen", "PENTAD=build-asan/pentad MONKEY_SECONDS=1200 tests/app/screen.sh monkey",
          needs="build build-asan", sanitized=True),
    Suite("server with sanitizers", "tests/server/run.sh build-asan", needs="build build-asan", sanitized=True),
    build("build-fuzz"),
    Suite("fuzzing for four minutes each", "FUZZ_SECONDS=240 tests/checks/fuzz.sh", needs="build build-fuzz", sanitized=True, alone=True),
]

# The files of a release on bare machines, as root.
RELEASE = [
    step("release", "./run release"),
    Suite("same bytes when made again", "DIST=dist python3 tests/release/reproducible_test.py", needs="release"),
    Suite("container", "python3 tests/release/container_test.py"),
    Suite("Debian packages", "DIST=dist python3 tests/release/debian_test.py", needs="release"),
    Suite("services under systemd", "DIST=dist python3 tests/release/systemd_test.py", needs="release"),
    Suite("source and wheel", "DIST=dist python3 tests/release/source_test.py", needs="release"),
    Suite("static engines", "DIST=dist python3 tests/release/engine_test.py", needs="release"),
    Suite("ZIP files for Windows", "DIST=dist tests/release/windows.sh", needs="release"),
]

TABLES = {"test": TEST, "quick": QUICK, "soak": SOAK, "release": RELEASE}
