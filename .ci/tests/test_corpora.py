"""`.ci/corpora` on a small tree that is whole, and with each piece missing."""
import unittest

from support import ROOT, ScriptTest

REPLAY = 'let replay = try FuzzReplay("Lines")\n#expect(replay.brokenSeeds(by: violation) == [])\n'
MADE = "FuzzReplay(seeds: try PKCS12Properties.seeds())\nreplay.brokenSeeds(by: violation)\n"


class Corpora(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("Tests/Fuzz/README.md", "| `Lines` | a line | it reads |\n| `PKCS12Files` | a file | it reads |\n")
        self.write("Tests/Fuzz/Targets/Lines.swift", "// properties: Tests/A/LineProperties.swift\n")
        self.write("Tests/Fuzz/Targets/PKCS12Files.swift", "")
        self.write("Tests/Fuzz/Corpus/Lines/one", "1")
        self.write("Tests/Fuzz/Dictionaries/Lines.dict", '"x"\n')
        self.write("Tests/A/LineProperties.swift", "")
        self.write("Tests/A/LineTests.swift", REPLAY)
        self.write("Tests/A/PKCS12Tests.swift", MADE)

    def check(self, code, words):
        done = self.run_script(ROOT / ".ci/corpora", self.folder)
        self.assertEqual(done.returncode, code, done.stdout)
        self.assertIn(words, done.stdout)

    def test_a_whole_tree_passes(self):
        self.check(0, "all 2 fuzz targets")

    def test_a_target_without_a_seed(self):
        (self.folder / "Tests/Fuzz/Corpus/Lines/one").unlink()
        self.check(1, "Lines: has no seed")

    def test_a_target_that_no_test_replays(self):
        self.write("Tests/A/LineTests.swift", REPLAY.replace("brokenSeeds", "seeds"))
        self.check(1, "Lines: no test replays its corpus")

    def test_seeds_made_at_run_time_that_no_test_replays(self):
        self.write("Tests/A/PKCS12Tests.swift", "")
        self.check(1, "PKCS12Files: no test replays its corpus")

    def test_an_exception_that_has_a_corpus(self):
        self.write("Tests/Fuzz/Corpus/PKCS12Files/one", "1")
        self.check(1, "PKCS12Files: has a corpus and stands in the list")

    def test_a_corpus_without_a_target(self):
        self.write("Tests/Fuzz/Corpus/Line/one", "1")
        self.check(1, "Tests/Fuzz/Corpus/Line: there is no target of this name")

    def test_a_target_without_a_row(self):
        self.write("Tests/Fuzz/README.md", "| `PKCS12Files` | a file | it reads |\n")
        self.check(1, "Lines: has no row")

    def test_properties_that_are_not_there(self):
        (self.folder / "Tests/A/LineProperties.swift").unlink()
        self.check(1, "Lines: shares Tests/A/LineProperties.swift")


if __name__ == "__main__":
    unittest.main()
