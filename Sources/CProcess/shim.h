#pragma once
// The door to what the C library offers a process only through variadic calls or macros.
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

// How many columns a terminal has; 0 where it does not say. ioctl is variadic.
static inline int cprocess_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

#ifdef __linux__
#include <sys/syscall.h>

// A descriptor that becomes readable when the process ends (pidfd_open(2), Linux 5.3); -1 with errno. syscall is variadic.
static inline int cprocess_watch(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
#endif
