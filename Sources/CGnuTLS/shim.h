#pragma once
// The door to GnuTLS, which is libmicrohttpd's TLS: macros that Swift cannot call by itself.
#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <gnutls/abstract.h>

// errno is a macro, and it must be read right after the call: gives its negative where nothing came. The socket never blocks.
static inline ssize_t cgnutls_receive(int socket, void *buffer, size_t size) {
    ssize_t got = recv(socket, buffer, size, 0);
    return got < 0 ? -errno : got;
}

// A pull or push function reports an error, given as its negative.
static inline ssize_t cgnutls_fail(gnutls_session_t session, ssize_t error) {
    gnutls_transport_set_errno(session, (int)-error);
    return -1;
}

// errno's values are macros, and two of them may be the same number.
static inline int cgnutls_is_temporary(ssize_t error) {
    return error == -EAGAIN || error == -EWOULDBLOCK || error == -EINTR;
}
static const ssize_t cgnutls_try_again = -EAGAIN;
static const ssize_t cgnutls_lost = -ECONNRESET;
static const ssize_t cgnutls_too_long = -EMSGSIZE;

// gnutls_free is a global variable that holds a function.
static inline void cgnutls_free(void *data) { gnutls_free(data); }

// Is a macro constant with a cast.
static const unsigned int cgnutls_any_message = GNUTLS_HANDSHAKE_ANY;

// Sends a held part and the next one in one segment; gives errno's negative where nothing went.
static inline ssize_t cgnutls_send(int socket, const void *held, size_t heldSize, const void *next, size_t nextSize) {
    struct iovec parts[2] = {{(void *)held, heldSize}, {(void *)next, nextSize}};
    struct msghdr message = {.msg_iov = heldSize > 0 ? parts : parts + 1, .msg_iovlen = heldSize > 0 ? 2 : 1};
#ifdef MSG_NOSIGNAL
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
#else
    ssize_t sent = sendmsg(socket, &message, 0);
#endif
    return sent < 0 ? -errno : sent;
}

// Takes typed data that points at a string constant; the client's chain must be good for signing in to a server.
static inline int cgnutls_verify_client(gnutls_session_t session, unsigned int *status) {
    gnutls_typed_vdata_st purpose = {.type = GNUTLS_DT_KEY_PURPOSE_OID, .data = (unsigned char *)GNUTLS_KP_TLS_WWW_CLIENT};
    return gnutls_certificate_verify_peers(session, &purpose, 1, status);
}

// Bits of an enum, as the verification's status holds them.
static const unsigned int cgnutls_unknown_signer = GNUTLS_CERT_SIGNER_NOT_FOUND | GNUTLS_CERT_SIGNER_NOT_CA;
static const unsigned int cgnutls_expired = GNUTLS_CERT_EXPIRED;
static const unsigned int cgnutls_not_activated = GNUTLS_CERT_NOT_ACTIVATED;
static const unsigned int cgnutls_purpose_mismatch = GNUTLS_CERT_PURPOSE_MISMATCH;

// Is a macro constant that Swift would hand over as a temporary string.
static inline int cgnutls_common_name(gnutls_x509_crt_t certificate, void *buffer, size_t *size) {
    return gnutls_x509_crt_get_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, buffer, size);
}
