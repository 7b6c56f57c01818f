"""Makes the release files in dist/ from the last commit: `./run release [PART...]`.

Each part is built in a copy of the last commit, without this folder's changes, with the time of the commit as the time
of everything (SOURCE_DATE_EPOCH), so that two runs make the same bytes. SHA256SUMS and an SBOM (SPDX 2.3) list what is
in dist/.

A part is a function below, or a script packaging/release/PART.sh. A script runs in the copy, writes its files into the
folder $1, and lists in the file $2 the Debian packages of what it links statically.
"""

import argparse
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = ["windows", "python"]  # built by packaging/release/NAME.sh


class Failure(Exception):
    pass


def run(*command, **more):
    """Returns the standard output. Fails with the end of both outputs."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", check=False, **more)
    if result.returncode != 0:
        said = (result.stdout + result.stderr)[-6000:]
        raise Failure(f"{' '.join(map(str, command))}: exit status {result.returncode}\n{said}")
    return result.stdout


class Release:
    """What every part needs to know."""

    def __init__(self, work):
        self.commit = run("git", "-C", ROOT, "rev-parse", "HEAD").strip()
        self.epoch = int(run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
        self.version = re.search(r"version: '([^']+)'", run("git", "-C", ROOT, "show", "HEAD:meson.build")).group(1)
        self.name = f"pentad-{self.version}"
        self.work = work
        self.linked = {}  # Debian packages of what is linked statically, by artifact
        # Nothing of this shell's environment but the way to the tools.
        self.environment = {name: os.environ[name] for name in os.environ if name.startswith("CCACHE_") or name in ("PATH", "HOME", "TMPDIR")}
        self.environment |= {"LC_ALL": "C.UTF-8", "TZ": "UTC", "SOURCE_DATE_EPOCH": str(self.epoch)}

    def tree(self, part):
        """A clean copy of the last commit, with the commit's name in .commit."""
        folder = self.work / part / self.name
        folder.mkdir(parents=True)
        archive = subprocess.Popen(["git", "-C", ROOT, "archive", "HEAD"], stdout=subprocess.PIPE)
        run("tar", "-x", "-C", folder, stdin=archive.stdout)
        if archive.wait() != 0:
            raise Failure("git archive failed")
        (folder / ".commit").write_text(self.commit[:12] + "\n")
        return folder

    def run(self, *command, cwd):
        return run(*command, cwd=cwd, env=self.environment)

    def tar(self, target, folder):
        """Packs `folder`, in the same bytes whoever does it when."""
        self.run("tar", "--sort=name", f"--mtime=@{self.epoch}", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu",
                 "--mode=u+rw,go=rX", "-C", folder.parent, "-cf", target.with_suffix(""), folder.name, cwd=self.work)
        self.run("xz", "-9", "--threads=1", "--force", target.with_suffix(""), cwd=self.work)


# ---- Parts: each writes its files into the folder `out`


def make_source(release, out):
    tree = release.tree("source")
    for path in (tree / "training/runs").iterdir():  # states of trainings: not needed to build or to train
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != "README.md":  # a document
            path.unlink()
    release.tar(out / f"{release.name}.tar.xz", tree)


def make_debian(release, out):
    tree = release.tree("debian")
    packaged = run("dpkg-parsechangelog", "-l", tree / "debian/changelog", "-S", "Version").strip()
    if packaged != release.version:
        raise Failure(f"debian/changelog says {packaged}, meson.build {release.version}")
    release.run("dpkg-buildpackage", "--build=binary", "--no-sign", cwd=tree)
    for package in sorted(tree.parent.glob("*.deb")):
        shutil.copy(package, out)
        if package.name.startswith("pentad-server_"):  # has the WebAssembly modules
            release.linked[package.name] = ["wasi-libc"]


def make_engine(machine, compiler, *options):
    """The engine for any Linux on this kind of machine: linked statically."""
    def make(release, out):
        tree = release.tree(machine)
        release.environment["CC"] = compiler
        release.run("meson", "setup", "build", *options, "-Dauto_features=disabled", "-Dtests=false", "-Dc_link_args=-static",
                    "-Db_pie=false", f"-Dc_args=-ffile-prefix-map={tree}=.", cwd=tree)
        release.run("ninja", "-C", "build", "pentad", cwd=tree)
        del release.environment["CC"]
        folder = tree.parent / f"pbrain-pentad-{release.version}-linux-{machine}"
        folder.mkdir()
        shutil.copy(tree / "build/pentad", folder / "pbrain-pentad")
        run(compiler.removesuffix("gcc") + "strip", folder / "pbrain-pentad")
        shutil.copy(tree / "LICENSE", folder)
        archive = out / f"{folder.name}.tar.xz"
        release.tar(archive, folder)
        release.linked[archive.name] = [package_with(run(compiler, f"-print-file-name={name}").strip()) for name in ("libc.a", "libgcc.a")]
    return make


