#pragma once
// The door to libcurl: only what Swift cannot call by itself. One shim per C argument type; the typed list of options
// lives in Swift.
#include <curl/curl.h>

// curl_easy_setopt is variadic; this is its form for CURLOPTTYPE_LONG and CURLOPTTYPE_VALUES.
static inline CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPTTYPE_OFF_T.
static inline CURLcode ccurl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPTTYPE_STRINGPOINT.
static inline CURLcode ccurl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPTTYPE_OBJECTPOINT and CURLOPTTYPE_CBPOINT.
static inline CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPTTYPE_SLISTPOINT.
static inline CURLcode ccurl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt is variadic; this is its form for the write and header functions.
static inline CURLcode ccurl_easy_set_write_function(CURL *easy, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPT_READFUNCTION.
static inline CURLcode ccurl_easy_set_read_function(CURL *easy, curl_read_callback value) {
    return curl_easy_setopt(easy, CURLOPT_READFUNCTION, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPT_SEEKFUNCTION.
static inline CURLcode ccurl_easy_set_seek_function(CURL *easy, curl_seek_callback value) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPT_SSL_CTX_FUNCTION.
static inline CURLcode ccurl_easy_set_ssl_ctx_function(CURL *easy, curl_ssl_ctx_callback value) {
    return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPT_PREREQFUNCTION.
static inline CURLcode ccurl_easy_set_prereq_function(CURL *easy, curl_prereq_callback value) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPT_XFERINFOFUNCTION.
static inline CURLcode ccurl_easy_set_progress_function(CURL *easy, curl_xferinfo_callback value) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPT_OPENSOCKETFUNCTION.
static inline CURLcode ccurl_easy_set_open_socket_function(CURL *easy, curl_opensocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

// curl_easy_setopt is variadic; this is its form for CURLOPT_CLOSESOCKETFUNCTION.
static inline CURLcode ccurl_easy_set_close_socket_function(CURL *easy, curl_closesocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

// curl_easy_getinfo is variadic; this is its form for CURLINFO_LONG.
static inline CURLcode ccurl_easy_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

// curl_easy_getinfo is variadic; this is its form for CURLINFO_OFF_T.
static inline CURLcode ccurl_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

// curl_easy_getinfo is variadic; this is its form for CURLINFO_PTR and CURLINFO_STRING.
static inline CURLcode ccurl_easy_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

// curl_multi_setopt is variadic; this is its form for CURLOPTTYPE_LONG.
static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// curl_share_setopt is variadic; this is its form for an int argument.
static inline CURLSHcode ccurl_share_set_int(CURLSH *share, CURLSHoption option, int value) {
    return curl_share_setopt(share, option, value);
}

// The result of a message is a member of a union whose tag says that it is one.
static inline CURLcode ccurl_message_result(const CURLMsg *message) {
    return message->data.result;
}

// CURL_GLOBAL_DEFAULT is a macro made of macros.
static inline CURLcode ccurl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// CURLVERSION_NOW is a macro.
static inline curl_version_info_data *ccurl_version(void) {
    return curl_version_info(CURLVERSION_NOW);
}

// The CURLAUTH_ bits are macros with a cast in them.
static inline long ccurl_auth_basic(void) { return (long)CURLAUTH_BASIC; }
static inline long ccurl_auth_digest(void) { return (long)CURLAUTH_DIGEST; }
static inline long ccurl_auth_negotiate(void) { return (long)CURLAUTH_NEGOTIATE; }
static inline long ccurl_auth_ntlm(void) { return (long)CURLAUTH_NTLM; }
static inline long ccurl_auth_bearer(void) { return (long)CURLAUTH_BEARER; }
