// The bare libcurl loop of `concurrent`, whose answers are taken by two other threads that ask again: what a client costs at least
// that has one thread for its connections and leaves its callers on theirs. `handover <url> <CA file or -> <requests> <at once>` prints
// requests per second.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

enum { THREADS = 2 };

// Handles in the order in which they came; there is room for all of them.
struct queue {
    CURL **handles;
    int count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static struct queue answers, requests;
static CURLM *multi;
static long begun, wanted;
static int is_over;

static void fail(const char *what, long status) {
    fprintf(stderr, "handover: %s, status %ld\n", what, status);
    exit(1);
}

// Takes answers, and asks again until so many requests have begun.
static void *ask(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!answers.count && !is_over) pthread_cond_wait(&answered, &lock);
        if (!answers.count) break;
        CURL *curl = answers.handles[--answers.count];
        pthread_mutex_unlock(&lock);
        struct body *body = NULL;
        long status = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(curl, CURLINFO_PRIVATE, &body);
        if (status != 200 || !body->size) fail("an answer that is none", status);
        body->size = 0;
        pthread_mutex_lock(&lock);
        int is_first = 0;
        if (begun < wanted) {
            begun++;
            is_first = !requests.count;
            requests.handles[requests.count++] = curl;
        }
        pthread_mutex_unlock(&lock);
        if (is_first) curl_multi_wakeup(multi);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void run(CURL **handles, int width, long count) {
    pthread_t threads[THREADS];
    CURL **batch = calloc(width, sizeof *batch);
    long finished = 0;
    int running = 0;
    begun = 0;
    wanted = count;
    is_over = 0;
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, ask, NULL);
    for (; begun < width && begun < wanted; begun++) curl_multi_add_handle(multi, handles[begun]);
    while (finished < wanted) {
        pthread_mutex_lock(&lock);
        int taken = requests.count;
        memcpy(batch, requests.handles, taken * sizeof *batch);
        requests.count = 0;
        pthread_mutex_unlock(&lock);
        for (int i = 0; i < taken; i++) curl_multi_add_handle(multi, batch[i]);
        if (curl_multi_perform(multi, &running)) fail("the transfers cannot go on", 0);
        CURLMsg *message;
        int left;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->data.result) fail(curl_easy_strerror(message->data.result), 0);
            CURL *curl = message->easy_handle;
            curl_multi_remove_handle(multi, curl);
            finished++;
            pthread_mutex_lock(&lock);
            answers.handles[answers.count++] = curl;
            pthread_mutex_unlock(&lock);
            pthread_cond_signal(&answered);
        }
        if (finished < wanted && curl_multi_poll(multi, NULL, 0, 1000, NULL)) fail("the transfers cannot be waited for", 0);
    }
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_cond_broadcast(&answered);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    free(batch);
}

int main(int argc, char **argv) {
    if (argc != 5) return 64;
    long count = atol(argv[3]);
    int width = atoi(argv[4]);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)width);
    answers.handles = calloc(width, sizeof(CURL *));
    requests.handles = calloc(width, sizeof(CURL *));
    CURL **handles = calloc(width, sizeof *handles);
    struct body *bodies = calloc(width, sizeof *bodies);
    for (int i = 0; i < width; i++) handles[i] = prepared(argv[1], argv[2], &bodies[i]);
    run(handles, width, width * 20L);
    double start = now();
    run(handles, width, count);
    printf("%f\n", count / (now() - start));
    for (int i = 0; i < width; i++) curl_easy_cleanup(handles[i]);
    curl_multi_cleanup(multi);
    return 0;
}
