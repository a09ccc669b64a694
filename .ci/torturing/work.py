"""Commands with a bound, each in a session of its own, so that all that it started ends with it."""
import os
import signal
import subprocess
import threading
import time

from torturing.command import processes

PATIENCE = 15  # seconds between asking to end and ending
ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


class Interrupted(Exception):
    """Control-C, or a signal to end."""


class OutOfTime(Exception):
    """The limit of this call is reached."""


def heed_signals():
    """Has the signals that ask a program to end raise `Interrupted`."""
    def raised(number, _):
        raise Interrupted(signal.Signals(number).name)
    for number in ENDING:
        signal.signal(number, raised)


def hold_signals():
    """Has signals wait; what one asks for that comes just before is being done already."""
    while True:
        try:
            return signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        except Interrupted:
            continue


def let_signals():
    """Lets signals come, one that waited at once."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def end(process):
    """Ends a command with all that it started; a second Control-C does not hinder it."""
    hold_signals()
    try:
        end_group(process)
    finally:
        let_signals()


def end_group(process):
    # Not by `Popen.wait`: where a signal interrupted that, its lock may have stayed taken.
    waiting = threading.Thread(target=reap, args=(process,), daemon=True)
    waiting.start()
    for number in (signal.SIGTERM, signal.SIGKILL):
        # Every group has the signal, so this is a list.
        if not any([signalled(group, number) for group in {process.pid, *groups_of(process.pid)}]):
            break
        waiting.join(PATIENCE)
    waiting.join()


def signalled(group, number):
    """Sends a signal to a group of processes; whether there is one."""
    try:
        os.killpg(group, number)
        return True
    except (ProcessLookupError, PermissionError):
        return False


def groups_of(session):
    """The groups of processes in a session, where the system shows processes as files: swift-test gives the tests one of their own."""
    return {group for _, group, its_session, _ in processes().values() if its_session == session}


def reap(process):
    """Waits until a command has ended, unless that is known."""
    if process.returncode is None:
        try:
            process.returncode = os.waitstatus_to_exitcode(os.waitpid(process.pid, 0)[1])
        except ChildProcessError:  # Reaped, and not noted yet.
            process.returncode = 0


def run(command, log, seconds, deadline, environment):
    """Runs a command, its output added to a log. Gives its exit code, or None where it had not ended after so many seconds.

    Raises `OutOfTime` at the deadline, a time of `time.monotonic`, and `Interrupted`; the command is ended before.
    """
    start = time.monotonic()
    with open(log, "a", encoding="utf-8") as file:
        print(f"$ {' '.join(command)}", file=file, flush=True)
        # A signal that comes while the command is being started, when it may run already, waits until it can be ended.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=let_signals, env={**os.environ, **environment})
        except OSError as error:
            let_signals()
            print(f"torture: cannot start {command[0]}: {error.strerror}", file=file)
            return 127
        try:
            let_signals()
            return process.wait(timeout=max(0.1, min(seconds, deadline - start)))
        except subprocess.TimeoutExpired:
            if time.monotonic() >= deadline:
                raise OutOfTime() from None
            print(f"torture: ended after {seconds:.0f} s", file=file)
            return None
        finally:
            end(process)
