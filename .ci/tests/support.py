"""What the tests of the scripts share: a folder for each test, and a script that is run."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class ScriptTest(unittest.TestCase):
    """A test with a folder of its own, which is gone afterwards."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="mockportal-ci-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def run_script(self, *command, environment=None, **options):
        """Runs a script of .ci to its end; standard output and error together."""
        return subprocess.run(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=120, env={**os.environ, **(environment or {})}, **options)
