"""What a part exercises, as a hash of files: a change of them makes what was run before stale."""
import hashlib
import os
import subprocess

# Texts for readers, and what a build or a run leaves.
IGNORED_FILES = {"README.md", "Package.resolved", ".DS_Store"}
IGNORED_FOLDERS = {"__pycache__", "Crashes"}


def files(root, paths):
    """The files below some paths, in order; `!` before a path leaves out what lies below it."""
    left_out = tuple(path[1:] for path in paths if path.startswith("!"))
    found = set()
    for path in paths:
        place = root / path
        if path.startswith("!"):
            continue
        if place.is_file():
            found.add(path)
        for folder, folders, names in os.walk(place):
            folders[:] = [name for name in folders if name not in IGNORED_FOLDERS and not name.startswith(".build")]
            inside = os.path.relpath(folder, root)
            found.update(f"{inside}/{name}" for name in names if name not in IGNORED_FILES)
    below = tuple(path + "/" for path in left_out)
    return sorted(path for path in found if path not in left_out and not path.startswith(below))


def key(root, paths, words):
    """A hash of the files and of further words, such as the commands that are run."""
    whole = hashlib.sha256(repr(words).encode())
    for path in files(root, paths):
        try:
            content = (root / path).read_bytes()
        except FileNotFoundError:  # A link to nowhere, or gone meanwhile.
            content = b"gone"
        executable = os.access(root / path, os.X_OK)
        whole.update(f"{path} {executable} {hashlib.sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def commit(root):
    """The commit that is checked out, with `+` where the work tree differs from it; a dash outside of a repository."""
    try:
        head = subprocess.run(["git", "-C", root, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True)
        if head.returncode:
            return "–"
        changed = subprocess.run(["git", "-C", root, "status", "--porcelain"], capture_output=True, text=True).stdout
    except OSError:
        return "–"
    return head.stdout.strip() + ("+" if changed.strip() else "")
