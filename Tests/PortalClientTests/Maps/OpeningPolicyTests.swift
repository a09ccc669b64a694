import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

@testable import PortalClient

@Suite struct `What to do about layers that fail` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: PortalError.Code
        var isFederated = false
        var isSignedIn = false
        var failures = 1
        /// Which question is asked; nil for none.
        let asks: String?
    }

    @Test(arguments: [
        Row(testDescription: "a sign-in could help", code: .tokenRequired, asks: "signIn"),
        Row(
            testDescription: "federated, and not signed in", code: .tokenRequired, isFederated: true, asks: "signIn"),
        Row(
            testDescription: "federated, and signed in", code: .tokenRequired, isFederated: true, isSignedIn: true,
            asks: nil),
        Row(testDescription: "a foreign server", code: .tokenInvalid, isSignedIn: true, asks: "signIn"),
        Row(testDescription: "no right", code: .accessDenied, isSignedIn: true, asks: nil),
        Row(testDescription: "broken", code: .http, asks: nil),
        Row(testDescription: "tried often enough", code: .tokenRequired, failures: 5, asks: nil),
        Row(testDescription: "not trusted", code: .serverCertificateUntrusted, asks: "trust"),
        Row(testDescription: "no certificate shown", code: .clientCertificateRequired, asks: "identity"),
    ])
    func `is asked where an answer can help, else they are skipped`(_ row: Row) async throws {
        let asked = Locked<[String]>([])
        let note: @Sendable (String) -> Void = { word in asked.withLock { $0.append(word) } }
        let alice = ResourceCredential.password(username: "alice", Secret("a"))
        let policy = OpeningPolicy(
            signIn: { _ in
                note("signIn")
                return alice
            },
            identity: { _ in
                note("identity")
                return alice
            },
            trust: { _ in
                note("trust")
                return true
            })
        let stage = PretendMaps(layers: [PretendMaps.layer("A")]).stage()
        let webMap = try stage.webMap()
        try await webMap.load()
        let failure = LayerFailure(
            layer: try #require(webMap.operationalLayers.first), error: try error(row.code),
            isFederated: row.isFederated, isSignedIn: row.isSignedIn, failures: row.failures)
        let disposition = await policy.webMap(webMap, didFailToLoad: failure)
        #expect(asked.withLock { $0 } == (row.asks.map { [$0] } ?? []))
        #expect(disposition == (row.asks == nil ? .skip : .retry(row.asks == "trust" ? nil : alice)))
        #expect(await OpeningPolicy().webMap(webMap, didFailToLoad: failure) == .skip)
    }

    private func error(_ code: PortalError.Code) throws -> PortalError {
        let origin = try HTTPURL("https://h.test").origin
        switch code {
        case .serverCertificateUntrusted:
            return PortalError(
                ServerTrustFailure(origin: origin, defects: [.selfSigned], chain: [BadHost.summary("aa")]),
                underlying: nil)
        case .clientCertificateRequired:
            return PortalError(
                ClientCertificateFailure(origin: origin, cause: .missing, acceptableIssuers: [], identity: nil),
                detail: "missing")
        default: return PortalError(code, detail: "x")
        }
    }
}
