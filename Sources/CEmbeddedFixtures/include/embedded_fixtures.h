#pragma once
// Fixtures/ and certs/ as bytes inside the product. The table is written by `make embed`.
#include <stddef.h>

typedef struct {
    const char *_Nonnull path;
    const unsigned char *_Nonnull bytes;
    size_t size;
} cembedded_file;

const cembedded_file *_Nonnull cembedded_files(void);
size_t cembedded_file_count(void);
