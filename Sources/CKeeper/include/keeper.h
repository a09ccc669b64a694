#pragma once
// Starts a program under a keeper: a small process between the runner and the program, to which everything falls back that the
// program leaves behind (PR_SET_CHILD_SUBREAPER, prctl(2), Linux), so that a setsid or a second fork is no way out. Keepers are
// forked by a starter, which is forked by the runner once. It is C because between fork and exec only async-signal-safe calls are
// allowed (POSIX, fork).
#include <stdint.h>
#include <sys/types.h>

/// What the keeper reports, one after the other, itself first; the end of its pipe means that no process is left, and where it told
/// nothing that none was started.
typedef struct {
    int32_t kind;
    int32_t value;
} ckeeper_report;

enum {
    /// The program, or its keeper, could not be started; the value is errno.
    CKEEPER_NOT_STARTED = 1,
    /// The program has exited with a code.
    CKEEPER_EXITED = 2,
    /// The program was ended by a signal.
    CKEEPER_SIGNALLED = 3,
    /// So many processes of the program were left after it had ended, and were killed.
    CKEEPER_LEFT = 4,
    /// The keeper is there, and will start the program; the value is its number.
    CKEEPER_STARTED = 5,
};

/// Makes a pipe, [reading, writing], that no other program inherits, from its first moment where the system can; -1 with errno.
int ckeeper_pipe(int *_Nonnull ends);

/// Forks the process that starts keepers, unless there is one; gives 0, or -1 with errno.
///
/// The smaller this process is when it is called, the less each program costs to start. The starter has this process's directory, mask of new
/// files and limits of this moment, and ends with it.
int ckeeper_prepare(void);

/// Asks for a program to be started with its three standard descriptors, and starts the starter first where there is none; gives 0, or -1
/// with errno. A starter that was ended from outside may have taken an order with it: then `report` closes with nothing told.
///
/// Reports are written to `report`. Once a byte comes over `lifeline`, or its other end is closed, as by the runner's
/// death, everything is killed.
int ckeeper_start(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const int *_Nonnull streams, int report, int lifeline);
