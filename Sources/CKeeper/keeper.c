#define _GNU_SOURCE
#include "keeper.h"
#include "keeping.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// How long what is left of a program may take to end by itself: `command | tee log` ends a moment after `command`.
static const int grace_ms = 1000;

static int rung = -1;

static void ring(int signal) {
    (void)signal;
    int before = errno;
    (void)!write(rung, "", 1);
    errno = before;
}

void ckeeper_tell(int report, int32_t kind, int32_t value) {
    ckeeper_report words = {kind, value};
    (void)!write(report, &words, sizeof words);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Closes every descriptor of a range, its ends included.
static void close_between(unsigned first, unsigned last) {
    if (first > last) return;
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
    long limit = sysconf(_SC_OPEN_MAX);
    if (limit < 0 || limit > 65536) limit = 65536;
    for (unsigned descriptor = first; descriptor <= last && descriptor < (unsigned)limit; descriptor++)
        close((int)descriptor);
}

void ckeeper_close_all_but(int *kept, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && kept[j - 1] > kept[j]; j--) {
            int other = kept[j];
            kept[j] = kept[j - 1];
            kept[j - 1] = other;
        }
    unsigned first = 0;
    for (int i = 0; i < count; i++) {
        if (kept[i] > 0) close_between(first, (unsigned)kept[i] - 1);
        first = (unsigned)kept[i] + 1;
    }
    close_between(first, UINT_MAX);
}

void ckeeper_forget_signals(void) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
}

// Called in a child that may borrow its parent's memory: it writes to nothing but its own variables, and never returns.
static __attribute__((noinline)) void become(
    const char *path, char *const *arguments, char *const *environment, const int *streams, int report) {
    setpgid(0, 0);
    // Out of the way of the numbers under which the program gets them.
    int moved[3];
    for (int i = 0; i < 3; i++) moved[i] = fcntl(streams[i], F_DUPFD, 10);
    int words = fcntl(report, F_DUPFD_CLOEXEC, 10);
    for (int i = 0; i < 3; i++) dup2(moved[i], i);
    int kept[4] = {0, 1, 2, words};
    ckeeper_close_all_but(kept, 4);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, environment);
    ckeeper_tell(words, CKEEPER_NOT_STARTED, errno);
    _exit(127);
}

#ifdef __linux__
// The parent of a process by its number; -1 where there is no such process.
static pid_t parent_of(const char *number) {
    char path[64] = "/proc/";
    size_t length = 6;
    while (*number && length < sizeof path - 6) path[length++] = *number++;
    memcpy(path + length, "/stat", 6);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    char text[512];
    ssize_t read_bytes = read(file, text, sizeof text - 1);
    close(file);
    if (read_bytes <= 0) return -1;
    text[read_bytes] = 0;
    // `4711 (name) S 4710 …`, and a name may hold parentheses (proc_pid_stat(5)).
    char *end = strrchr(text, ')');
    return end && end[1] && end[2] ? (pid_t)strtol(end + 3, NULL, 10) : -1;
}

struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

int ckeeper_kill_children(int signal, int (*is_spared)(pid_t)) {
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC), found = 0;
    if (folder < 0) return 0;
    pid_t own = getpid();
    char buffer[8192] __attribute__((aligned(8)));
    long count;
    while ((count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0)
        for (long place = 0; place < count;) {
            struct entry *entry = (struct entry *)(buffer + place);
            place += entry->length;
            if (entry->name[0] < '1' || entry->name[0] > '9' || parent_of(entry->name) != own) continue;
            pid_t child = (pid_t)strtol(entry->name, NULL, 10);
            if (is_spared && is_spared(child)) continue;
            found++;
            kill(child, signal);
        }
    close(folder);
    return found;
}
#else
int ckeeper_kill_children(int signal, int (*is_spared)(pid_t)) {
    (void)signal;
    (void)is_spared;
    return 0;
}
#endif

