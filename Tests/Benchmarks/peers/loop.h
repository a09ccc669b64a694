// What the bare libcurl loops share: a body that is collected, a handle that asks, and the time in seconds.
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

// A handle that asks for a URL with the authority of a file, or with none ("-"), and collects the body.
static CURL *prepared(const char *url, const char *authority, struct body *body) {
    CURL *curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_URL, url);
    if (strcmp(authority, "-")) curl_easy_setopt(curl, CURLOPT_CAINFO, authority);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(curl, CURLOPT_PRIVATE, body);
    return curl;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
