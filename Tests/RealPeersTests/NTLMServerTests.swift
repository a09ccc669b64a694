import HTTPSemantics
import PortalAuthentication
import PortalTransport
import Testing

@Suite(.pyspnego) struct `NTLM of pyspnego` {
    private func app(_ password: String = NTLMServer.password, user: String = "EXAMPLE\\alice") throws -> App {
        try App { challenge in
            switch challenge.space.method {
            case .ntlm: .credential(.password(username: user, Secret(password)))
            case .negotiate: .rejectProtectionSpace
            default: .cancel
            }
        }
    }

    @Test func `lets the client in on one connection, which answers what follows bare`() async throws {
        // What it has written is all there once it has ended.
        let server = try await NTLMServer.run("negotiate") { server in
            let app = try app()
            #expect(try await app.user(of: server.url) == "alice", "\(server.process.log)")
            #expect(app.challenges.map(\.space.method) == [.negotiate, .ntlm])
            return server
        }
        let legs = server.lines.filter { !$0.contains("bare") }
        #expect(legs.map { $0.split(separator: " ")[3] } == ["type1", "type3"], "\(server.lines)")
        #expect(Set(legs.map { $0.split(separator: " ")[1] }).count == 1)
    }

    @Test func `lets nobody in with a wrong password, who is asked again and counted`() async throws {
        try await NTLMServer.run { server in
            let app = try App { challenge in
                let password = challenge.previousFailureCount == 0 ? "wrong" : NTLMServer.password
                return .credential(.password(username: "EXAMPLE\\alice", Secret(password)))
            }
            #expect(try await app.user(of: server.url) == "alice", "\(server.process.log)")
            #expect(app.challenges.map(\.previousFailureCount) == [0, 1])
        }
    }

    @Test func `lets nobody in whose channel is another one`() async throws {
        let server = try await NTLMServer.run("other-channel") { server in
            let error = try await app().failure(of: server.url)
            #expect(error?.code == .httpAuthentication, "\(server.process.log)")
            return server
        }
        #expect(server.process.log.contains("refused"), "\(server.process.log)")
    }

    @Test func `is answered over plain HTTP too, without a channel`() async throws {
        try await NTLMServer.run("plain") { server in
            let user = try await app().user(of: server.url)
            #expect(user == "alice", "\(server.process.log)")
        }
    }

    @Test func `ends with words where the connection is closed between the messages`() async throws {
        let server = try await NTLMServer.run("closes") { server in
            let error = try await app().failure(of: server.url)
            #expect(error?.code == .ntlmRefused, "\(error.map { "\($0)" } ?? "none") \(server.process.log)")
            #expect(error?.detail.contains("closes the connection") == true)
            return server
        }
        #expect(server.lines.contains { $0.contains("type1") } && !server.lines.contains { $0.contains("type3") })
    }
}
