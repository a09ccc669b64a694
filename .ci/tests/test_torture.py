"""`.ci/torture` with parts of our own: what it skips, what it repeats, how it goes on, and how it ends."""
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import unittest

from support import ROOT, ScriptTest

sys.path.insert(0, str(ROOT / ".ci"))
from torturing import work  # noqa: E402

TORTURE = ROOT / ".ci/torture"


class Torture(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("tree/source", "1")
        self.write("tree/README.md", "a text")
        self.trace = self.folder / "trace"

    def part(self, name, script="", **fields):
        """A part that notes its runs in the trace, then runs a script."""
        line = f"echo {name} {{number}} {{seed}} {{program}} >>{self.trace}; {script}"
        return {"name": name, "command": ["sh", "-c", line], "tree": [str(self.folder / "tree")], "minutes": 0.001, **fields}

    def environment(self, *parts):
        stubs = self.write("parts.json", json.dumps(parts))
        return {
            "TORTURE_STUBS": str(stubs), "TORTURE": str(self.folder / "state"), "TORTURE_KEPT": str(self.folder / "kept")}

    def torture(self, parts, *words, environment=None):
        done = self.run_script(TORTURE, *words, environment={**self.environment(*parts), **(environment or {})})
        return done.returncode, done.stdout

    def traced(self):
        return [" ".join(line.split()[:2]) for line in self.trace.read_text().splitlines()] if self.trace.exists() else []

    def test_complete_and_clean_ends_with_0_and_is_not_run_again(self):
        parts = [self.part("first"), self.part("many", runs=3, script="echo 7 tests", counted=r"(\d+) tests", unit="tests")]
        code, output = self.torture(parts)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"\| many +\|.*\| 3 of 3 +\| 21 tests +\| 0 +\| 0 ")
        self.assertIn("2 of 2 parts complete; 4 runs, 0 findings, 0 unexplained failures", output)
        self.assertEqual(self.torture(parts)[0], 0)
        self.assertEqual(self.traced(), ["first 1", "many 1", "many 2", "many 3"])

    def test_parts_are_selected_and_the_table_runs_nothing(self):
        parts = [self.part("first"), self.part("fuzz:A"), self.part("fuzz:B")]
        self.assertEqual(self.torture(parts, "--table")[0], 0)
        self.assertEqual(self.traced(), [])
        self.assertEqual(self.torture(parts, "fuzz")[0], 0)
        self.assertEqual(self.traced(), ["fuzz:A 1", "fuzz:B 1"])
        code, output = self.torture(parts, "secnod")
        self.assertEqual(code, 64)
        self.assertIn("no part secnod; there are: fuzz, first, fuzz:A, fuzz:B", output)

    def test_a_failed_run_keeps_its_log_and_the_rest_goes_on(self):
        script = "echo said before; echo '✗ trust/expired failed'; [ {number} != 2 ]"
        parts = [self.part("many", runs=3, script=script, findings=[r"^✗ (\S+)"]), self.part("last")]
        code, output = self.torture(parts)
        self.assertEqual(code, 1)
        self.assertEqual(self.traced(), ["many 1", "many 2", "many 3", "last 1"])
        self.assertIn("4 runs, 1 findings, 1 unexplained failures", output)
        self.assertRegex(output, r"many, run 2: ended with 1; trust/expired\n    log (\S+); again: sh -c")
        logs = list((self.folder / "state/many").glob("failed-*.log"))
        self.assertEqual(len(logs), 1)
        self.assertIn("said before", logs[0].read_text())
        # It is a failure of this tree until the tree changes.
        self.assertEqual(self.torture(parts)[0], 1)
        self.assertEqual(len(self.traced()), 4)

    def test_a_mend_repeats_the_part_and_a_text_does_not(self):
        parts = [self.part("first", script=f"grep -q 2 {self.folder}/tree/source")]
        self.assertEqual(self.torture(parts)[0], 1)
        self.write("tree/README.md", "another text")
        self.assertEqual(self.torture(parts)[0], 1)
        self.assertEqual(self.traced(), ["first 1"])
        self.write("tree/source", "2")
        code, output = self.torture(parts)
        self.assertEqual(code, 0, output)
        self.assertIn("1 of 1 failed", output)
        self.assertEqual(self.traced(), ["first 1"] * 2)

    def test_another_machine_goes_on_from_what_is_kept(self):
        fails = "[ {number} != 2 ]"
        parts = [self.part("many", runs=3, script=fails), self.part("last")]
        self.assertEqual(self.torture(parts, "many")[0], 1)
        code, output = self.torture(parts, "--keep")
        self.assertEqual(code, 0, output)
        self.assertEqual([file.name for file in (self.folder / "kept").iterdir()], ["many.jsonl"])
        self.assertNotIn(str(self.folder / "state"), (self.folder / "kept/many.jsonl").read_text())
        shutil.rmtree(self.folder / "state")
        code, output = self.torture(parts)
        self.assertEqual(code, 1, output)
        self.assertEqual(self.traced(), ["many 1", "many 2", "many 3", "last 1"])
        self.assertIn("log on the machine that ran it; again: sh -c", output)
        self.assertIn("4 runs, 0 findings, 1 unexplained failures", output)
        # Of an earlier tree nothing is kept.
        self.write("tree/source", "2")
        self.torture(parts, "--keep")
        self.assertEqual(list((self.folder / "kept").iterdir()), [])

    def test_a_change_while_a_run_is_on_makes_it_no_run(self):
        parts = [self.part("many", runs=2, script=f"echo $$ >{self.folder}/tree/source")]
        code, output = self.torture(parts)
        self.assertEqual(code, 2)
        self.assertIn("changed while it ran", output)
        self.assertEqual(self.traced(), ["many 1"])

    def test_it_goes_on_in_the_middle_after_control_c(self):
        # The third run waits for a line that never comes.
        self.write("hang", "")
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        script = f"if [ {{number}} = 3 ] && [ -e {self.folder}/hang ]; then echo $$ >{fifo}; exec cat {fifo}; fi"
        parts = [self.part("many", runs=4, script=script)]
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen(
                [TORTURE], env={**os.environ, **self.environment(*parts)}, stdout=subprocess.PIPE, text=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
            inner = int(fifo.read_text())
            process.send_signal(number)
            output = process.communicate(timeout=60)[0]
            self.assertEqual(process.returncode, 130, output)
            self.assertIn("left: many (2); the same command goes on", output)
            self.assertRaises(ProcessLookupError, os.kill, inner, 0)
        (self.folder / "hang").unlink()
        self.assertEqual(self.torture(parts)[0], 0)
        self.assertEqual(self.traced(), ["many 1", "many 2"] + ["many 3"] * 4 + ["many 4"])

    def test_an_interrupted_wait_does_not_hinder_the_end(self):
        process = subprocess.Popen(["tail", "-f", "/dev/null"], start_new_session=True)
        # As a signal leaves it that comes just after `Popen.wait` has taken it.
        process._waitpid_lock.acquire()
        work.end_group(process)
        self.assertEqual(process.returncode, -signal.SIGTERM)

    @unittest.skipUnless(os.path.exists("/proc/self/stat"), "the groups of a session are told in /proc")
    def test_what_has_a_group_of_its_own_ends_too(self):
        # The pipe is at its end once every process that may write into it is.
        end, kept = os.pipe()
        self.addCleanup(os.close, end)
        inner = "import os, signal; os.setpgid(0, 0); os.write(1, b'.'); signal.pause()"
        process = subprocess.Popen(
            [sys.executable, "-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"],
            stdout=kept, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(kept)
        self.assertEqual(os.read(end, 1), b".")
        work.end_group(process)
        self.assertEqual(select.select([end], [], [], 60)[0], [end], "what has a group of its own goes on")
        self.assertEqual(os.read(end, 1), b"")

    def test_the_limit_leaves_what_does_not_fit(self):
        parts = [self.part("long", minutes=90), self.part("short")]
        code, output = self.torture(parts, "--limit", "60")
        self.assertEqual(code, 2)
        self.assertIn("long: a run needs 1 h 30 min, which is not left", output)
        self.assertIn("left: long; the same command goes on", output)
        self.assertEqual(self.traced(), ["short 1"])

    def test_the_limit_ends_a_run_that_takes_longer(self):
        code, output = self.torture([self.part("hung", script="exec tail -f /dev/null")], "--limit", "0.1")
        self.assertEqual(code, 2)
        self.assertIn("hung: the limit is reached", output)

    def test_a_run_without_end_is_a_failure(self):
        code, output = self.torture([self.part("hung", script="exec tail -f /dev/null", longest=0.005), self.part("last")])
        self.assertEqual(code, 1)
        self.assertIn("hung, run 1: no end after", output)
        # On a slow machine it may have ended before its first word.
        self.assertIn(self.traced(), (["hung 1", "last 1"], ["last 1"]))

    def test_longer_fuzzing_counts_for_shorter(self):
        self.assertEqual(self.torture([self.part("fuzz:A", worth=10)])[0], 0)
        self.assertEqual(self.torture([self.part("fuzz:A", worth=5)])[0], 0)
        self.assertEqual(len(self.traced()), 1)
        self.assertEqual(self.torture([self.part("fuzz:A", worth=15)])[0], 0)
        self.assertEqual(len(self.traced()), 2)

    def test_a_shared_program_is_built_once_for_a_tree(self):
        built = self.folder / "built"
        script = f"#!/bin/sh\necho made $1 >>{self.trace}; echo '#!/bin/sh' >{built}; [ ! -e {self.folder}/no ]\n"
        make = self.write("make", script, 0o755)
        parts = [self.part("many", runs=2, program=f"release {built}"), self.part("last")]
        self.write("no", "")
        code, output = self.torture(parts, environment={"MAKE": str(make)})
        self.assertEqual(code, 2)
        self.assertIn("many: FAILED to build", output)
        (self.folder / "no").unlink()
        self.trace.unlink()
        self.assertEqual(self.torture(parts, environment={"MAKE": str(make)})[0], 0)
        self.assertEqual(self.traced(), ["made release", "many 1", "many 2"])
        self.assertIn("state/many/program", self.trace.read_text())

    def test_a_line_that_was_cut_short_is_no_run(self):
        parts = [self.part("many", runs=2)]
        self.torture(parts)
        log = self.folder / "state/many/runs.jsonl"
        log.write_text(log.read_text()[:-20])
        self.assertEqual(self.torture(parts)[0], 0)
        self.assertEqual(self.traced(), ["many 1", "many 2", "many 2"])

    def test_two_never_run_beside_each_other(self):
        inner = self.part("outer", script=f"{TORTURE} >{self.folder}/inner 2>&1; echo $? >>{self.folder}/inner")
        self.assertEqual(self.torture([inner])[0], 0)
        self.assertIn("each part runs alone\n2\n", (self.folder / "inner").read_text())


if __name__ == "__main__":
    unittest.main()
