// The least that a server on libmicrohttpd does: the same bytes for every request, over plain HTTP, or over TLS where a certificate
// and its key are given. It has the fake portal's threads and way of waiting. `bare <file with the body> [<certificate> <key>]`
// prints its port and serves until it is ended.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct MHD_Response *response;

static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size) {
        perror(path);
        exit(2);
    }
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **request) {
    (void)context, (void)url, (void)method, (void)version, (void)upload;
    static int seen;
    // An answer on the first call would close the connection.
    if (!*request) {
        *request = &seen;
        return MHD_YES;
    }
    *upload_size = 0;
    return MHD_queue_response(connection, 200, response);
}

int main(int count, char **words) {
    if (count != 2 && count != 4) {
        fprintf(stderr, "usage: bare <file with the body> [<certificate> <key>]\n");
        return 64;
    }
    size_t size;
    char *body = contents(words[1], &size);
    response = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Content-Type", "application/json;charset=UTF-8");
    unsigned int flags = MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD;
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon;
    if (count == 4) {
        daemon = MHD_start_daemon(
            flags | MHD_USE_TLS, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR, &place, MHD_OPTION_THREAD_POOL_SIZE, 2u,
            MHD_OPTION_HTTPS_MEM_CERT, contents(words[2], &size), MHD_OPTION_HTTPS_MEM_KEY, contents(words[3], &size),
            MHD_OPTION_END);
    } else {
        daemon = MHD_start_daemon(
            flags | MHD_USE_TURBO, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR, &place, MHD_OPTION_THREAD_POOL_SIZE, 2u,
            MHD_OPTION_END);
    }
    if (!daemon) {
        fprintf(stderr, "bare: the daemon did not start\n");
        return 2;
    }
    const union MHD_DaemonInfo *port = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    printf("%u\n", (unsigned)port->port);
    fflush(stdout);
    for (;;) pause();
}
