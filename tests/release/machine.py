"""What the tests of release files share: TAP, a release part, and a bare chroot to use it in."""

import atexit
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "packaging/release")]

import fresh  # noqa: E402

count = failed = 0


def report(name, check, *arguments):
    """Passes if the check raises nothing. Returns whether it did."""
    global count, failed
    count += 1
    try:
        check(*arguments)
        print(f"ok {count} - {name}", flush=True)
        return True
    except Exception as error:  # whatever it is, it is this test's
        failed += 1
        reason = str(error) if isinstance(error, (fresh.Failure, AssertionError)) else repr(error)
        print(f"not ok {count} - {name}", *reason.splitlines()[-60:], sep="\n# ", flush=True)
        return False


def report_end():
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


def made(*parts):
    """The folder with these parts of the last commit. DIST=FOLDER names one that was made before."""
    if os.environ.get("DIST"):
        return pathlib.Path(os.environ["DIST"]).resolve()
    folder = pathlib.Path(os.environ.get("TMPDIR", "/var/tmp")) / f"pentad-dist-{os.getpid()}"
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    fresh.run(sys.executable, ROOT / "packaging/release/release.py", "--output", folder, *parts)
    return folder


class Bare(fresh.Chroot):
    """A bare system with the folder /root/pentad. BASE=FOLDER copies one that debootstrap made before."""

    def make(self):
        if os.environ.get("BASE"):
            self.root = self.folder / "root"
            fresh.run("cp", "-a", os.environ["BASE"], self.root)
            shutil.copyfile("/etc/resolv.conf", self.root / "etc/resolv.conf")
            shutil.copyfile("/etc/hosts", self.root / "etc/hosts")
        else:
            self.bootstrap()
        # A service must not start, as there is no init.
        policy = self.root / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        (self.root / "root/pentad").mkdir()
        self.sh("apt-get -q update")

    def sh(self, script):
        """Runs a script inside. Returns what it prints."""
        (self.root / "root/pentad/step").write_text("set -eu\nexport DEBIAN_FRONTEND=noninteractive\n" + script + "\n")
        process = self.start("exec sh step 2>&1", stdout=subprocess.PIPE, text=True, errors="replace")
        try:
            said, _ = process.communicate()
        finally:
            self.stop(process)
        if process.returncode != 0:
            raise fresh.Failure(f"exit status {process.returncode} of: {script}\n{said[-5000:]}")
        return said

    def install(self, *packages):
        self.sh(f"apt-get -q install -y --no-install-recommends {' '.join(packages)}")
