// What the bare libcurl loops share: a body that is collected, and the time in seconds.
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct body { char *bytes; size_t size, room; };

static size_t collect(char *data, size_t one, size_t count, void *context) {
    struct body *body = context;
    size_t size = one * count;
    if (body->size + size > body->room) {
        body->room = (body->size + size) * 2;
        body->bytes = realloc(body->bytes, body->room);
        if (!body->bytes) return 0;
    }
    memcpy(body->bytes + body->size, data, size);
    body->size += size;
    return size;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
