// The starter: a process that is forked once, while the runner is small, and forks every keeper. To fork the runner itself for each
// would copy its page tables, and then each page that it writes to (fork(2)), which takes longer than most else of a short run.
#define _GNU_SOURCE
#include "keeper.h"
#include "keeping.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif
#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif

enum { PLACES = 5 };

// What is asked for; the descriptors come along (unix(7), SCM_RIGHTS), and the texts after it, each with its 0: the program's path,
// its arguments, its environment.
struct order {
    size_t bytes, arguments, settings;
};

// The rights of one order, aligned as a control message has to be (cmsg(3)).
union rights {
    char bytes[CMSG_SPACE(PLACES * sizeof(int))];
    struct cmsghdr head;
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int line = -1;
static pid_t starter = -1;

static int read_whole(int socket, void *place, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = read(socket, (char *)place + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        done += (size_t)count;
    }
    return 1;
}

static int write_whole(int socket, const void *place, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = send(socket, (const char *)place + done, size - done, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return 0;
        done += (size_t)count;
    }
    return 1;
}

// The message that carries an order with its rights; it points to what is given.
static struct msghdr message_of(struct iovec *order, union rights *rights) {
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = order;
    message.msg_iovlen = 1;
    message.msg_control = rights->bytes;
    message.msg_controllen = sizeof rights->bytes;
    return message;
}

// The starter's side: takes an order in; gives whether there is one.
static int receive(int socket, struct order *order, int *places) {
    union rights rights;
    struct iovec text = {order, sizeof *order};
    struct msghdr message = message_of(&text, &rights);
    ssize_t count;
    do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (count < 0 && errno == EINTR);
    if (count <= 0) return 0;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (!head || head->cmsg_type != SCM_RIGHTS || head->cmsg_len != CMSG_LEN(PLACES * sizeof(int))) return 0;
    memcpy(places, CMSG_DATA(head), PLACES * sizeof(int));
    return read_whole(socket, (char *)order + count, sizeof *order - (size_t)count);
}

// Points to each of some texts that stand one after another; a null pointer ends them.
static char *point(char *text, char **pointers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        pointers[i] = text;
        text += strlen(text) + 1;
    }
    pointers[count] = NULL;
    return text;
}

// The keepers that are there; one for which there is no room is not told apart from what a lost one left, which then stays.
enum { MOST_KEEPERS = 1024 };
static pid_t keepers[MOST_KEEPERS];
static int keeper_count = 0, hides_keepers = 0;

static int is_keeper(pid_t process) {
    for (int i = 0; i < keeper_count; i++)
        if (keepers[i] == process) return 1;
    return 0;
}

static void note(pid_t keeper) {
    if (keeper_count < MOST_KEEPERS) keepers[keeper_count++] = keeper;
    else hides_keepers = 1;
}

// Takes note of every child that has ended; gives whether one of them was a keeper that was ended from outside.
static int reap(void) {
    int is_lost = 0, status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
        for (int i = 0; i < keeper_count; i++) {
            if (keepers[i] != ended) continue;
            keepers[i] = keepers[--keeper_count];
            if (WIFSIGNALED(status)) is_lost = 1;
            break;
        }
    return is_lost;
}

// Once a keeper was ended from outside, what it kept has fallen to the starter: kills that until nothing is left, or it was tried long.
static void end_orphans(void) {
    if (hides_keepers) return;
    for (int round = 0; round < 1000 && ckeeper_kill_children(SIGKILL, is_keeper) > 0; round++) {
        poll(NULL, 0, 2);
        reap();
    }
}

// The runner has ended, and with it every keeper ends what it keeps, unless a client has stopped it; not waited for very long.
static void end_keepers(void) {
    for (int i = 0; i < keeper_count; i++) kill(keepers[i], SIGCONT);
    for (int round = 0; round < 1000; round++) {
        if (reap()) end_orphans();
        if (keeper_count == 0) break;
        poll(NULL, 0, 2);
    }
}

#ifdef __linux__
static void wake(int signal) { (void)signal; }
#endif

// Waits for an order, or for the runner's end; SIGCHLD comes through meanwhile.
static void wait_for_order(int socket) {
#ifdef __linux__
    sigset_t all_but_children;
    sigfillset(&all_but_children);
    sigdelset(&all_but_children, SIGCHLD);
    struct pollfd place = {.fd = socket, .events = POLLIN};
    do {
        if (reap()) end_orphans();
    } while (ppoll(&place, 1, NULL, &all_but_children) <= 0);
#else
    (void)socket;
#endif
}

