"""`.ci/documents` on a small table that is whole, and with each kind of row that is not."""
import unittest

from support import ROOT, ScriptTest

HEAD = "## A document\n\n| | the document | here | shown by |\n|---|---|---|---|\n"


class Documents(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("Sources/Room/Portal.swift", "public final class Portal {\n    public func load() {}\n}\n")
        self.write("Sources/Room/Portal+Finding.swift", "extension Portal {\n    public func find() {}\n}\n")
        self.write("Sources/Room/Hidden.swift", "struct Hidden {}\n")
        self.write("Tests/MockPortalCLITests/Goldens/help-webmap.txt", "  --bing-key <key>  Use it.\n")
        self.write("Tests/RoomTests/PortalTests.swift", "")
        self.write("Fixtures/scenarios/connect/first.yaml", "")

    def check(self, rows, code, words):
        self.write("Sources/MockPortalCLI/MockPortal.docc/DocumentsTable.md", HEAD + rows)
        done = self.run_script(ROOT / ".ci/documents", self.folder)
        self.assertEqual(done.returncode, code, done.stdout)
        self.assertIn(words, done.stdout)

    def test_a_whole_table_passes(self):
        self.check(
            "| 1 | One. | `Portal.load`, `Portal.find` | `connect/first`, `Tests/RoomTests/PortalTests.swift` |\n"
            "| 2 | Two. | `mockportal webmap` with `--bing-key` | `connect/first` |\n"
            "| 3 | Three. | a matter of a screen |  |\n", 0, "3 statements, 0 problems")

    def test_a_number_that_is_left_out(self):
        self.check("| 1 | One. | `Portal` | `connect/first` |\n| 3 | Three. | `Portal` | `connect/first` |\n", 1,
                   "expected statement 2, found 3")

    def test_a_type_that_is_not_public(self):
        self.check("| 1 | One. | `Hidden` | `connect/first` |\n", 1, "no public type is called Hidden")

    def test_a_member_that_is_gone(self):
        self.check("| 1 | One. | `Portal.store` | `connect/first` |\n", 1, "Portal has no store")

    def test_a_command_and_an_option_that_are_gone(self):
        self.check("| 1 | One. | `mockportal map` | `connect/first` |\n", 1, "there is no such command")
        self.check("| 1 | One. | `--bing` | `connect/first` |\n", 1, "no command has that option")

    def test_a_scenario_and_a_test_that_are_gone(self):
        self.check("| 1 | One. | `Portal` | `connect/second` |\n", 1, "there is no such scenario")
        self.check("| 1 | One. | `Portal` | `Tests/RoomTests/Gone.swift` |\n", 1, "there is no such file")

    def test_a_row_that_nothing_shows(self):
        self.check("| 1 | One. | `Portal` |  |\n", 1, "is shown by no scenario and no test")
        self.check("| 1 | One. | later |  |\n", 1, "names nothing and does not say why")

    def test_a_table_without_rows(self):
        self.check("", 1, "no statement was found")


if __name__ == "__main__":
    unittest.main()
