"""A command that is started in the place of this program: signals to end go on to it."""
import os
import signal
import subprocess


def start(words, environment=None):
    """Starts a command; a signal that comes before it is there is handed on once it is. Raises OSError where there is none."""
    command, early = None, []

    def hand_on(number, _):
        if command is None:
            early.append(number)
        elif command.returncode is None:
            # Not by send_signal, which asks for news of the command first, and takes from ptrace(2) what its holder waits for.
            os.kill(command.pid, number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, hand_on)
    command = subprocess.Popen(words, env=environment)
    for number in early:
        hand_on(number, None)
    return command


def code(command):
    """The exit code of an ended command, as a shell tells it."""
    return command.returncode if command.returncode >= 0 else 128 - command.returncode
