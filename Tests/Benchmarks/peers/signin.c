// The bare requests of a sign-in and of a renewal, with libcurl and no client around them:
// signin <portal> <CA file> <user> <password> <client id> <control URL> <resource> <rounds> prints `signIn <ms>` and `renewal <ms>` lines.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WIDTH 64

struct body { char bytes[1 << 18]; size_t size; };

static size_t collect(char *data, size_t one, size_t count, void *context) {
    struct body *body = context;
    size_t size = one * count;
    if (body->size + size >= sizeof body->bytes) return 0;
    memcpy(body->bytes + body->size, data, size);
    body->size += size;
    body->bytes[body->size] = 0;
    return size;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "signin: %s\n", what);
    exit(1);
}

static void between(const char *text, const char *start, char end, char *found, size_t room) {
    const char *open = strstr(text, start);
    if (!open) fail(start);
    open += strlen(start);
    const char *close = strchr(open, end);
    size_t size = close ? (size_t)(close - open) : strlen(open);
    if (size >= room) fail("too long");
    memcpy(found, open, size);
    found[size] = 0;
}

static struct body answer;
static char refresh[1024], token[1024], header[1100];

static void perform(CURL *curl, const char *url, const char *form, struct curl_slist *headers) {
    answer.size = 0;
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    if (form) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, form);
    else curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
    CURLcode code = curl_easy_perform(curl);
    if (code) fail(curl_easy_strerror(code));
}

static CURL *handle(const char *authority, struct body *body) {
    CURL *curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_CAINFO, authority);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
    return curl;
}

static void take_token(void) {
    between(answer.bytes, "\"access_token\":\"", '"', token, sizeof token);
    snprintf(header, sizeof header, "X-Esri-Authorization: Bearer %s", token);
}

static void sign_in(CURL *curl, char **argv) {
    char url[4096], form[4096], state[1024], action[1024];
    snprintf(url, sizeof url, "%s/sharing/rest/oauth2/authorize?client_id=%s&response_type=code"
             "&redirect_uri=my-ags-app%%3A%%2F%%2Fauth&state=bench", argv[1], argv[5]);
    perform(curl, url, NULL, NULL);
    between(answer.bytes, "name=\"oauth_state\" value=\"", '"', state, sizeof state);
    between(answer.bytes, "action=\"", '"', action, sizeof action);
    snprintf(form, sizeof form, "oauth_state=%s&username=%s&password=%s&authorize=true", state, argv[3], argv[4]);
    // A path of the same origin.
    if (action[0] == '/') {
        const char *path = strchr(strstr(argv[1], "://") + 3, '/');
        snprintf(url, sizeof url, "%.*s%s", (int)(path ? path - argv[1] : (long)strlen(argv[1])), argv[1], action);
    } else snprintf(url, sizeof url, "%s", action);
    perform(curl, url, form, NULL);
    char *location = NULL, code[1024];
    curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &location);
    if (!location) fail("no redirect came");
    between(location, "code=", '&', code, sizeof code);
    snprintf(url, sizeof url, "%s/sharing/rest/oauth2/token", argv[1]);
    snprintf(form, sizeof form, "grant_type=authorization_code&client_id=%s&code=%s"
             "&redirect_uri=my-ags-app%%3A%%2F%%2Fauth&f=json", argv[5], code);
    perform(curl, url, form, NULL);
    take_token();
    between(answer.bytes, "\"refresh_token\":\"", '"', refresh, sizeof refresh);
    struct curl_slist *headers = curl_slist_append(NULL, header);
    snprintf(url, sizeof url, "%s/sharing/rest/portals/self?f=json", argv[1]);
    perform(curl, url, NULL, headers);
    curl_slist_free_all(headers);
    if (!strstr(answer.bytes, argv[3])) fail("no user is signed in");
}

// The same request over as many connections as a browser would not open: all at once.
static void all_at_once(CURLM *multi, CURL **handles, struct body *bodies, const char *url, const char *expected) {
    struct curl_slist *headers = curl_slist_append(NULL, header);
    for (int i = 0; i < WIDTH; i++) {
        bodies[i].size = 0;
        curl_easy_setopt(handles[i], CURLOPT_URL, url);
        curl_easy_setopt(handles[i], CURLOPT_HTTPHEADER, headers);
        curl_multi_add_handle(multi, handles[i]);
    }
    int running = WIDTH;
    while (running) {
        if (curl_multi_perform(multi, &running) || (running && curl_multi_poll(multi, NULL, 0, 1000, NULL)))
            fail("the transfers did not end");
    }
    for (int i = 0; i < WIDTH; i++) {
        curl_multi_remove_handle(multi, handles[i]);
        if (!strstr(bodies[i].bytes, expected)) fail("a request was answered otherwise");
    }
    curl_slist_free_all(headers);
}

int main(int argc, char **argv) {
    if (argc != 9) return 64;
    int rounds = atoi(argv[8]);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURL *curl = handle(argv[2], &answer);
    for (int i = -3; i < rounds; i++) {
        double start = now();
        sign_in(curl, argv);
        if (i >= 0) printf("signIn %f\n", now() - start);
    }
    char control[1024], url[2048], form[4096];
    snprintf(control, sizeof control, "%s/actions", argv[6]);
    snprintf(url, sizeof url, "%s/sharing/rest/oauth2/token", argv[1]);
    snprintf(form, sizeof form, "grant_type=refresh_token&client_id=%s&refresh_token=%s&f=json", argv[5], refresh);
    char resource[2048];
    snprintf(resource, sizeof resource, "%s?f=json", argv[7]);
    struct curl_slist *json = curl_slist_append(NULL, "Content-Type: application/json");
    struct body *bodies = calloc(WIDTH, sizeof *bodies);
    CURL *handles[WIDTH];
    for (int i = 0; i < WIDTH; i++) handles[i] = handle(argv[2], &bodies[i]);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)WIDTH);
    for (int i = -3; i < rounds; i++) {
        perform(curl, control, "{\"expire\":\"all\"}", json);
        double start = now();
        all_at_once(multi, handles, bodies, resource, "498");
        perform(curl, url, form, NULL);
        take_token();
        all_at_once(multi, handles, bodies, resource, "Private Sketch");
        if (i >= 0) printf("renewal %f\n", now() - start);
    }
    return 0;
}
