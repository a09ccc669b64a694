import HTTPSemantics
import Testing

@testable import PortalJudge

@Suite struct `Forms in parts as evidence` {
    private static func request(_ body: String, boundary: String = "b") -> Journal.Request {
        Journal.Request(
            number: 1, connection: 1, ordinal: 1, listener: "portal", origin: "https://localhost:8443", portalTime: 0,
            method: "POST", target: "/portal/sharing/rest/generateToken",
            headers: [HeaderField("content-type", "Multipart/form-data; boundary=\"\(boundary)\"")],
            body: Array(body.utf8), operation: "generateToken")
    }

    private static func part(_ name: String, _ value: String, _ boundary: String = "b") -> String {
        "--\(boundary)\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    private static func login(_ boundary: String, password: String = EvidenceBuilder.password) -> Journal.Request {
        var request = request(
            part("username", "alice", boundary) + part("password", password, boundary) + "--\(boundary)--\r\n",
            boundary: boundary)
        request.answer = Journal.Answer(status: 200, code: 400, size: 2)
        return request
    }

    @Test func `have fields like any form`() {
        let body =
            Self.part("username", "al=i&ce%20") + Self.part("a%22b", "1\r\n--\r\n")
            + "--b\r\nContent-Disposition: form-data; name=file; filename=x\r\n\r\ny\r\n--b--\r\n"
        let fields = Self.request(body).formFields.map { "\($0.name)=\($0.value)" }
        #expect(fields == ["username=al=i&ce%20", "a\"b=1\r\n--\r\n"])
    }

    @Test func `may be cut off anywhere`() {
        let body = Array((Self.part("username", "alice") + Self.part("password", "secret") + "--b--").utf8)
        for end in body.indices {
            var request = Self.request("")
            request.body = Array(body[..<end])
            #expect(request.formFields.count <= 2)
        }
    }

    @Test func `keep their parts around values that are replaced, however many parts there are`() {
        let rest = "--b" + String(repeating: "\r\n--b", count: 100_000) + "--\r\n"
        let shown = MultipartFields.body(of: Self.request(Self.part("password", "secret") + rest)) { name, value in
            name == "password" && value == Array("secret".utf8) ? Array("***".utf8) : nil
        }
        #expect(shown == Array((Self.part("password", "***") + rest).utf8))
    }

    @Test func `tell a refused password that is sent again, whatever the boundary`() {
        var builder = EvidenceBuilder()
        for boundary in ["first", "second"] {
            var request = Self.login(boundary)
            request.number = builder.evidence.journal.requests.count + 1
            builder.evidence.journal.requests.append(request)
        }
        let codes = RepetitionCheck.findings(builder.evidence, allowing: []).map(\.code)
        #expect(codes.contains("credential.repeated"))
        let bodies = builder.evidence.journal.requests.map(MultipartFields.comparable)
        #expect(bodies.first == bodies.last && builder.evidence.journal.requests.first?.body != bodies.first)
    }

    @Test func `lose their secrets when they are stored`() {
        var builder = EvidenceBuilder()
        builder.evidence.journal.requests.append(Self.login("b"))
        builder.login()
        let stored = builder.evidence.redacted().journal.requests.first
        #expect(stored?.formValue("username") == "alice")
        #expect(stored?.formValue("password")?.hasPrefix("redacted-password") == true)
        #expect(stored.map { String(decoding: $0.body, as: UTF8.self).contains(EvidenceBuilder.password) } == false)
    }
}
