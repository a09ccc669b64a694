"""What `.ci/torturing/rooms.py` takes for the tree of a fuzz target, and what `parts.py` makes of the targets of tests."""
import re
import sys
import unittest

from support import ROOT, ScriptTest

sys.path.insert(0, str(ROOT / ".ci"))
from torturing import parts, rooms  # noqa: E402


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

    def test_every_target_of_tests_is_run_under_both_sanitizers(self):
        named = set(re.findall(r'\.testTarget\(\s*name: "(\w+)"', (ROOT / "Package.swift").read_text()))
        self.assertIn("JSONValuesTests", named)
        for sanitizer in ("tsan", "asan"):
            of_it = [part for part in parts.standard(ROOT, 10, ".build") if part.name.startswith(sanitizer + ":")]
            self.assertEqual({f"{sanitizer}:{name}" for name in named}, {part.name for part in of_it})
            for part in of_it:
                self.assertEqual(part.command[2], f"FILTER=^{part.name.partition(':')[2]}\\.")

    def test_what_starts_programs_exercises_all_rooms_and_the_rest_its_own(self):
        trees = {part.name: part.tree for part in parts.standard(ROOT, 10, ".build")}
        self.assertIn("Sources", trees["tsan:MockPortalCLITests"])
        self.assertNotIn("Tests", trees["tsan:MockPortalCLITests"])
        self.assertIn("Sources/JSONValues", trees["tsan:JSONValuesTests"])
        self.assertNotIn("Sources/PortalScenarios", trees["tsan:JSONValuesTests"])


if __name__ == "__main__":
    unittest.main()
