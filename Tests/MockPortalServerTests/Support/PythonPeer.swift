import ChildProcess

/// Python programs that do with TLS what no command-line client does.
enum PythonPeer {
    /// Runs a program of this file with arguments and gives what it printed.
    static func run(_ program: String, _ arguments: [String]) async throws -> String {
        try await Child.run("python3", ["-c", common + program] + arguments).output
    }

    /// Starts a program and reads its first line; it ends when its input does.
    static func start(_ program: String, _ arguments: [String]) async throws -> Running {
        try await Running(["-c", common + program] + arguments)
    }

    /// A program that runs until its owner lets go of it.
    final class Running {
        let firstLine: String
        private let process: ChildProcess

        init(_ arguments: [String]) async throws {
            process = try ChildProcess("python3", arguments)
            firstLine = try await process.readLine()
        }

        /// Waits until the program has ended.
        func finish() async {
            process.closeInput()
            _ = await process.wait()
        }
    }

    /// The command line of a program.
    static func commandLine(_ program: String, _ arguments: [String]) -> [String] {
        ["-c", common + program] + arguments
    }

    private static let common = """
        import socket, ssl, struct, sys
        def connect(port):
            s = socket.create_connection(("127.0.0.1", int(port)), 600)
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return s
        def context(version, pem=None):
            c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            c.check_hostname, c.verify_mode = False, ssl.CERT_NONE
            v = ssl.TLSVersion.TLSv1_2 if version == "1.2" else ssl.TLSVersion.TLSv1_3
            c.minimum_version = c.maximum_version = v
            if pem: c.load_cert_chain(pem)
            return c
        class Steps:
            \"\"\"A handshake whose flights are sent by hand.\"\"\"
            def __init__(self, port, version, pem=None):
                self.socket, self.received, self.sent = connect(port), ssl.MemoryBIO(), ssl.MemoryBIO()
                self.tls = context(version, pem).wrap_bio(self.received, self.sent)
            def flight(self):
                \"\"\"The bytes that the client wants to send next, having read all that it needs for them.\"\"\"
                while True:
                    try: self.tls.do_handshake(); return self.sent.read()
                    except ssl.SSLWantReadError: pass
                    if self.sent.pending: return self.sent.read()
                    more = self.socket.recv(65536)
                    if not more: return b""
                    self.received.write(more)

        """

    /// `url authority version count`: how many refusals named the missing certificate.
    static let requests = """
        import requests
        from requests.adapters import HTTPAdapter
        url, ca, version, count = sys.argv[1:]
        words = "CERTIFICATE_REQUIRED" if version == "1.3" else "HANDSHAKE_FAILURE"
        class Adapter(HTTPAdapter):
            def init_poolmanager(self, *a, **k):
                c = ssl.create_default_context(cafile=ca)
                v = ssl.TLSVersion.TLSv1_2 if version == "1.2" else ssl.TLSVersion.TLSv1_3
                c.minimum_version = c.maximum_version = v
                super().init_poolmanager(*a, ssl_context=c, **k)
        named = 0
        for _ in range(int(count)):
            session = requests.Session(); session.trust_env = False; session.mount("https://", Adapter())
            try: session.get(url, timeout=600)
            except requests.exceptions.RequestException as e: named += words in str(e)
        print(named)
        """

    /// `port version`: sends on after the server has said its last word, and only then reads it; the version `plain` is HTTP.
    ///
    /// A client that was reset meanwhile cannot send any more, and most give up there.
    static let sendOn = """
        import select
        port, version = sys.argv[1:]
        if version == "plain":
            s = connect(port)
            s.sendall(b"POST /portal/sharing/rest/generateToken HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 50000000\\r\\n\\r\\n")
        else:
            steps = Steps(port, version); s = steps.socket
            s.sendall(steps.flight()); s.sendall(steps.flight())
        ended = select.poll(); ended.register(s, select.POLLRDHUP); ended.poll(10000)
        try:
            for _ in range(20): s.send(bytes(1000))
            last = s.recv(65536)
            if version == "plain": print(last[9:12].decode())
            else:
                steps.received.write(last)
                steps.tls.read(1) if version == "1.3" else steps.tls.do_handshake()
        except ssl.SSLError as e: print(e.reason)
        except OSError as e: print("lost:", e)
        """

    /// `port version pem`: sends half of the flight with the certificate and nothing more.
    static let stall = """
        steps = Steps(*sys.argv[1:])
        steps.socket.sendall(steps.flight())
        flight = steps.flight()
        steps.socket.sendall(flight[:len(flight) // 2])
        print("stalled", flush=True)
        sys.stdin.read()
        """

    /// `port request`: sends a request over TLS, or the first flight of a handshake where it is empty, and nothing more.
    static let speakOnce = """
        port, request = sys.argv[1:]
        steps = Steps(port, "1.3")
        steps.socket.sendall(steps.flight())
        if request:
            steps.socket.sendall(steps.flight())
            steps.tls.write(request.encode())
            steps.socket.sendall(steps.sent.read())
        print("sent", flush=True)
        sys.stdin.read()
        """

    /// `port pem count`: breaks off handshakes at every stage, with a reset and without.
    static let abort = """
        port, pem, count = sys.argv[1:]
        for i in range(int(count)):
            steps, stage = Steps(port, "1.2" if i % 2 else "1.3", pem), i // 2 % 5
            if stage > 0:
                hello = steps.flight()
                steps.socket.sendall(hello[:len(hello) // 2] if stage == 1 else hello)
            if stage > 2:
                flight = steps.flight()
                steps.socket.sendall(flight[:len(flight) // 2] if stage == 3 else flight)
            if i % 3: steps.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            steps.socket.close()
        print("done")
        """

    /// `port version certificate key`: shows a certificate with another one's key, and prints the alert.
    static let foreignKey = """
        import ctypes
        port, version, certificate, key = sys.argv[1:]
        tls = ctypes.CDLL("libgnutls.so.30")
        credentials, session = ctypes.c_void_p(), ctypes.c_void_p()
        tls.gnutls_certificate_allocate_credentials(ctypes.byref(credentials))
        tls.gnutls_certificate_set_flags(credentials, 1) # GNUTLS_CERTIFICATE_SKIP_KEY_CERT_MATCH
        assert tls.gnutls_certificate_set_x509_key_file(credentials, certificate.encode(), key.encode(), 1) == 0
        tls.gnutls_init(ctypes.byref(session), 2)
        tls.gnutls_priority_set_direct(session, ("NORMAL:-VERS-ALL:+VERS-TLS" + version).encode(), None)
        tls.gnutls_credentials_set(session, 1, credentials)
        s = connect(port); s.settimeout(None)
        tls.gnutls_transport_set_int2(session, s.fileno(), s.fileno())
        result = tls.gnutls_handshake(session)
        if result == 0: result = tls.gnutls_record_recv(session, ctypes.create_string_buffer(9), ctypes.c_size_t(9))
        print(tls.gnutls_alert_get(session) if result < 0 else "in")
        """
}
