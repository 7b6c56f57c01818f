#!/bin/sh
# Browser tests of the page, in TAP: run.sh [WORD]. Type check only: run.sh types.
. "$(dirname -- "$0")/../checks/tap.sh"

# Installs the packages when the lock file has changed.
install_packages() {
    cmp -s package-lock.json node_modules/.installed ||
        { npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.installed; }
}

# Locked, because two suites may run at once.
if ! (cd tests/page && flock 9 && install_packages) 9<tests/page/package-lock.json >&2; then
    printf '1..1\nnot ok 1 - npm brings playwright-core, axe-core and typescript\n'
    exit 1
fi
if [ "${1:-}" = types ]; then
    exec tests/page/node_modules/.bin/tsc -p web
fi
exec node tests/page/main.js "${1:-}"
