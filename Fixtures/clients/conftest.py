"""A pytest fixture: a portal of its own for each test that asks for one. Needs `mockportal` in PATH, or in MOCKPORTAL."""
import json
import os
import subprocess
from types import SimpleNamespace

import pytest


@pytest.fixture
def mock_portal(request):
    """`portal.url`, `portal.caFile`, `portal.users`, `portal.controlURL` …; `@pytest.mark.scenario("pki")` names another preset."""
    mark = request.node.get_closest_marker("scenario")
    command = [os.environ.get("MOCKPORTAL", "mockportal"), "serve", "--json", "--port", "0", "--exit-with-parent"]
    command += ["--scenario", mark.args[0] if mark else "token"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            # The first line is written once the port accepts connections; none comes where the portal cannot start.
            line = process.stdout.readline()
            assert line, f"mockportal ended with {process.wait()}"
            yield SimpleNamespace(**json.loads(line))
        finally:
            process.terminate()


def pytest_configure(config):
    config.addinivalue_line("markers", "scenario(name): the preset or scenario that mock_portal serves")
