import FixtureFiles
import HTTPSemantics
import JSONValues
import TLSIdentity

@testable import MockPortalServer
@testable import PortalSimulator

/// What holds for the control API, whatever call it is given; the fuzzer and the tests ask the same.
enum ControlProperties {
    /// The first property that a call breaks, in words; nil where all hold.
    ///
    /// The first line is method and path behind `/__mock`, as `POST /clock`; what follows is the body.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let bench = try? Bench.fresh.get(), let request = request(bytes) else { return nil }
        defer { bench.settle() }
        let (capability, call) = ControlRequest.read(request)
        guard let call, capability == "c" else { return nil }
        switch ControlDispatch.answer(call, at: bench.controlled) {
        case .now(let answer):
            if let broken = violation(of: answer, to: request.method) { return broken }
        case .journal(let portal, let page):
            guard (try? JSONValue(parsing: text(JournalReading(portal.recorder, page)))) != nil else {
                return "a journal that is no JSON text"
            }
        case .wait(let wait):
            guard wait.timeout >= .zero, wait.timeout <= ControlWait.longest, wait.count >= 0 else {
                return "a wait of \(wait.timeout) for \(wait.count)"
            }
        case .events(let source, _):
            guard source.portal() != nil else { return "events of a portal that is not there" }
        }
        let health = ControlRequest(method: "GET", words: ["health"])
        guard case .now(let answer) = ControlDispatch.answer(health, at: bench.controlled),
            answer.prepared.status == 200
        else {
            return "the control API does not answer afterwards"
        }
        return nil
    }

    private static func violation(of answer: Answer, to method: String) -> String? {
        let response = answer.prepared
        if case .stream(let source) = response.content {
            guard (try? JSONValue(parsing: text(source))) != nil else { return "an archive that is no JSON text" }
            return nil
        }
        guard [200, 201, 400, 404, 405, 429].contains(response.status) else {
            return "a status of \(response.status): \(String(decoding: response.body.prefix(200), as: UTF8.self))"
        }
        guard response.body.count < 512 * 1024 else { return "an answer of \(response.body.count) bytes" }
        for field in response.headers {
            guard !(field.name + field.value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                return "a control character in \(field.name)"
            }
        }
        guard response.headers.first(named: "Content-Type") == "application/json" else {
            return response.status < 400 ? nil : "an error that is no JSON"
        }
        guard let document = try? JSONValue(parsing: response.body) else { return "an answer that is no JSON text" }
        guard response.status >= 400 else { return nil }
        guard let error = document["error"]?.string, !error.isEmpty else { return "an error without words" }
        guard response.body.count < 64 * 1024, error.utf8.count < 8_000 else {
            return "an error of \(response.body.count) bytes that is not read by anyone"
        }
        return nil
    }

    private static func text(_ reading: any BodySource) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        var text: [UInt8] = []
        while let count = reading.fill(buffer) { text += buffer[..<count] }
        return text
    }

    private static func request(_ bytes: [UInt8]) -> IncomingRequest? {
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        let line = String(decoding: bytes[..<end].filter { $0 != 0x0D }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let origin = Origin(ofURL: "http://127.0.0.1:9") else { return nil }
        return IncomingRequest(
            listener: ListenerFacts(name: "control", origin: origin), connection: 0, peerAddress: "127.0.0.1",
            method: String(words[0]), target: "/c/__mock\(words[1])", headers: [HeaderField("Host", "127.0.0.1:9")],
            body: Array(bytes.dropFirst(end + 1)), portalTime: 0)
    }

    /// A running portal that every call is given to; what a call did to it is undone before the next one.
    private final class Bench: Sendable {
        let controlled: ControlledPortal
        private let blueprint: Blueprint

        static let fresh = Result { try Bench() }

        init() throws {
            blueprint = try Blueprint.preset("token", fixtures: .embedded).overlaid(
                with: ["http": "serve"], source: "fuzz")
            var options = ServeOptions.unhurried
            options.resources.sandboxes = 2
            let portal = try MockPortal.start(blueprint, options: options, pki: TestPKI())
            controlled = ControlledPortal(
                portal: portal, scenario: "token",
                directory: ControlDirectory(base: "http://127.0.0.1:9", limits: options.resources), nonce: "n",
                caFile: nil,
                identities: [], examine: { _, _ in ["verdict": "none"] },
                resolve: { name throws(BlueprintError) in try Blueprint.preset(name, fixtures: .embedded) })
            _ = try portal.issueToken(for: "alice")
        }

        func settle() {
            for id in controlled.sandboxes { _ = controlled.endSandbox(id) }
            if controlled.portal.blueprint.preset != "token" || !controlled.portal.isRunning {
                try? controlled.change(to: blueprint, scenario: "token")
            }
            try? controlled.portal.reset()
            _ = try? controlled.portal.issueToken(for: "alice")
        }
    }
}
