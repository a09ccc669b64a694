import HTTPSemantics
import Platform
import PortalAuthentication
import Testing

@Suite struct `Digest sessions` {
    @Test func `count the uses of a nonce from one`() throws {
        let session = try session("n1")
        #expect(try (1...3).map { _ in try sent(session) } == ["n1 00000001", "n1 00000002", "n1 00000003"])
    }

    @Test func `hand out every pair of nonce and count once, however many ask`() async throws {
        let session = try session("n1")
        let stale = try (2...5).map { try digest(Self.value("n\($0)", ", stale=true")) }
        let pairs = try await withThrowingTaskGroup(of: [String].self) { group in
            for task in 0..<64 {
                group.addTask {
                    try (0..<100).map { turn in
                        // Nonces come and come back while others count.
                        let challenge = (task + turn) % 7 == 0 ? stale[(task + turn) % stale.count] : nil
                        return try sent(session, to: challenge)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(pairs.count == 6400 && Set(pairs).count == 6400)
        // Nothing was skipped either: every nonce was counted up from 1.
        for (nonce, uses) in Dictionary(grouping: pairs, by: { $0.prefix(2) }) {
            #expect(uses.max() == "\(nonce) \(NonceCount(UInt32(uses.count)))")
        }
    }

    @Test func `answer a stale nonce with the new one, counted from one`() throws {
        let session = try session("n1")
        _ = try sent(session)
        #expect(try sent(session, to: digest(Self.value("n2", ", stale=TRUE"))) == "n2 00000001")
        #expect(try sent(session) == "n2 00000002")
    }

    @Test func `go on counting where the server repeats its nonce`() throws {
        let session = try session("n1")
        _ = try sent(session)
        #expect(try sent(session, to: digest(Self.value("n1"))) == "n1 00000002")
        #expect(try sent(session, to: digest(Self.value("n2"))) == "n2 00000001")
        #expect(try sent(session, to: digest(Self.value("n1"))) == "n1 00000003")
    }

    @Test func `take over a nextnonce, counted from one`() throws {
        let session = try session("n1", ", opaque=\"o\", algorithm=SHA-256")
        _ = try sent(session)
        session.adopt(try #require(AuthenticationInfo(fieldValue: #"nextnonce="n2", qop=auth"#)))
        #expect(try sent(session) == "n2 00000001")
        #expect(session.challenge.opaque == "o" && session.challenge.algorithm == .sha256)
        session.adopt(try #require(AuthenticationInfo(fieldValue: #"nextnonce="""#)))
        session.adopt(try #require(AuthenticationInfo(fieldValue: "rspauth=\"x\"")))
        #expect(try sent(session) == "n2 00000002")
    }

    @Test(arguments: [(", algorithm=MD5", ["c1", "c2", "c3"]), (", algorithm=MD5-sess", ["c1", "c1", "c3"])])
    func `take a client nonce per request, or per nonce for a session algorithm`(
        _ words: String, _ expected: [String]
    ) throws {
        let session = try session("n1", words)
        let cnonces = [
            try answer(session), try answer(session), try answer(session, to: digest(Self.value("n2", words))),
        ].map { Authorization(fieldValue: $0.fieldValue.reveal { $0 })?["cnonce"] }
        #expect(cnonces == expected)
    }

    @Test func `remember a bounded number of nonces`() throws {
        let session = try session("n0")
        for number in 0...DigestSession.rememberedNonces {
            _ = try sent(session, to: digest(Self.value("n\(number)")))
        }
        #expect(try sent(session, to: digest(Self.value("n1"))) == "n1 00000002")
        #expect(try sent(session, to: digest(Self.value("n0"))) == "n0 00000001")
    }

    @Test func `count nothing in the form without qop`() throws {
        let session = DigestSession(
            challenge: try digest(#"Digest realm="R", nonce="n""#), username: "u", password: Secret("p"))
        #expect(try answer(session).nonceCount == nil)
    }

    private static func value(_ nonce: String, _ more: String = "") -> String {
        "Digest realm=\"R\", qop=\"auth\", nonce=\"\(nonce)\"" + more
    }

    private func session(_ nonce: String, _ more: String = "") throws -> DigestSession {
        let made = Locked(0)
        return DigestSession(
            challenge: try digest(Self.value(nonce, more)), username: "u", password: Secret("p"),
            makeCnonce: {
                made.withLock {
                    $0 += 1
                    return "c\($0)"
                }
            })
    }
}

@discardableResult
private func answer(_ session: DigestSession, to challenge: DigestChallenge? = nil) throws -> DigestAnswer {
    try session.answer(to: challenge, method: "GET", uri: "/", body: { nil })
}

/// Nonce and count as they would be sent.
private func sent(_ session: DigestSession, to challenge: DigestChallenge? = nil) throws -> String {
    let value = try answer(session, to: challenge).fieldValue.reveal { $0 }
    let words = try DigestAuthorization(#require(Authorization(fieldValue: value)))
    return "\(words.nonce) \(try #require(words.nonceCount))"
}
