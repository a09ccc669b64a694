"""`.ci/test` with a program in the place of swift."""
from support import ROOT, ScriptTest

RUN = "".join(f"echo '✔ Test \"number {n}\" passed after {n}.5 seconds.'\n" for n in range(1, 26))
ENDED = "echo '✔ Test run with 25 tests in 3 suites passed after 99.0 seconds.'\n"


class Test(ScriptTest):
    def run_tests(self, output, selection=""):
        swift = self.write("swift", "#!/bin/sh\n" + output, 0o755)
        done = self.run_script(ROOT / ".ci/test", selection, environment={"SWIFT": swift, "MOCKPORTAL_SKIPS": ""})
        return done.returncode, done.stdout.splitlines()

    def test_a_whole_run_names_the_slowest_tests(self):
        code, lines = self.run_tests(RUN + ENDED)
        self.assertEqual(code, 0, lines)
        slowest = lines[lines.index("slowest tests, in seconds:") + 1:]
        self.assertEqual(slowest[0], '  25.5  "number 25"')
        self.assertEqual(slowest[19], '  6.5  "number 6"')
        self.assertEqual(slowest[20:], ["skipped peers: 0"])

    def test_a_selection_is_not_asked_for_its_slowest(self):
        code, lines = self.run_tests(RUN + ENDED, "number")
        self.assertEqual(code, 0, lines)
        self.assertNotIn("slowest tests, in seconds:", lines)

    def test_no_test_is_a_failure(self):
        code, lines = self.run_tests("echo '✔ Test run with 0 tests in 0 suites passed after 0.1 seconds.'", "nothing")
        self.assertEqual(code, 1)
        self.assertEqual(lines[-1], 'test: the filter "nothing" selects no test')

    def test_what_failed_stands_at_the_end(self):
        code, lines = self.run_tests("echo '✘ Test \"wrong\" failed after 0.1 seconds with 1 issue.'\n" + ENDED + "exit 1")
        self.assertEqual(code, 1)
        self.assertEqual(lines[-1], '✘ Test "wrong" failed after 0.1 seconds with 1 issue.')
