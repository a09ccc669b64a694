#pragma once
// The door to libmicrohttpd: variadics and macros that Swift cannot call by itself.
#include <sys/types.h>
#include <sys/socket.h>
#include <microhttpd.h>