def make_by_script(part):
    def make(release, out):
        tree = release.tree(part)
        linked = tree.parent / "linked"
        release.run("sh", f"packaging/release/{part}.sh", out, linked, cwd=tree)
        packages = linked.read_text().split() if linked.exists() else []
        for artifact in out.iterdir():
            release.linked[artifact.name] = packages
    return make


PARTS = {
    "source": make_source,
    "debian": make_debian,
    "linux": make_engine("x86_64", "x86_64-linux-gnu-gcc"),
    "arm64": make_engine("aarch64", "aarch64-linux-gnu-gcc", "--cross-file=packaging/arm64.cross"),
}
PARTS |= {part: make_by_script(part) for part in SCRIPTS if (ROOT / f"packaging/release/{part}.sh").exists()}


# ---- SBOM: what the files of a release are linked with


def unpack(artifact, folder):
    if artifact.suffix == ".deb":
        run("dpkg-deb", "-x", artifact, folder)
    elif artifact.suffix in (".zip", ".whl"):
        with zipfile.ZipFile(artifact) as archive:
            archive.extractall(folder)
    elif artifact.suffixes[-2:] == [".tar", ".xz"]:
        with tarfile.open(artifact) as archive:
            archive.extractall(folder)
    else:
        shutil.copy(artifact, folder)


def needed_libraries(artifact):
    """The names of the shared libraries that its ELF files need, such as libc.so.6."""
    names = set()
    with tempfile.TemporaryDirectory() as folder:
        unpack(artifact, folder)
        for path in pathlib.Path(folder).rglob("*"):
            if path.is_file() and not path.is_symlink() and path.open("rb").read(4) == b"\x7fELF":
                names |= set(re.findall(r"NEEDED.*\[(.+)\]", run("readelf", "--dynamic", path)))
    return names


def package_with(path):
    """The Debian package of a file, which may be known to dpkg below / or below /usr."""
    path = os.path.realpath(path)
    for name in (path, path.removeprefix("/usr"), "/usr" + path):
        found = subprocess.run(["dpkg", "-S", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
        if found:
            return found.split(":")[0]
    raise Failure(f"no Debian package has {path}")


@functools.cache
def package_of(library):
    """The Debian package of a shared library on this machine."""
    paths = re.findall(rf"^\t{re.escape(library)} .*=> (\S+)", run("/sbin/ldconfig", "-p"), re.MULTILINE)
    if not paths:
        raise Failure(f"{library} is not on this machine")
    return package_with(paths[0])


# Debian's short names of licenses, where they are not SPDX's.
SPDX_NAMES = {
    "Expat": "MIT", "expat": "MIT", "MIT": "MIT", "MIT/X11": "MIT", "GFDL-1.3": "GFDL-1.3-only", "X11": "X11", "ISC": "ISC", "Zlib": "Zlib", "zlib": "Zlib", "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause",
    "BSD-4-clause": "BSD-4-Clause", "CC0": "CC0-1.0", "CC0-1.0": "CC0-1.0", "Apache-2.0": "Apache-2.0", "Beerware": "Beerware",
    "GPL-1+": "GPL-1.0-or-later", "GPL-2": "GPL-2.0-only", "GPL-2+": "GPL-2.0-or-later", "GPL-3": "GPL-3.0-only", "GPL-3+": "GPL-3.0-or-later",
    "LGPL-2": "LGPL-2.0-only", "LGPL-2+": "LGPL-2.0-or-later", "LGPL-2.1": "LGPL-2.1-only", "LGPL-2.1+": "LGPL-2.1-or-later",
    "LGPL-3": "LGPL-3.0-only", "LGPL-3+": "LGPL-3.0-or-later", "libpng": "Libpng", "CC-BY-4.0": "CC-BY-4.0", "FSFAP": "FSFAP",
}


def license_of(package, extracted):
    """An SPDX expression from Debian's copyright file; what SPDX has no name for is added to `extracted`."""
    text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace")
    names = re.findall(r"^License: *(\S.*)$", text, re.MULTILINE) if text.startswith("Format:") else []
    words = {word for name in names for word in re.split(r",? +(?:and|or|and/or|AND|OR) +|, +", name.strip())}
    if not words:  # a file for people: quoted whole
        reference = f"LicenseRef-{package}"
        extracted[reference] = text
        return reference
    result = set()
    for word in words:
        if word not in SPDX_NAMES:
            reference = "LicenseRef-Debian-" + re.sub(r"[^A-Za-z0-9.]+", "-", word).strip("-")
            extracted.setdefault(reference, f"'{word}' in /usr/share/doc/PACKAGE/copyright of Debian")
            result.add(reference)
        else:
            result.add(SPDX_NAMES[word])
    return " AND ".join(sorted(result))


def write_sbom(release, artifacts, target):
    extracted, libraries, relations = {}, {}, []
    described = []
    for artifact in artifacts:
        element = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", artifact.name)
        described.append({
            "SPDXID": element, "name": artifact.name, "versionInfo": release.version, "packageFileName": artifact.name,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT",
            "copyrightText": "Copyright (c) 2026 the Pentad authors",
            "checksums": [{"algorithm": "SHA256", "checksumValue": sha256(artifact)}],
        })
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", element))
        links = [("DYNAMIC_LINK", package_of(name)) for name in needed_libraries(artifact) if not name.startswith(("libpentad.so", "ld-linux"))]
        links += [("STATIC_LINK", package) for package in release.linked.get(artifact.name, [])]
        for kind, package in sorted(set(links)):
            libraries[package] = f"SPDXRef-Debian-{re.sub('[^A-Za-z0-9.]+', '-', package)}"
            relations.append((element, kind, libraries[package]))
    for package, element in sorted(libraries.items()):
        version = run("dpkg-query", "-W", "-f", "${Version}\n", package).splitlines()[0]
        described.append({
            "SPDXID": element, "name": package, "versionInfo": version, "supplier": "Organization: Debian",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
            "licenseDeclared": license_of(package, extracted), "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/debian/{package}@{version}"}],
        })
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": release.name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{release.name}-{release.commit}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch)),
                         "creators": ["Organization: the Pentad authors", "Tool: packaging/release/release.py"]},
        "packages": described,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
        "hasExtractedLicensingInfos": [{"licenseId": name, "extractedText": text} for name, text in sorted(extracted.items())],
    }
    target.write_text(json.dumps(document, indent=1) + "\n")


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---- The command


