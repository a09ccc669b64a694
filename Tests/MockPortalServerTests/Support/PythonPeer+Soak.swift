extension PythonPeer {
    /// `port plainPort impatientPort count`: opens so many connections from eight threads, over TLS and HTTP; every second one is abused,
    /// the others must be answered. What ends inside a head over plain HTTP is noticed by its silence only: it goes to the impatient port. Prints how many were, or what went wrong with the first that was not.
    static let soak = """
        import threading
        port, plain, impatient, count = map(int, sys.argv[1:])
        good_context, lock, answered, wrong = context("1.3"), threading.Lock(), [0], []
        def request(path, more=""): return f"GET {path} HTTP/1.1\\r\\nHost: localhost\\r\\n{more}\\r\\n".encode()
        info = "/portal/sharing/rest/info?f=json"
        def good(secure):
            s = connect(port if secure else plain)
            if secure: s = good_context.wrap_socket(s)
            s.sendall(request(info, "Connection: close\\r\\n"))
            got = b""
            while some := s.recv(65536): got += some
            s.close()
            assert got.startswith(b"HTTP/1.1 200 ") and b"authInfo" in got, got[:200]
        def abuse(kind, secure, resets):
            s = None
            try:
                if secure and kind < 6:
                    steps = Steps(port, "1.2" if kind % 2 else "1.3"); s = steps.socket
                    if kind > 0:
                        hello = steps.flight()
                        s.sendall(hello[:len(hello) // 2] if kind < 3 else hello)
                    if kind > 4:
                        flight = steps.flight(); s.sendall(flight[:len(flight) // 2])
                else:
                    s = connect(port if secure else impatient if kind in (0, 1, 5, 6, 7) else plain)
                    if secure and kind < 11: s = good_context.wrap_socket(s)
                    if kind in (0, 6): s.sendall(b"GET /portal/sha")
                    elif kind in (1, 7): s.sendall(request(info)[:-2] + b"X-Half: he")
                    elif kind in (2, 8): s.sendall(request("/portal/stall"))
                    elif kind in (3, 9): s.sendall(request("/portal/reset"))
                    elif kind in (4, 10): s.sendall(b"POST /portal/sharing/rest/generateToken HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1000\\r\\n\\r\\nf=json")
                    elif kind == 5: [s.sendall(bytes([b])) for b in request(info)[:40]]
                    elif kind == 11: s.sendall(bytes(range(256)) * 40)
                    elif kind == 12: s.sendall(request(info))
                if resets: s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError: pass
            finally:
                if s: s.close()
        def work(first):
            for i in range(first, count, 8):
                secure, n = i // 8 % 2 == 0, i // 32
                try:
                    if i // 16 % 2: abuse(n % 13, secure, n % 2)
                    else:
                        good(secure)
                        with lock: answered[0] += 1
                except Exception as e: wrong.append(f"{i}: {e!r}")
        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for t in threads: t.start()
        for t in threads: t.join()
        print(wrong[0] if wrong else f"{answered[0]} answered")
        """
}
