"""The wheel: the package of Fixtures/python, and in it the program with every library that is not the C library's.

Its tag names the oldest glibc that all of them run on, which their version needs tell (PEP 600; ELF gABI, "GNU Symbol Versioning").
Nothing is renamed: the run path of the program and of each library leads to the wheel's own folder before any other is looked at, and
no other process loads them.
"""
import base64
import hashlib
import pathlib
import re
import shutil
import time
import tomllib
import zipfile

from . import libraries
from .notices import Notices, beside, inside

# What the C library itself brings (ld.so(8), libc(7)); all of it must come from one build.
GLIBC = re.compile(r"(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|util|anl|mvec|nsl|BrokenLocale|thread_db|nss_.*))\.so(\..*)?")
# A symbol that one build of glibc shares with itself alone.
PRIVATE = "GLIBC_PRIVATE"
# A reader of compact relocations (DT_RELR) came with this glibc.
ABI_MARKS = {"GLIBC_ABI_DT_RELR": (2, 36)}


def lay_out(program, folder):
    """Puts the program with its libraries and OpenSSL's legacy module into a folder; returns the Debian packages that these are from."""
    module = libraries.legacy_module()
    if module is None:
        raise SystemExit("dist: openssl names no folder with legacy.so; without it old PKCS #12 files cannot be read in the wheel")
    packages = set()
    own = folder / "lib"
    own.mkdir(parents=True)
    place(program, folder / "mockportal", "$ORIGIN/lib")
    place(module, folder / "ossl-modules/legacy.so", "$ORIGIN/../lib")
    packages.add(libraries.package(module))
    for name, path in sorted({**libraries.loaded(program), **libraries.loaded(module)}.items()):
        if GLIBC.fullmatch(name.rsplit("/", 1)[-1]):
            continue
        place(path, own / name, "$ORIGIN")
        # Swift's own libraries, beside a program for debugging, are part of what is inside the program.
        if not path.resolve().is_relative_to(toolchain()):
            packages.add(libraries.package(path))
    return packages


def toolchain():
    """The folder of the Swift toolchain."""
    swift = shutil.which("swift")
    return pathlib.Path(swift).resolve().parent.parent if swift else pathlib.Path("/nonexistent")


def place(source, target, run_path):
    """Copies a program or library, and lets it look for libraries in one folder only, before LD_LIBRARY_PATH (ld.so(8): DT_RPATH)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(pathlib.Path(source).resolve(), target)
    target.chmod(0o755)
    libraries.run("patchelf", "--force-rpath", "--set-rpath", run_path, target)


def oldest_glibc(folder):
    """The oldest glibc with all that the files of a folder need, as (2, 36)."""
    newest = (2, 17)
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        needs = libraries.run("readelf", "-VW", path)
        if PRIVATE in needs:
            raise SystemExit(f"dist: {path.name} needs a symbol that glibc keeps to itself ({PRIVATE}); it runs on this very build only")
        for mark, version in ABI_MARKS.items():
            if mark in needs:
                newest = max(newest, version)
        for version in re.findall(r"\bGLIBC_(\d+)\.(\d+)", needs):
            newest = max(newest, tuple(map(int, version)))
    return newest


def project(root):
    """What pyproject.toml says of the package."""
    return tomllib.loads((root / "Fixtures/python/pyproject.toml").read_text(encoding="utf-8"))["project"]


def metadata(project, version, readme, licences):
    """The file METADATA (packaging.python.org, "Core metadata specifications")."""
    lines = ["Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}", f"Summary: {project['description']}"]
    lines += [f"Keywords: {','.join(project['keywords'])}"]
    lines += [f"Classifier: {classifier}" for classifier in project["classifiers"]]
    lines += [f"License-File: {name}" for name in licences]
    lines += [f"Requires-Python: {project['requires-python']}"]
    for extra, requirements in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"]
        lines += [f"Requires-Dist: {requirement}; extra == '{extra}'" for requirement in requirements]
    lines += ["Description-Content-Type: text/markdown", "", readme]
    return "\n".join(lines)


def entry_points(project):
    """The file entry_points.txt (packaging.python.org, "Entry points specification")."""
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    return "\n".join(
        line for group, names in groups.items() for line in [f"[{group}]", *(f"{name} = {place}" for name, place in names.items()), ""])


def make(stage, work, out):
    version, root = stage.version, stage.root
    sources = root / "Fixtures/python"
    own = re.search(r'^__version__ = "(.+)"$', (sources / "mockportal/__init__.py").read_text(encoding="utf-8"), re.M)
    if own is None or own[1] != version:
        raise SystemExit(
            f"dist: the program is version {version}, and Fixtures/python/mockportal/__init__.py says {own and own[1]}; write {version} there")
    top = work / "wheel"
    package = top / "mockportal"
    for path in sorted((sources / "mockportal").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            package.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, package / path.name)
    packages = lay_out(stage.program, package / "_program")
    tag = "py3-none-manylinux_{}_{}_{}".format(*oldest_glibc(package / "_program"), stage.machine)
    information = top / f"mockportal-{version}.dist-info"
    information.mkdir()
    notices = Notices()
    inside(notices, root, root / ".build/checkouts", stage.program)
    beside(notices, packages, shipped=True)
    licences = information / "licenses"
    notices.write(licences)
    names = sorted(file.relative_to(licences).as_posix() for file in licences.rglob("*") if file.is_file())
    readme = (sources / "README.md").read_text(encoding="utf-8")
    (information / "METADATA").write_text(metadata(project(root), version, readme, names), encoding="utf-8")
    (information / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: mockportal make dist\nRoot-Is-Purelib: false\nTag: {tag}\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(entry_points(project(root)), encoding="utf-8")
    path = out / f"mockportal-{version}-{tag}.whl"
    archive(top, information, path, stage.epoch)
    return path


def archive(stage, information, path, epoch):
    """Zips a folder, and lists its files with their digests in RECORD, which comes last (PEP 427)."""
    record = information / "RECORD"
    name = record.relative_to(stage).as_posix()
    files = sorted(file for file in stage.rglob("*") if file.is_file())
    # Metadata comes last, so that a reader that begins at the end finds it at once.
    files.sort(key=lambda file: information in file.parents)
    lines = []
    # Zip knows no time before 1980.
    moment = time.gmtime(max(epoch, 315_532_800))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(name, contents, mode):
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, contents)

        for file in files:
            contents = file.read_bytes()
            below = file.relative_to(stage).as_posix()
            digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
            lines.append(f"{below},sha256={digest},{len(contents)}")
            add(below, contents, 0o755 if file.stat().st_mode & 0o100 else 0o644)
        add(name, "\n".join([*lines, f"{name},,", ""]).encode(), 0o644)
