"""The tarball: a folder with bin and share, which can be unpacked anywhere."""
import gzip
import io
import pathlib
import tarfile

from .stage import copy, settle

# Where the shells look below /usr/local.
PLACES = {
    "bash": "share/bash-completion/completions", "zsh": "share/zsh/site-functions", "fish": "share/fish/vendor_completions.d",
}


def make(stage, work, out):
    name = f"mockportal-{stage.version}-linux-{stage.machine}"
    top = work / name
    stage.install(top, PLACES)
    stage.notices(top / "share/doc/mockportal")
    copy(stage.folder / "CHANGELOG.md.gz", top / "share/doc/mockportal/CHANGELOG.md.gz")
    settle(top, stage.epoch)
    path = out / f"{name}.tar.gz"
    with open(path, "wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=9, mtime=0) as packed:
        packed.write(archive(top, name, stage.epoch))
    return path


def archive(folder, prefix, epoch, owner=lambda path: (0, 0), mode=lambda path, own: own):
    """A tar of a folder: names in order, owners by number, one time for all, so that equal contents have equal bytes."""
    contents = io.BytesIO()
    with tarfile.open(fileobj=contents, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in [folder, *sorted(pathlib.Path(folder).rglob("*"))]:
            below = path.relative_to(folder).as_posix()
            name = f"{prefix}/{below}" if prefix and below != "." else prefix or below
            if name == ".":
                continue
            entry = tar.gettarinfo(path, arcname=name)
            entry.uid, entry.gid = owner(below)
            entry.uname = entry.gname = ""
            entry.mtime = epoch
            entry.mode = mode(below, entry.mode)
            if entry.isreg():
                with open(path, "rb") as file:
                    tar.addfile(entry, file)
            else:
                tar.addfile(entry)
    return contents.getvalue()
