"""`.ci/links` on a small tree that is whole, and with each kind of link broken."""
import unittest

from support import ROOT, ScriptTest

GUIDES = "Sources/Program/Guides.docc"


class Links(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("README.md", f"# House\n\n[first]({GUIDES}/First.md) and [below](#the-map)\n\n## The map\n")
        self.write(f"{GUIDES}/Root.md", "# ``Program``\n\n- <doc:First>\n")
        self.write(f"{GUIDES}/First.md", "# First\n\nThe file `Sources/Program/Main.swift`; all are `Sources/Program/*.swift`.\n")
        self.write("Sources/Program/Main.swift", "")

    def check(self, code, words):
        done = self.run_script(ROOT / ".ci/links", self.folder)
        self.assertEqual(done.returncode, code, done.stdout)
        self.assertIn(words, done.stdout)

    def test_a_whole_tree_passes(self):
        self.check(0, "links: 3 pages")

    def test_a_named_file_that_is_gone(self):
        (self.folder / "Sources/Program/Main.swift").unlink()
        self.check(1, f"{GUIDES}/First.md:3: `Sources/Program/Main.swift` is not in the repository")

    def test_a_link_that_leads_nowhere(self):
        self.write("README.md", "[gone](docs/Gone.md)\n")
        self.check(1, "README.md:1: docs/Gone.md leads nowhere")

    def test_an_anchor_without_a_heading(self):
        self.write("README.md", "[map](#the-atlas)\n\n## The map\n")
        self.check(1, "README.md:1: README.md has no heading with the anchor #the-atlas")

    def test_a_page_that_is_not_there(self):
        self.write(f"{GUIDES}/Root.md", "# ``Program``\n\n- <doc:First>\n- <doc:Second>\n")
        self.check(1, "there is no page Second in Guides.docc")

    def test_a_page_that_nothing_links(self):
        self.write(f"{GUIDES}/Lost.md", "# Lost\n")
        self.check(1, f"{GUIDES}/Lost.md: no page leads to it")

    def test_a_relative_link_in_a_guide(self):
        self.write(f"{GUIDES}/First.md", "# First\n\n[main](../Main.swift)\n")
        self.check(1, "../Main.swift is a relative link, which the site cannot follow")

    def test_what_stands_in_a_fenced_block_is_no_link(self):
        self.write(f"{GUIDES}/First.md", "# First\n\n```\n[gone](gone.md) `Sources/Gone.swift`\n```\n")
        self.check(0, "links: 3 pages")


if __name__ == "__main__":
    unittest.main()