// Takes note of every child that has ended; gives whether there are any left.
static int reap(pid_t program, int report, int *is_over) {
    for (;;) {
        int status;
        pid_t ended = waitpid(-1, &status, WNOHANG);
        if (ended == 0) return 1;
        if (ended < 0 && errno == EINTR) continue;
        if (ended < 0) return 0;
        if (ended != program || *is_over) continue;
        *is_over = 1;
        if (WIFSIGNALED(status)) ckeeper_tell(report, CKEEPER_SIGNALLED, WTERMSIG(status));
        else ckeeper_tell(report, CKEEPER_EXITED, WEXITSTATUS(status));
    }
}

// Kills whatever is left until nothing is; gives how many there were at first.
static int kill_all(pid_t program, int report, int *is_over) {
    int left = 0;
    for (;;) {
#ifdef __linux__
        int killed = ckeeper_kill_children(SIGKILL, NULL);
        if (left == 0) left = killed;
#else
        kill(-program, SIGKILL);
#endif
        if (!reap(program, report, is_over)) return left;
        // What falls back to the keeper only now is found in the next round.
        poll(NULL, 0, 2);
    }
}

static void keep(pid_t program, int report, int lifeline, int bell) {
    int is_over = 0;
    int64_t until = 0;
    struct pollfd places[2] = {{.fd = bell, .events = POLLIN}, {.fd = lifeline, .events = POLLIN}};
    for (;;) {
        int has_children = reap(program, report, &is_over);
        if (is_over && !has_children) break;
        if (is_over && until == 0) until = now_ms() + grace_ms;
        int64_t rest = is_over ? until - now_ms() : -1;
        if (is_over && rest <= 0) {
            ckeeper_tell(report, CKEEPER_LEFT, kill_all(program, report, &is_over));
            break;
        }
        if (poll(places, 2, (int)rest) < 0) continue;
        char bytes[64];
        if (places[0].revents) (void)!read(bell, bytes, sizeof bytes);
        if (places[1].revents) {
            kill_all(program, report, &is_over);
            break;
        }
    }
#ifndef __linux__
    // Nothing falls back to the keeper here: what stayed in the program's group is all that can be found.
    kill(-program, SIGKILL);
#endif
    _exit(0);
}

void ckeeper_keep(
    const char *path, char *const *arguments, char *const *environment, const int *streams, int report, int lifeline) {
    ckeeper_tell(report, CKEEPER_STARTED, getpid());
    // A session of its own has no terminal: nothing can ask a person there, and an interrupt of the runner's is the runner's.
    setsid();
    ckeeper_forget_signals();
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
    int bell[2];
    if (pipe(bell) != 0) {
        ckeeper_tell(report, CKEEPER_NOT_STARTED, errno);
        _exit(0);
    }
    // Before the process of the program exists: a look at it before its program begins must not find files of other runs.
    int needed[7] = {streams[0], streams[1], streams[2], report, lifeline, bell[0], bell[1]};
    ckeeper_close_all_but(needed, 7);
    // The child borrows the memory until it is another program (vfork(2)): to copy what belongs to the runner would take longer than
    // most else here. The keeper waits meanwhile.
#ifdef __linux__
    pid_t program = vfork();
#else
    pid_t program = fork();
#endif
    if (program < 0) ckeeper_tell(report, CKEEPER_NOT_STARTED, errno);
    if (program < 0) _exit(0);
    if (program == 0) become(path, arguments, environment, streams, report);
    setpgid(program, program);
    rung = bell[1];
    fcntl(bell[0], F_SETFL, O_NONBLOCK);
    fcntl(bell[1], F_SETFL, O_NONBLOCK);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ring;
    sigaction(SIGCHLD, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    int kept[4] = {report, lifeline, bell[0], bell[1]};
    ckeeper_close_all_but(kept, 4);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    keep(program, report, lifeline, bell[0]);
}