// Starts keepers until the runner has ended. There may be other threads' locks in this memory: nothing is allocated from the heap.
static void serve(int socket) {
    struct order order;
    int places[PLACES];
    for (;;) {
        wait_for_order(socket);
        if (!receive(socket, &order, places)) break;
        size_t table = (order.arguments + order.settings + 2) * sizeof(char *);
        char **arguments = mmap(NULL, table + order.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
        if (arguments == MAP_FAILED) break;
        char **environment = arguments + order.arguments + 1;
        char *path = (char *)arguments + table;
        if (!read_whole(socket, path, order.bytes)) break;
        point(point(path + strlen(path) + 1, arguments, order.arguments), environment, order.settings);
        pid_t keeper = fork();
        if (keeper == 0) ckeeper_keep(path, arguments, environment, places, places[3], places[4]);
        if (keeper < 0) ckeeper_tell(places[3], CKEEPER_NOT_STARTED, errno);
        if (keeper > 0) note(keeper);
        for (int i = 0; i < PLACES; i++) close(places[i]);
        munmap(arguments, table + order.bytes);
    }
#ifdef __linux__
    end_keepers();
#endif
    _exit(0);
}

// Forks the starter, unless there is one; gives whether there is one now.
static int begin(void) {
    if (line >= 0) return 1;
    int ends[2];
    // No other program may inherit the runner's end, from its first moment where the system can: the starter would outlive the runner.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 0;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
    int yes = 1;
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_BLOCK, &every, &before);
    starter = fork();
    if (starter == 0) {
        // It keeps every signal waiting: it ends when the runner has.
        setsid();
        ckeeper_forget_signals();
#ifdef __linux__
        // What a keeper that was ended from outside has kept falls to the starter.
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        signal(SIGCHLD, wake);
#else
        // Nothing waits for a keeper: the end of its report tells that it has ended.
        signal(SIGCHLD, SIG_IGN);
#endif
        ckeeper_close_all_but(&ends[1], 1);
        serve(ends[1]);
    }
    int failed = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (starter > 0) line = ends[0];
    else close(ends[0]);
    errno = failed;
    return starter > 0;
}

// Lets go of a starter that has ended; the next order has another.
static void forget(void) {
    int failed = errno;
    close(line);
    line = -1;
    waitpid(starter, NULL, 0);
    errno = failed;
}

static size_t size_of(char *const *texts, size_t *count) {
    size_t bytes = 0;
    for (*count = 0; texts[*count]; ++*count) bytes += strlen(texts[*count]) + 1;
    return bytes;
}

// Sends the head of an order with its descriptors; gives whether it was sent.
static int order_begins(const struct order *order, const int *places) {
    union rights rights;
    memset(&rights, 0, sizeof rights);
    struct iovec text = {(void *)order, sizeof *order};
    struct msghdr message = message_of(&text, &rights);
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(PLACES * sizeof(int));
    memcpy(CMSG_DATA(head), places, PLACES * sizeof(int));
    ssize_t count;
    do count = sendmsg(line, &message, MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    return count > 0 && write_whole(line, (const char *)order + count, sizeof *order - (size_t)count);
}

static int write_texts(char *const *texts) {
    for (; *texts; texts++)
        if (!write_whole(line, *texts, strlen(*texts) + 1)) return 0;
    return 1;
}

int ckeeper_prepare(void) {
    pthread_mutex_lock(&turn);
    int is_there = begin();
    int failed = errno;
    pthread_mutex_unlock(&turn);
    errno = failed;
    return is_there ? 0 : -1;
}

int ckeeper_start(
    const char *path, char *const *arguments, char *const *environment, const int *streams, int report, int lifeline) {
    struct order order;
    order.bytes = strlen(path) + 1 + size_of(arguments, &order.arguments) + size_of(environment, &order.settings);
    int places[PLACES] = {streams[0], streams[1], streams[2], report, lifeline};
    pthread_mutex_lock(&turn);
    int is_asked = begin();
    // A client may have stopped it.
    if (is_asked) kill(starter, SIGCONT);
    if (is_asked) {
        is_asked = order_begins(&order, places) && write_whole(line, path, strlen(path) + 1) && write_texts(arguments)
                   && write_texts(environment);
        if (!is_asked) forget();
    }
    int failed = errno;
    pthread_mutex_unlock(&turn);
    errno = failed;
    return is_asked ? 0 : -1;
}

int ckeeper_pipe(int *ends) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC);
#else
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}
