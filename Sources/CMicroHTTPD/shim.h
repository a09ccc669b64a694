#pragma once
// The door to libmicrohttpd: variadics, macros and closed enums that Swift cannot use by itself.
#include <sys/types.h>
#include <sys/socket.h>
#include <stdarg.h>
#include <stdio.h>
#include <errno.h>
#ifdef __linux__
#include <sys/epoll.h>
#endif
#include <microhttpd.h>

// The enums' members arrive in Swift with inconsistently trimmed names, so the few that are used are named here.
enum {
    cmhd_flag_error_log = MHD_USE_ERROR_LOG,
    cmhd_flag_tls = MHD_USE_TLS,
    cmhd_flag_own_threads = MHD_USE_INTERNAL_POLLING_THREAD,
    cmhd_flag_epoll = MHD_USE_EPOLL,
    cmhd_flag_turbo = MHD_USE_TURBO,
    cmhd_flag_poll = MHD_USE_POLL,
    cmhd_flag_suspend_resume = MHD_ALLOW_SUSPEND_RESUME,

    cmhd_option_end = MHD_OPTION_END,
    cmhd_option_memory_limit = MHD_OPTION_CONNECTION_MEMORY_LIMIT,
    cmhd_option_memory_increment = MHD_OPTION_CONNECTION_MEMORY_INCREMENT,
    cmhd_option_connection_limit = MHD_OPTION_CONNECTION_LIMIT,
    cmhd_option_timeout = MHD_OPTION_CONNECTION_TIMEOUT,
    cmhd_option_notify_completed = MHD_OPTION_NOTIFY_COMPLETED,
    cmhd_option_notify_connection = MHD_OPTION_NOTIFY_CONNECTION,
    cmhd_option_uri_log = MHD_OPTION_URI_LOG_CALLBACK,
    cmhd_option_logger = MHD_OPTION_EXTERNAL_LOGGER,
    cmhd_option_listen_socket = MHD_OPTION_LISTEN_SOCKET,
    cmhd_option_thread_pool = MHD_OPTION_THREAD_POOL_SIZE,
    cmhd_option_priorities = MHD_OPTION_HTTPS_PRIORITIES,
    cmhd_option_certificate_callback = MHD_OPTION_HTTPS_CERT_CALLBACK,

    cmhd_info_tls_session = MHD_CONNECTION_INFO_GNUTLS_SESSION,
    cmhd_info_socket = MHD_CONNECTION_INFO_CONNECTION_FD,
    cmhd_info_client_address = MHD_CONNECTION_INFO_CLIENT_ADDRESS,
    cmhd_info_socket_context = MHD_CONNECTION_INFO_SOCKET_CONTEXT,
    cmhd_info_header_size = MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE,
    cmhd_info_status = MHD_CONNECTION_INFO_HTTP_STATUS,

    cmhd_connection_started = MHD_CONNECTION_NOTIFY_STARTED,

    cmhd_ended_well = MHD_REQUEST_TERMINATED_COMPLETED_OK,
    cmhd_ended_timeout = MHD_REQUEST_TERMINATED_TIMEOUT_REACHED,
    cmhd_ended_shutdown = MHD_REQUEST_TERMINATED_DAEMON_SHUTDOWN,
    cmhd_ended_read_error = MHD_REQUEST_TERMINATED_READ_ERROR,
    cmhd_ended_client_abort = MHD_REQUEST_TERMINATED_CLIENT_ABORT,
};

// Takes the address as bytes: its types are those of another module in Swift.
#ifdef __linux__
// Declared for _GNU_SOURCE alone (accept(2)), which Swift's modules do not define.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int cmhd_accept(int descriptor, void *peer, size_t room) {
    socklen_t size = (socklen_t)room;
    return accept4(descriptor, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
#else
#include <fcntl.h>
static inline int cmhd_accept(int descriptor, void *peer, size_t room) {
    socklen_t size = (socklen_t)room;
    int accepted = accept(descriptor, (struct sockaddr *)peer, &size);
    if (accepted >= 0) {
        int one = 1;
        fcntl(accepted, F_SETFL, O_NONBLOCK);
        fcntl(accepted, F_SETFD, FD_CLOEXEC);
        setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
    }
    return accepted;
}
#endif

// Takes a closed enum.
static inline struct MHD_Response *cmhd_response_copying(const void *body, size_t size) {
    return MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}

// Takes a closed enum as a structure member.
static inline struct MHD_OptionItem cmhd_option(int option, intptr_t value, void *pointer) {
    struct MHD_OptionItem item = {(enum MHD_OPTION)option, value, pointer};
    return item;
}

// Is variadic; the options end with cmhd_option_end.
static inline struct MHD_Daemon *cmhd_start(unsigned int flags, MHD_AccessHandlerCallback handler, void *context,
                                            const struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// Is variadic, and takes a closed enum.
static inline const union MHD_ConnectionInfo *cmhd_info(struct MHD_Connection *connection, int what) {
    return MHD_get_connection_info(connection, (enum MHD_ConnectionInfoType)what);
}

// Is variadic: lets a connection be silent for as long as it likes.
static inline int cmhd_never_time_out(struct MHD_Connection *connection) {
    return MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}

// Takes a closed enum; unlike the older function it gives sizes, so that no value is cut at a NUL.
static inline int cmhd_header_fields(struct MHD_Connection *connection, MHD_KeyValueIteratorN visit, void *context) {
    return MHD_get_connection_values_n(connection, MHD_HEADER_KIND, visit, context);
}

// Takes a closed enum as a set of bits: counts header fields and cookies.
static inline int cmhd_value_count(struct MHD_Connection *connection) {
    return MHD_get_connection_values_n(connection, (enum MHD_ValueKind)(MHD_HEADER_KIND | MHD_COOKIE_KIND), NULL, NULL);
}

// Who hears what a daemon complains about.
struct cmhd_logger {
    void (*hear)(void *context, const char *text);
    void *context;
};

// Takes a va_list, which Swift cannot receive from C.
static inline void cmhd_log(void *logger, const char *format, va_list arguments) {
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    ((struct cmhd_logger *)logger)->hear(((struct cmhd_logger *)logger)->context, text);
}

// Functions become option values only as pointers.
static inline void *cmhd_log_function(void) { return (void *)cmhd_log; }

#ifdef __linux__
// The C library's own module leaves sys/epoll.h out.
static inline int cmhd_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Takes a packed structure: has the set tell whenever the descriptor can be read, that is of bytes, the end or an error.
static inline int cmhd_epoll_add(int set, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = descriptor}};
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

// Takes a packed structure, or none.
static inline int cmhd_epoll_remove(int set, int descriptor) { return epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL); }

enum { cmhd_epoll_most = 64 };

// Fills packed structures: gives the descriptors that can be read, after so many milliseconds at most, without end for -1; none
// where a signal came.
static inline int cmhd_epoll_wait(int set, int descriptors[cmhd_epoll_most], int timeout) {
    struct epoll_event events[cmhd_epoll_most];
    int count = epoll_wait(set, events, cmhd_epoll_most, timeout);
    for (int index = 0; index < count; index++) descriptors[index] = events[index].data.fd;
    return count < 0 && errno == EINTR ? 0 : count;
}
#endif
