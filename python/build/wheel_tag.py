"""The build backend of pyproject.toml: meson-python, whose wheels get the tag cp38-abi3-manylinux_X_Y_ARCH.

The extension is built with the stable ABI of Python 3.8. Some versions of meson-python cannot be told that, and all of
them tag a wheel with the Python and the machine that built it. X.Y is the oldest glibc that has every symbol the
extension uses (PEP 600).
"""

import base64
import hashlib
import os
import re
import subprocess
import tempfile
import zipfile

from mesonpy import *  # noqa: F401,F403: the hooks of PEP 517
import mesonpy

TAG = "cp38-abi3"
GLIBC = {"libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def _digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _platform(built_on, extension):
    """manylinux, unless the extension needs more than glibc."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(extension)
        file.flush()
        said = subprocess.run(["readelf", "--dynamic", "--version-info", file.name], stdout=subprocess.PIPE, text=True, check=True).stdout
    needed = set(re.findall(r"NEEDED.*\[(.+)\]", said))
    versions = [(int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", said)]
    if not versions or needed - GLIBC:
        return built_on
    return "manylinux_%d_%d_%s" % (*max(versions), built_on[len("linux_"):])


def _retag(folder, name):
    distribution, version, _, _, platform = name[: -len(".whl")].split("-")
    with zipfile.ZipFile(os.path.join(folder, name)) as old:
        files = [(info, old.read(info)) for info in old.infolist()]
    if platform.startswith("linux_"):
        platform = _platform(platform, next(data for info, data in files if info.filename.endswith(".so")))
    tag = f"{TAG}-{platform}"
    new_name = f"{distribution}-{version}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(folder, new_name + ".part"), "w", zipfile.ZIP_DEFLATED) as new:
        wheel = b""
        for info, data in sorted(files, key=lambda file: file[0].filename.endswith("/RECORD")):
            if info.filename.endswith(".dist-info/WHEEL"):
                wheel = data = re.sub(rb"(?m)^Tag: .*$", f"Tag: {tag}".encode(), data)
            elif info.filename.endswith(".dist-info/RECORD"):
                data = re.sub(rb"(?m)^(.*\.dist-info/WHEEL),.*$",
                              lambda row: row[1] + f",{_digest(wheel)},{len(wheel)}".encode(), data)
            new.writestr(info, data)
    os.remove(os.path.join(folder, name))
    os.replace(os.path.join(folder, new_name + ".part"), os.path.join(folder, new_name))
    return new_name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _retag(wheel_directory, mesonpy.build_wheel(wheel_directory, config_settings, metadata_directory))
