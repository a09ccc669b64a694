"""`.ci/demo` and `.ci/quietly` with programs in the place of mockportal, curl and the compiler."""
import os
import pty
import unittest

from support import ROOT, ScriptTest

MOCKPORTAL = """#!/bin/sh
if [ "$1" = serve ]; then
    while [ "$1" != --ready-file ]; do shift; done
    {serve}
    trap 'echo ended >>{folder}/trace; exit 0' TERM
    printf '{{"caFile":"/ca.pem","users":[],"url":"https://localhost:1/portal"}}\\n' >"$2"
    echo listening
    while :; do read -r line <{folder}/never; done
fi
echo "$@" >>{folder}/trace
{run}
"""
PASSED = "echo '✓ trust/expired  S11'; echo '1 runs of 1 scenarios, 1 passed'"
FAILED = "echo '✓ trust/expired  S11'; echo '✗ trust/layer-of-a-map over https'; echo '    expected a'; echo '    also trust/other (2 runs), oauth/one'; echo '? pki/busy'; exit 1"


class Demo(ScriptTest):
    def demo(self, run=PASSED, serve="", curl="echo '{\"name\": \"Mock\"}'"):
        os.mkfifo(self.folder / "never")
        program = self.write("mockportal", MOCKPORTAL.format(folder=self.folder, run=run, serve=serve), 0o755)
        self.write("bin/curl", f"#!/bin/sh\necho curl $* >>{self.folder}/trace\n{curl}\n", 0o755)
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        done = self.run_script(ROOT / ".ci/demo", program, environment={"PATH": path})
        self.trace = (self.folder / "trace").read_text()
        return done.returncode, done.stdout

    def test_it_shows_an_answer_judges_the_core_and_says_what_next(self):
        code, output = self.demo()
        self.assertEqual(code, 0, output)
        self.assertIn("$ curl --cacert /ca.pem 'https://localhost:1/portal/sharing/rest/portals/self?f=pjson'", output)
        self.assertIn('{"name": "Mock"}', output)
        self.assertIn("serve --scenario token", output)
        self.assertEqual(output.splitlines()[-1], "demo: everything passed")
        self.assertIn("--cacert /ca.pem https://localhost:1/portal", self.trace)
        self.assertIn("ended\nrun tag:core\n", self.trace)

    def test_no_proxy_of_the_environment_is_asked(self):
        code, _ = self.demo(curl=f"""for word in "$@"; do echo "word $word" >>{self.folder}/trace; done; echo '{{"name": 1}}'""")
        self.assertEqual(code, 0)
        self.assertIn("word --noproxy\nword *\n", self.trace)

    def test_the_last_line_names_what_failed(self):
        code, output = self.demo(run=FAILED)
        self.assertEqual(code, 1)
        self.assertIn("expected a", output)
        self.assertIn("What to type next", output)
        self.assertEqual(output.splitlines()[-1], "demo: FAILED: oauth/one pki/busy trust/layer-of-a-map trust/other")

    def test_a_run_that_ends_without_a_word(self):
        code, output = self.demo(run="exit 2")
        self.assertEqual(code, 2)
        self.assertEqual(output.splitlines()[-1], "demo: FAILED: mockportal run, with exit code 2")

    def test_a_portal_that_does_not_start(self):
        code, output = self.demo(serve="echo 'no port' >&2; exit 2")
        self.assertEqual(code, 1)
        self.assertIn("no port", output)
        self.assertIn("What to type next", output)
        self.assertEqual(output.splitlines()[-1], "demo: FAILED: serve and curl")

    def test_a_curl_that_is_refused(self):
        code, output = self.demo(curl="echo 'curl: (60)' >&2; exit 60")
        self.assertEqual(code, 1)
        self.assertIn("curl: (60)", output)
        self.assertEqual(output.splitlines()[-1], "demo: FAILED: serve and curl")


class Quietly(ScriptTest):
    COMMAND = ["sh", "-c", "echo '[1/2] Compiling a'; echo noise; echo '[2/2] Linking'; exit $0"]

    def quietly(self, code):
        return self.run_script(ROOT / ".ci/quietly", "building", self.folder / "logs/log", *self.COMMAND, code)

    def test_a_few_plain_lines(self):
        done = self.quietly(0)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^building …\nbuilding: done in \d+ s\n$")

    def test_a_failure_shows_the_log_and_names_it(self):
        done = self.quietly(3)
        self.assertEqual(done.returncode, 3)
        self.assertIn("[1/2] Compiling a\nnoise\n[2/2] Linking\n", done.stdout)
        self.assertRegex(done.stdout.splitlines()[-1], r"^building: FAILED with exit code 3 after \d+ s; this is in .*/logs/log$")

    def test_one_line_on_a_terminal(self):
        output = []

        def read(descriptor):
            output.append(os.read(descriptor, 1024))
            return output[-1]

        script = [str(word) for word in [ROOT / ".ci/quietly", "building", self.folder / "log", *self.COMMAND, 0]]
        shown, kept = os.open(os.devnull, os.O_WRONLY), os.dup(1)
        os.dup2(shown, 1)
        try:
            code = pty.spawn(script, read)
        finally:
            os.dup2(kept, 1)
            os.close(kept)
            os.close(shown)
        text = b"".join(output).decode()
        self.assertEqual(code, 0)
        self.assertIn("\r\033[Kbuilding: [1/2] Compiling a", text)
        self.assertNotIn("noise", text)
        self.assertEqual(text.count("\n"), 1)
        self.assertRegex(text, r"\r\033\[Kbuilding: done in \d+ s\r\n$")


if __name__ == "__main__":
    unittest.main()
