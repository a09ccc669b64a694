"""`.ci/disturb`: the command's own end, and that it is disturbed."""
import os
import pathlib
import signal
import subprocess
import sys
import unittest

from support import ROOT, ScriptTest

DISTURB = ROOT / ".ci/disturb"

# Two threads, each of which looks at the other until that is held (t is a stop by a tracer, proc(5)).
SEES_A_HOLD = """
import os, threading
seen = threading.Event()
def look():
    while not seen.is_set():
        for thread in os.listdir("/proc/self/task"):
            try:
                words = open(f"/proc/self/task/{thread}/stat").read().rpartition(")")[2].split()
            except OSError:
                continue
            if words[0] == "t":
                seen.set()
other = threading.Thread(target=look)
other.start()
look()
other.join()
print("a thread was seen held")
"""

# Sends and receives 512 bytes over a stream, which fit at any time, until one call of each was cut.
SEES_A_CUT = """
import socket
left, right = socket.socketpair()
cut = set()
while len(cut) < 2:
    sent = left.send(bytes(512))
    taken = len(right.recv(512))
    cut |= {"send"} if sent < 512 else set()
    cut |= {"recv"} if taken < sent else set()
    while taken < sent:
        taken += len(right.recv(512))
print("both were cut")
"""


@unittest.skipUnless(sys.platform == "linux", "it needs ptrace(2)")
class Disturb(ScriptTest):
    def disturb(self, *words):
        done = self.run_script(DISTURB, *words)
        return done.returncode, done.stdout

    def test_it_ends_with_the_commands_exit_code(self):
        for how in ("held", "paused"):
            for script, code in [("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", 137)]:
                self.assertEqual(self.disturb(how, "1", "sh", "-c", script)[0], code)

    def test_a_command_that_cannot_start_and_wrong_words(self):
        code, output = self.disturb("held", "1", self.folder / "none")
        self.assertEqual(code, 127)
        self.assertIn("cannot start", output)
        for words in ([], ["held", "1"], ["shaken", "1", "true"], ["held", "one", "true"]):
            code, output = self.disturb(*words)
            self.assertEqual(code, 64)
            self.assertIn("write: .ci/disturb held 1 mockportal run", output)

    def test_single_threads_are_held(self):
        code, output = self.disturb("held", "1", sys.executable, "-c", SEES_A_HOLD)
        self.assertEqual(code, 0, output)
        self.assertIn("a thread was seen held", output)
        self.assertRegex(output, r"disturb: a thread was held [1-9]\d* times")

    def test_a_command_that_ends_while_its_threads_are_held(self):
        script = "import os, threading; [threading.Thread(target=lambda: None).start() for _ in range(50)]; os._exit(3)"
        for seed in range(8):
            self.assertEqual(self.disturb("held", str(seed), sys.executable, "-c", script)[0], 3)

    def test_calls_on_streams_are_cut(self):
        code, output = self.disturb("held", "1", sys.executable, "-c", SEES_A_CUT)
        self.assertEqual(code, 0, output)
        self.assertIn("both were cut", output)

    def test_the_whole_process_is_paused_and_goes_on(self):
        process = subprocess.Popen([DISTURB, "paused", "3", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not (child := children.read_text().split()):
            pass
        while pathlib.Path(f"/proc/{child[0]}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            pass
        output, _ = process.communicate("a text\n", timeout=120)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(output, r"^a text\ndisturb: [1-9]\d* pauses, \d+ s in all\n$")

    def test_a_signal_goes_on_to_the_command(self):
        process = subprocess.Popen([DISTURB, "held", "1", "sh", "-c", "echo runs; exec cat"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "runs\n")
        process.send_signal(signal.SIGTERM)
        # Its input stays open meanwhile, else it may end by itself before.
        self.assertEqual(process.wait(timeout=60), 143)
        process.communicate()


if __name__ == "__main__":
    unittest.main()
