"""`.ci/hardening` on small programs that are linked rightly, and wrongly in each way."""
import platform
import shutil
import subprocess
import unittest

from support import ROOT, ScriptTest

COMPILER = shutil.which("clang") or shutil.which("cc")
RIGHT = ["-fPIE", "-pie", "-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack"]


@unittest.skipUnless(platform.system() == "Linux" and COMPILER, "needs Linux and a C compiler")
class Hardening(ScriptTest):
    def linked(self, *flags):
        source = self.write("empty.c", "int main(void) { return 0; }\n")
        program = self.folder / "empty"
        subprocess.run([COMPILER, source, "-o", program, *flags], check=True, capture_output=True)
        return self.run_script(ROOT / ".ci/hardening", program)

    def test_a_program_that_is_linked_so_passes(self):
        done = self.linked(*RIGHT)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_each_fault_is_named(self):
        for flags, words in [
            (["-Wl,-rpath,$ORIGIN"], "looks for libraries in [$ORIGIN]"),
            (["-Wl,-z,lazy"], "binds its imports when they are first called"),
            (["-Wl,-z,norelro"], "has no read-only relocations"),
            (["-no-pie"], "is loaded at a fixed address"),
            (["-Wl,-z,execstack"], "has an executable stack"),
        ]:
            with self.subTest(flags=flags):
                done = self.linked(*RIGHT, *flags)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main()
