"""What the tests of the package share. They run with `MOCKPORTAL=<program> PYTHONPATH=. PYTEST_PLUGINS=mockportal.pytest_plugin`, or installed."""
import os
import pathlib
import sys

pytest_plugins = ["pytester"]
# Runs of pytest within these tests find the client too.
HERE = str(pathlib.Path(__file__).parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [HERE, os.environ.get("PYTHONPATH")]))
sys.dont_write_bytecode = True
