extension HostilePeer {
    /// How the server's handshakes go and end, and what it says about a connection; the first part of ``program``.
    static let handshakes = #"""
        connections = {}

        def shake(sock, context, listener):
            """Does the handshake; None where it has ended the connection."""
            if listener.get("mode") in ("reset", "end", "hold"):
                return stop(sock, context, listener["mode"], listener["name"])
            tls = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
            try:
                tls.do_handshake()
                return tls
            except OSError:
                drain(tls)

        def drain(tls):
            # Closing over unread bytes would reset the connection, and a reset can overtake the alert.
            raw = socket.socket(fileno=os.dup(tls.fileno()))
            try:
                raw.shutdown(socket.SHUT_WR)
                wait_for_end(raw)
            finally:
                raw.close()
                tls.close()

        def stop(sock, context, mode, name):
            """Answers a ClientHello, takes what the client answers to that, and says not a word more."""
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = context.wrap_bio(incoming, outgoing, server_side=True)
            while not outgoing.pending:
                data = sock.recv(65536)
                if not data:
                    return None
                incoming.write(data)
                try:
                    tls.do_handshake()
                except ssl.SSLWantReadError:
                    pass
            sock.sendall(outgoing.read())
            sock.recv(65536)
            event("/started/" + name).set()
            if mode == "reset":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif mode == "end":
                sock.shutdown(socket.SHUT_WR)
                wait_for_end(sock)
            else:
                wait_for_end(sock)

        def ask_later(tls):
            """Asks for a certificate after the handshake (RFC 8446 section 4.6.2); false where none comes."""
            tls.verify_client_post_handshake()
            tls.do_handshake()
            tls.settimeout(0)
            while tls.getpeercert(True) is None:
                select.select([tls], [], [], 10)
                try:
                    if not tls.recv(1):
                        return False
                except ssl.SSLWantReadError:
                    pass
                except OSError:
                    drain(tls)
                    return False
            tls.settimeout(None)
            return True

        def testify(tls, number, count, path):
            certificate = tls.getpeercert(True)
            fields = b"Connection: close\r\n" if path == "/bye" else b""
            answer(tls, json.dumps({
                "connection": number, "request": count, "isResumed": tls.session_reused,
                "identity": hashlib.sha256(certificate).hexdigest() if certificate else None,
            }).encode(), fields=fields)
            if path == "/bye":
                # A session whose connection ends without a close_notify is not resumed by OpenSSL.
                try:
                    tls.unwrap()
                except OSError:
                    pass
                drain(tls)
        """#
}