def check_output(dist):
    """What is in the folder will be deleted, so it must be a release's."""
    if not dist.exists():
        return
    if not dist.is_dir():
        raise Failure(f"{dist} is not a folder")
    sums = dist / "SHA256SUMS"
    ours = {line.split("  ", 1)[-1] for line in sums.read_text(errors="replace").splitlines()} if sums.is_file() else set()
    others = sorted({path.name for path in dist.iterdir()} - ours - {sums.name})
    if others:
        raise Failure(f"{dist} would be replaced, but '{others[0]}' in it is not of a release. Move it away, or choose another folder by --output")


def make(parts, dist):
    """dist/ is replaced at the end, so a failure leaves the earlier one."""
    with tempfile.TemporaryDirectory(prefix="pentad-release-", dir=os.environ.get("TMPDIR", "/var/tmp")) as folder:
        work = pathlib.Path(folder)
        release = Release(work)
        out = work / "dist"
        out.mkdir()
        for part in parts:
            began = time.monotonic()
            made = work / f"{part}-out"
            made.mkdir()
            PARTS[part](release, made)
            names = sorted(path.name for path in made.iterdir())
            if not names:
                raise Failure(f"{part} made nothing")
            for name in names:
                shutil.move(made / name, out / name)
            print(f"{part}: {', '.join(names)} in {time.monotonic() - began:.0f} s", flush=True)
        artifacts = sorted(out.iterdir())
        write_sbom(release, artifacts, out / f"{release.name}.spdx.json")
        sums = "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(out.iterdir()))
        (out / "SHA256SUMS").write_text(sums)
        shutil.rmtree(dist, ignore_errors=True)
        shutil.copytree(out, dist)
    print(f"{len(artifacts)} files, SHA256SUMS and the SBOM are in {dist}")


def main():
    parser = argparse.ArgumentParser(prog="./run release", description=__doc__.split("\n\n")[0])
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"default: all of {', '.join(PARTS)}")
    parser.add_argument("--output", metavar="FOLDER", type=pathlib.Path, default=ROOT / "dist", help="is replaced; default: dist")
    arguments = parser.parse_args()
    for part in arguments.parts:
        if part not in PARTS:
            parser.error(f"there is no part '{part}'; it is one of: {', '.join(PARTS)}")
    if run("git", "-C", ROOT, "status", "--porcelain", "--untracked-files=no"):
        print("There are changes that are not committed: the last commit is released, without them", file=sys.stderr)
    os.umask(0o022)
    dist = arguments.output.resolve()
    check_output(dist)
    make([part for part in PARTS if part in arguments.parts or not arguments.parts], dist)


if __name__ == "__main__":
    try:
        main()
    except Failure as error:
        sys.exit(f"./run release: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
