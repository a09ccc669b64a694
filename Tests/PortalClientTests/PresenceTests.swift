import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// What a person reads where no portal is to be had.
struct `Missing portals` {
    private func load(_ stage: Stage, _ connection: Portal.Connection = .anonymous) async throws -> PortalError? {
        let portal = Portal(url: try PortalURL(Traffic.portal), connection: connection, in: stage.environment)
        return await failure { () throws(PortalError) in try await portal.load() }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answer: HTTPResponse
        let code: PortalError.Code?
        init(_ name: String, _ answer: HTTPResponse, _ code: PortalError.Code?) {
            (testDescription, self.answer, self.code) = (name, answer, code)
        }
    }

    @Test(arguments: [
        Case("404 page", .text("<html>404</html>", status: 404), .notAPortal),
        Case("404 empty", HTTPResponse(status: 404), .notAPortal),
        Case("404 JSON", .json(["detail": "no"], status: 404), .notAPortal),
        Case("404 envelope", .json(["error": ["code": 404, "message": "no"]], status: 404), .notFound),
        Case("envelope 404", .json(["error": ["code": 404, "message": "no"]]), .notFound),
        Case("array", .json([1, 2]), .notAPortal), Case("text", .json("hello"), .notAPortal),
        Case("empty object", .json([:]), .notAPortal), Case("other JSON", .json(["ok": true]), .notAPortal),
        Case(
            "members of other types",
            .json([
                "portalName": [[:]], "id": 5, "isPortal": "x", "user": "x", "helperServices": [[:]],
                "featuredGroups": [:],
                "supportsOAuth": [[:]], "access": [[:]],
            ]), .notAPortal),
        Case("a server", .json(["currentVersion": 11.3, "authInfo": [:]]), .notAPortal),
        Case("a portal", .json(["portalName": "P"]), nil), Case("an organization", .json(["id": "ORG"]), nil),
        Case("a portal by a truth", .json(["isPortal": false]), nil),
        Case("a portal by a list", .json(["featuredGroups": []]), nil),
        Case("page", .text("<html>hi</html>"), .unexpectedContent), Case("empty", .text(""), .emptyBody),
        Case("broken JSON", .text("{\"a\":", type: "application/json"), .malformedJSON),
        Case("500", .text("no", status: 500), .http),
    ]) func `are told from portals by what they answer`(_ one: Case) async throws {
        let stage = Stage()
        stage.portal.can("/portals/self", one.answer, forEver: true)
        let error = try await load(stage)
        #expect(error?.code == one.code)
        if one.code == .notAPortal {
            #expect(error?.description.contains("check the address") == true)
            #expect(error?.description.contains(Traffic.portal) == true)
        }
    }

    @Test func `are noticed where the user signs in first`() async throws {
        let stage = Stage(script: { _ throws(TransportError) in .text("<html>404</html>", status: 404) })
        stage.environment.credentials.add(try stage.alice())
        #expect(try await load(stage, .authenticated)?.code == .notAPortal)

        let asked = Stage(script: { _ throws(TransportError) in .text("<html>404</html>", status: 404) })
        asked.handle { challenge in
            .credential(try await TokenCredential.make(for: challenge, username: "alice", password: Secret("p")))
        }
        #expect(try await load(asked, .authenticated)?.code == .notAPortal)
    }

    struct Wire: CustomTestStringConvertible, Sendable {
        let error: TransportError
        let code: PortalError.Code
        let words: String
        var testDescription: String { "\(error.code)\(error.timeout.map { " \($0)" } ?? "")" }
        init(
            _ code: TransportError.Code, _ timeout: TransportError.Timeout?, _ portal: PortalError.Code,
            _ words: String
        ) {
            error = TransportError(code, url: "https://h.test/", detail: "it broke", timeout: timeout)
            (self.code, self.words) = (portal, words)
        }
    }

    @Test(arguments: [
        Wire(.cannotConnect, nil, .cannotConnect, "this machine is online"),
        Wire(.cannotFindHost, nil, .cannotFindHost, "the spelling of the address"),
        Wire(.timedOut, .connect, .timedOut, "firewall"), Wire(.timedOut, .stall, .timedOut, "allow more time"),
        Wire(.timedOut, .whole, .timedOut, "allow more time"), Wire(.partialBody, nil, .partialBody, "try again"),
        // The transport knows which proxy, and has said what to do.
        Wire(.proxyAuthenticationRequired, nil, .proxyAuthenticationRequired, "it broke"),
        Wire(.emptyReply, nil, .connectionLost, "try again"),
    ]) func `that the wire does not reach say what to do`(_ wire: Wire) async throws {
        let stage = Stage(policy: { $0.retry.maxTries = 1 }, script: { _ throws(TransportError) in throw wire.error })
        let error = try await load(stage)
        #expect(error?.code == wire.code && error?.timeout == wire.error.timeout)
        #expect(error?.description.contains("it broke") == true && error?.description.contains(wire.words) == true)
        #expect(error?.url == "https://h.test/portal/sharing/rest/portals/self")
    }
}
