import ChildProcess
import TestFolders
import Testing

#if os(Linux)
    /// What is said past libmicrohttpd where a call takes few bytes, as send(2) may; a library takes its place (ld.so(8), LD_PRELOAD).
    @Suite struct `Sends that take one byte` {
        private static let library = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <sys/socket.h>
            ssize_t send(int file, const void *bytes, size_t count, int flags) {
                ssize_t (*next)(int, const void *, size_t, int) = dlsym(RTLD_NEXT, "send");
                return next(file, bytes, count > 1 ? 1 : count, flags);
            }
            """

        /// A client that tries TLS at a port of plain HTTP would take a cut answer for a lost connection, and try again.
        @Test func `bring a refused request its whole answer`() async throws {
            let folder = try TemporaryFolder()
            let built = try await ChildProcess.run(
                "cc", ["-shared", "-fPIC", "-o", "\(folder.path)/short.so", "-x", "c", "-"], input: Self.library)
            try #require(built.status == 0, "\(built.output)")
            let program = try folder.write(
                "#!/bin/sh\nLD_PRELOAD=\(folder.path)/short.so exec \(Mockportal.path) \"$@\"\n", as: "short",
                mode: 0o700)
            try await Serving.run(["--scenario", "token", "--http-port", "0"], program: program) { serving in
                let place = serving.httpAuthority.split(separator: ":").joined(separator: "/")
                let client = try await ChildProcess.run(
                    "bash", ["-c", "exec 3<>/dev/tcp/\(place); printf 'GARBAGE\\r\\n\\r\\n' >&3; cat <&3"])
                #expect(client.output == "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            }
        }
    }
#endif
