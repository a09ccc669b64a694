import Foundation
import MockPortalProcess
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The app's client, as short as it gets: it signs in with URLSession and asks who the user is.
struct NotesClient {
    let portal: String

    func fullName(_ username: String, _ password: String) async throws -> String? {
        let token =
            try await ask(
                "generateToken", ["client": "requestip", "username": username, "password": password])["token"]
            as? String
        guard let token else { return nil }
        return try await ask("community/self", ["token": token])["fullName"] as? String
    }

    private func ask(_ what: String, _ fields: [String: String]) async throws -> [String: Any] {
        var form = URLComponents()
        form.queryItems = [URLQueryItem(name: "f", value: "json")]
        form.queryItems?.append(contentsOf: fields.map { URLQueryItem(name: $0.key, value: $0.value) })
        var request = URLRequest(url: try #require(URL(string: "\(portal)/sharing/rest/\(what)")))
        request.httpMethod = "POST"
        // A plus sign is a blank in a form, and URLComponents leaves it as it is.
        request.httpBody = Data((form.percentEncodedQuery ?? "").replacing("+", with: "%2B").utf8)
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let (data, _) = try await URLSession.shared.data(for: request)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}

/// On Linux URLSession cannot be told whom to trust: over HTTPS it fails at every portal, so a test that it refuses a flawed
/// certificate would prove nothing there. Such a client is tested over plain HTTP.
@Suite(.portalProcess("organization", transport: .plainHTTP)) struct `The client of the notes` {
    @Test func `greets a member by name`() async throws {
        let portal = try #require(PortalProcess.current)
        let client = NotesClient(portal: try #require(portal.httpURL))
        #expect(try await client.fullName("alice", portal.password(of: "alice")) != nil)
        #expect(try await portal.requests("generateToken").count == 1)
    }

    @Test func `sends a wrong password once, and does not get in`() async throws {
        let portal = try #require(PortalProcess.current)
        let client = NotesClient(portal: try #require(portal.httpURL))
        #expect(try await client.fullName("alice", "not hers") == nil)
        #expect(try await portal.requests().map(\.operation) == ["generateToken"])
    }
}

/// A portal that only members of the organization may see: a stranger is told nothing, and a member gets in.
@Suite struct `A private organization` {
    @Test(.portalProcess("organization", #"{"access": "private"}"#, transport: .plainHTTP))
    func `turns a wrong password away, and says what it saw`() async throws {
        let portal = try #require(PortalProcess.current)
        let client = NotesClient(portal: try #require(portal.httpURL))
        #expect(try await client.fullName("alice", "not hers") == nil)
        let seen = try await portal.requests()
        #expect(seen.map(\.operation) == ["generateToken"])
        #expect(seen.first?.code == 400)
    }

    /// The twin: where only the fault is gone, the same client gets in.
    @Test(.portalProcess("organization", #"{"access": "private"}"#, transport: .plainHTTP))
    func `lets its members in`() async throws {
        let portal = try #require(PortalProcess.current)
        let client = NotesClient(portal: try #require(portal.httpURL))
        #expect(try await client.fullName("alice", portal.password(of: "alice")) != nil)
    }
}
