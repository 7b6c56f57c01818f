"""The source and the wheel on a bare machine: build the smallest program, install the Python package. `./run release-test`."""

import shutil

import machine
from machine import fresh, report


def check_source(bare, version):
    """Without a feature it needs nothing but a C compiler and Meson; the documents need cmark-gfm."""
    bare.install("gcc libc6-dev meson ninja-build xz-utils cmark-gfm")
    bare.sh(f"tar -xf {version}.tar.xz && cd {version} && meson setup build -Dauto_features=disabled -Ddocs=enabled -Dtests=false && ninja -C build pentad docs")
    bare.sh(f"cd {version} && build/pentad bench --signature | cmp - tests/engine/bench_signatures.inc")
    commit = fresh.run("git", "-C", machine.ROOT, "rev-parse", "--short=12", "HEAD").strip()
    said = bare.sh(f"{version}/build/pentad --version")
    assert f"commit {commit}\n" in said, said


def check_wheel(bare):
    bare.install("python3-venv")
    bare.sh("python3 -m venv env && env/bin/pip install --no-index ./*.whl")
    move = bare.sh("env/bin/python -c 'import pentad; print(pentad.Game().analyze(0.1).move)'")
    assert move == "h8\n", move


def main():
    dist = machine.made("source", "python")
    bare = machine.Bare(fresh.DEFAULT_SUITE)
    try:
        bare.make()
        for path in [*dist.glob("*.whl"), source := next(dist.glob("pentad-*.tar.xz"))]:
            shutil.copy(path, bare.root / "root/pentad")
        report("the source builds, and has the bench signatures and the commit", check_source, bare, source.name.removesuffix(".tar.xz"))
        report("the wheel installs and analyzes", check_wheel, bare)
    finally:
        bare.discard()
    machine.report_end()


if __name__ == "__main__":
    main()
