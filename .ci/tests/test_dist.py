"""What `make dist` is made of, without a program: manual pages, archives, the image's layout and the notices."""
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import types
import unittest
from unittest import mock

from support import ROOT, ScriptTest

sys.path.insert(0, str(ROOT / ".ci/dist"))
from packaging import image, manual, notices, tarball  # noqa: E402

OPTION = {"kind": "option", "isOptional": True, "isRepeating": False, "shouldDisplay": True, "abstract": "Bind this address.",
          "names": [{"kind": "long", "name": "host"}], "valueName": "address", "defaultValue": "127.0.0.1", "sectionTitle": "Where it listens"}
HELP = {"command": {
    "commandName": "tool", "abstract": "Do things.", "shouldDisplay": True, "arguments": [],
    "discussion": "Two words.\n\n.Dots and \\slashes — and dashes.\n\nExit codes: 0 done, 1 not.\n\nExamples:\n  tool serve -v\n  tool serve --host ::1",
    "subcommands": [
        {"commandName": "serve", "abstract": "Serve.", "shouldDisplay": True, "arguments": [OPTION]},
        {"commandName": "secret", "abstract": "Hidden.", "shouldDisplay": False},
        {"commandName": "help", "abstract": "Show help.", "shouldDisplay": True},
    ]}}


class Manual(ScriptTest):
    def setUp(self):
        super().setUp()
        self.pages = manual.pages(HELP, "1.2.3", 0)

    def test_each_command_that_is_shown_has_a_page(self):
        self.assertEqual(sorted(self.pages), ["tool-serve.1", "tool.1"])

    def test_a_page_has_each_option_below_its_group(self):
        page = self.pages["tool-serve.1"]
        self.assertIn(".SS Where it listens\n.TP\n\\fB\\-\\-host\\fR \\fIaddress\\fR\nBind this address. Default: 127.0.0.1.\n", page)
        self.assertIn('.TH TOOL\\-SERVE 1 1970-01-01 "mockportal 1.2.3"', page)

    def test_exit_codes_and_examples_stand_in_their_sections(self):
        page = self.pages["tool.1"]
        self.assertIn(".SH EXIT STATUS\n0 done, 1 not.\n", page)
        self.assertIn(".SH EXAMPLES\n.nf\ntool serve \\-v\ntool serve \\-\\-host ::1\n.fi\n", page)

    def test_nothing_in_a_text_is_an_order_to_roff(self):
        self.assertIn("\n\\&.Dots and \\eslashes \\[u2014] and dashes.\n", self.pages["tool.1"])

    @unittest.skipUnless(shutil.which("groff"), "needs groff (apt-get install groff-base)")
    def test_groff_has_no_warning(self):
        for name, text in self.pages.items():
            done = subprocess.run(["groff", "-ww", "-man", "-Tutf8", "-z"], input=text, capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "", name)


class Archives(ScriptTest):
    def folder_with(self, name, files, when):
        for file in files:
            path = self.write(f"{name}/{file}", file)
            os.utime(path, (when, when))
        return self.folder / name

    def test_equal_contents_have_equal_bytes(self):
        first = tarball.archive(self.folder_with("one", ["a", "b/c", "d"], 1000), "top", 7)
        second = tarball.archive(self.folder_with("two", ["d", "b/c", "a"], 2000), "top", 7)
        self.assertEqual(hashlib.sha256(first).hexdigest(), hashlib.sha256(second).hexdigest())
        with tarfile.open(fileobj=io.BytesIO(first)) as tar:
            self.assertEqual(tar.getnames(), ["top", "top/a", "top/b", "top/b/c", "top/d"])
            self.assertEqual({(entry.uid, entry.uname, entry.mtime) for entry in tar}, {(0, "", 7)})

    def test_an_image_is_read_by_either_manifest(self):
        stage = types.SimpleNamespace(epoch=7, machine="x86_64", version="1.2.3")
        with tarfile.open(fileobj=io.BytesIO(image.layout(stage, b"layer"))) as tar:
            files = {name: tar.extractfile(name).read() for name in tar.getnames()}
        for name, contents in files.items():
            if name.startswith("blobs/"):
                self.assertEqual(name, "blobs/sha256/" + hashlib.sha256(contents).hexdigest())
        docker = json.loads(files["manifest.json"])[0]
        self.assertEqual(docker["RepoTags"], ["mockportal:1.2.3"])
        self.assertEqual(gzip.decompress(files[docker["Layers"][0]]), b"layer")
        config = json.loads(files[docker["Config"]])
        self.assertEqual(config["rootfs"]["diff_ids"], ["sha256:" + hashlib.sha256(b"layer").hexdigest()])
        self.assertEqual(config["config"]["User"], "65532:65532")
        oci = json.loads(files["index.json"])["manifests"][0]
        manifest = json.loads(files["blobs/" + oci["digest"].replace(":", "/")])
        self.assertEqual("blobs/" + manifest["config"]["digest"].replace(":", "/"), docker["Config"])


class Licences(ScriptTest):
    def inside(self, pins):
        self.write("Package.resolved", json.dumps({"pins": pins}))
        program = self.write("program", "nothing of ICU")
        found = notices.Notices()
        with mock.patch.object(notices, "toolchain_licence", return_value=self.write("swift.txt", "Apache")):
            notices.inside(found, self.folder, self.folder / "checkouts", program)
        found.write(self.folder / "out")
        return (self.folder / "out/NOTICES").read_text(encoding="utf-8")

    def test_a_linked_package_travels_with_its_licence_and_a_tool_does_not(self):
        self.write("checkouts/Parser/LICENSE.txt", "be kind")
        text = self.inside([
            {"identity": "parser", "location": "https://example.com/Parser.git", "state": {"version": "2.0"}},
            {"identity": "swift-docc-plugin", "location": "https://example.com/swift-docc-plugin", "state": {"version": "1.0"}},
        ])
        self.assertIn("Parser 2.0, https://example.com/Parser.git (Parser-LICENSE.txt).", text)
        self.assertNotIn("docc", text)
        self.assertEqual((self.folder / "out/licences/Parser-LICENSE.txt").read_text(encoding="utf-8"), "be kind")

    def test_a_package_without_a_licence_stops_everything(self):
        (self.folder / "checkouts/Parser").mkdir(parents=True)
        with self.assertRaisesRegex(SystemExit, "holds no licence of Parser"):
            self.inside([{"identity": "parser", "location": "https://example.com/Parser", "state": {}}])


if __name__ == "__main__":
    unittest.main()
