#include "start.h"
#include <openssl/crypto.h>

// Before anything else of OpenSSL is called, as its manual asks for this option (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT).
__attribute__((constructor)) static void start(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }
