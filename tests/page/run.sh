#!/bin/sh
# The page in a real browser, in TAP: run.sh [WORD]. Its types alone: run.sh types.
. "$(dirname -- "$0")/../checks/tap.sh"

# What the lock file says, and only when it says something new.
install_packages() {
    cmp -s package-lock.json node_modules/.installed ||
        { npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.installed; }
}

# The lock: two suites may come here at once.
if ! (cd tests/page && flock 9 && install_packages) 9<tests/page/package-lock.json >&2; then
    printf '1..1\nnot ok 1 - npm brings playwright-core, axe-core and typescript\n'
    exit 1
fi
if [ "${1:-}" = types ]; then
    exec tests/page/node_modules/.bin/tsc -p web
fi
exec node tests/page/main.js "${1:-}"
