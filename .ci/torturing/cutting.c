// A library that is loaded before a program (LD_PRELOAD, ld.so(8)) and does to it what a kernel may do: a call on a stream takes or gives
// less than it was asked for (read(2), send(2)), and any call on a socket may last. CUTTING_SEED decides; threads have dice of their own.
// Where a program waits for edges, a short count tells it that the stream is exhausted (epoll(7), EAGAIN); there calls stay whole, and the
// buffer for what is sent is small instead.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { CUT = 15, SMALL = 40, LATE = 2, LONG = 15, ALL = 100 };  // of a hundred: calls that are cut, of these to few bytes, late calls, of these long
enum { FEW = 16, SHORT_DELAY = 3000, LONG_DELAY = 80000 };       // bytes; microseconds

enum { FILES = 65536, SMALLEST_BUFFER = 4608, LARGEST_BUFFER = 32768 };

static _Atomic uint64_t threads;
static _Atomic char waits_for_edges[FILES];
static _Thread_local uint64_t state;

static uint64_t roll(uint64_t below) {
    if (state == 0) {
        const char *seed = getenv("CUTTING_SEED");
        state = (seed ? strtoull(seed, NULL, 10) : 1) * 0x9e3779b97f4a7c15u + (atomic_fetch_add(&threads, 1) + 1) * 0xbf58476d1ce4e5b9u;
        state |= 1;
    }
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;  // xorshift64
    return (state >> 11) % below;
}

// By the system call, so that what the program loads in the place of nanosleep is left out.
static void delay(void) {
    if (roll(ALL) >= LATE) return;
    uint64_t microseconds = 1 + roll(roll(ALL) < LONG ? LONG_DELAY : SHORT_DELAY);
    struct timespec time = {.tv_sec = 0, .tv_nsec = (long)microseconds * 1000};
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
}

// Whether it is a socket of a stream, or the reading end of a pipe: writes to pipes are whole up to PIPE_BUF (pipe(7)), others may rely on it.
static int may_be_cut(int file, int reads) {
    struct stat status;
    if (file < 0 || file >= FILES || waits_for_edges[file]) return 0;
    if (fstat(file, &status) != 0) return 0;
    if (S_ISFIFO(status.st_mode)) return reads;
    if (!S_ISSOCK(status.st_mode)) return 0;
    int type = 0;
    socklen_t length = sizeof type;
    return getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM;
}

static size_t cut(int file, size_t count, int reads) {
    if (count < 2 || !may_be_cut(file, reads)) return count;
    delay();
    if (roll(ALL) >= CUT) return count;
    return 1 + roll(roll(ALL) < SMALL && count > FEW ? FEW : count);
}

#define NEXT(name) \
    static __typeof__(&name) next; \
    if (next == NULL) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t read(int file, void *bytes, size_t count) { NEXT(read); return next(file, bytes, cut(file, count, 1)); }

ssize_t write(int file, const void *bytes, size_t count) { NEXT(write); return next(file, bytes, cut(file, count, 0)); }

// A peek tells what lies there, all of it.
ssize_t recv(int file, void *bytes, size_t count, int flags) {
    NEXT(recv);
    return next(file, bytes, flags & (MSG_PEEK | MSG_WAITALL) ? count : cut(file, count, 1), flags);
}

ssize_t send(int file, const void *bytes, size_t count, int flags) { NEXT(send); return next(file, bytes, cut(file, count, 0), flags); }

ssize_t recvfrom(int file, void *bytes, size_t count, int flags, struct sockaddr *from, socklen_t *length) {
    NEXT(recvfrom);
    return next(file, bytes, flags & (MSG_PEEK | MSG_WAITALL) ? count : cut(file, count, 1), flags, from, length);
}

ssize_t sendto(int file, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t length) {
    NEXT(sendto);
    return next(file, bytes, cut(file, count, 0), flags, to, length);
}

// Of several pieces the first is given alone, cut.
ssize_t writev(int file, const struct iovec *pieces, int count) {
    NEXT(writev);
    if (count < 1 || pieces[0].iov_len < 2 || !may_be_cut(file, 0) || roll(ALL) >= CUT) return next(file, pieces, count);
    delay();
    struct iovec first = {.iov_base = pieces[0].iov_base, .iov_len = 1 + roll(pieces[0].iov_len)};
    return next(file, &first, 1);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    NEXT(sendmsg);
    int plain = message->msg_controllen == 0 && message->msg_iovlen > 0 && message->msg_iov[0].iov_len > 1;
    if (!plain || !may_be_cut(file, 0) || roll(ALL) >= CUT) return next(file, message, flags);
    delay();
    struct iovec first = {.iov_base = message->msg_iov[0].iov_base, .iov_len = 1 + roll(message->msg_iov[0].iov_len)};
    struct msghdr less = *message;
    less.msg_iov = &first, less.msg_iovlen = 1;
    return next(file, &less, flags);
}

ssize_t recvmsg(int file, struct msghdr *message, int flags) { NEXT(recvmsg); delay(); return next(file, message, flags); }

int accept(int file, struct sockaddr *from, socklen_t *length) { NEXT(accept); delay(); return next(file, from, length); }

int accept4(int file, struct sockaddr *from, socklen_t *length, int flags) { NEXT(accept4); delay(); return next(file, from, length, flags); }

int connect(int file, const struct sockaddr *to, socklen_t length) { NEXT(connect); delay(); return next(file, to, length); }

int shutdown(int file, int how) { NEXT(shutdown); delay(); return next(file, how); }

int close(int file) {
    NEXT(close);
    delay();
    if (file >= 0 && file < FILES) waits_for_edges[file] = 0;
    return next(file);
}

int epoll_ctl(int queue, int what, int file, struct epoll_event *event) {
    NEXT(epoll_ctl);
    if (event != NULL && event->events & EPOLLET && file >= 0 && file < FILES && !waits_for_edges[file]) {
        waits_for_edges[file] = 1;
        int size = SMALLEST_BUFFER + (int)roll(LARGEST_BUFFER - SMALLEST_BUFFER);
        setsockopt(file, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    }
    return next(queue, what, file, event);
}

int epoll_wait(int file, struct epoll_event *events, int count, int timeout) {
    NEXT(epoll_wait);
    delay();
    return next(file, events, count > 1 ? 1 + (int)roll((uint64_t)count) : count, timeout);
}
