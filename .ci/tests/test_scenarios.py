"""`.ci/scenarios` on a small tree that is whole, and with each kind of gap."""
import json
import unittest

from support import ROOT, ScriptTest

SCENARIO = """\
title: It works
catalogue: T01
portal: { preset: token }
client:
  - connect: {}
expect:
  events: [loaded]
  wire:
    - GET portals/self bare -> 200
  final: { status: loaded }
fault: drop-token
"""
MUTANTS = """\
extension Mutant {
    static let some = [
        Mutant(
            "drop-token", "takes the token off", from: "x", breaks: ["R3"], because: ["wire.order"],
            wire: { _ in Rewriting { $0 } }),
        Mutant("no-load", "says loaded", from: "x", breaks: ["L01"], because: ["wire.missing"],
            app: { $0.loading.load = { _, _, _ in } }),
        Mutant(
            "never-retry", "gives up", from: "x", breaks: ["R21"], because: ["wire.missing"],
            app: { $0.policy = { $0.retry.maxTries = 1 } }),
    ]
}
"""


class Scenarios(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("Tests/Support/Mutants/Mutant+Some.swift", MUTANTS)
        self.rows({"id": "T01", "core": True})
        self.scenario(SCENARIO)

    def rows(self, *rows):
        self.write("Fixtures/catalogue/some.json", json.dumps({"rows": rows}))

    def scenario(self, text, name="tokens/some"):
        self.write(f"Fixtures/scenarios/{name}.yaml", text)

    def check(self, code, words):
        done = self.run_script(ROOT / ".ci/scenarios", self.folder)
        self.assertEqual(done.returncode, code, done.stdout)
        self.assertIn(words, done.stdout)

    def test_a_whole_tree_passes(self):
        self.check(0, "scenarios: 1 files, 0 without wire lines, 0 negatives, 1 core rows")

    def test_a_file_without_wire_lines(self):
        without = SCENARIO.replace("  wire:\n    - GET portals/self bare -> 200\n", "")
        for text in (without, SCENARIO.replace("wire:\n    - GET portals/self bare -> 200", "wire: any")):
            self.scenario(text)
            self.check(1, "tokens/some: asserts nothing on the wire")

    def test_an_empty_list_of_wire_lines_says_that_nothing_is_sent(self):
        self.scenario(SCENARIO.replace("wire:\n    - GET portals/self bare -> 200", "wire: []"))
        self.check(0, "0 without wire lines")

    def test_a_loosening_is_listed_and_has_a_reason(self):
        flow = SCENARIO + "foreign: { task: user, outcome: accepted, loosen: [{ drop: \"* search\", reason: one task }, { may: \"GET info\"%s }] }\n"
        tree = SCENARIO + "foreign:\n  task: user\n  loosen:\n    - drop: \"* search\"\n      reason: one task\n    - from: \"* *\"\n      without: [referer]\n%s"
        for text, reason in ((flow, ", reason: it knows"), (tree, "      reason: \"it knows\"\n")):
            self.scenario(text % reason)
            self.check(0, "loosened for a command: tokens/some: drop \"* search\"")
            self.check(0, "2 loosenings for commands")
            self.scenario(text % "")
            self.check(1, "tokens/some: foreign.loosen: ")
            self.check(1, "has no reason")

    def test_an_exception_that_is_not_needed(self):
        self.scenario(SCENARIO, "oauth/secrecy")
        self.check(1, "oauth/secrecy: has wire lines and needs no exception in WITHOUT_WIRE")

    def test_a_negative_without_a_twin_whatever_its_status(self):
        refused = SCENARIO.replace("status: loaded", "status: loaded, reason: not-found")
        lists = ["  events: [loaded, failed(not-found)]", "  events: [loaded, 2x failed(not-found)]", "  events:\n    - loaded\n    - failed(not-found)"]
        for text in [refused.replace("  events: [loaded]", events) for events in lists] + [
            SCENARIO.replace("status: loaded", "status: failed"), SCENARIO.replace("status: loaded", "mapStatus: failed"),
        ]:
            self.scenario(text)
            self.check(1, "tokens/some: is a negative without a twin")
            self.scenario(text + "twin: { portal: { answers: [] } }\n")
            self.check(0, "1 negatives")

    def test_a_failure_that_is_overcome_is_no_negative(self):
        self.scenario(SCENARIO.replace("events: [loaded]", "events: [failed(timed-out), loaded]"))
        self.check(0, "0 negatives")

    def test_a_portal_beside_that_failed_is_no_negative(self):
        self.scenario(SCENARIO.replace("status: loaded", "status: loaded, portals: { second: { status: failed } }"))
        self.check(0, "0 negatives")

    def test_a_flawed_certificate_is_a_twin_by_itself(self):
        refused = SCENARIO.replace("status: loaded", "status: failed")
        self.scenario(refused.replace("preset: token", "preset: self-signed"))
        self.check(0, "1 negatives")
        self.scenario(refused.replace("preset: token", "preset: token, tls: { certificate: expired }"))
        self.check(0, "1 negatives")
        self.scenario(refused.replace("preset: token", "preset: token, tls: { certificate: good }"))
        self.check(1, "is a negative without a twin")

    def test_a_core_row_that_only_a_fault_of_the_app_shows(self):
        self.scenario(SCENARIO.replace("drop-token", "no-load"))
        self.check(1, "T01: only faults of the app around the client show it")
        self.scenario(SCENARIO.replace("drop-token", "[no-load, drop-token]"))
        self.check(0, "0 problems")
        self.scenario(SCENARIO.replace("drop-token", "never-retry"))
        self.check(0, "0 problems")

    def test_a_row_that_is_not_core_may_do_without(self):
        self.rows({"id": "T01", "core": False})
        self.scenario(SCENARIO.replace("drop-token", "no-load"))
        self.check(0, "0 core rows")

    def test_a_row_that_needs_its_exception_no_more(self):
        self.rows({"id": "O03", "core": True})
        self.scenario(SCENARIO.replace("T01", "O03"))
        self.check(1, "O03: has a fault of the client itself and needs no exception in APP_ONLY")


if __name__ == "__main__":
    unittest.main()
