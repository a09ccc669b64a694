#pragma once
// Starts a program under a keeper: a small process between the runner and the program, to which everything falls back that the
// program leaves behind (PR_SET_CHILD_SUBREAPER, prctl(2), Linux), so that a setsid or a second fork is no way out. It is C,
// and a file of its own, because between fork and exec only async-signal-safe calls are allowed (POSIX, fork).
#include <stdint.h>
#include <sys/types.h>

/// What the keeper reports, one after the other; the end of its pipe means that no process is left.
typedef struct {
    int32_t kind;
    int32_t value;
} ckeeper_report;

enum {
    /// The program could not be started; the value is errno.
    CKEEPER_NOT_STARTED = 1,
    /// The program has exited with a code.
    CKEEPER_EXITED = 2,
    /// The program was ended by a signal.
    CKEEPER_SIGNALLED = 3,
    /// So many processes of the program were left after it had ended, and were killed.
    CKEEPER_LEFT = 4,
};

/// Makes a pipe, [reading, writing], that no other program inherits, from its first moment where the system can; -1 with errno.
int ckeeper_pipe(int *_Nonnull ends);

/// Starts a program with its three standard descriptors; gives the keeper's number, or -1 with errno.
///
/// Reports are written to `report`. Once a byte comes over `lifeline`, or its other end is closed, as by the runner's
/// death, everything is killed.
pid_t ckeeper_start(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const int *_Nonnull streams, int report, int lifeline);
