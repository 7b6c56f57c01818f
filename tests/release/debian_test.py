"""The Debian packages in a bare chroot: install, play, serve, upgrade, remove, purge. `./run release-test`."""

import re
import shutil

import machine
from machine import fresh, report

ALL = "pentad pentad-doc pentad-server libpentad0 libpentad-dev python3-pentad"
SERVER_LIBRARIES = ["libsqlite3-0", "libuv1", "libargon2-1", "libwslay1"]


def check_lintian(packages):
    said = fresh.run("lintian", "--allow-root", "--fail-on", "error,warning", *packages)
    assert not re.search("^[EW]:", said, re.MULTILINE), said


def make_older(package, folder):
    """The same package with a lower version, to upgrade from."""
    tree = folder / package.name
    fresh.run("dpkg-deb", "-R", package, tree)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^(Version: \S+|.*\(= [^)~]+)", r"\1~older", control.read_text(), flags=re.MULTILINE))
    older = folder / package.name.replace(".deb", "-older.deb")
    fresh.run("dpkg-deb", "-Znone", "-b", tree, older)
    shutil.rmtree(tree)


def check_program(bare):
    bare.install("./older/pentad_*.deb")
    installed = bare.sh("dpkg-query -W -f '${Package}\\n'").split()
    assert "pentad" in installed and not set(SERVER_LIBRARIES) & set(installed), f"installed: {installed}"
    assert "needs the program pentad-server, which is not installed" in bare.sh("! pentad serve")
    for words in ("help", "help --man", "help --completion", "serve --help"):
        assert re.search(r"\bserve\b", bare.sh(f"pentad {words}")), f"pentad {words} does not know serve"
    assert "in the browser (in pentad-server)\n" in bare.sh("pentad help")
    assert "pentad-play" in bare.sh("zcat /usr/share/man/man1/pentad-play.1.gz")


def check_others(bare):
    bare.install("./older/*.deb curl gcc libc6-dev pkg-config")


def check_autopkgtest(bare, name):
    shutil.copy(machine.ROOT / "debian/tests" / name, bare.root / "root/pentad" / name)
    bare.sh(f"PORT={fresh.free_port()} ./{name}")


def check_runner(packages):
    """debian/tests by autopkgtest itself, in a chroot where nothing is installed yet."""
    bare = machine.Bare(fresh.DEFAULT_SUITE)
    try:
        bare.make()
        tree = bare.folder / "tree"
        fresh.clone_into(tree)
        mounts = f"mount -t proc proc '{bare.root}/proc' && mount --rbind /dev '{bare.root}/dev' && mount -t sysfs -o ro sysfs '{bare.root}/sys'"
        said = fresh.run(*fresh.IN_NAMESPACES, "sh", "-c", mounts + ' && exec "$@"', "sh", "autopkgtest", f"--env=PORT={fresh.free_port()}",
                         *packages, f"{tree}/", "--", "chroot", bare.root)
        assert len(re.findall(r"^(game|server) +PASS$", said.split("summary")[-1], re.MULTILINE)) == 2, said[-4000:]
    finally:
        bare.discard()


def check_man_pages(bare):
    """Of each subcommand, in the package of the program that has it."""
    lines = re.findall(r"^  ([a-z]+)  +(.*)$", bare.sh("pentad help"), re.MULTILINE)
    assert len(lines) > 15, lines
    for name, summary in lines:
        wanted = "pentad-server" if "(in pentad-server)" in summary else "pentad"
        found = bare.sh(f"dpkg -S /usr/share/man/man1/pentad-{name}.1.gz").split(":")[0]
        assert found == wanted, f"the man page of {name} is in {found}"


def database(bare):
    return bare.sh("stat -c '%U %a %s' /var/lib/pentad /var/lib/pentad/pentad.db")


def check_upgrade(bare):
    bare.sh("echo rate-limit-factor 3 >>/etc/pentad/server.conf")
    before = database(bare)
    bare.install("./*.deb")
    assert "~older" not in bare.sh("dpkg-query -W -f '${Version}\\n' " + ALL)
    assert database(bare) == before, "the data changed"
    bare.sh("grep -q rate-limit-factor /etc/pentad/server.conf")
    assert bare.sh("pentad help --web").startswith("file:///usr/share/pentad/web/docs/")
    assert bare.sh("pentad serve --help").startswith("pentad serve:")


def check_remove(bare):
    bare.sh("apt-get -q remove -y " + ALL)
    bare.sh("test -e /var/lib/pentad/pentad.db; test -e /etc/pentad/server.conf; ! command -v pentad pentad-server")


def check_purge(bare):
    bare.sh("dpkg --purge pentad-server")  # the others had no configuration, so removing was all
    left = bare.sh("find / -xdev -path /root/pentad -prune -o -path /proc -prune -o -path /sys -prune -o "
                   "-path /var/cache/apt -prune -o \\( -iname '*pentad*' -o -name gitm \\) -print").split()
    backups = [path for path in left if path.startswith("/var/backups/pentad/")]
    assert backups and set(left) == {"/var/backups/pentad", *backups}, f"left: {left}"
    bare.sh("id pentad")


def main():
    dist = machine.made("debian")
    packages = sorted(dist.glob("*.deb"))
    assert packages, f"no packages in {dist}"
    report("lintian finds no errors and no warnings", check_lintian, packages)
    report("autopkgtest runs debian/tests", check_runner, packages)
    bare = machine.Bare(fresh.DEFAULT_SUITE)
    try:
        bare.make()
        inside = bare.root / "root/pentad"
        (inside / "older").mkdir()
        for package in packages:
            shutil.copy(package, inside)
            make_older(package, inside / "older")
        report("the program installs without the server's libraries", check_program, bare)
        report("the other packages install", check_others, bare)
        report("every subcommand has its man page", check_man_pages, bare)
        report("a game is played", check_autopkgtest, bare, "game")
        report("the server serves", check_autopkgtest, bare, "server")
        report("an upgrade keeps data and configuration", check_upgrade, bare)
        report("the upgraded server serves", check_autopkgtest, bare, "server")
        report("the upgraded game is played", check_autopkgtest, bare, "game")
        report("removing keeps data and configuration", check_remove, bare)
        report("purging leaves the backups and the account", check_purge, bare)
    finally:
        bare.discard()
    machine.report_end()


if __name__ == "__main__":
    main()
