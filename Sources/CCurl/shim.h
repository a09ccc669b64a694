#pragma once
// The door to libcurl: only what Swift cannot call by itself. One shim per C argument type; the typed list of options
// lives in Swift.
#include <curl/curl.h>
