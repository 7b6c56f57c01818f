#!/bin/sh
# Does `pip install .` work without a network, and is the wheel one for every Python from 3.8 on and every Linux that is
# not too old? Are the type stubs right?
. "$(dirname -- "$0")/../checks/tap.sh"

stage=$(mktemp -d) || exit 1
trap 'rm -rf "$stage"' EXIT

# In a copy, as meson-python writes into the tree. Not optimized: that is tested elsewhere.
build_wheel() {
    git ls-files -z --cached --others --exclude-standard | xargs -0 tar -cf - --exclude=training --exclude=web |
        { mkdir "$stage/tree" && tar -xf - -C "$stage/tree"; }
    (cd "$stage/tree" && /usr/bin/python3 -m pip wheel . --no-index --no-build-isolation --no-deps -w "$stage/dist" \
        --config-settings=setup-args=-Doptimization=0 --config-settings=setup-args=-Dbuildtype=plain) \
        >"$stage/log" 2>&1 || tail -n 30 "$stage/log"
}

# X.Y is the newest glibc of the symbols that are needed.
check_name() {
    name=$(cd "$stage/dist" && echo ./*)
    /usr/bin/python3 -m zipfile -e "$stage"/dist/*.whl "$stage/unpacked"
    glibc=$(objdump -T "$stage/unpacked/pentad/_pentad.abi3.so" | grep -o 'GLIBC_2\.[0-9]*' | sort -V | tail -n 1)
    case $name in
    ./pentad-*-cp38-abi3-manylinux_2_"${glibc#GLIBC_2.}"_"$(uname -m)".whl) ;;
    *) echo "the wheel is called $name, and needs $glibc" ;;
    esac
}

# Only the package: no program, no library, no documents.
check_content() {
    /usr/bin/python3 -m zipfile -l "$stage"/dist/*.whl | awk 'NR > 1 { print $1 }' >"$stage/files"
    grep -vE '^pentad/[a-z_.0-9]+$|^pentad-[0-9.]+\.dist-info/' "$stage/files" # nothing else
    for part in pentad/_pentad.abi3.so pentad/py.typed pentad/_pentad.pyi; do
        grep -qx "$part" "$stage/files" || echo "$part is not in the wheel"
    done
}

# With every Python that is there. pip checks the hashes.
check_installed() {
    /usr/bin/python3 -m pip install --no-index --no-deps --target "$stage/site" "$stage"/dist/*.whl >"$stage/log" 2>&1 ||
        cat "$stage/log"
    for python in /usr/bin/python3 python3; do
        (cd / && PYTHONPATH=$stage/site $python -c 'import pentad; assert pentad.Game().analyze(0.1).move == "h8"')
    done
}

check_types() {
    PYTHONPATH=$stage/site mypy --strict --no-error-summary --cache-dir "$stage/mypy" -p pentad
    PYTHONPATH=$stage/site mypy --strict --no-error-summary --cache-dir "$stage/mypy" examples/python/analysis.py
    (cd / && PYTHONPATH=$stage/site stubtest --concise pentad._pentad) >"$stage/log" 2>&1 || cat "$stage/log"
}

report 'pip builds a wheel' build_wheel
report 'its name says which Pythons and systems it is for' check_name
report 'it contains the package, and nothing else' check_content
report 'it can be installed' check_installed
report 'the type hints are consistent' check_types
report_end
