#pragma once
// Starts OpenSSL as the program is loaded, so that exit(3) does not free it.
//
// OpenSSL frees its locks in a handler of exit(3) (OPENSSL_cleanup(3)). A thread that still works then, as a task that nothing waits
// for does, reads freed memory and crashes the program on its way out. There is nothing to call.
