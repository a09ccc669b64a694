#pragma once
// The door to OpenSSL: macros and variadics that Swift cannot call by itself.
#include <openssl/ssl.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <openssl/x509_vfy.h>
#include <openssl/pem.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/kdf.h>

// SSL_CTX_get_ex_new_index is a macro.
static inline int copenssl_new_context_slot(CRYPTO_EX_free *release) {
    return SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, release);
}

// SSL_CTX_add1_chain_cert is a macro.
static inline int copenssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

// BIO_get_mem_data is a macro.
static inline long copenssl_memory(BIO *bio, char **start) { return BIO_get_mem_data(bio, start); }

// XN_FLAG_RFC2253 and the flag that escapes UTF-8 are macros made of casts.
static inline int copenssl_print_name(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

// X509_STORE_CTX_get_ex_new_index is a macro.
static inline int copenssl_new_verification_slot(void) {
    return X509_STORE_CTX_get_ex_new_index(0, NULL, NULL, NULL, NULL);
}
