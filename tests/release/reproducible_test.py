"""Two runs of ./run release, in different folders, make the same bytes. PARTS="source linux" tries only some parts, DIST
names a folder with the first run. Its SBOM has every file, and every library that dpkg-shlibdeps found. A folder with
anything else is not replaced."""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import machine
from machine import fresh, report

PARTS = os.environ.get("PARTS", "").split()


def make(folder):
    """From a clone of its own, with temporary files, home and time zone of its own, without a cache."""
    tree = folder / "another-tree"
    fresh.clone_into(tree)
    (folder / "tmp").mkdir()
    environment = os.environ | {"TMPDIR": str(folder / "tmp"), "HOME": str(folder), "TZ": "Etc/GMT+5", "CCACHE_DISABLE": "1"}
    result = subprocess.run(["./run", "release", *PARTS], cwd=tree, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise fresh.Failure(result.stdout[-4000:])
    return tree / "dist"


def sums(dist):
    """Without the SBOM of some parts, which does not list the others."""
    lines = (dist / "SHA256SUMS").read_text().splitlines()
    return {line for line in lines if not (PARTS and line.endswith(".spdx.json"))}


def check(folder):
    first, second = sums(machine.made(*PARTS)), sums(make(folder))
    differ = sorted(second - first if PARTS else second ^ first)
    assert second and not differ, "these differ:\n" + "\n".join(differ)


def check_sbom(dist):
    """Against the control files of the Debian packages, whose dependencies another program wrote."""
    sbom = json.loads(next(dist.glob("*.spdx.json")).read_text())
    packages = {package["SPDXID"]: package for package in sbom["packages"]}
    files = {path.name for path in dist.iterdir()} - {"SHA256SUMS"} - {path.name for path in dist.glob("*.spdx.json")}
    ours = {package["packageFileName"]: package for package in packages.values() if "packageFileName" in package}
    assert set(ours) == files, set(ours) ^ files
    for name, package in ours.items():
        assert package["checksums"][0]["checksumValue"] == hashlib.sha256((dist / name).read_bytes()).hexdigest(), name
    for path in dist.glob("*.deb"):
        depends = fresh.run("dpkg-deb", "--field", path, "Depends")
        wanted = {name for name in re.findall(r"^([a-z0-9.+-]+)", depends.replace(", ", "\n"), re.MULTILINE)
                  if name.startswith(("lib", "zlib1g")) and not name.startswith("libpentad")}
        found = {packages[link["relatedSpdxElement"]]["name"] for link in sbom["relationships"]
                 if link["spdxElementId"] == ours[path.name]["SPDXID"] and link["relationshipType"] == "DYNAMIC_LINK"}
        assert wanted <= found, f"{path.name}: the SBOM lacks {wanted - found}"
    known = {row["licenseId"] for row in sbom["hasExtractedLicensingInfos"]}
    for package in packages.values():
        assert package["versionInfo"] and package["licenseDeclared"] not in ("", "NOASSERTION"), package["name"]
        unknown = set(re.findall(r"LicenseRef-[A-Za-z0-9.-]+", package["licenseDeclared"])) - known
        assert not unknown, f"{package['name']}: {unknown}"
    assert any(link["relationshipType"] == "STATIC_LINK" for link in sbom["relationships"])


def check_folder(folder):
    """Refused before anything is built: what somebody keeps there, beside a release or not, would be lost."""
    kept = folder / "kept"
    for sums in (None, "0  another\n"):
        kept.mkdir(exist_ok=True)
        (kept / "letter").write_text("dear")
        if sums:
            (kept / "SHA256SUMS").write_text(sums)
        result = subprocess.run([sys.executable, "packaging/release/release.py", "source", "--output", kept], cwd=machine.ROOT,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert result.returncode == 1 and "'letter' in it is not of a release" in result.stdout, result.stdout
        assert (kept / "letter").read_text() == "dear"


with tempfile.TemporaryDirectory(prefix="pentad-reproducible-", dir=os.environ.get("TMPDIR", "/var/tmp")) as work:
    report("a folder with other files is not replaced", check_folder, pathlib.Path(work))
    report("two runs make the same bytes", check, pathlib.Path(work))
if not PARTS:
    report("the SBOM has every file and library, with versions and licenses", check_sbom, machine.made())
machine.report_end()
