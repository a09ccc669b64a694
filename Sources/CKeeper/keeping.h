#pragma once
// What the process that starts keepers shares with them.

#include <stdint.h>
#include <sys/types.h>

// Reports something to the runner.
void ckeeper_tell(int report, int32_t kind, int32_t value);

// Closes every descriptor but a few, which are sorted; the others belong to the runner, or to other runs.
void ckeeper_close_all_but(int *kept, int count);

// Handlers do not survive an exec, but signals that are ignored stay ignored.
void ckeeper_forget_signals(void);

// Sends a signal to every child but those of which `is_spared` says so, where it is given; gives how many it was sent to. What those
// leave behind becomes a child in its turn. Only Linux tells: elsewhere there are none.
int ckeeper_kill_children(int signal, int (*is_spared)(pid_t));

// Becomes the keeper of a program, which is started; called in a process that was forked for it, and never returns.
void ckeeper_keep(
    const char *path, char *const *arguments, char *const *environment, const int *streams, int report, int lifeline);
