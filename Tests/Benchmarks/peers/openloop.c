// Asks at a steady rate, whatever the answers take, and tells how long each took since it was due: a client that waits for one answer
// before it asks again leaves out the requests that a slow answer holds up (Gil Tene, "coordinated omission").
// `openloop <port> <requests per second> <seconds> <connections> <file with one request>` prints the requests and the milliseconds of
// the median, the 99th and the 99.9th percentile. Plain HTTP/1.1, answers with Content-Length.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct connection {
    int socket;
    int64_t due;      // when the request at hand was due; 0 where there is none
    long missing;     // bytes of the body that are still to come; -1 while the head is read
    size_t head_size;
    char head[4096];
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "openloop: %s: %s\n", what, strerror(errno));
    exit(2);
}

static int ascending(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

// Takes what has come; 1 once the answer is whole.
static int take(struct connection *connection) {
    static char buffer[1 << 16];
    for (;;) {
        ssize_t got = recv(connection->socket, buffer, sizeof buffer, MSG_DONTWAIT);
        if (got == 0) {
            fprintf(stderr, "openloop: the server closed a connection\n");
            exit(2);
        }
        if (got < 0) {
            if (errno == EAGAIN) return 0;
            fail("recv");
        }
        ssize_t used = 0;
        if (connection->missing < 0) {
            size_t room = sizeof connection->head - 1 - connection->head_size;
            size_t part = (size_t)got < room ? (size_t)got : room;
            memcpy(connection->head + connection->head_size, buffer, part);
            size_t before = connection->head_size;
            connection->head_size += part;
            connection->head[connection->head_size] = 0;
            char *end = strstr(connection->head, "\r\n\r\n");
            if (!end) continue;
            char *length = strcasestr(connection->head, "\r\ncontent-length:");
            if (strncmp(connection->head, "HTTP/1.1 200", 12) || !length) {
                fprintf(stderr, "openloop: an answer that is none: %.60s\n", connection->head);
                exit(2);
            }
            connection->missing = atol(length + 17);
            used = end + 4 - connection->head - (ssize_t)before;
        }
        connection->missing -= got - used;
        if (connection->missing <= 0) return 1;
    }
}

int main(int count, char **words) {
    if (count != 6) {
        fprintf(stderr, "usage: openloop <port> <requests per second> <seconds> <connections> <file with one request>\n");
        return 64;
    }
    struct sockaddr_in place = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    double rate = atof(words[2]), seconds = atof(words[3]);
    int connections = atoi(words[4]);
    static char request[1 << 16];
    FILE *file = fopen(words[5], "rb");
    if (!file) fail(words[5]);
    size_t size = fread(request, 1, sizeof request, file);
    fclose(file);

    struct connection *all = calloc((size_t)connections, sizeof *all);
    int *idle = calloc((size_t)connections, sizeof *idle), idles = 0;
    int poll = epoll_create1(0);
    for (int index = 0; index < connections; index++) {
        all[index].socket = socket(AF_INET, SOCK_STREAM, 0);
        int one = 1;
        setsockopt(all[index].socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (connect(all[index].socket, (struct sockaddr *)&place, sizeof place)) fail("connect");
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
        epoll_ctl(poll, EPOLL_CTL_ADD, all[index].socket, &event);
        idle[idles++] = index;
    }
    long total = (long)(rate * seconds), asked = 0, answered = 0;
    int64_t *took = calloc((size_t)total, sizeof *took), start = now();
    while (answered < total) {
        int64_t time = now();
        while (asked < total && idles > 0) {
            int64_t due = start + (int64_t)(asked * 1e9 / rate);
            if (due > time) break;
            struct connection *free = &all[idle[--idles]];
            free->due = due;
            free->missing = -1;
            free->head_size = 0;
            if (send(free->socket, request, size, MSG_NOSIGNAL) != (ssize_t)size) fail("send");
            asked++;
        }
        struct timespec wait = {.tv_sec = 1}, *until = &wait;
        if (asked < total && idles > 0) {
            int64_t left = start + (int64_t)(asked * 1e9 / rate) - now();
            wait.tv_sec = 0;
            wait.tv_nsec = left > 0 ? left : 0;
        }
        struct epoll_event events[64];
        int ready = epoll_pwait2(poll, events, 64, until, NULL);
        for (int index = 0; index < ready; index++) {
            struct connection *done = &all[events[index].data.u32];
            if (!take(done)) continue;
            took[answered++] = now() - done->due;
            idle[idles++] = (int)events[index].data.u32;
        }
        if (now() - start > (int64_t)((seconds * 4 + 10) * 1e9)) {
            fprintf(stderr, "openloop: %ld of %ld requests were answered in time\n", answered, total);
            return 2;
        }
    }
    qsort(took, (size_t)total, sizeof *took, ascending);
    printf("%ld %.3f %.3f %.3f\n", total, took[total / 2] / 1e6, took[(long)(total * 0.99)] / 1e6, took[(long)(total * 0.999)] / 1e6);
    return 0;
}
