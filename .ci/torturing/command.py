"""A command that is started in the place of this program: signals to end go on to it."""
import os
import signal
import subprocess


def start(words, environment=None, output=None):
    """Starts a command; a signal that comes before it is there is handed on once it is. Raises OSError where there is none.

    `output` is a file descriptor that takes both its output and its errors; without it they go where this program's go.
    """
    command, early = None, []

    def hand_on(number, _):
        if command is None:
            early.append(number)
        elif command.returncode is None:
            # Not by send_signal, which asks for news of the command first, and takes from ptrace(2) what its holder waits for.
            try:
                os.kill(command.pid, number)
            except ProcessLookupError:
                pass  # it has ended, and been waited for, a moment ago

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, hand_on)
    command = subprocess.Popen(words, env=environment, stdout=output, stderr=output)
    for number in early:
        hand_on(number, None)
    return command


def code(command):
    """The exit code of an ended command, as a shell tells it."""
    return command.returncode if command.returncode >= 0 else 128 - command.returncode
