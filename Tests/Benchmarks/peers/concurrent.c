// The bare libcurl loop over many connections: concurrent <url> <CA file or -> <requests> <at once> prints requests per second of one
// multi handle, on one thread.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

static void fail(const char *what, long status) {
    fprintf(stderr, "concurrent: %s, status %ld\n", what, status);
    exit(1);
}

// Every handle asks again as soon as it has its answer, until so many requests have begun.
static void run(CURLM *multi, CURL **handles, int width, long requests) {
    long begun = 0;
    int running = 0;
    for (; begun < width && begun < requests; begun++) curl_multi_add_handle(multi, handles[begun]);
    do {
        if (curl_multi_perform(multi, &running)) fail("the transfers cannot go on", 0);
        CURLMsg *message;
        int left;
        while ((message = curl_multi_info_read(multi, &left))) {
            CURL *curl = message->easy_handle;
            CURLcode code = message->data.result;
            struct body *body = NULL;
            long status = 0;
            curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
            curl_easy_getinfo(curl, CURLINFO_PRIVATE, &body);
            if (code || status != 200 || !body->size) fail(curl_easy_strerror(code), status);
            body->size = 0;
            curl_multi_remove_handle(multi, curl);
            if (begun >= requests) continue;
            begun++;
            running++;
            curl_multi_add_handle(multi, curl);
        }
        if (running && curl_multi_poll(multi, NULL, 0, 1000, NULL)) fail("the transfers cannot be waited for", 0);
    } while (running);
}

int main(int argc, char **argv) {
    if (argc != 5) return 64;
    long requests = atol(argv[3]);
    int width = atoi(argv[4]);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)width);
    CURL **handles = calloc(width, sizeof *handles);
    struct body *bodies = calloc(width, sizeof *bodies);
    for (int i = 0; i < width; i++) handles[i] = prepared(argv[1], argv[2], &bodies[i]);
    run(multi, handles, width, width * 20L);
    double start = now();
    run(multi, handles, width, requests);
    printf("%f\n", requests / (now() - start));
    for (int i = 0; i < width; i++) curl_easy_cleanup(handles[i]);
    curl_multi_cleanup(multi);
    return 0;
}
