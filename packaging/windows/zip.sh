#!/bin/sh
# zip.sh BUILD FOLDER: makes two ZIP files in FOLDER from the pentad.exe in BUILD, with the same bytes every time:
#   pentad-VERSION-windows.zip   pentad.exe with what a user needs to know
#   pbrain-pentad.zip            the package for Gomocup: the engine alone
set -eu

build=$1/packaging/windows
mkdir -p "$2"
exec python3 - "$build/pentad.exe" "$2" "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" <<'PYTHON'
import sys, re, time, zipfile

program, folder, seconds = sys.argv[1:]
version = re.search(r"version: '([^']+)'", open("meson.build").read())[1]
when = time.gmtime(int(seconds))[:6]


def write(name, files):
    with zipfile.ZipFile(f"{folder}/{name}", "w") as archive:
        for inside, path in files:
            entry = zipfile.ZipInfo(inside, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            with open(path, "rb") as file:
                content = file.read()
            if path.endswith(".txt"):
                content = content.replace(b"VERSION", version.encode()).replace(b"\n", b"\r\n")
            archive.writestr(entry, content, compresslevel=9)
    print(f"{folder}/{name}")


write(f"pentad-{version}-windows.zip", [
    ("pentad.exe", program), ("pbrain-pentad.exe", program), ("README.txt", "packaging/windows/README.txt"), ("LICENSE", "LICENSE"),
    ("gomocup.md", "docs/integrate/gomocup.md")])
write("pbrain-pentad.zip", [("pbrain-pentad.exe", program)])
PYTHON
