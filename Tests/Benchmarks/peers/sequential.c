// The bare libcurl loop: sequential <url> <CA file or -> <requests> [<user:password> | <certificate> <key>] prints requests per second
// over one connection, as long as the server keeps it; with a password it answers Digest, with a certificate it shows that.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

int main(int argc, char **argv) {
    if (argc < 4 || argc > 6) return 64;
    long requests = atol(argv[3]);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    struct body body = {0};
    CURL *curl = prepared(argv[1], argv[2], &body);
    if (argc == 5) {
        curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_DIGEST);
        curl_easy_setopt(curl, CURLOPT_USERPWD, argv[4]);
    }
    if (argc == 6) {
        curl_easy_setopt(curl, CURLOPT_SSLCERT, argv[4]);
        curl_easy_setopt(curl, CURLOPT_SSLKEY, argv[5]);
        // Every connection is a new one, and so is its TLS session.
        curl_easy_setopt(curl, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    }
    double start = 0;
    for (long i = -20; i < requests; i++) {
        if (i == 0) start = now();
        body.size = 0;
        CURLcode code = curl_easy_perform(curl);
        long status = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        if (code || status != 200 || !body.size) {
            fprintf(stderr, "sequential: %s, status %ld\n", curl_easy_strerror(code), status);
            return 1;
        }
    }
    printf("%f\n", requests / (now() - start));
    curl_easy_cleanup(curl);
    return 0;
}
