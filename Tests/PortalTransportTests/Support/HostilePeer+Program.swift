extension HostilePeer {
    /// The whole server.
    static let program = handshakes + "\n" + faults + "\n" + serving

    /// All but the handshakes and faults. It waits on sockets and events only, so a test ends as soon as the client has done its part.
    static let serving = #"""
        import gzip, hashlib, json, os, select, socket, ssl, struct, sys, threading

        closed = {}
        served = []
        taking = threading.Semaphore(0)
        taken = threading.Semaphore(0)
        lock = threading.Lock()

        def event(name):
            with lock:
                return closed.setdefault(name, threading.Event())

        def wait_for_end(sock, seconds=120):
            # Until the client closes; what it still sends is of no interest.
            while True:
                if not select.select([sock], [], [], seconds)[0]:
                    return
                try:
                    if not sock.recv(65536):
                        return
                except OSError:
                    return

        def read_request(sock):
            data = b""
            while b"\r\n\r\n" not in data:
                more = sock.recv(65536)
                if not more:
                    return None
                data += more
                if data[:1] == b"\x16":
                    # A TLS record is no HTTP to a plain server.
                    sock.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                    return None
            head, _, body = data.partition(b"\r\n\r\n")
            length = 0
            for line in head.split(b"\r\n")[1:]:
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            while len(body) < length and b"-upload " not in head:
                more = sock.recv(65536)
                if not more:
                    return None
                body += more
            return head + b"\r\n\r\n" + body

        def answer(sock, body, head=b"200 OK", fields=b""):
            sock.sendall(b"HTTP/1.1 " + head + b"\r\nContent-Length: %d\r\n" % len(body) + fields + b"\r\n" + body)

        def misbehave(sock, path, request, count):
            """Answers one request; false ends the connection."""
            ok = b"HTTP/1.1 200 OK\r\n"
            if path == "/echo":
                answer(sock, request)
                return True
            if path.startswith(("/closed/", "/started/", "/settled/")):
                event("/asked" + path).set()
                answer(sock, b"yes" if event(path).wait(120) else b"no")
                return True
            if path.startswith("/go/"):
                event(path).set()
                answer(sock, b"yes")
                return True
            if path == "/byte":
                event("/settled/metered").wait(120)
                meter[0].sendall(b"x")
                answer(sock, b"yes")
                return True
            if path == "/take":
                taking.release()
                answer(sock, b"yes" if taken.acquire(timeout=120) else b"no")
                return True
            if path == "/proxied":
                answer(sock, json.dumps(proxied).encode())
                return True
            if path.startswith("/coded/"):
                coded(sock, path[len("/coded/"):])
                return True
            if path.startswith("http://") or request.startswith(b"CONNECT "):
                return relay(sock, request, path)
            event("/started" + path).set()
            if path == "/slow-upload":
                return take_slowly(sock, len(request.partition(b"\r\n\r\n")[2]))
            if hold(sock, path) or break_off(sock, path):
                return False
            if path == "/once-reset":
                if count > 1:
                    reset_on_close(sock)
                    return False
                answer(sock, b"%d" % count)
                return True
            if path == "/never-again":
                # Answered once in all; whatever comes later, on whatever connection, is cut off.
                with lock:
                    served.append(path)
                    if len(served) > 1:
                        return False
                answer(sock, b"1")
                return True
            if path == "/end-then-reset":
                # Answered, then an end on the same connection, then a reset on the next one.
                with lock:
                    served.append(path)
                    if len(served) == 3:
                        reset_on_close(sock)
                    if len(served) > 1:
                        return False
                answer(sock, b"1")
                return True
            if path == "/served":
                answer(sock, b"%d" % len(served))
                return True
            if path == "/once":
                # The first request of a connection is answered, the next one ends it.
                if count > 1:
                    return False
                answer(sock, b"%d" % count)
                return True
            if path == "/held":
                event("released").wait(120)
                answer(sock, b"held")
                return True
            if path == "/release":
                event("released").set()
                answer(sock, b"")
                return True
            if path == "/idle":
                answer(sock, b"")
                return True
            if path == "/interim":
                sock.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
                answer(sock, b"final", fields=b"X-Final: yes\r\n")
                return True
            if path == "/no-proxy":
                answer(sock, request, head=b"407 Proxy Authentication Required",
                       fields=b'Proxy-Authenticate: Basic realm="proxy"\r\n')
                return True
            if path == "/odd-fields":
                answer(sock, b"x", fields=b"Empty:\r\nFolded: a\r\n  b\r\nx-Case: \t v \t\r\nLatin: \xe9\r\nEmpty: again\r\n")
                return True
            if path == "/trailer":
                sock.sendall(ok + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-Late: yes\r\n\r\n")
                return True
            if path == "/no-length":
                sock.sendall(ok + b"\r\nuntil the end")
                return False
            if path == "/endless":
                sock.sendall(ok + b"Transfer-Encoding: chunked\r\n\r\n")
                while True:
                    sock.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
            if path == "/announced":
                sock.sendall(ok + b"Content-Length: 1000000000000\r\n\r\n")
                wait_for_end(sock)
            if path == "/bomb":
                answer(sock, gzip.compress(bytes(8 << 20)), fields=b"Content-Encoding: gzip\r\n")
                return True
            if path == "/bad-gzip":
                answer(sock, b"this is no gzip", fields=b"Content-Encoding: gzip\r\n")
                return True
            if path == "/two-gzip":
                answer(sock, gzip.compress(b"one") + gzip.compress(b"two"), fields=b"Content-Encoding: gzip\r\n")
                return True
            if path == "/truncated":
                sock.sendall(ok + b"Content-Length: 100\r\n\r\nonly this")
            if path == "/truncated-chunk":
                sock.sendall(ok + b"Transfer-Encoding: chunked\r\n\r\n64\r\nonly this")
            if path == "/reset":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if path == "/garbage":
                sock.sendall(b"\x00\xff\xfe this is no HTTP\r\n\r\n")
            if path == "/bad-status":
                sock.sendall(b"HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n")
            if path == "/bad-field":
                sock.sendall(ok + b"a line without a name\r\n\r\n")
            if path == "/two-lengths":
                sock.sendall(ok + b"Content-Length: 2\r\nContent-Length: 4\r\n\r\nbody")
            if path == "/many-fields":
                sock.sendall(ok)
                while True:
                    sock.sendall(b"X-Field: " + b"x" * 1000 + b"\r\n")
            if path == "/endless-interim":
                while True:
                    sock.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            if path == "/long-line":
                sock.sendall(ok + b"X-Field: ")
                while True:
                    sock.sendall(b"x" * 65536)
            if path == "/drip":
                sock.sendall(ok + b"Content-Length: 1000000\r\n\r\n")
                while not select.select([sock], [], [], 0.05)[0]:
                    sock.sendall(b"x")
            return False

        def serve(sock, context, listener):
            paths = ["/" + listener["name"]]
            try:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with lock:
                    number = connections[listener["name"]] = connections.get(listener["name"], 0) + 1
                if listener.get("mode", "").startswith("hello-"):
                    return break_handshake(sock, listener["mode"], listener["name"])
                if context:
                    sock = shake(sock, context, listener) or sock
                    if not isinstance(sock, ssl.SSLSocket):
                        return
                count = 0
                while True:
                    request = read_request(sock)
                    if request is None:
                        return
                    count += 1
                    path = request.split(b" ", 2)[1].split(b"?")[0].decode()
                    paths.append(path)
                    if path == "/later" and not ask_later(sock):
                        return
                    if path in ("/who", "/later", "/bye"):
                        testify(sock, number, count, path)
                    elif path.startswith("/connections/"):
                        answer(sock, b"%d" % connections.get(path[len("/connections/"):], 0))
                    elif not misbehave(sock, path, request, count):
                        return
            except (OSError, ValueError):
                pass
            finally:
                sock.close()
                for path in paths:
                    event("/closed" + path).set()

        def listen(listener):
            context = None
            if listener.get("certificate"):
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(listener["certificate"], listener["key"])
                if listener.get("version"):
                    version = {"1.0": ssl.TLSVersion.TLSv1, "1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}
                    if listener["version"] == "1.0":
                        context.set_ciphers("ALL:@SECLEVEL=0")
                    context.minimum_version = version[listener["version"]]
                    context.maximum_version = version[listener["version"]]
                if listener.get("clientAuthorities"):
                    mode = listener.get("mode")
                    context.verify_mode = ssl.CERT_OPTIONAL if mode == "optional" else ssl.CERT_REQUIRED
                    context.post_handshake_auth = mode == "later"
                    context.load_verify_locations(listener["clientAuthorities"])
            server = socket.create_server(("127.0.0.1", 0), backlog=128)
            def accept():
                while True:
                    sock, _ = server.accept()
                    threading.Thread(target=serve, args=(sock, context, listener), daemon=True).start()
            threading.Thread(target=accept, daemon=True).start()
            return server.getsockname()[1]

        import warnings
        warnings.simplefilter("ignore")
        print(json.dumps({each["name"]: listen(each) for each in json.loads(sys.argv[1])}), flush=True)
        # Ends with its parent, also where that dies without a word.
        sys.stdin.read()
        """#
}
