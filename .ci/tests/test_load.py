"""`.ci/load`: the command's own end, and loops that never outlive it."""
import os
import pathlib
import signal
import subprocess
import sys
import unittest

from support import ROOT, ScriptTest

sys.path.insert(0, str(ROOT / ".ci"))
from torturing import command  # noqa: E402

LOAD = ROOT / ".ci/load"


class Load(ScriptTest):
    def test_it_ends_with_the_commands_exit_code(self):
        for script, code in [("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", 137)]:
            self.assertEqual(self.run_script(LOAD, "sh", "-c", script, environment={"TORTURE_LOOPS": "1"}).returncode, code)

    def test_a_command_that_cannot_start(self):
        done = self.run_script(LOAD, self.folder / "none", environment={"TORTURE_LOOPS": "1"})
        self.assertEqual(done.returncode, 127)
        self.assertIn("cannot start", done.stdout)
        self.assertEqual(self.run_script(LOAD).returncode, 64)

    @unittest.skipUnless(sys.platform == "linux", "reads /proc")
    def test_the_loops_run_and_end_with_it_however_it_ends(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            # The command says that it runs, then waits for the end of its input.
            process = subprocess.Popen(
                [LOAD, "sh", "-c", "echo runs; exec cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                env={**os.environ, "TORTURE_LOOPS": "3"})
            self.assertEqual(process.stdout.readline(), "runs\n")
            children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            self.assertEqual(len(children), 4)  # three loops and the command
            self.addCleanup(self.end, children)
            process.send_signal(number)
            # The output ends when all that hold it have ended, the loops too.
            self.assertEqual(process.communicate(timeout=60)[0], "")

    @staticmethod
    def end(children):
        for child in children:
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass


class Command(unittest.TestCase):
    def test_a_signal_when_it_has_just_been_waited_for(self):
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        for number in numbers:
            self.addCleanup(signal.signal, number, signal.getsignal(number))
        ended = command.start(["true"])
        os.waitpid(ended.pid, 0)  # as within Popen.wait, before it has noted the end
        for number in numbers:
            signal.raise_signal(number)
        self.assertIsNone(ended.returncode)
        self.assertEqual(ended.wait(), 0)


if __name__ == "__main__":
    unittest.main()
