// Written by `make embed` from the files of Fixtures/ and certs/; do not edit.
#include "embedded_fixtures.h"

static const unsigned char file_0[] = {
#embed "../../Fixtures/presets/anonymous.json" suffix(, 0)
};

static const cembedded_file files[] = {
    {"Fixtures/presets/anonymous.json", file_0, sizeof file_0 - 1},
    {"", (const unsigned char *)"", 0},
};

const cembedded_file *cembedded_files(void) { return files; }
size_t cembedded_file_count(void) { return sizeof files / sizeof files[0] - 1; }
