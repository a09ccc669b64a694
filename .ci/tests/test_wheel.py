"""The parts of the wheel of `make dist`, around a small program of the system in the place of mockportal."""
import base64
import hashlib
import pathlib
import shutil
import subprocess
import sys
import unittest
import zipfile

from support import ROOT, ScriptTest

sys.path.insert(0, str(ROOT / ".ci/dist"))
from packaging import libraries, wheel  # noqa: E402

PROGRAM = shutil.which("openssl")


class LayOut(ScriptTest):
    @unittest.skipUnless(PROGRAM and shutil.which("patchelf"), "NO PATCHELF OR OPENSSL: apt-get install patchelf openssl")
    def test_a_program_finds_its_libraries_beside_it_alone(self):
        folder = self.folder / "laid-out"
        packages = wheel.lay_out(pathlib.Path(PROGRAM), folder)
        names = {path.name for path in (folder / "lib").iterdir()}
        self.assertTrue({"libssl.so.3", "libcrypto.so.3"} <= names, names)
        self.assertFalse([name for name in names if wheel.GLIBC.fullmatch(name)])
        self.assertIn("libssl3", packages)
        found = libraries.loaded(folder / "mockportal")
        self.assertEqual(found["libssl.so.3"].resolve().parent, (folder / "lib").resolve())
        self.assertEqual(found["libcrypto.so.3"].resolve().parent, (folder / "lib").resolve())
        dynamic = libraries.run("readelf", "-dW", folder / "mockportal")
        self.assertRegex(dynamic, r"\(RPATH\).*\[\$ORIGIN/lib\]")
        done = subprocess.run(
            [folder / "mockportal", "list", "-providers", "-provider", "legacy"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={"OPENSSL_MODULES": str(folder / "ossl-modules")})
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("OpenSSL Legacy Provider", done.stdout)
        major, minor = wheel.oldest_glibc(folder)
        self.assertEqual(major, 2)
        self.assertLessEqual((2, 17), (major, minor))


class Glibc(ScriptTest):
    NEEDS = "  0x0010:   Name: GLIBC_2.34  Flags: none  Version: 4\n  0x0020:   Name: GLIBC_2.2.5  Flags: none  Version: 3\n"

    def oldest(self, *needs):
        folder = self.folder / "files"
        folder.mkdir()
        for number, text in enumerate(needs):
            (folder / str(number)).write_text(text)
        before = libraries.run
        libraries.run = lambda *command: pathlib.Path(command[-1]).read_text()
        try:
            return wheel.oldest_glibc(folder)
        finally:
            libraries.run = before

    def test_the_newest_symbol_of_all_files_counts(self):
        self.assertEqual(self.oldest(self.NEEDS, "Name: GLIBC_2.9  Flags", "Name: GLIBCXX_3.4.30"), (2, 34))

    def test_compact_relocations_need_a_loader_that_knows_them(self):
        self.assertEqual(self.oldest(self.NEEDS, "Name: GLIBC_ABI_DT_RELR  Flags"), (2, 36))

    def test_a_private_symbol_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "keeps to itself"):
            self.oldest(self.NEEDS, "Name: GLIBC_PRIVATE  Flags")

    def test_what_the_c_library_brings_is_known(self):
        for name in ["libc.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "libm.so.6", "libresolv.so.2", "libnss_files.so.2"]:
            self.assertTrue(wheel.GLIBC.fullmatch(name), name)
        for name in ["libcrypto.so.3", "libcurl.so.4", "libz.so.1", "libgcc_s.so.1", "libstdc++.so.6", "libmicrohttpd.so.12", "libcom_err.so.2"]:
            self.assertFalse(wheel.GLIBC.fullmatch(name), name)


class Archive(ScriptTest):
    def archive(self, name):
        stage = self.folder / name
        self.write(f"{name}/mockportal/_program/mockportal", "program", 0o755)
        self.write(f"{name}/mockportal/__init__.py", "")
        information = self.write(f"{name}/mockportal-1.2.3.dist-info/METADATA", "Name: mockportal\n").parent
        path = self.folder / f"{name}.whl"
        wheel.archive(stage, information, path, 1_700_000_000)
        return path

    def test_the_record_lists_every_file_with_its_digest(self):
        with zipfile.ZipFile(self.archive("one")) as archive:
            names = archive.namelist()
            self.assertEqual(names[-1], "mockportal-1.2.3.dist-info/RECORD")
            lines = archive.read(names[-1]).decode().splitlines()
            self.assertEqual([line.split(",")[0] for line in lines], names)
            for line in lines[:-1]:
                name, digest, size = line.split(",")
                contents = archive.read(name)
                expected = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, int(size)), (f"sha256={expected}", len(contents)))
            modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
        self.assertEqual(modes["mockportal/_program/mockportal"], 0o755)
        self.assertEqual(modes["mockportal/__init__.py"], 0o644)

    def test_equal_contents_make_equal_bytes(self):
        self.assertEqual(self.archive("one").read_bytes(), self.archive("two").read_bytes())

    def test_the_metadata_are_those_of_the_project(self):
        text = wheel.metadata(wheel.project(ROOT), "1.2.3", "# Words\n", ["NOTICES"])
        head, _, words = text.partition("\n\n")
        self.assertIn("Name: mockportal\nVersion: 1.2.3\n", head)
        self.assertIn("Requires-Dist: pytest>=7.0; extra == 'pytest'", head)
        self.assertIn("License-File: NOTICES", head)
        self.assertNotIn("Requires-Dist: pytest>=7.0\n", head)
        self.assertEqual(words, "# Words\n")
        points = wheel.entry_points(wheel.project(ROOT))
        self.assertIn("[console_scripts]\nmockportal = mockportal.__main__:main\n", points)
        self.assertIn("[pytest11]\nmockportal = mockportal.pytest_plugin\n", points)


if __name__ == "__main__":
    unittest.main()
