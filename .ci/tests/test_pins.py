"""What is fetched is pinned: Swift packages by an exact version, packages of PyPI by version and hash."""
import re
import unittest

from support import ROOT


class Pins(unittest.TestCase):
    def test_swift_packages_by_an_exact_version(self):
        manifests = ["Package.swift", "Tests/Benchmarks/Package.swift", "Fixtures/ExamplePackage/Package.swift"]
        pattern = re.compile(r"^(?! *//).*\.package\(.*", re.M)
        found = [(name, line) for name in manifests for line in pattern.findall((ROOT / name).read_text())]
        self.assertGreaterEqual(len(found), 5)
        for name, line in found:
            self.assertRegex(line, r'path: "|exact: "\d+\.\d+\.\d+"', name)

    def test_packages_of_pypi_by_version_and_hash(self):
        files = sorted((ROOT / ".ci/requirements").glob("*.txt"))
        self.assertGreaterEqual(len(files), 7)
        for file in files:
            lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
            # What has no wheel says so by its name, and with which lists it is built.
            sources = [line for line in lines if re.fullmatch(r"--no-binary [a-z0-9-]+", line)]
            built = {"bmi-arcgis-restapi": ["--no-binary bmi-arcgis-restapi"], "requests-gssapi": ["--no-binary gssapi"]}
            self.assertEqual(sources, built.get(file.stem, []))
            for source in sources:
                name = source.removeprefix("--no-binary ")
                self.assertIn(f"`{name}`", (ROOT / ".github/THREAT-MODEL.md").read_text(), "what is built from source")
            builders = re.findall(r"^# Built with ([a-z0-9 -]+)\.$", file.read_text(), re.M)
            self.assertEqual(len(builders), len(sources), file.name)
            for builder in " ".join(builders).split():
                self.assertTrue(file.with_name(f"{builder}.txt").is_file(), builder)
            packages = [index for index, line in enumerate(lines) if not line.startswith(" ") and line not in sources]
            self.assertTrue(packages, file.name)
            for index in packages:
                self.assertRegex(lines[index], r"^[a-z0-9-]+==[0-9][0-9a-z.]* \\$", file.name)
                self.assertRegex(lines[index + 1], r"^    --hash=sha256:[0-9a-f]{64}( \\)?$", file.name)

    def test_every_pip_install_asks_for_hashes(self):
        for name in ["pypi", "setup"]:
            for line in (ROOT / ".ci" / name).read_text().replace("\\\n", " ").splitlines():
                if "pip install" in line and not line.lstrip().startswith("#"):
                    self.assertIn("--require-hashes", line, name)


if __name__ == "__main__":
    unittest.main()
