"""A command that is started in the place of this program: signals to end go on to it."""
import os
import pathlib
import signal
import subprocess


def start(words, environment=None, output=None, before=None, apart=False):
    """Starts a command; a signal that comes before it is there is handed on once it is. Raises OSError where there is none.

    `output` is a file descriptor that takes both its output and its errors; without it they go where this program's go. `before` is
    called with the command's process and the signal, before that is handed on. `apart` gives it a group of its own and no input: what a
    terminal sends to its group comes here alone.
    """
    command, early = None, []

    def hand_on(number, _):
        if command is None:
            early.append(number)
        elif command.returncode is None:
            if before:
                before(command.pid, number)
            # Not by send_signal, which asks for news of the command first, and takes from ptrace(2) what its holder waits for.
            try:
                os.kill(command.pid, number)
            except ProcessLookupError:
                pass  # it has ended, and been waited for, a moment ago

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, hand_on)
    command = subprocess.Popen(
        words, env=environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL if apart else None,
        preexec_fn=os.setpgrp if apart else None)
    for number in early:
        hand_on(number, None)
    return command


def code(command):
    """The exit code of an ended command, as a shell tells it."""
    return command.returncode if command.returncode >= 0 else 128 - command.returncode


def processes():
    """Parent, group, session and time of start of each process, by number, where the system shows processes as files (proc(5))."""
    found = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # After the name, which may hold anything: state, parent, group, session …
            fields = path.read_text(errors="replace").rpartition(")")[2].split()
            found[int(path.parent.name)] = int(fields[1]), int(fields[2]), int(fields[3]), int(fields[19])
        except (OSError, ValueError, IndexError):
            continue
    return found


def descendants(process):
    """The processes that come from one, as (number, time of start): a number alone may be another process's later."""
    found = processes()
    below = {process}
    while added := {number for number, (parent, *_) in found.items() if parent in below} - below:
        below |= added
    return {(number, found[number][3]) for number in below - {process}}


def running(known):
    """Those of `descendants` that have not ended."""
    now = processes()
    return [number for number, started in known if number in now and now[number][3] == started]
