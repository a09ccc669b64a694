"""The Debian package, made with dpkg-deb; what it depends on is worked out by dpkg-shlibdeps."""
import email.utils
import os
import re

from . import libraries
from .stage import compressed, copy, settle

PLACES = {
    "bash": "share/bash-completion/completions", "zsh": "share/zsh/vendor-completions", "fish": "share/fish/vendor_completions.d",
}
DESCRIPTION = """\
fake ArcGIS portal, portal client and judge of clients
 mockportal serves a fake ArcGIS portal that any client can be pointed at: one
 whose certificate has expired, one that wants client certificates, one behind
 Basic or Digest, one whose tokens live for a minute. It replays the documented
 connect, token and trust flows over a real wire and reports, with evidence,
 which client broke which rule."""


def make(stage, work, out):
    architecture = libraries.run("dpkg", "--print-architecture").strip()
    root = work / "deb"
    stage.install(root / "usr", PLACES)
    documents = root / "usr/share/doc/mockportal"
    stage.notices(documents)
    write_copyright(stage, documents)
    who = maintainer()
    (documents / "changelog.gz").write_bytes(compressed(changelog(stage, who).encode()))
    copy(stage.folder / "CHANGELOG.md.gz", documents / "CHANGELOG.md.gz")
    size = sum(-(-path.stat().st_size // 1024) for path in root.rglob("*") if path.is_file())
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        f"Package: mockportal\nVersion: {stage.version}\nArchitecture: {architecture}\nMaintainer: {who}\n"
        f"Installed-Size: {size}\nDepends: {dependencies(stage, work)}\nRecommends: ca-certificates\nSuggests: libproj25\nSection: devel\nPriority: optional\n"
        f"Description: {DESCRIPTION}\n", encoding="utf-8")
    sums = "".join(
        f"{libraries.run('md5sum', path).split()[0]}  {path.relative_to(root).as_posix()}\n"
        for path in sorted((root / "usr").rglob("*")) if path.is_file())
    (control / "md5sums").write_text(sums, encoding="utf-8")
    settle(root, stage.epoch)
    path = out / f"mockportal_{stage.version}_{architecture}.deb"
    libraries.run(
        "dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, path,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(stage.epoch)})
    return path


def dependencies(stage, work):
    """The packages that bring the program's libraries, with the versions that they must have."""
    folder = work / "shlibdeps"
    (folder / "debian").mkdir(parents=True)
    (folder / "debian/control").write_text("Source: mockportal\n\nPackage: mockportal\nArchitecture: any\n", encoding="utf-8")
    words = libraries.run("dpkg-shlibdeps", "-O", "-e", stage.program, cwd=folder)
    match = re.search(r"^shlibs:Depends=(.+)$", words, re.M)
    if not match:
        raise SystemExit(f"dist: dpkg-shlibdeps found no dependency of {stage.program}")
    return match[1]


def maintainer():
    """Who answers for the package, by the variables that Debian's own tools read."""
    return f"{os.environ.get('DEBFULLNAME', 'mockportal packagers')} <{os.environ.get('DEBEMAIL', 'packagers@mockportal.example.org')}>"


def changelog(stage, who):
    """Debian's own change log, with one entry; what users see stands in CHANGELOG.md.gz."""
    date = email.utils.formatdate(stage.epoch)
    return (
        f"mockportal ({stage.version}) unstable; urgency=medium\n\n"
        f"  * What changed for users stands in /usr/share/doc/mockportal/CHANGELOG.md.gz.\n\n -- {who}  {date}\n")


def write_copyright(stage, documents):
    """Debian's file of licences. The notices are part of it; a licence that base-files brings is named, not copied."""
    (documents / "copyright").write_text(
        "mockportal\n\nThe sources of mockportal state the terms under which they may be used; this file adds none.\n\n"
        + (documents / "NOTICES").read_text(encoding="utf-8").replace(
            "The texts stand in the folder licences.",
            "The texts stand in /usr/share/doc/mockportal/licences, and those that every Debian has in /usr/share/common-licenses."),
        encoding="utf-8")
    for path in (documents / "licences").iterdir():
        if os.path.exists(f"/usr/share/common-licenses/{path.stem}") and path.suffix == ".txt":
            path.unlink()
    (documents / "NOTICES").unlink()
