"""A portal that is served in a bare system, and how it is asked."""
import json
import ssl
import subprocess
import urllib.request

from .bare import environment


class Served:
    """A process that serves, ready; it is told to end afterwards, and has to obey with exit code 0."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())

    def __enter__(self):
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"no portal: exit code {self.process.wait()}, {self.process.stderr.read()}")
        self.ready = json.loads(line)
        return self

    def __exit__(self, kind, error, trace):
        self.process.terminate()
        try:
            code = self.process.wait(timeout=20)
        finally:
            self.process.kill()
            self.errors = self.process.stderr.read()
            self.process.stdout.close()
            self.process.stderr.close()
        if kind is None and code != 0:
            raise AssertionError(f"the portal ended with {code}: {self.errors}")

    def ask(self, root):
        """The portal's own description, asked by this machine's Python with the authority that lies in the system."""
        trust = ssl.create_default_context(cafile=str(root.folder) + self.ready["caFile"])
        with urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trust)).open(
                self.ready["url"] + "/sharing/rest/portals/self?f=json", timeout=30) as answer:
            return json.load(answer)
