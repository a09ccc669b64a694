"""Commands with a bound, each in a session of its own, so that all that it started ends with it."""
import os
import signal
import subprocess
import time

PATIENCE = 15  # seconds between asking to end and ending


class Interrupted(Exception):
    """Control-C, or a signal to end."""


class OutOfTime(Exception):
    """The limit of this call is reached."""


def heed_signals():
    """Has the signals that ask a program to end raise `Interrupted`."""
    def raised(number, _):
        raise Interrupted(signal.Signals(number).name)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, raised)


def end(process):
    """Ends a command with all that it started; a second Control-C does not hinder it."""
    signals = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        end_group(process)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def end_group(process):
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except (ProcessLookupError, PermissionError):
            break
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            continue
    process.wait()


def run(command, log, seconds, deadline, environment):
    """Runs a command, its output added to a log. Gives its exit code, or None where it had not ended after so many seconds.

    Raises `OutOfTime` at the deadline, a time of `time.monotonic`, and `Interrupted`; the command is ended before.
    """
    start = time.monotonic()
    with open(log, "a", encoding="utf-8") as file:
        print(f"$ {' '.join(command)}", file=file, flush=True)
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
                env={**os.environ, **environment})
        except OSError as error:
            print(f"torture: cannot start {command[0]}: {error.strerror}", file=file)
            return 127
        try:
            return process.wait(timeout=max(0.1, min(seconds, deadline - start)))
        except subprocess.TimeoutExpired:
            if time.monotonic() >= deadline:
                raise OutOfTime() from None
            print(f"torture: ended after {seconds:.0f} s", file=file)
            return None
        finally:
            end(process)
