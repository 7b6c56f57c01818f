"""The units of the package pentad-server, started by systemd: in a bare chroot that systemd-nspawn boots, without a
network. `./run release-test`."""

import os
import shutil
import subprocess

import machine
from machine import fresh, report

# Waits until the server answers. A server that has just been killed resets connections.
HEALTHZ = "curl --silent --show-error --fail --retry 60 --retry-all-errors --retry-delay 1 http://127.0.0.1:8080/healthz"

# Each is a script that is run inside after booting, and passes if its exit status is 0.
CHECKS = {
    "the server runs as its own user": """
        systemctl is-active pentad-server
        test "$(ps -o user= -p "$(systemctl show -P MainPID pentad-server)")" = pentad
        sh ./healthz | grep -q ^ok""",
    "it logs to the journal, in JSON": """
        journalctl --sync
        journalctl -u pentad-server -o cat | grep -q '^{.*"event":"'""",
    "it is in its sandbox, also under systemd's own filter": """
        journalctl -u pentad-server -o cat | grep -q '"event":"sandbox","seccomp":"on"'
        grep -q '^Seccomp:.2$' /proc/$(systemctl show -P MainPID pentad-server)/status""",
    "it starts again after a crash": """
        before=$(systemctl show -P MainPID pentad-server)
        kill -KILL "$before"
        while [ "$(systemctl show -P MainPID pentad-server)" -eq "$before" ]; do sleep 0.1; done
        sh ./healthz
        after=$(systemctl show -P MainPID pentad-server)
        test "$after" -ne 0
        test "$after" -ne "$before\"""",
    "it can write to its own folder only": """
        sh ./healthz
        for folder in /etc/pentad /usr /var/backups /var/lib; do
            if nsenter --target "$(systemctl show -P MainPID pentad-server)" --mount touch $folder/x; then exit 1; fi
        done
        nsenter --target "$(systemctl show -P MainPID pentad-server)" --mount touch /var/lib/pentad/x""",
    "the timer is set, and its service makes a backup": """
        systemctl list-timers --all | grep pentad-server-backup.timer
        systemctl is-active pentad-server-backup.timer
        systemctl start pentad-server-backup.service
        find /var/backups/pentad -name 'pentad-*.db' -size +0 -user pentad -perm 600 | grep .""",
    "seven backups are kept": """
        for i in 1 2 3 4 5 6 7 8; do : >/var/backups/pentad/pentad-2020010$i-000000.db; done
        sleep 1 # the name has the second
        systemctl start pentad-server-backup.service
        test "$(ls /var/backups/pentad | wc -l)" -eq 7
        test ! -e /var/backups/pentad/pentad-20200103-000000.db""",
    "stopping it succeeds": """
        sh ./healthz
        systemctl stop pentad-server
        journalctl --sync
        test "$(systemctl show -P Result pentad-server)" = success
        journalctl -u pentad-server -o cat | grep -q '"event":"stopped"'""",
    "restarted, it has its data": """
        systemctl start pentad-server
        sh ./healthz
        test -s /var/lib/pentad/pentad.db""",
    "systemd finds nothing wrong with the units": """
        test -z "$(systemd-analyze verify --man=no /lib/systemd/system/pentad-server*.service /lib/systemd/system/pentad-server*.timer 2>&1)\"""",
    "no unit failed": """
        test -z "$(systemctl list-units --failed --no-legend)\"""",
}

UNIT = """[Unit]
After=multi-user.target
[Service]
Type=oneshot
WorkingDirectory=/root/pentad
ExecStart=/bin/sh ./checks
ExecStopPost=/bin/systemctl poweroff --no-block
TimeoutStartSec=600
"""

# systemd needs a cgroup hierarchy of its own kind; this machine may have another, or none.
BOOT = """
if [ ! -e /sys/fs/cgroup/cgroup.controllers ]; then
    umount --recursive --lazy /sys/fs/cgroup 2>/dev/null
    mount -t cgroup2 none /sys/fs/cgroup || exit
fi
exec systemd-nspawn --directory "$1" --boot --register=no --keep-unit --private-network --console=pipe --quiet"""


def boot(bare):
    """Runs the checks inside, and returns the folder with what they said: NAME.log, and NAME.ok if it passed."""
    inside = bare.root / "root/pentad"
    (inside / "healthz").write_text(HEALTHZ + "\n")
    script = ""
    for i, check in enumerate(CHECKS.values()):
        (inside / f"check-{i}").write_text(f"set -eux\n{check}\n")
        script += f"sh check-{i} >{i}.log 2>&1 </dev/null && touch {i}.ok\n"
    (inside / "checks").write_text(script)
    units = bare.root / "etc/systemd/system"
    (units / "checks.service").write_text(UNIT)
    (units / "multi-user.target.wants").mkdir(exist_ok=True)
    (units / "multi-user.target.wants/checks.service").symlink_to("../checks.service")
    (bare.root / "var/log/journal").mkdir(exist_ok=True)
    done = subprocess.run(["unshare", "--mount", "sh", "-c", BOOT, "sh", bare.root], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=1200, check=False,
                          env=os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"})
    assert (inside / "0.log").exists(), f"it did not boot: {done.stdout}"
    return inside


def passed(folder, i):
    assert (folder / f"{i}.ok").exists(), (folder / f"{i}.log").read_text()


def main():
    dist = machine.made("debian")
    bare = machine.Bare(fresh.DEFAULT_SUITE)
    booted = []
    try:
        bare.make()
        for package in dist.glob("pentad-*.deb"):
            shutil.copy(package, bare.root / "root/pentad")
        bare.install("systemd systemd-sysv dbus procps curl ./*.deb")
        (bare.root / "usr/sbin/policy-rc.d").unlink()
        if report("systemd boots with the package", lambda: booted.append(boot(bare))):
            for i, name in enumerate(CHECKS):
                report(name, passed, booted[0], i)
    finally:
        bare.discard()
    machine.report_end()


if __name__ == "__main__":
    main()
