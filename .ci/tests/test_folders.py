"""`.ci/folders` on a room of three folders, in the right order and in wrong ones."""
import json
import os
import shutil
import unittest

from support import ROOT, ScriptTest


@unittest.skipUnless(shutil.which(os.environ.get("SWIFT", "swift")), "no Swift")
class Folders(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("Sources/Room/Clock.swift", "struct Clock {}\n")
        self.write("Sources/Room/Values/Value.swift", "struct Value { var clock = Clock() }\n")
        self.write("Sources/Room/Values/Small/Tiny.swift", "struct Tiny {}\n")
        self.write("Sources/Room/Stores/Store.swift", "struct Store { var values = [Value()] }\n")
        self.write("Sources/Room/Room.docc/Room.md", "# ``Room``\n")  # guides are no code
        self.write("Sources/Room/Top/Engine.swift", "extension Store { var isEmpty: Bool { values.isEmpty } }\n")
        compiler = shutil.which("swiftc") or "swiftc"
        arguments = [
            compiler, "-module-name", "Room", "-emit-module", "-emit-module-path", "Room.swiftmodule", "-parse-as-library", "-c",
            "@sources", "-package-name", "house"]
        self.write(".build/debug.yaml", f"    args: {json.dumps(arguments)}\n")
        self.write(".ci/floors", "# lowest first\nRoom: Values Stores Top\n")

    def check(self, code, *words):
        done = self.run_script(ROOT / ".ci/folders", ".build", self.folder)
        self.assertEqual(done.returncode, code, done.stdout)
        for word in words:
            self.assertIn(word, done.stdout)

    def test_the_right_order_passes(self):
        self.check(0, "4 folders of 1 rooms checked, 0 errors")

    def test_a_type_from_above(self):
        self.write(".ci/floors", "Room: Stores Values Top\n")
        self.check(1, "Sources/Room/Stores/Store.swift:1:", "'Value'", "Room/Stores may use .")

    def test_a_member_from_above(self):
        self.write("Sources/Room/Stores/Store.swift", "struct Store { var values = [Value()]; var has: Bool { !isEmpty } }\n")
        self.check(1, "isEmpty")

    def test_a_folder_that_is_not_named(self):
        self.write(".ci/floors", "Room: Values Top Attic Top\n")
        self.check(2, ".ci/floors:1: Room: Stores is not named, there is no folder Attic, Top is named twice")

    def test_a_line_that_cannot_be_read(self):
        self.write(".ci/floors", "Room Values\n")
        self.check(2, ".ci/floors:1: expected")


if __name__ == "__main__":
    unittest.main()
