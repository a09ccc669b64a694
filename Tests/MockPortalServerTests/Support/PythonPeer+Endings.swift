extension PythonPeer {
    /// `port version pem story stride repeat`: ends a handshake at every place in every way, and tells of each what the server must have seen.
    ///
    /// Every connection comes from an address of its own, so that the journal's entry is found by its peer. Each printed line is
    /// `address|outcome|label`. Over descriptor 3 it asks the portal's owner for a step, and hears once that is
    /// done: `h` holds the portal still, `r` lets it go on, `d` lets every deadline come, `q` waits until every connection has ended,
    /// `s` stops it.
    ///
    /// The story says what the client is: one that goes in (`plain`), one that does not trust the server (`distrusts`, over
    /// OpenSSL, and `seals`, over GnuTLS, whose alert is encrypted under TLS 1.3), one that finds so after its Finished (`regrets`),
    /// one that the server refuses for its missing
    /// certificate (`refused`), for its version (`old`) or for a Finished that is damaged (`damaged`).
    static let endings = """
        import ctypes, os
        port, version, pem, script, stride, repeat = sys.argv[1:]
        stride, repeat, number = int(stride), int(repeat), 0
        ALERT = bytes.fromhex("15030300020230")
        WAYS = ["close", "half-close", "reset", "alert, close", "alert, reset"]
        def ask(step): os.write(3, step); assert os.read(3, 1) == step

        the_context = context(version, None if pem == "-" else pem)
        if script == "distrusts": the_context.verify_mode = ssl.CERT_REQUIRED
        class Client:
            def __init__(self):
                self.received, self.sent = ssl.MemoryBIO(), ssl.MemoryBIO()
                self.tls = the_context.wrap_bio(self.received, self.sent, server_hostname="localhost")
                self.step()
                self.hello = self.sent.read()
            def step(self):
                try: self.tls.do_handshake()
                except ssl.SSLError: pass
            def answer(self, s):
                \"\"\"Reads the server's flight and gives the client's next.\"\"\"
                while not self.sent.pending:
                    more = s.recv(65536)
                    if not more: return b""
                    self.received.write(more); self.step()
                flight = self.sent.read()
                return flight[:-1] + bytes([flight[-1] ^ 1]) if script == "damaged" else flight

        if script in ("seals", "regrets"):
            gnutls = ctypes.CDLL("libgnutls.so.30")
            sends = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
            judges = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
            credentials = ctypes.c_void_p()
            gnutls.gnutls_certificate_allocate_credentials(ctypes.byref(credentials))
        class Refuser:
            \"\"\"A client over GnuTLS, whose hello goes out at once and whose alert is kept back.\"\"\"
            hello = b""
            def answer(self, s):
                session, kept = ctypes.c_void_p(), bytearray()
                def push(_, data, size):
                    if keeps: kept.extend(ctypes.string_at(data, size))
                    else: s.sendall(ctypes.string_at(data, size))
                    return size
                def pull(_, buffer, size):
                    got = s.recv(size); ctypes.memmove(buffer, got, len(got)); return len(got)
                def refuse(_):
                    if script == "seals": keeps.append(1)
                    return -43 if keeps else 0 # GNUTLS_E_CERTIFICATE_ERROR
                keeps, calls = [], (sends(push), sends(pull), judges(refuse))
                gnutls.gnutls_init(ctypes.byref(session), 2)
                gnutls.gnutls_priority_set_direct(session, ("NORMAL:-VERS-ALL:+VERS-TLS" + version).encode(), None)
                gnutls.gnutls_credentials_set(session, 1, credentials)
                gnutls.gnutls_session_set_verify_function(session, calls[2])
                gnutls.gnutls_transport_set_int2(session, s.fileno(), s.fileno())
                gnutls.gnutls_transport_set_push_function(session, calls[0])
                gnutls.gnutls_transport_set_pull_function(session, calls[1])
                assert (gnutls.gnutls_handshake(session) < 0) == (script == "seals")
                keeps.append(1)
                gnutls.gnutls_alert_send(session, 2, 48)
                gnutls.gnutls_deinit(session)
                return bytes(kept)
        def client(): return Refuser() if script in ("seals", "regrets") else Client()

        def records(data):
            at, found = 0, []
            while at + 5 <= len(data):
                end = at + 5 + (data[at + 3] << 8 | data[at + 4])
                found.append((data[at], end)); at = end
            return found, at
        def story(sent, whole, hello, alerts):
            \"\"\"What the server saw of a client that has sent so much of its whole flights, and then perhaps the alert.\"\"\"
            if script == "refused":
                kind = 0x16 if version == "1.2" else 0x17
                at = len(hello) + next((end for type, end in records(whole[len(hello):])[0] if type == kind), len(whole))
                if len(whole) > len(hello) and len(sent) >= at: return "refusedByServer " + ("40" if version == "1.2" else "116")
            elif script == "old" and len(sent) >= len(hello): return "refusedByServer 70"
            elif script == "regrets": return "completed 48" if len(sent) == len(whole) else "completed"
            elif len(whole) > len(hello) and len(sent) == len(whole):
                return {"plain": "completed 48" if alerts else "completed", "damaged": "refusedByServer"}.get(script, "refusedByClient 48")
            if not alerts: return "abandoned"
            found, end = records(sent)
            if end == len(sent): return "refusedByClient 48"
            # Its first bytes may be just those that the last record misses; the rest begins no record then.
            if end == len(whole) and ALERT.startswith(whole[len(sent):]):
                told = story(whole, whole, hello, False)
                return "damaged" if told == "abandoned" else told
            # Inside a record the alert is that record's content: it may be too short to complete it, or damage it.
            return "abandoned" if end - len(sent) > len(ALERT) else "damaged"

        def address(index): return f"127.{64 + (index >> 16)}.{index >> 8 & 255}.{index & 255}"
        def begin():
            global number
            number += 1
            s = socket.socket(); s.settimeout(600); s.bind((address(number), 0)); s.connect(("127.0.0.1", int(port)))
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return number, s
        halves, silent = [], []
        def finish(s, way):
            try:
                if way.startswith("alert"): s.sendall(ALERT)
                if way == "half-close": s.shutdown(socket.SHUT_WR)
            except OSError: pass
            if way.endswith("reset"): s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if way == "half-close": halves.append(s)
            elif way == "silence": silent.append(s)
            else: s.close()
        def take(s, count):
            \"\"\"Reads so many of the server's records.\"\"\"
            for _ in range(count):
                head = b""
                while len(head) < 5: head += s.recv(5 - len(head))
                rest = head[3] << 8 | head[4]
                while rest: rest -= len(s.recv(rest))
        def catch_up():
            \"\"\"One thread of the portal serves all in their order: when it has answered this, it has taken in what came before.\"\"\"
            index, s = begin(); s.sendall(Client().hello); s.recv(65536); s.close()
        def hello_for_cuts():
            \"\"\"One whose last byte, of a random key, is the first of an alert, as one in 256 is; or any, where it ends otherwise.\"\"\"
            for _ in range(5000):
                hello = Client().hello
                if hello.endswith(ALERT[:1]): break
            return hello
        hello = b"" if script in ("seals", "regrets") else hello_for_cuts() if script == "plain" else Client().hello
        def batch(stage, cases, held):
            work = []
            if held and stage == "sent": ask(b"h")
            for cut, way in cases:
                index, s = begin()
                mine = client() if stage == "answered" else None
                first = mine.hello if mine else hello
                if stage != "sent": s.sendall(first)
                work.append((index, s, mine, first, cut, way))
            flights = [mine.answer(s) if mine else b"" for index, s, mine, first, cut, way in work]
            if stage == "read":
                for index, s, mine, first, cut, way in work: take(s, cut)
            if held and stage != "sent": ask(b"h")
            for (index, s, mine, first, cut, way), flight in zip(work, flights):
                cut = len(flight) if cut < 0 else cut
                sent = first[:cut] if stage == "sent" else first + flight[:cut] if mine else first
                try: s.sendall(sent if stage == "sent" else sent[len(first):])
                except OSError: pass
                finish(s, way)
                words = story(sent, first + flight, first, way.startswith("alert"))
                print(f"{address(index)}|{words}|TLS {version}, {script}: {stage} {cut}, {way}{', held' if held else ''}")
            if held: ask(b"r")
            catch_up()
            if halves: ask(b"d")
            for s in halves:
                try:
                    while s.recv(65536): pass
                except ConnectionError: pass
                s.close()
            halves.clear()

        def answer_length():
            _, s = begin(); mine = client(); s.sendall(mine.hello)
            return len(mine.answer(s))
        stages = []
        if repeat: stages = [("sent", [len(hello)] * repeat, WAYS[3:])] if script == "plain" else []
        elif script != "old" and script != "damaged": stages = [("answered", range(answer_length() + 1), WAYS)]
        if script in ("damaged", "distrusts", "seals", "regrets") and repeat: stages = [("answered", [-1] * repeat, ["close", "reset"])]
        elif script == "damaged": stages = [("answered", [-1], WAYS)]
        elif script in ("distrusts", "seals", "regrets"): stages = [("answered", stages[0][1], WAYS[:3])]
        if not repeat and script in ("plain", "refused", "old"): stages.append(("sent", range(len(hello) + 1), WAYS))
        if not repeat and script in ("plain", "refused"): stages.append(("read", range(5), WAYS))
        for held in (False, True):
            for stage, cuts, ways in stages:
                cases = [(cut, way) for cut in cuts for way in ways]
                if stage == "answered" and not repeat: cases = [case for i, case in enumerate(cases) if i % stride == 0 or case[0] in (0, cuts[-1])]
                for at in range(0, len(cases), 250): batch(stage, cases[at:at + 250], held)
        ask(b"q")
        if not repeat:
            for stage, cuts, _ in stages: batch(stage, [(cut, "silence") for cut in cuts if cut % (8 * stride) == 0 or cut == cuts[-1]], False)
            catch_up()
        sys.stdout.flush()
        ask(b"s")
        """
}
