#pragma once
// The door to libmicrohttpd: variadics and macros that Swift cannot call by itself.
#include <sys/types.h>
#include <sys/socket.h>
#include <microhttpd.h>

// The enum's members arrive in Swift with inconsistently trimmed names.
static inline struct MHD_Response *cmhd_response_copying(const void *body, size_t size) {
    return MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}
