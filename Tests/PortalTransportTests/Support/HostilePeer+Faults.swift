extension HostilePeer {
    /// How the server breaks off and holds still, and how it plays a proxy; a part of ``program``.
    static let faults = #"""
        meter = []
        proxied = []

        def take_slowly(sock, early):
            """Takes 6 MiB of a body at each word, five times, and then answers and ends."""
            for _ in range(5):
                taking.acquire(timeout=120)
                left, early = (6 << 20) - early, 0
                while left:
                    more = sock.recv(min(left, 65536))
                    if not more:
                        return False
                    left -= len(more)
                taken.release()
            answer(sock, b"taken", fields=b"Connection: close\r\n")
            return False

        def reset_on_close(sock):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        def break_handshake(sock, mode, name):
            """Takes the first bytes of a ClientHello and says nothing that is TLS."""
            sock.recv(16)
            event("/started/" + name).set()
            if mode == "hello-reset":
                reset_on_close(sock)
            elif mode == "hello-end":
                # A close over unread bytes would be a reset.
                sock.shutdown(socket.SHUT_WR)
                wait_for_end(sock)
            elif mode == "hello-junk":
                sock.sendall(b"\x00\x01\x02 neither TLS nor HTTP \xff\xfe" * 20)
                wait_for_end(sock)
            elif mode == "hello-alert":
                sock.sendall(b"\x15\x03\x03\x00\x02\x02\x28")
                wait_for_end(sock)
            elif mode == "hello-half":
                # A record header of a handshake that never goes on.
                sock.sendall(b"\x16\x03\x03\x00\x7a\x02")
                sock.shutdown(socket.SHUT_WR)
                wait_for_end(sock)
            elif mode == "hello-silent":
                wait_for_end(sock)

        def break_off(sock, path):
            """Ends an answer early; false where the path asks for nothing of that kind."""
            head = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n"
            pieces = {
                "/reset-line": (b"HTTP/1.1", True), "/close-line": (b"HTTP/1.1", False),
                "/reset-head": (head, True), "/close-head": (head, False),
                "/reset-body": (head + b"\r\nonly this", True), "/close-body": (head + b"\r\nonly this", False),
                "/reset-endless": (b"HTTP/1.1 200 OK\r\n\r\nno length", True),
                "/reset-chunk": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nonly this", True),
            }
            if path not in pieces:
                return False
            bytes, resets = pieces[path]
            sock.sendall(bytes)
            # A reset discards what the client has not read: it says when it has.
            event("/settled" + path).set()
            event("/go" + path).wait(120)
            if resets:
                reset_on_close(sock)
            return True

        def hold(sock, path):
            """Falls silent until the client leaves; false where the path asks for nothing of that kind."""
            ok = b"HTTP/1.1 200 OK\r\n"
            answers = {
                "/stall": b"", "/stall-upload": b"", "/stall-body": ok + b"Content-Length: 100\r\n\r\nx",
                "/stall-gzip": ok + b"Content-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\x1f\x8b\x08\x00\x00\x00",
                "/metered": ok + b"Content-Length: 1000000\r\n\r\n",
            }
            if path not in answers:
                return False
            sock.sendall(answers[path])
            meter.append(sock)
            event("/settled" + path).set()
            if path == "/stall-upload":
                # Not a byte of the body is taken before the end is asked for.
                event("/asked/closed" + path).wait(120)
            wait_for_end(sock)
            return True

        def coded(sock, coding):
            import zlib
            plain = b"a body in the coding that was asked for"
            raw = zlib.compressobj(wbits=-15)
            body = {"gzip": gzip.compress(plain), "deflate": zlib.compress(plain),
                    "raw-deflate": raw.compress(plain) + raw.flush()}.get(coding, plain)
            answer(sock, body, fields=b"Content-Encoding: " + coding.replace("raw-", "").encode() + b"\r\n")

        def relay(sock, request, target):
            """Plays a proxy; the host says what for one."""
            with lock:
                proxied.append(request.decode("latin-1"))
            host = target.replace("http://", "").split("/")[0]
            if host.startswith("demanding"):
                answer(sock, b"no", head=b"407 Proxy Authentication Required",
                       fields=b'Proxy-Authenticate: Basic realm="proxy"\r\n')
                return True
            if host.startswith("broken"):
                answer(sock, b"no", head=b"502 Bad Gateway")
                return True
            if host.startswith("silent"):
                event("/started/" + host).set()
                wait_for_end(sock)
                event("/closed/" + host).set()
                return False
            if host.startswith("endless"):
                size = b"Transfer-Encoding: chunked" if host.startswith("endless-chunks") else b"Content-Length: 99999999999"
                sock.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"proxy\"\r\n" + size + b"\r\n\r\n")
                while True:
                    sock.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n" if b"chunked" in size else b"x" * 65536)
            if not request.startswith(b"CONNECT "):
                answer(sock, request)
                return True
            name, port = host.rsplit(":", 1)
            other = socket.create_connection(("127.0.0.1", int(port)))
            sock.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            pair = {sock: other, other: sock}
            while True:
                for ready in select.select(list(pair), [], [], 120)[0]:
                    more = ready.recv(65536)
                    if not more:
                        other.close()
                        return False
                    pair[ready].sendall(more)
        """#
}
