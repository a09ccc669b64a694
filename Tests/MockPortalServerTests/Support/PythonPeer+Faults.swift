extension PythonPeer {
    /// `port scheme path`: sends a request, prints `sent`, reads until the end and prints how it ended (`eof`, `reset`, or `cut` for
    /// TLS without a close_notify), whether the head was whole, and how many bytes of a body came.
    ///
    /// It reads the socket itself: Python's TLS sockets call a reset an end.
    static let fetch = """
        port, scheme, path = sys.argv[1:]
        request = f"GET {path} HTTP/1.1\\r\\nHost: localhost:{port}\\r\\n\\r\\n".encode()
        steps = None
        if scheme == "https":
            steps = Steps(port, "1.3"); s = steps.socket
            s.sendall(steps.flight()); s.sendall(steps.flight())
            steps.tls.write(request); request = steps.sent.read()
        else: s = connect(port)
        s.sendall(request)
        print("sent", flush=True)
        got, end = bytearray(), None
        def take(raw):
            global got
            if not steps: got += raw; return None if raw else "eof"
            steps.received.write(raw) if raw else steps.received.write_eof()
            try:
                while some := steps.tls.read(65536): got += some
                return "eof" if not raw or not s.recv(1) else "more"
            except ssl.SSLWantReadError: return None
            except ssl.SSLEOFError: return "cut"
        while not end:
            try: end = take(s.recv(65536))
            except ConnectionResetError: end = "reset"
        head, whole, body = got.partition(b"\\r\\n\\r\\n")
        print(end, "whole" if whole else len(head), len(body), flush=True)
        """

    /// `port scheme path count`: reads so many bytes and leaves.
    static let drink = """
        port, scheme, path, count = sys.argv[1:]
        s = connect(port)
        if scheme == "https": s = context("1.3").wrap_socket(s)
        s.sendall(f"GET {path} HTTP/1.1\\r\\nHost: localhost:{port}\\r\\n\\r\\n".encode())
        left = int(count)
        while left > 0:
            some = s.recv(1 << 20)
            if not some: break
            left -= len(some)
        print("enough" if left <= 0 else f"{left} missing")
        """

    /// `port path`: fetches over TLS 1.2 and prints how many records with data came, and how many bytes were in them.
    static let countRecords = """
        port, path = sys.argv[1:]
        steps = Steps(port, "1.2")
        steps.socket.sendall(steps.flight()); steps.socket.sendall(steps.flight()); steps.flight()
        steps.tls.write(f"GET {path} HTTP/1.1\\r\\nHost: localhost:{port}\\r\\n\\r\\n".encode())
        steps.socket.sendall(steps.sent.read())
        raw = b""
        while some := steps.socket.recv(65536): raw += some
        records, rest = 0, raw
        while rest:
            records += rest[0] == 23
            rest = rest[5 + int.from_bytes(rest[3:5], "big"):]
        steps.received.write(raw); steps.received.write_eof()
        plain = b""
        try:
            while some := steps.tls.read(65536): plain += some
        except ssl.SSLError: pass
        print(records, len(plain))
        """
}
