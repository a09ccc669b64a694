"""`.ci/test` with a program in the place of swift."""
import os
import select
import shlex
import signal
import subprocess
import sys
import unittest

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


UNDER_WAY = """
echo '◇ Test run started.'
echo '◇ Test "number 1" started.'
echo '◇ Test case passing 1 argument row → 1 to "number 1" started.'
echo '◇ Test "number 2" started.'
echo '◇ Test "number 3" started.'
echo '✔ Test "number 1" with 2 test cases passed after 1.5 seconds.'
echo '✘ Test "number 3" failed after 1.5 seconds with 1 issue.'
read word <"$TESTS_GATE"
echo '✔ Test "number 2" passed after 0.1 seconds.'
echo '✔ Test run with 3 tests in 1 suite passed after 1.0 seconds.'
"""


class Watched(ScriptTest):
    """A test that has not ended is named; nothing else ends it."""

    def start(self, silence, script=UNDER_WAY):
        self.gate, self.first_gate = str(self.folder / "gate"), str(self.folder / "first-gate")
        os.mkfifo(self.gate)
        os.mkfifo(self.first_gate)
        # A group of their own, as a terminal gives its commands.
        self.process = subprocess.Popen(
            [ROOT / ".ci/test", ""], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, env={
                **os.environ, "SWIFT": str(self.write("swift", "#!/bin/sh\n" + script, 0o755)), "MOCKPORTAL_SKIPS": "",
                "MOCKPORTAL_TESTS_SILENCE": silence, "TESTS_GATE": self.gate,
                "TESTS_FIRST_GATE": self.first_gate})
        self.addCleanup(self.process.stdout.close)

    def read_to(self, part):
        lines = []
        while part not in (line := self.process.stdout.readline()):
            self.assertTrue(line, lines)
            lines.append(line)
        return lines

    @staticmethod
    def go_on(gate):
        with open(gate, "w", encoding="utf-8") as file:
            file.write("on\n")

    def test_it_is_named_where_nothing_is_said_and_goes_on(self):
        self.start("0.05", 'read word <"$TESTS_FIRST_GATE"\n' + UNDER_WAY)
        self.read_to("watched: nothing was said for 0.05 s; tests under way: 0")
        self.go_on(self.first_gate)
        self.read_to('"number 3" failed')
        self.read_to("watched: nothing was said for 0.05 s; tests under way: 1")
        self.assertEqual(self.process.stdout.readline(), '  "number 2"\n')
        self.go_on(self.gate)
        rest = self.process.communicate(timeout=120)[0]
        self.assertEqual(self.process.returncode, 0, rest)
        self.assertNotIn("the command ended", rest)

    def test_those_that_started_first_are_named(self):
        self.start("3600", "for n in $(seq 25); do echo \"◇ Test number $n started.\"; done; exit 1")
        lines = self.process.communicate(timeout=120)[0].splitlines()
        first = lines.index("watched: the command ended with 1; tests under way: 25") + 1
        self.assertEqual(lines[first:first + 21], [f"  number {n}" for n in range(1, 21)] + ["  and 5 that started later"])

    def test_what_is_left_behind_with_the_output_open_is_not_waited_for(self):
        self.start("3600", '(read word <"$TESTS_GATE") &\n' + RUN + ENDED)
        rest = self.process.communicate(timeout=120)[0]
        self.assertEqual(self.process.returncode, 0, rest)
        self.go_on(self.gate)

    def test_it_is_named_where_the_tests_are_ended(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number.name):
                self.start("3600")
                self.read_to('"number 3" failed')
                os.killpg(self.process.pid, number)
                rest = self.process.communicate(timeout=120)[0].splitlines()
                code = 128 + number
                self.assertEqual(self.process.returncode, code, rest)
                named = rest.index(f"watched: the command ended with {code}; tests under way: 1") + 1
                self.assertEqual(rest[named], '  "number 2"')
                self.assertEqual(rest[-1], '✘ Test "number 3" failed after 1.5 seconds with 1 issue.')
                os.remove(self.gate)
                os.remove(self.first_gate)

    @unittest.skipUnless(os.path.exists("/proc/self/stat"), "what a command has started is told in /proc")
    def test_a_signal_ends_tests_that_have_a_group_of_their_own(self):
        # As swift-test starts them. Their end closes the pipe.
        end = str(self.folder / "end")
        os.mkfifo(end)
        tests = "import os, signal; os.setpgid(0, 0); os.write(1, b'.'); signal.pause()"
        self.start("3600", f"echo started\n{sys.executable} -c {shlex.quote(tests)} >{end} 2>/dev/null &\nwait\n")
        self.read_to("started")
        with open(end, "rb", buffering=0) as file:
            self.assertEqual(file.read(1), b".")
            os.killpg(self.process.pid, signal.SIGTERM)
            self.assertEqual(select.select([file], [], [], 60)[0], [file], "tests with a group of their own go on")
            self.assertEqual(file.read(1), b"")
        rest = self.process.communicate(timeout=120)[0]
        self.assertEqual(self.process.returncode, 128 + signal.SIGTERM, rest)
        # What ran is named too: it may be what the tests waited for.
        self.assertRegex(rest, r"the last word came \d+ s ago; programs that ran: 1\n  python\S*, \d+ s, threads: 1 python")
