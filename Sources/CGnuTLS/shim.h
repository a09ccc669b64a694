#pragma once
// The door to GnuTLS, which is libmicrohttpd's TLS: macros that Swift cannot call by itself.
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <gnutls/abstract.h>
