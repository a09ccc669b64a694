#pragma once
// The door to GnuTLS, which is libmicrohttpd's TLS: macros that Swift cannot call by itself.
#include <errno.h>
#include <sys/socket.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <gnutls/abstract.h>

// A pull function reports why it got nothing; errno is a macro, and it must be read right after the call.
static inline ssize_t cgnutls_receive(gnutls_session_t session, int socket, void *buffer, size_t size) {
    ssize_t got = recv(socket, buffer, size, 0);
    if (got < 0) gnutls_transport_set_errno(session, errno);
    return got;
}

// gnutls_free is a global variable that holds a function.
static inline void cgnutls_free(void *data) { gnutls_free(data); }

// Is a macro constant with a cast.
static const unsigned int cgnutls_any_message = GNUTLS_HANDSHAKE_ANY;
