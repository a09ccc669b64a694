extension PythonPeer {
    /// `port version story`: does after a whole handshake what the story says, record by record, and prints how many bytes of
    /// application data it sent in records that can be read.
    static let records = """
        import ctypes
        port, version, story = sys.argv[1:]
        gnutls = ctypes.CDLL("libgnutls.so.30")
        sends = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
        credentials, session = ctypes.c_void_p(), ctypes.c_void_p()
        gnutls.gnutls_certificate_allocate_credentials(ctypes.byref(credentials))
        gnutls.gnutls_init(ctypes.byref(session), 2)
        gnutls.gnutls_priority_set_direct(session, ("NORMAL:-VERS-ALL:+VERS-TLS" + version).encode(), None)
        gnutls.gnutls_credentials_set(session, 1, credentials)
        s, kept, held, sent = connect(port), bytearray(), False, 0
        def push(_, data, size):
            if held: kept.extend(ctypes.string_at(data, size))
            else: s.sendall(ctypes.string_at(data, size))
            return size
        def pull(_, buffer, size):
            got = s.recv(size); ctypes.memmove(buffer, got, len(got)); return len(got)
        calls = sends(push), sends(pull)
        gnutls.gnutls_transport_set_push_function(session, calls[0])
        gnutls.gnutls_transport_set_pull_function(session, calls[1])
        assert gnutls.gnutls_handshake(session) == 0
        held = True
        def data(text):
            global sent
            assert gnutls.gnutls_record_send(session, text, ctypes.c_size_t(len(text))) == len(text)
            sent += len(text)
        def alert(level, number): assert gnutls.gnutls_alert_send(session, level, number) == 0
        def keys(both): assert gnutls.gnutls_session_key_update(session, both) == 0
        # GnuTLS sends none that is empty.
        def empty(padding):
            global sent
            sent += padding  # the server cannot tell it from data
            class Datum(ctypes.Structure): _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_uint)]
            mac, iv, key, number, cipher = Datum(), Datum(), Datum(), (ctypes.c_ubyte * 8)(), ctypes.c_void_p()
            refs = [ctypes.byref(x) for x in (mac, iv, key)]
            assert gnutls.gnutls_record_get_state(session, 0, *refs, number) == 0
            nonce = bytes(a ^ b for a, b in zip(ctypes.string_at(iv.data, 12), bytes(4) + bytes(number)))
            inner = bytes([23]) + bytes(padding)
            header, room = bytes([23, 3, 3, 0, len(inner) + 16]), ctypes.c_size_t(len(inner) + 16)
            sealed = ctypes.create_string_buffer(room.value)
            kind = gnutls.gnutls_cipher_get(session)
            assert gnutls.gnutls_aead_cipher_init(ctypes.byref(cipher), kind, ctypes.byref(key)) == 0
            lengths = [ctypes.c_size_t(n) for n in (12, 5, 16, len(inner))]
            assert gnutls.gnutls_aead_cipher_encrypt(
                cipher, nonce, lengths[0], header, lengths[1], lengths[2], inner, lengths[3], sealed, ctypes.byref(room)) == 0
            kept.extend(header + sealed.raw)
            gnutls.gnutls_aead_cipher_deinit(cipher)
            following = (int.from_bytes(number, "big") + 1).to_bytes(8, "big")
            assert gnutls.gnutls_record_set_state(session, 0, following) == 0
        def raw(text): kept.extend(text)
        def flush(): s.sendall(bytes(kept)); kept.clear()
        def read():
            try:
                while s.recv(65536): pass
            except ConnectionResetError: pass
        GET = b"GET /portal/sharing/rest/info?f=json HTTP/1.1\\r\\nHost: localhost\\r\\n"
        POST = GET.replace(b"GET", b"POST") + b"Connection: close\\r\\nContent-Length: "
        CLOSING = GET + b"Connection: close\\r\\n\\r\\n"
        CUT = bytes([23, 3, 3, 0x04, 0]) + bytes(200)
        UNREADABLE = bytes([23, 3, 3, 0, 32]) + bytes(32)
        reads, ends = True, False
        if story == "two bytes of body": data(POST + b"2\\r\\n\\r\\n"); flush(); data(b"{}")
        elif story == "one byte at a time":
            for byte in POST + b"2\\r\\n\\r\\n{}": data(bytes([byte]))
        elif story == "two bytes, then a reset":
            data(b"GE"); reads = False
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif story == "an end": alert(1, 0)
        elif story == "a request and an end": data(GET + b"\\r\\n"); alert(1, 0)
        elif story == "an error": alert(2, 48)
        elif story == "a request and an error": data(GET + b"\\r\\n"); alert(2, 48)
        elif story == "cancelled, then a request": alert(1, 90); data(GET + b"\\r\\n"); sent = 0
        elif story == "no renegotiation, then a request": alert(1, 100); data(GET + b"\\r\\n"); sent = 0
        elif story == "cancelled, then an end": alert(1, 90); alert(1, 0)
        elif story == "half a head, then cancelled": data(GET); alert(1, 90); data(b"\\r\\n" * 4); sent -= 8
        elif story == "unreadable": raw(UNREADABLE)
        elif story == "an absurd length": raw(bytes([23, 3, 3, 0xFF, 0xFF]) + bytes(200))
        elif story == "half a line, then unreadable": data(b"GET /portal"); raw(UNREADABLE)
        elif story == "half a head, then unreadable": data(GET); raw(UNREADABLE)
        elif story == "half a body, then unreadable": data(POST + b"9\\r\\n\\r\\nf=js"); raw(UNREADABLE)
        elif story == "a record without its end": raw(CUT); ends = True
        elif story == "half a head, then a record without its end": data(GET); raw(CUT); ends = True
        elif story == "a record's header without its end": raw(CUT[:3]); ends = True
        elif story == "an empty record, then a request": empty(0); data(CLOSING)
        elif story == "padding alone, then a request": empty(99); data(CLOSING)
        elif story == "new keys, then a request": keys(0); data(CLOSING)
        elif story == "new keys for both, then a request": keys(1); data(CLOSING)
        elif story == "half a head, new keys, then the rest": data(CLOSING[:20]); keys(0); data(CLOSING[20:])
        elif story == "too many new keys":
            for _ in range(50): keys(0)
        # The end comes in one segment with what is before it.
        if ends: s.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
        flush()
        # Only the end: a close with something unread would be a reset.
        if ends: s.shutdown(socket.SHUT_WR)
        if reads: read()
        s.close()
        print(sent)
        """
}
