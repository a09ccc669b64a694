"""What `.ci/torturing/rooms.py` takes for the tree of a fuzz target."""
import sys
import unittest

from support import ROOT, ScriptTest

sys.path.insert(0, str(ROOT / ".ci"))
from torturing import rooms  # noqa: E402


class Rooms(ScriptTest):
    def test_a_target_stands_on_what_it_imports_and_no_other_room(self):
        self.write("Entry.swift", "@testable import Above\nimport Foundation\nlet text = \"import Beside\"\n")
        self.write("Sources/Above/A.swift", "package import struct Below.Value\ninternal import CTable\nlet path = \"Fixtures/world/a.json\"\n")
        self.write("Sources/Below/B.swift", "let name = \"certs/\\(name).json\"\n")
        self.write("Sources/CTable/table.c", "")
        self.write("Sources/Beside/C.swift", "let path = \"Fixtures/presets\"\n")
        self.write("Tests/Support/Fuzzing/F.swift", "")
        self.write("Shared.swift", "import Fuzzing\n")
        self.assertEqual(
            rooms.tree(self.folder, ["Entry.swift", "Shared.swift"]),
            ["Package.swift", "Entry.swift", "Shared.swift", "Sources/Above", "Sources/Below", "Sources/CTable",
             "Tests/Support/Fuzzing", "Fixtures/world", "certs"])

    def test_every_target_of_the_project_has_rooms(self):
        for entry in sorted((ROOT / "Tests/Fuzz/Targets").glob("*.swift")):
            shared = entry.read_text().splitlines()[0].removeprefix("// properties:").split()
            tree = rooms.tree(ROOT, [str(entry.relative_to(ROOT)), *shared])
            self.assertTrue(any(path.startswith("Sources/") and path != "Sources/COpenSSLStart" for path in tree), entry.name)
            self.assertNotIn("Sources/CEmbeddedFixtures", tree)


if __name__ == "__main__":
    unittest.main()
